"""What a conversation began with, against what is known by now."""

from dataclasses import replace

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactKind, FactState
from kesher.domain.log import Speaking
from kesher.memory.rendering import Known
from kesher.memory.since import changed
from unit.memory.talk import day

DANA = Entity("me", "person", "דנה", day(1), speaker="user")


def known(
    identifier: str,
    value: str,
    state: FactState = FactState.CURRENT,
    *,
    key: str = "city",
    at: int = 1,
    kind: FactKind = FactKind.STABLE,
) -> Known:
    fact = Fact(
        id=identifier,
        subject_id="me",
        key=key,
        value=value,
        kind=kind,
        confidence=0.9,
        thread_id="t",
        source_message_id="m",
        quote=(0, 1),
        said_by=Speaking.USER,
        valid_from=day(at),
        recorded_from=day(at),
    )
    return Known(fact, DANA, state)


HAIFA = known("f1", "חיפה")
SINCE = day(5)


def told(*now: Known) -> list[tuple[str, FactState]]:
    return [(each.value, each.state) for each in changed([HAIFA], now, SINCE)]


def test_what_holds_still_is_not_told_again() -> None:
    assert told(HAIFA) == []


def test_a_value_that_was_replaced_is_told_to_hold_no_more_and_the_new_one_after_it() -> None:
    old = replace(HAIFA, state=FactState.SUPERSEDED)
    assert told(old, known("f2", "עכו", at=6)) == [
        ("חיפה", FactState.SUPERSEDED),
        ("עכו", FactState.CURRENT),
    ]


def test_what_was_corrected_or_is_held_is_told_to_hold_no_more() -> None:
    for state in (FactState.CORRECTED, FactState.HELD):
        assert told(replace(HAIFA, state=state)) == [("חיפה", FactState.ENDED)]


def test_a_row_that_took_the_place_of_another_with_the_same_value_changes_nothing() -> None:
    again = known("f2", "חיפה", at=6)
    assert told(replace(HAIFA, state=FactState.CORRECTED), again) == []


def test_what_was_known_before_and_found_no_room_is_no_news() -> None:
    assert told(HAIFA, known("f3", "דנה", key="name", at=2)) == []
    assert told(HAIFA, known("f3", "Дана", key="name", at=6)) == [("Дана", FactState.CURRENT)]


def test_what_lasts_only_for_a_time_is_left_to_recall() -> None:
    trip = known("f4", "برلين", key="trip", at=6, kind=FactKind.TEMPORARY)
    assert told(HAIFA, trip) == []

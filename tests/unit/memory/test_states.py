from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.domain.fact import Expiry, Fact, FactKind, FactState, Held
from kesher.domain.log import Speaking
from kesher.errors import InputError
from kesher.memory.states import is_current, state
from unit.memory.talk import DAY, day

FACT = Fact(
    id="f1",
    subject_id="me",
    key="city",
    value="גבעתיים",
    kind=FactKind.STABLE,
    confidence=0.9,
    thread_id="t",
    source_message_id="m1",
    quote=(0, 7),
    said_by=Speaking.USER,
    valid_from=day(10),
    recorded_from=day(12),
)
ENDED = replace(FACT, valid_until=day(20), end_recorded_at=day(25), superseded_by="f2")
TICK = timedelta(microseconds=1)


def test_a_fact_begins_at_its_first_instant_and_is_over_at_the_instant_it_ends() -> None:
    assert state(ENDED, as_of=day(10) - TICK) is FactState.FUTURE
    assert state(ENDED, as_of=day(10)) is FactState.CURRENT
    assert state(ENDED, as_of=day(20) - TICK) is FactState.CURRENT
    assert state(ENDED, as_of=day(20)) is FactState.SUPERSEDED


def test_before_its_end_was_learned_it_was_believed_open() -> None:
    assert state(ENDED, as_of=day(22), believed_at=day(25) - TICK) is FactState.CURRENT
    assert state(ENDED, as_of=day(22), believed_at=day(25)) is FactState.SUPERSEDED


def test_before_it_was_recorded_nothing_was_known_of_it() -> None:
    assert state(FACT, as_of=day(11), believed_at=day(12) - TICK) is FactState.UNKNOWN_THEN
    assert state(FACT, as_of=day(11), believed_at=day(12)) is FactState.CURRENT


def test_a_correction_ends_the_belief_and_not_what_was_believed_before() -> None:
    wrong = replace(FACT, recorded_until=day(30))
    assert state(wrong, as_of=day(11)) is FactState.CORRECTED
    assert state(wrong, as_of=day(11), believed_at=day(30) - TICK) is FactState.CURRENT


def test_an_end_without_a_successor_is_an_end() -> None:
    assert state(replace(ENDED, superseded_by=None), as_of=day(20)) is FactState.ENDED


@pytest.mark.parametrize("swept", [False, True])
def test_a_fact_lapses_at_its_instant_swept_or_not(swept: bool) -> None:
    fact = replace(FACT, kind=FactKind.TEMPORARY, expires=Expiry(at=day(15)))
    if swept:
        fact = replace(fact, valid_until=day(15), end_recorded_at=day(16))
    assert state(fact, as_of=day(15) - TICK) is FactState.CURRENT
    assert state(fact, as_of=day(15)) is FactState.EXPIRED
    assert state(fact, as_of=day(15), believed_at=day(13)) is FactState.EXPIRED


def test_one_that_was_ended_before_it_lapsed_is_ended() -> None:
    fact = replace(ENDED, expires=Expiry(at=day(40)))
    assert state(fact, as_of=day(50)) is FactState.SUPERSEDED
    assert state(fact, as_of=day(50), believed_at=day(21)) is FactState.EXPIRED


@pytest.mark.parametrize("held", list(Held))
def test_what_is_held_is_never_current(held: Held) -> None:
    assert state(replace(FACT, held=held), as_of=day(11)) is FactState.HELD


def test_an_event_has_happened_and_is_never_current() -> None:
    event = replace(FACT, kind=FactKind.EVENT)
    assert state(event, as_of=day(9)) is FactState.FUTURE
    assert state(event, as_of=day(99)) is FactState.EVENT
    assert not is_current(event, as_of=day(99))


def test_an_instant_counts_whatever_its_offset() -> None:
    there = day(10).astimezone(timezone(timedelta(hours=3)))
    assert state(FACT, as_of=there) is FactState.CURRENT


def test_an_instant_without_an_offset_is_refused() -> None:
    naive = datetime(2026, 3, 11)  # noqa: DTZ001 - what is refused
    with pytest.raises(InputError, match="no UTC offset"):
        state(FACT, as_of=naive)
    with pytest.raises(InputError, match="no UTC offset"):
        state(FACT, as_of=day(1), believed_at=naive)


_DAYS = st.floats(0, 60).map(lambda number: day(0) + timedelta(hours=round(number * 24)))
_MAYBE = st.none() | _DAYS


@given(begin=_DAYS, length=st.none() | st.integers(0, 900), lapses=_MAYBE, at=_DAYS)
def test_a_fact_is_current_exactly_within_its_half_open_span(
    begin: datetime, length: int | None, lapses: datetime | None, at: datetime
) -> None:
    until = None if length is None else begin + timedelta(hours=length)
    fact = replace(
        FACT,
        valid_from=begin,
        recorded_from=datetime(2020, 1, 1, tzinfo=UTC),
        valid_until=until,
        expires=Expiry(at=lapses) if lapses else None,
    )
    ends = [end for end in (until, lapses) if end is not None]
    assert is_current(fact, as_of=at) == (begin <= at and all(at < end for end in ends))


@given(recorded=_DAYS, learned=_DAYS, at=_DAYS, believed=_DAYS)
def test_an_end_has_no_effect_on_what_was_believed_before_it_was_learned(
    recorded: datetime, learned: datetime, at: datetime, believed: datetime
) -> None:
    open_ = replace(FACT, recorded_from=recorded)
    ended = replace(open_, valid_until=day(20), end_recorded_at=learned, superseded_by="f2")
    same = state(ended, as_of=at, believed_at=believed) is state(
        open_, as_of=at, believed_at=believed
    )
    assert same or (believed >= learned and at >= day(20))


@given(at=_DAYS)
def test_what_is_believed_now_is_what_is_believed_long_after(at: datetime) -> None:
    later = day(60) + 400 * DAY
    for fact in (FACT, ENDED, replace(FACT, recorded_until=day(30))):
        assert state(fact, as_of=at) is state(fact, as_of=at, believed_at=later)

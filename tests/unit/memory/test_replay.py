"""Random talks: what was answered at an instant is answered again for it ever after."""

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kesher.domain.fact import (
    Expiry,
    Fact,
    FactKind,
    FactState,
    Held,
    Statement,
    StatementAction,
    Verdict,
)
from kesher.domain.log import Speaking
from kesher.memory.forgetting import due_reviews
from kesher.memory.states import state
from unit.memory.talk import ME, Talk, day, says

CITIES = ("חיפה", "Akko", "נצרת", "يافا", "Ашдод")
KEYS = ("city", "address", "likes", "allergy_status", "order_status", "deadline", "dose")
VALUES = {
    "address": ("הגליל 9, חיפה", "Herzl 3, Akko", "הגליל 9", "ул. Мира 5, Ашдод"),
    "order_status": ("placed", "נשלחה", "delivered", "בוטלה"),
    "deadline": ("2026-03-20", "2026-04-02T12:00", "מחר"),
    "dose": ("5", '5 מ"ג', "10 мг"),
    "allergy_status": ("לא אלרגי", "allergic to nuts"),
}


@dataclass(frozen=True)
class Turn:
    """One message of a random talk.

    Attributes:
        at, learned: Hours after the start; what arrives late is learned after others.
        verdict: Given on the oldest waiting review before the message; None: none is.
    """

    at: int
    statement: Statement
    role: Speaking
    verdict: Verdict | None
    lapse: bool


def _statement(
    key: str, action: StatementAction, chosen: tuple[int, int], begins: int | None, flags: int
) -> Statement:
    values = VALUES.get(key, CITIES)
    value, other = (values[index % len(values)] for index in chosen)
    overlay = bool(flags & 1) and key in ("address", "city")
    return says(
        key,
        "" if action is StatementAction.END and flags & 2 else value,
        action=action,
        replaces=other if action is StatementAction.CORRECT and flags & 2 else "",
        valid_from=None if begins is None else day(begins / 24),
        hedged=bool(flags & 4),
        confidence=0.7 + (flags & 3) / 10,
        overlay=overlay,
        kind=FactKind.TEMPORARY if overlay else FactKind.STABLE,
        expires=Expiry(duration=timedelta(days=2)) if overlay else None,
    )


_HOURS = st.integers(0, 24 * 40)
_STATEMENTS = st.builds(
    _statement,
    st.sampled_from(KEYS),
    st.sampled_from(
        (
            StatementAction.SET,
            StatementAction.SET,
            StatementAction.SET,
            StatementAction.CORRECT,
            StatementAction.END,
        )
    ),
    st.tuples(st.integers(0, 4), st.integers(0, 4)),
    st.none() | st.none() | _HOURS,
    st.sampled_from((0, 0, 0, 1, 2, 3, 4, 6)),
)
_TURNS = st.builds(
    Turn,
    _HOURS,
    _STATEMENTS,
    st.sampled_from((Speaking.USER, Speaking.USER, Speaking.ASSISTANT)),
    st.none() | st.none() | st.sampled_from(Verdict),
    st.booleans(),
)
TALKS = st.lists(_TURNS, min_size=1, max_size=14)
_ASKED_OF = tuple(range(0, 41, 4))


def _learned(number: int) -> float:
    """Return the day on which a turn is learned: after all before it, whenever it was said."""
    return 41 + number


def _play(talk: Talk, number: int, turn: Turn) -> None:
    learned = _learned(number)
    waiting = talk.pending()
    if turn.verdict is not None and waiting:
        talk.decide(turn.verdict, learned - 0.5, waiting[0])
    if turn.lapse:
        facts = talk.view.facts(subjects=[ME])
        talk.view.apply(due_reviews(facts, day(learned - 0.4), talk.new_id))
    talk.tell(turn.at / 24, turn.statement, role=turn.role, learned=learned)


def _rows(talk: Talk) -> list[Fact]:
    return list(talk.view.facts(subjects=[ME], history=True))


Answers = dict[int, list[tuple[str, str, FactState]]]


def _answers(talk: Talk, believed: float | None) -> Answers:
    """Return all that is told of each instant, but for what is not believed."""
    then = None if believed is None else day(believed)
    untold = (FactState.UNKNOWN_THEN, FactState.CORRECTED, FactState.HELD)
    return {
        at: sorted(
            (row.key, row.value, told)
            for row in _rows(talk)
            if (told := state(row, as_of=day(at), believed_at=then)) not in untold
        )
        for at in _ASKED_OF
    }


@settings(max_examples=250)
@given(TALKS)
def test_what_was_answered_is_answered_again_for_that_instant_of_belief(turns: list[Turn]) -> None:
    talk = Talk()
    given_then: dict[float, Answers] = {}
    for number, turn in enumerate(turns):
        _play(talk, number, turn)
        given_then[_learned(number)] = _answers(talk, None)
    for learned, answers in given_then.items():
        assert _answers(talk, learned) == answers


@settings(max_examples=150)
@given(TALKS)
def test_a_key_with_one_value_never_has_two_at_once(turns: list[Turn]) -> None:
    talk = Talk()
    for number, turn in enumerate(turns):
        _play(talk, number, turn)
        for at in _ASKED_OF:
            for key in KEYS:
                if not talk.schema.key(key).single:
                    continue
                layers = [
                    row.expires is not None and key in ("city", "address")
                    for row in talk.facts(key)
                    if state(row, as_of=day(at)) is FactState.CURRENT
                ]
                assert len(layers) == len(set(layers)), (key, at)


@settings(max_examples=150)
@given(TALKS)
def test_history_never_shrinks_and_no_value_or_source_in_it_changes(turns: list[Turn]) -> None:
    talk = Talk()
    known: dict[str, tuple[str, str, str]] = {}
    for number, turn in enumerate(turns):
        _play(talk, number, turn)
        rows = {row.id: (row.key, row.value, row.source_message_id) for row in _rows(talk)}
        assert known.items() <= rows.items()
        known = rows


@settings(max_examples=150)
@given(TALKS)
def test_what_was_superseded_has_a_successor_that_we_know(turns: list[Turn]) -> None:
    talk = Talk()
    for number, turn in enumerate(turns):
        _play(talk, number, turn)
    rows = {row.id: row for row in _rows(talk)}
    for row in rows.values():
        if row.superseded_by is None or row.recorded_until is not None:
            continue
        successor = rows[row.superseded_by]
        assert (successor.subject_id, successor.key) == (row.subject_id, row.key)
        assert successor.held is not Held.REVIEW


@settings(max_examples=150)
@given(
    st.lists(
        st.tuples(st.integers(0, 900), st.sampled_from(CITIES)),
        min_size=1,
        max_size=8,
        unique_by=lambda told: told[0],
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_arrival_does_not_change_what_was_true(
    told: list[tuple[int, str]], random: Random
) -> None:
    arrived = list(told)
    random.shuffle(arrived)
    in_order, shuffled = Talk(), Talk()
    for talk, messages in ((in_order, sorted(told)), (shuffled, arrived)):
        for number, (hour, city) in enumerate(messages):
            talk.tell(hour / 24, says("city", city), learned=_learned(number))
    for at in _ASKED_OF:
        assert in_order.now("city", at) == shuffled.now("city", at)
        assert len(in_order.now("city", at)) <= 1
    assert in_order.now("city", 40) == [max(told)[1]]


@settings(max_examples=100)
@given(st.lists(_TURNS, min_size=2, max_size=10))
def test_a_sure_statement_of_ones_own_leaves_no_key_without_a_value(turns: list[Turn]) -> None:
    talk = Talk()
    for number, turn in enumerate(turns):
        _play(talk, number, turn)
        sure = not turn.statement.hedged and turn.role is Speaking.USER
        sets = turn.statement.action is StatementAction.SET and turn.statement.key == "city"
        if sure and sets and turn.statement.valid_from is None:
            assert talk.now("city", turn.at / 24) != []

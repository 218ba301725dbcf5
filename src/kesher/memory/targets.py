"""Which stored fact a correction or an ending means."""

from collections.abc import Sequence
from datetime import datetime

from kesher.domain.fact import Fact, FactKind, Statement
from kesher.memory.ledger import Ledger
from kesher.memory.schema import Key
from kesher.memory.states import believed, usable_end
from kesher.memory.timeline import overlays
from kesher.memory.values import holds, likeness, same

_ALIKE = 0.6
"""Share of the shorter value's words by which an ending finds a value said in other words."""

_FEWEST_DIGITS = 4
_SWAPPED = 2


def wrong_one(ledger: Ledger, statement: Statement, subject_id: str, key: Key) -> Fact | None:
    """Return the fact that a correction means: by the wrong value it names, else the last said.

    A wrong value that nobody said is taken for the last one of a key with one value. Of a key with
    many it is the one whose digits are nearly the right ones ("7714" for "7741"), else none.
    Nothing said after the correction is meant.
    """
    said_at = ledger.setting.said_at
    rows = [
        fact
        for fact in ledger.of(subject_id, key.name)
        if believed(fact) and ledger.said(fact) <= said_at and not _outweighed(fact)
    ]
    if not statement.replaces:
        near = _nearly(rows, statement.value) if not key.single else []
        return _last(ledger, near or rows)
    named = [fact for fact in rows if same(fact.value, statement.replaces, key)]
    named = named or [fact for fact in rows if holds(fact.value, statement.replaces)]
    if not named and not key.single:
        return _last(ledger, _nearly(rows, statement.value))
    return _last(ledger, named or rows)


def _nearly(rows: Sequence[Fact], value: str) -> list[Fact]:
    """Return the facts whose digits are the value's with one other, or two in each other's place.

    Fewer than four digits are near to everything, so they are near to nothing.
    """
    right = _digits(value)
    if len(right) < _FEWEST_DIGITS:
        return []
    return [fact for fact in rows if _slips(_digits(fact.value), right)]


def _slips(wrong: str, right: str) -> bool:
    if len(wrong) != len(right) or wrong == right:
        return False
    other = [at for at, (a, b) in enumerate(zip(wrong, right, strict=True)) if a != b]
    swapped = len(other) == _SWAPPED and wrong[other[0]] == right[other[1]]
    return len(other) == 1 or (swapped and wrong[other[1]] == right[other[0]])


def _digits(value: str) -> str:
    return "".join(char for char in value if char.isdigit())


def ended_by(
    ledger: Ledger,
    statement: Statement,
    ids: tuple[str, str | None],
    key: Key,
    at: datetime,
) -> list[Fact]:
    """Return the facts that an ending means, of those said no later than it.

    With a value: what says the same, also what has not begun, else the one most like it. Without:
    all that holds; where a temporary value lies over the stable one, only that.

    Args:
        ids: The subject, and the entity that is the ended value.
    """
    said_at = ledger.setting.said_at
    rows = [
        fact
        for fact in ledger.of(ids[0], key.name)
        if believed(fact) and ledger.said(fact) <= said_at and not _over(fact, at)
    ]
    own = ledger.setting.message.id
    rows = [fact for fact in rows if fact.source_message_id != own or not statement.value]
    if not statement.value and ids[1] is None:
        holding = [f for f in rows if f.valid_from <= at and f.kind is not FactKind.EVENT]
        return [f for f in holding if overlays(f.kind, key)] or holding
    meant = [fact for fact in rows if _is(fact, statement, ids[1], key)]
    return meant or _most_alike(rows, statement.value, key)


def _is(fact: Fact, statement: Statement, object_id: str | None, key: Key) -> bool:
    if object_id is not None and fact.object_id is not None:
        return fact.object_id == object_id
    return same(fact.value, statement.value, key)


def _most_alike(rows: Sequence[Fact], value: str, key: Key) -> list[Fact]:
    scored = [(likeness(fact.value, value, key), fact) for fact in rows if not fact.object_id]
    best = max((score for score, _ in scored), default=0.0)
    found = [fact for score, fact in scored if score == best and score >= _ALIKE]
    # Two that are equally like it: guessing would end the wrong one in half of the cases.
    return found if len(found) == 1 else []


def _last(ledger: Ledger, rows: Sequence[Fact]) -> Fact | None:
    return max(
        rows,
        key=lambda fact: (fact.superseded_by is None, ledger.said(fact), fact.recorded_from),
        default=None,
    )


def _over(fact: Fact, at: datetime) -> bool:
    end = usable_end(fact)
    return end is not None and end <= at


def _outweighed(fact: Fact) -> bool:
    return fact.valid_until == fact.valid_from

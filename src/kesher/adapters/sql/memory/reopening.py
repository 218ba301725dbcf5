"""What becomes of a fact that had ended, when what ended it is erased."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, func, select, update

from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.doomed import Part, find_facts, with_any
from kesher.adapters.sql.memory.rows import Values
from kesher.adapters.sql.memory.turns import Turn

_held = tables.facts.c
_END = ("valid_until", "end_recorded_at", "recorded_until", "superseded_by", "ended_by")
_OPEN: Values = dict.fromkeys(_END)


def reopen(turn: Turn, gone: Mapping[str, Row[Any]], messages: Sequence[Part]) -> None:
    """Let facts that erased facts or messages had ended be as if these had never been.

    Such a fact takes over the end that a message which stays gave its successor. Without one it
    is open again; but where another open value stands in its place, it stays ended by that one.

    Args:
        gone: The erased facts by id; their rows are deleted already.
        messages: The erased messages, still in the log.
    """
    erased_ids = {message_id for part in messages for message_id in part.ids}
    superseded = find_facts(turn.connection, turn.scope, with_any(_held.superseded_by, gone.keys()))
    ended = find_facts(turn.connection, turn.scope, _ended_by(turn, messages))
    # Of several that would be open, the newest is.
    newest_first = sorted(
        {**superseded, **ended}.values(), key=lambda row: (row.valid_from, row.sequence)
    )[::-1]
    for row in newest_first:
        end = _end_of_successor(row, gone, erased_ids)
        _give_end(turn, row, end)


def _ended_by(turn: Turn, messages: Sequence[Part]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for the facts that these messages ended without a successor.

    A fact knows the id of the message, not its thread: where several threads have a message of
    that id it cannot be told which of them it was, and the fact stays ended.
    """
    message = tables.log_messages.c
    mine = message.tenant_id == turn.scope.tenant_id
    for part in messages:
        once = (
            select(message.id)
            .where(mine, message.id.in_(part.ids))
            .group_by(message.id)
            .having(func.count() == 1)
        )
        yield and_(_held.superseded_by.is_(None), _held.ended_by.in_(once))


def _end_of_successor(row: Row[Any], gone: Mapping[str, Row[Any]], erased_ids: set[str]) -> Values:
    """Return the end that stays when all erased successors are taken out of the chain."""
    last, seen = row, {row.id}
    while last.superseded_by in gone and last.superseded_by not in seen:
        last = gone[last.superseded_by]
        seen.add(last.id)
    ended_by_another = last.superseded_by is not None and last.superseded_by not in gone
    if last is row or not (ended_by_another or last.ended_by not in {None, *erased_ids}):
        return _OPEN
    return {name: getattr(last, name) for name in _END}


def _give_end(turn: Turn, row: Row[Any], end: Values) -> None:
    if end is _OPEN and (standing := _open_value(turn, row)) is not None:
        end = {"superseded_by": standing}
    this = and_(_held.tenant_id == turn.scope.tenant_id, _held.id == row.id)
    turn.connection.execute(update(tables.facts).where(this).values(**end))


def _open_value(turn: Turn, row: Row[Any]) -> str | None:
    """Return the open fact that forbids this one to be open too."""
    if not row.single or row.held is not None:
        return None
    found = select(_held.id).where(
        _held.tenant_id == turn.scope.tenant_id,
        _held.subject_id == row.subject_id,
        _held.key == row.key,
        _held.kind == row.kind,
        _held.id != row.id,
        _held.single,
        _held.valid_until.is_(None),
        _held.recorded_until.is_(None),
        _held.held.is_(None),
    )
    standing: str | None = turn.connection.scalar(found.limit(1))
    return standing

"""Transactions that add to memory. Each takes the tenant's turn before it reads anything."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection, Table, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.jobs import queue_memory_job
from kesher.adapters.sql.memory.rows import (
    Values,
    entity_values,
    fact_values,
    merge_values,
    message_values,
    review_values,
)
from kesher.adapters.sql.memory.turns import Turn, insert_or_update, taken_turn
from kesher.adapters.sql.memory.view import SqlMemoryView
from kesher.domain.entity import Mention
from kesher.domain.fact import Fact
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.errors import ConflictError
from kesher.ports.memory import Deciding, MemoryChange

T = TypeVar("T")

_facts = tables.facts.c
_OPEN = and_(_facts.valid_until.is_(None), _facts.recorded_until.is_(None), _facts.held.is_(None))


def add_message(
    connection: Connection,
    scope: Scope,
    message: LogMessage,
    deciding: Deciding[T],
    *,
    read_at: datetime | None,
) -> tuple[bool, T | None]:
    """Append a message with what it changes; False and None where it is stored already."""
    with taken_turn(connection, scope) as turn:
        view = SqlMemoryView(connection, scope)
        stored = view.message(message.thread_id, message.id)
        if stored is not None:
            _refuse_another(stored, message)
            return False, None
        row = {"tenant_id": scope.tenant_id, "sequence": turn.next(), **message_values(message)}
        connection.execute(insert(tables.log_messages).values(**row))
        change, answer = deciding(view)
        write_change(turn, change, source=message)
        if read_at is not None:
            queue_memory_job(turn, message, read_at=read_at)
    return True, answer


def decide(connection: Connection, scope: Scope, deciding: Deciding[T]) -> T:
    """Run `deciding` in the tenant's turn and store its change."""
    with taken_turn(connection, scope) as turn:
        change, answer = deciding(SqlMemoryView(connection, scope))
        write_change(turn, change)
    return answer


def lapse(connection: Connection, scope: Scope, *, now: datetime) -> Sequence[Fact]:
    """End every open fact whose time has come; return them as they are from now on."""
    with taken_turn(connection, scope):
        due = and_(_facts.tenant_id == scope.tenant_id, _facts.expires_at <= now, _OPEN)
        ids = connection.scalars(select(_facts.id).where(due)).all()
        ended = {"valid_until": _facts.expires_at, "end_recorded_at": now}
        connection.execute(update(tables.facts).where(due).values(**ended))
        return SqlMemoryView(connection, scope).facts_by_id(ids)


def due_tenants(connection: Connection, *, now: datetime) -> Sequence[str]:
    """Return the tenants that `lapse` has something to do for."""
    due = select(_facts.tenant_id).where(_facts.expires_at <= now, _OPEN)
    # Made distinct here: for DISTINCT, SQLite walks all facts of all tenants in an index's order.
    return list(dict.fromkeys(connection.scalars(due)))


def write_change(turn: Turn, change: MemoryChange, *, source: LogMessage | None = None) -> None:
    """Store the records of a change; those with a known id take the stored one's place.

    Args:
        source: The message that the change was read from, where it is one.
    """
    _put(turn, tables.entities, map(entity_values, change.entities))
    _add_names(turn, change, source)
    _add_mentions(turn, change.mentions)
    _put_facts(turn, change.facts)
    _put(turn, tables.reviews, map(review_values, change.reviews))
    _put(turn, tables.merges, map(merge_values, change.merges))


def _refuse_another(stored: LogMessage, message: LogMessage) -> None:
    if _said(stored) != _said(message):
        raise ConflictError(
            f"Thread `{message.thread_id}` has another message `{message.id}` already: its text, "
            f"speaker or time differs. What was said never changes: give each message an id of "
            f"its own."
        )


def _said(message: LogMessage) -> tuple[object, ...]:
    return message.text, message.role, message.speaker, message.at


def _put(turn: Turn, table: Table, values: Iterable[Values]) -> None:
    """Insert rows, or update all of those that have the id but their place in the order."""
    rows = [
        {"tenant_id": turn.scope.tenant_id, "sequence": turn.next(), **columns}
        for columns in values
    ]
    if rows:
        new = insert_or_update(turn.connection, table)
        fixed = ("tenant_id", "id", "sequence")
        changed = {name: new.excluded[name] for name in rows[0] if name not in fixed}
        put = new.on_conflict_do_update(index_elements=["tenant_id", "id"], set_=changed)
        turn.connection.execute(put, rows)


def _put_facts(turn: Turn, facts: Sequence[Fact]) -> None:
    # What a fact still held open before the change must not stand in the way of another one that
    # the same change opens: those that are stored leave the unique index, and all come back.
    for ids in in_parts([fact.id for fact in facts]):
        these = and_(_facts.tenant_id == turn.scope.tenant_id, _facts.id.in_(ids))
        turn.connection.execute(update(tables.facts).where(these).values(single=False))
    try:
        _put(turn, tables.facts, map(fact_values, facts))
    except IntegrityError as error:
        raise ConflictError(
            f"The change would leave two open values of a single-valued key, or a fact names an "
            f"entity or message that is not stored ({error.orig}). Nothing was changed: read the "
            f"present facts again and end the old value in the same change."
        ) from error


def _add_names(turn: Turn, change: MemoryChange, source: LogMessage | None) -> None:
    """Add names, each with the message that it was learned from, so that both are erased."""
    said_in = {one.entity_id: (one.thread_id, one.message_id) for one in change.mentions}
    said_as = {
        (one.entity_id, one.text): (one.thread_id, one.message_id) for one in change.mentions
    }
    otherwise = (None, None) if source is None else (source.thread_id, source.id)
    rows = []
    for name in change.names:
        nearest = said_in.get(name.entity_id, otherwise)
        thread_id, message_id = said_as.get((name.entity_id, name.text), nearest)
        rows.append(
            {
                "tenant_id": turn.scope.tenant_id,
                "entity_id": name.entity_id,
                "key": name.key,
                "sequence": turn.next(),
                "text": name.text,
                "thread_id": thread_id,
                "message_id": message_id,
            }
        )
    if rows:
        new = insert_or_update(turn.connection, tables.entity_names)
        turn.connection.execute(new.on_conflict_do_nothing(), rows)


def _add_mentions(turn: Turn, mentions: Sequence[Mention]) -> None:
    places: dict[tuple[str, str], int] = {}
    for mention in mentions:
        message = (mention.thread_id, mention.message_id)
        if message not in places:
            places[message] = _place(turn, *message)
    rows = [
        {
            "tenant_id": turn.scope.tenant_id,
            "thread_id": mention.thread_id,
            "message_sequence": places[mention.thread_id, mention.message_id],
            "start": mention.start,
            "end": mention.end,
            "entity_id": mention.entity_id,
            "text": mention.text,
            "indirect": mention.indirect,
        }
        for mention in mentions
    ]
    if rows:
        new = insert_or_update(turn.connection, tables.mentions)
        turn.connection.execute(new.on_conflict_do_nothing(), rows)


def _place(turn: Turn, thread_id: str, message_id: str) -> int:
    held = tables.log_messages.c
    found = select(held.sequence).where(
        held.tenant_id == turn.scope.tenant_id,
        held.thread_id == thread_id,
        held.id == message_id,
    )
    place: int | None = turn.connection.scalar(found)
    if place is None:
        raise ConflictError(
            f"A mention stands in message `{message_id}` of thread `{thread_id}`, which the log "
            f"does not have. Add the message first."
        )
    return place

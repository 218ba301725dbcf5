"""What an erasure takes along: messages, the facts that rest on them, and their deletion."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, delete, or_, select

from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.memory import tables
from kesher.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Part:
    """Messages of one thread, as many as one statement takes."""

    thread_id: str
    ids: Sequence[str]
    sequences: Sequence[int]


def find_messages(
    connection: Connection, scope: Scope, condition: ColumnElement[bool]
) -> Sequence[Part]:
    """Return the tenant's messages that fit, thread by thread."""
    held = tables.log_messages.c
    found = select(held.thread_id, held.id, held.sequence).where(
        held.tenant_id == scope.tenant_id, condition
    )
    threads: dict[str, list[tuple[str, int]]] = {}
    for row in connection.execute(found.order_by(held.sequence)):
        threads.setdefault(row.thread_id, []).append((row.id, row.sequence))
    return [
        Part(thread_id, ids, sequences)
        for thread_id, rows in threads.items()
        for ids, sequences in zip(
            in_parts([identifier for identifier, _ in rows]),
            in_parts([sequence for _, sequence in rows]),
            strict=True,
        )
    ]


def from_messages(messages: Sequence[Part]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for the facts whose source is one of these messages."""
    held = tables.facts.c
    for part in messages:
        yield and_(held.thread_id == part.thread_id, held.source_message_id.in_(part.ids))


def about_entities(entity_ids: Collection[str]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for the facts whose subject or value is one of these entities."""
    held = tables.facts.c
    for ids in in_parts(sorted(entity_ids)):
        yield or_(held.subject_id.in_(ids), held.object_id.in_(ids))


def find_facts(
    connection: Connection, scope: Scope, conditions: Iterable[ColumnElement[bool]]
) -> dict[str, Row[Any]]:
    """Return the rows of the tenant's facts that fit any of the conditions, by id."""
    mine = tables.facts.c.tenant_id == scope.tenant_id
    return {
        row.id: row
        for condition in conditions
        for row in connection.execute(select(tables.facts).where(mine, condition))
    }


def in_log(messages: Sequence[Part]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for the messages themselves."""
    held = tables.log_messages.c
    for part in messages:
        yield and_(held.thread_id == part.thread_id, held.id.in_(part.ids))


def mentions_in(messages: Sequence[Part]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for the mentions in these messages."""
    held = tables.mentions.c
    for part in messages:
        yield and_(held.thread_id == part.thread_id, held.message_sequence.in_(part.sequences))


def with_any(column: ColumnElement[str], values: Iterable[str]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for the rows that have any of these values."""
    for part in in_parts(sorted(set(values))):
        yield column.in_(part)


def remove(
    connection: Connection, scope: Scope, table: Table, conditions: Iterable[ColumnElement[bool]]
) -> int:
    """Delete the tenant's rows that fit any of the conditions; count them."""
    mine = table.c.tenant_id == scope.tenant_id
    return sum(
        connection.execute(delete(table).where(mine, condition)).rowcount
        for condition in conditions
    )

"""One tenant's memory as SQL reads it, inside a transaction that is open."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, ScalarSelect, Select, Table, select
from typing_extensions import override

from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.rows import (
    entity_from,
    fact_from,
    mention_from,
    merge_from,
    message_from,
    name_from,
    review_from,
)
from kesher.domain.entity import Entity, EntityName, Mention, Merge
from kesher.domain.fact import Fact, Review
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.ports.memory import MemoryView


class SqlMemoryView(MemoryView):
    """What each call promises: the port. Oldest first means the order in which rows were added."""

    def __init__(self, connection: Connection, scope: Scope) -> None:
        self._connection = connection
        self._scope = scope

    @override
    def message(self, thread_id: str, message_id: str) -> LogMessage | None:
        held = tables.log_messages.c
        this = self._of(tables.log_messages, held.thread_id == thread_id, held.id == message_id)
        row = self._connection.execute(this).first()
        return None if row is None else message_from(row)

    @override
    def messages_before(
        self, thread_id: str, message_id: str | None, *, limit: int
    ) -> Sequence[LogMessage]:
        held = tables.log_messages.c
        found = self._of(tables.log_messages, held.thread_id == thread_id)
        if message_id is not None:
            found = found.where(held.sequence < self._place(thread_id, message_id))
        rows = self._connection.execute(found.order_by(held.sequence.desc()).limit(limit))
        return [message_from(row) for row in rows][::-1]

    @override
    def speaker(self, speaker: str) -> Entity | None:
        held = tables.entities.c
        found = self._of(tables.entities, held.speaker == speaker)
        standing_first = found.order_by(held.merged_into.is_not(None), held.sequence)
        row = self._connection.execute(standing_first.limit(1)).first()
        return None if row is None else entity_from(row)

    @override
    def entities(self, ids: Collection[str]) -> Sequence[Entity]:
        rows = {row.id: row for row in self._rows(tables.entities, {tables.entities.c.id: ids})}
        return [entity_from(rows[identifier]) for identifier in ids if identifier in rows]

    @override
    def entities_named(self, keys: Collection[str]) -> Sequence[tuple[EntityName, Entity]]:
        rows = self._rows(tables.entity_names, {tables.entity_names.c.key: keys})
        known = self._with_absorbing({row.entity_id for row in rows})
        return [(name_from(row), _standing(known, row.entity_id)) for row in rows]

    @override
    def names(self, entity_ids: Collection[str]) -> Sequence[EntityName]:
        ids = self._with_absorbed(entity_ids)
        rows = self._rows(tables.entity_names, {tables.entity_names.c.entity_id: ids})
        return [name_from(row) for row in rows]

    @override
    def recent_mentions(
        self, thread_id: str, before_message_id: str | None, *, limit: int
    ) -> Sequence[Mention]:
        held, message = tables.mentions.c, tables.log_messages.c
        found = (
            self._of(tables.mentions, held.thread_id == thread_id)
            .add_columns(message.id.label("message_id"))
            .join(
                tables.log_messages,
                (message.tenant_id == held.tenant_id)
                & (message.thread_id == held.thread_id)
                & (message.sequence == held.message_sequence),
            )
        )
        if before_message_id is not None:
            place = self._place(thread_id, before_message_id)
            found = found.where(held.message_sequence < place)
        newest = found.order_by(
            held.message_sequence.desc(), held.start.desc(), held.end.desc(), held.entity_id
        )
        return [mention_from(row) for row in self._connection.execute(newest.limit(limit))]

    @override
    def facts(
        self,
        *,
        subjects: Collection[str] | None = None,
        objects: Collection[str] | None = None,
        keys: Collection[str] | None = None,
        history: bool = False,
    ) -> Sequence[Fact]:
        held = tables.facts.c
        given = {held.subject_id: subjects, held.object_id: objects, held.key: keys}
        wanted = {column: values for column, values in given.items() if values is not None}
        believed = () if history else (held.recorded_until.is_(None),)
        rows = self._rows(tables.facts, wanted, *believed)
        return [fact_from(row) for row in sorted(rows, key=attrgetter("recorded_from"))]

    @override
    def merges_by_id(self, ids: Collection[str]) -> Sequence[Merge]:
        rows = {row.id: row for row in self._rows(tables.merges, {tables.merges.c.id: ids})}
        return [merge_from(rows[identifier]) for identifier in ids if identifier in rows]

    @override
    def messages_called(self, message_id: str) -> Sequence[LogMessage]:
        called = self._of(tables.log_messages, tables.log_messages.c.id == message_id)
        rows = self._connection.execute(called.order_by(tables.log_messages.c.sequence))
        return [message_from(row) for row in rows]

    @override
    def facts_by_id(self, ids: Collection[str]) -> Sequence[Fact]:
        rows = {row.id: row for row in self._rows(tables.facts, {tables.facts.c.id: ids})}
        return [fact_from(rows[identifier]) for identifier in ids if identifier in rows]

    def _with_absorbing(self, ids: Collection[str]) -> dict[str, Entity]:
        """Return these entities and those that they were merged into, step by step, by id."""
        known: dict[str, Entity] = {}
        asking = set(ids)
        while asking:
            known.update((one.id, one) for one in self.entities(asking))
            above = {known[one].merged_into for one in asking if one in known}
            asking = {one for one in above if one is not None} - known.keys()
        return known

    def _with_absorbed(self, ids: Collection[str]) -> set[str]:
        """Return these entities' ids and those of all that were merged into them, by steps."""
        held = tables.entities.c
        known, asking = set(ids), set(ids)
        while asking:
            below = self._rows(tables.entities, {held.merged_into: asking})
            asking = {row.id for row in below} - known
            known |= asking
        return known

    def _of(self, table: Table, *conditions: ColumnElement[bool]) -> Select[Any]:
        """Return the statement for the tenant's rows that fit."""
        return select(table).where(table.c.tenant_id == self._scope.tenant_id, *conditions)

    def _place(self, thread_id: str, message_id: str) -> ScalarSelect[int]:
        """Return the sequence of a message; null, and so before nothing, where there is none."""
        held = tables.log_messages.c
        this = self._of(tables.log_messages, held.thread_id == thread_id, held.id == message_id)
        return this.with_only_columns(held.sequence).scalar_subquery()

    @override
    def waiting_reviews(self, thread_id: str) -> Sequence[Review]:
        held = tables.reviews.c
        waiting = self._of(
            tables.reviews, held.verdict.is_(None), held.thread_id == thread_id
        ).order_by(held.sequence)
        return [review_from(row) for row in self._connection.execute(waiting)]

    def _rows(
        self,
        table: Table,
        wanted: dict[Column[Any], Collection[str]],
        *conditions: ColumnElement[bool],
    ) -> Sequence[Row[Any]]:
        """Return the rows whose columns have any of the wanted values, in the order of writing."""
        rows = [
            row
            for fits in _in_parts(wanted)
            for row in self._connection.execute(self._of(table, *fits, *conditions))
        ]
        return sorted(rows, key=attrgetter("sequence"))


def _standing(known: Mapping[str, Entity], identifier: str) -> Entity:
    entity = known[identifier]
    while entity.merged_into is not None:
        entity = known[entity.merged_into]
    return entity


def _in_parts(wanted: dict[Column[Any], Collection[str]]) -> Iterator[list[ColumnElement[bool]]]:
    """Yield the conditions in pieces that one statement takes; no values at all fit nothing."""
    pieces = [
        [column.in_(part) for part in in_parts(sorted(set(values)))]
        for column, values in wanted.items()
    ]
    for fits in product(*pieces):
        yield list(fits)

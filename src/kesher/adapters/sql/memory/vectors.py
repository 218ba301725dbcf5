"""Transactions on memory's vectors, and the feed by which a search learns what was written."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    exists,
    func,
    insert,
    select,
)
from typing_extensions import override

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.rows import fact_from, message_from
from kesher.adapters.sql.memory.turns import taken_turn
from kesher.adapters.sql.memory.vector_tables import fact_vectors, turn_vectors
from kesher.domain.log import MessageRef
from kesher.domain.scope import Scope
from kesher.ports.memory_vectors import MemoryVectorStore, Vectorless, Written

Vector = NDArray[np.float32]

_messages = tables.log_messages.c
_facts = tables.facts.c


class SqlMemoryVectors(MemoryVectorStore):
    """Memory's vectors in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def written(self, scope: Scope, *, embedder: str, after: int, limit: int) -> Written:
        return await self._database.read(
            read_written, scope, embedder=embedder, after=after, limit=limit
        )

    @override
    async def vectorless(self, *, embedder: str, limit: int) -> Vectorless | None:
        return await self._database.read_all(find_vectorless, embedder=embedder, limit=limit)

    @override
    async def save_memory_vectors(
        self,
        scope: Scope,
        *,
        embedder: str,
        turns: Mapping[MessageRef, Vector],
        facts: Mapping[str, Vector],
    ) -> None:
        await self._database.write(save_vectors, scope, embedder, turns, facts)

    @override
    async def vectorless_count(self, scope: Scope, *, embedder: str) -> int:
        return await self._database.read(count_vectorless, scope, embedder=embedder)


def read_written(
    connection: Connection, scope: Scope, *, embedder: str, after: int, limit: int
) -> Written:
    """Return what was written after a number. One read sees one state of the database."""
    mine = {"tenant_id": scope.tenant_id}
    messages = _after(connection, tables.log_messages, mine, after, limit)
    facts = _after(connection, tables.facts, mine, after, limit)
    made = {**mine, "embedder": embedder}
    turns = _after(connection, turn_vectors, made, after, limit)
    of_facts = _after(connection, fact_vectors, made, after, limit)
    rows = (messages, facts, turns, of_facts)
    # A list that was cut says nothing about what comes after its last row.
    until = min((part[-1].sequence for part in rows if len(part) == limit), default=None)
    newest = max((part[-1].sequence for part in rows if part), default=after)
    kept = [_up_to(part, until) for part in rows]
    return Written(
        sequence=newest if until is None else until,
        messages=[message_from(row) for row in kept[0]],
        facts=[fact_from(row) for row in kept[1]],
        turn_vectors=[(MessageRef(r.thread_id, r.message_id), r.vector) for r in kept[2]],
        fact_vectors=[(row.fact_id, row.vector) for row in kept[3]],
        erasures=_erasures(connection, scope),
        more=until is not None,
    )


def find_vectorless(connection: Connection, *, embedder: str, limit: int) -> Vectorless | None:
    """Return what lacks a vector, of the first tenant that has such."""
    lacking = (
        (tables.log_messages, _no_turn_vector(embedder)),
        (tables.facts, _no_fact_vector(embedder)),
    )
    found = (
        connection.execute(select(table.c.tenant_id).where(lacks).limit(1)).scalar()
        for table, lacks in lacking
    )
    tenant: str | None = next((each for each in found if each is not None), None)
    if tenant is None:
        return None
    scope = Scope(tenant)
    messages = _lacking(tables.log_messages, scope, _no_turn_vector(embedder)).limit(limit)
    facts = _lacking(tables.facts, scope, _no_fact_vector(embedder)).limit(limit)
    return Vectorless(
        scope,
        [message_from(row) for row in connection.execute(messages)],
        [fact_from(row) for row in connection.execute(facts)],
    )


def count_vectorless(connection: Connection, scope: Scope, *, embedder: str) -> int:
    """Return how many of the tenant's messages and facts lack a vector."""
    total = 0
    for table, lacks in (
        (tables.log_messages, _no_turn_vector(embedder)),
        (tables.facts, _no_fact_vector(embedder)),
    ):
        counting = select(func.count()).select_from(table)
        total += connection.execute(
            counting.where(table.c.tenant_id == scope.tenant_id, lacks)
        ).scalar_one()
    return total


def save_vectors(
    connection: Connection,
    scope: Scope,
    embedder: str,
    turns: Mapping[MessageRef, Vector],
    facts: Mapping[str, Vector],
) -> None:
    """Store vectors of what is still there, and of which none was stored meanwhile."""
    with taken_turn(connection, scope) as turn:
        held_turns = _held_turns(connection, scope, embedder, turns)
        held_facts = _held_facts(connection, scope, embedder, facts)
        made = {"tenant_id": scope.tenant_id, "embedder": embedder}
        of_turns = [
            {
                **made,
                "thread_id": ref.thread_id,
                "message_id": ref.message_id,
                "sequence": turn.next(),
                "vector": vector,
            }
            for ref, vector in turns.items()
            if ref in held_turns
        ]
        of_facts = [
            {**made, "fact_id": fact_id, "sequence": turn.next(), "vector": vector}
            for fact_id, vector in facts.items()
            if fact_id in held_facts
        ]
        for table, rows in ((turn_vectors, of_turns), (fact_vectors, of_facts)):
            if rows:
                connection.execute(insert(table), rows)


def _held_turns(
    connection: Connection, scope: Scope, embedder: str, turns: Mapping[MessageRef, Vector]
) -> set[MessageRef]:
    lacking = and_(_messages.tenant_id == scope.tenant_id, _no_turn_vector(embedder))
    held = set[MessageRef]()
    for ids in in_parts(sorted({ref.message_id for ref in turns})):
        found = select(_messages.thread_id, _messages.id).where(lacking, _messages.id.in_(ids))
        held.update(MessageRef(row.thread_id, row.id) for row in connection.execute(found))
    return held


def _held_facts(
    connection: Connection, scope: Scope, embedder: str, facts: Mapping[str, Vector]
) -> set[str]:
    lacking = and_(_facts.tenant_id == scope.tenant_id, _no_fact_vector(embedder))
    held = set[str]()
    for ids in in_parts(sorted(facts)):
        held.update(connection.scalars(select(_facts.id).where(lacking, _facts.id.in_(ids))))
    return held


def _no_turn_vector(embedder: str) -> ColumnElement[bool]:
    made = turn_vectors.c
    return ~exists().where(
        made.tenant_id == _messages.tenant_id,
        made.thread_id == _messages.thread_id,
        made.message_id == _messages.id,
        made.embedder == embedder,
    )


def _no_fact_vector(embedder: str) -> ColumnElement[bool]:
    made = fact_vectors.c
    return ~exists().where(
        made.tenant_id == _facts.tenant_id,
        made.fact_id == _facts.id,
        made.embedder == embedder,
    )


def _lacking(table: Table, scope: Scope, lacks: ColumnElement[bool]) -> Select[Any]:
    mine = table.c.tenant_id == scope.tenant_id
    return select(table).where(mine, lacks).order_by(table.c.sequence)


def _after(
    connection: Connection, table: Table, where: Mapping[str, str], after: int, limit: int
) -> Sequence[Row[Any]]:
    mine = and_(*(table.c[name] == value for name, value in where.items()))
    rows = select(table).where(mine, table.c.sequence > after).order_by(table.c.sequence)
    return connection.execute(rows.limit(limit)).all()


def _up_to(rows: Sequence[Row[Any]], until: int | None) -> list[Row[Any]]:
    return [row for row in rows if until is None or row.sequence <= until]


def _erasures(connection: Connection, scope: Scope) -> int:
    receipts = tables.erasures
    counting = select(func.count()).where(receipts.c.tenant_id == scope.tenant_id)
    return connection.execute(counting).scalar_one()

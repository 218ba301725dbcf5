"""Transactions on what the threads of a room say, and on threads that begin as others did."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table, insert, select
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.answer_record_tables import answer_records, answer_retrievals
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import in_room
from kesher.adapters.sql.threads import answers_from, create_thread, read_thread, seen_by
from kesher.domain.answer import Thread
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.conversations import Conversations, Said, Turns

MOST_SAID = 20_000
"""Answers of a room that are looked through for words; older ones are found by their titles."""


class SqlConversations(Conversations):
    """Threads in the database of the store. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def said(self, scope: RoomScope) -> Sequence[Said]:
        return await self._database.read(_list_said, scope)

    @override
    async def turns(
        self, scope: Scope, thread_id: str, *, count: int, before: str | None = None
    ) -> Turns:
        return await self._database.read(_read_turns, scope, thread_id, count, before)

    @override
    async def branch(self, scope: RoomScope, thread: Thread, copies: Mapping[str, str]) -> None:
        await self._database.write(_branch, scope, thread, copies)


def _list_said(connection: Connection, scope: RoomScope) -> Sequence[Said]:
    held = tables.answers.c
    seen = select(tables.threads.c.id).where(in_room(tables.threads, scope), seen_by(scope))
    found = select(held.thread_id, held.question, held.text).where(
        in_room(tables.answers, scope), held.thread_id.in_(seen)
    )
    newest = found.order_by(held.created_at.desc(), held.id).limit(MOST_SAID)
    return [Said(row.thread_id, row.question, row.text) for row in connection.execute(newest)]


def _read_turns(
    connection: Connection, scope: Scope, thread_id: str, count: int, before: str | None
) -> Turns:
    read_thread(connection, scope, thread_id)
    held = tables.answers.c
    of_thread = (held.tenant_id == scope.tenant_id) & (held.thread_id == thread_id)
    if before is not None:
        there = connection.scalar(select(held.position).where(of_thread, held.id == before))
        if there is None:
            raise NotFoundError("answer", before)
        of_thread = of_thread & (held.position < there)
    newest = select(tables.answers).where(of_thread).order_by(held.position.desc()).limit(count)
    rows = connection.execute(newest).all()[::-1]
    earlier = rows[0].position if rows else 0
    return Turns(answers_from(connection, scope, rows), earlier)


def _branch(
    connection: Connection, scope: RoomScope, thread: Thread, copies: Mapping[str, str]
) -> None:
    """Copy answers and the records behind them; they are counted to nobody once more."""
    read_thread(connection, scope, thread.branched_from or "")
    create_thread(connection, scope, thread)
    own = {"thread_id": thread.id}
    _copy(connection, scope, tables.answers, copies, own)
    _copy(connection, scope, answer_records, copies, own)
    _copy(connection, scope, answer_retrievals, copies, {})


def _copy(
    connection: Connection,
    scope: RoomScope,
    table: Table,
    copies: Mapping[str, str],
    changed: Mapping[str, str],
) -> None:
    name = "id" if table is tables.answers else "answer_id"
    these = table.c.tenant_id == scope.tenant_id
    if "room_id" in table.c:
        these = these & in_room(table, scope)
    found = select(table).where(these, table.c[name].in_(list(copies)))
    rows = [
        {**row, **changed, name: copies[row[name]]} for row in connection.execute(found).mappings()
    ]
    if rows:
        connection.execute(insert(table), rows)

"""Where things are, whose they are, and what a person is there: one query by the thing's id."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Select, Table, and_, bindparam, func, literal, null, select
from typing_extensions import override

from kesher.adapters.sql.access_tables import memberships, users
from kesher.adapters.sql.answer_record_tables import answer_shares
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import with_id
from kesher.adapters.sql.research_tables import research_runs
from kesher.adapters.sql.tables import (
    answers,
    chunks,
    documents,
    requests,
    rooms,
    threads,
    trajectories,
)
from kesher.domain.scope import Scope
from kesher.domain.standing import Standing, Thing
from kesher.ports.whose import Whose

_Found = Select[tuple[Any, ...]]


class SqlWhose(Whose):
    """Where things of `SqlStore` are. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def standing(self, scope: Scope, thing: Thing, identifier: str) -> Standing | None:
        return await self._database.read_shared(read_standing, scope, thing, identifier)

    @override
    async def is_account(self, scope: Scope, name: str) -> bool:
        return await self._database.read(read_is_account, scope, name)


def read_standing(
    connection: Connection, scope: Scope, thing: Thing, identifier: str
) -> Standing | None:
    """Return where the tenant's thing of that id is; None: there is none."""
    asked = {"tenant": scope.tenant_id, "identifier": identifier, "user": scope.user_id or ""}
    row = connection.execute(_standing(thing), asked).first()
    if row is None:
        return None
    return Standing(
        row.room_id, row.role, row.archived_at is not None, row.owner_id, bool(row.shared)
    )


@cache
def _standing(thing: Thing) -> _Found:
    """Return the query of `read_standing`; making it takes several times as long as running it."""
    table = _TABLES[thing].c
    this = and_(table.tenant_id == bindparam("tenant"), table.id == bindparam("identifier"))
    found = _SELECTS[thing].where(this).subquery()
    room = and_(rooms.c.tenant_id == found.c.tenant_id, rooms.c.id == found.c.room_id)
    held = and_(
        memberships.c.tenant_id == found.c.tenant_id,
        memberships.c.room_id == found.c.room_id,
        memberships.c.user_id == bindparam("user"),
    )
    return select(found, rooms.c.archived_at, memberships.c.role).select_from(
        found.outerjoin(rooms, room).outerjoin(memberships, held)
    )


def read_is_account(connection: Connection, scope: Scope, name: str) -> bool:
    """Tell whether the tenant has an account of that id."""
    return connection.scalar(select(users.c.id).where(with_id(users, scope, name))) is not None


def _in_room(table: Table, room_id: str = "room_id") -> _Found:
    return select(
        table.c.tenant_id,
        table.c[room_id].label("room_id"),
        null().label("owner_id"),
        literal(False).label("shared"),
    )


def _in_thread(table: Table) -> _Found:
    """Return the query of a thing that has a `thread_id`."""
    of = and_(threads.c.tenant_id == table.c.tenant_id, threads.c.id == table.c.thread_id)
    return select(
        table.c.tenant_id, threads.c.room_id, threads.c.user_id.label("owner_id"), threads.c.shared
    ).select_from(table.join(threads, of))


def _shares() -> _Found:
    of = and_(
        answers.c.tenant_id == answer_shares.c.tenant_id, answers.c.id == answer_shares.c.answer_id
    )
    return _in_thread(answers).join(answer_shares, of)


def _sent() -> _Found:
    """Return the query of requests, which belong to a thread or to a trajectory."""
    thread = and_(threads.c.tenant_id == requests.c.tenant_id, threads.c.id == requests.c.owner_id)
    trajectory = and_(
        trajectories.c.tenant_id == requests.c.tenant_id, trajectories.c.id == requests.c.owner_id
    )
    return select(
        requests.c.tenant_id,
        threads.c.room_id,
        func.coalesce(threads.c.user_id, trajectories.c.user_id).label("owner_id"),
        func.coalesce(threads.c.shared, literal(False)).label("shared"),
    ).select_from(requests.outerjoin(threads, thread).outerjoin(trajectories, trajectory))


_TABLES: Mapping[Thing, Table] = MappingProxyType(
    {
        Thing.ROOM: rooms,
        Thing.DOCUMENT: documents,
        Thing.CHUNK: chunks,
        Thing.THREAD: threads,
        Thing.ANSWER: answers,
        Thing.RESEARCH: research_runs,
        Thing.REQUEST: requests,
        Thing.SHARE: answer_shares,
        Thing.TRAJECTORY: trajectories,
    }
)
_SELECTS: Mapping[Thing, _Found] = MappingProxyType(
    {
        Thing.ROOM: _in_room(rooms, "id"),
        Thing.DOCUMENT: _in_room(documents),
        Thing.CHUNK: _in_room(chunks),
        Thing.THREAD: select(
            threads.c.tenant_id,
            threads.c.room_id,
            threads.c.user_id.label("owner_id"),
            threads.c.shared,
        ),
        Thing.ANSWER: _in_thread(answers),
        Thing.RESEARCH: _in_thread(research_runs),
        Thing.REQUEST: _sent(),
        Thing.SHARE: _shares(),
        Thing.TRAJECTORY: select(
            trajectories.c.tenant_id,
            null().label("room_id"),
            trajectories.c.user_id.label("owner_id"),
            literal(False).label("shared"),
        ),
    }
)

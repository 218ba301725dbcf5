"""The newest requests of a person's threads and trajectories, in one query."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    exists,
    func,
    or_,
    select,
    true,
)
from typing_extensions import override

from kesher.adapters.sql.access_tables import memberships
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.requests import request_from
from kesher.adapters.sql.tables import requests, threads, trajectories
from kesher.domain.scope import Scope
from kesher.errors import NotFoundError
from kesher.ports.recent_requests import RecentRequest, RecentRequests


class SqlRecentRequests(RecentRequests):
    """What the call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def recent(
        self, scope: Scope, *, limit: int, after: str | None = None
    ) -> Sequence[RecentRequest]:
        return await self._database.read(read_recent, scope, limit, after)


def read_recent(
    connection: Connection, scope: Scope, limit: int, after: str | None
) -> Sequence[RecentRequest]:
    """Return the newest requests of the scope's person, newest first."""
    title = func.coalesce(threads.c.title, trajectories.c.title).label("title")
    found = (
        _of_person(scope, select(requests, title, threads.c.room_id.label("thread_room")))
        .where(_older(connection, scope, after))
        .order_by(requests.c.at.desc(), requests.c.id.desc())
        .limit(limit)
    )
    return [
        RecentRequest(request_from(row, ()), row.title, row.thread_room)
        for row in connection.execute(found)
    ]


def _of_person(scope: Scope, wanted: Select[Any]) -> Select[Any]:
    """Return what is wanted of the requests that are the scope's person's own."""
    of_thread = requests.outerjoin(threads, _same(threads))
    whole = wanted.select_from(of_thread.outerjoin(trajectories, _same(trajectories)))
    return whole.where(requests.c.tenant_id == scope.tenant_id, _own(scope))


def _same(owner: Table) -> ColumnElement[bool]:
    return and_(owner.c.tenant_id == requests.c.tenant_id, owner.c.id == requests.c.owner_id)


def _own(scope: Scope) -> ColumnElement[bool]:
    if scope.user_id is None:
        return true()
    is_member = exists().where(
        memberships.c.tenant_id == threads.c.tenant_id,
        memberships.c.room_id == threads.c.room_id,
        memberships.c.user_id == scope.user_id,
    )
    return or_(
        and_(threads.c.user_id == scope.user_id, is_member),
        trajectories.c.user_id == scope.user_id,
    )


def _older(connection: Connection, scope: Scope, after: str | None) -> ColumnElement[bool]:
    if after is None:
        return true()
    at = connection.scalar(_of_person(scope, select(requests.c.at)).where(requests.c.id == after))
    if at is None:
        raise NotFoundError("request", after)
    return or_(requests.c.at < at, and_(requests.c.at == at, requests.c.id < after))

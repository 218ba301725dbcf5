"""Transactions that find and remove what a room keeps no longer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Select, Table, delete, exists, insert, or_, select
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.documents import delete_document
from kesher.adapters.sql.erasure import erase_requests
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import in_room, lock_room
from kesher.adapters.sql.retention_tables import room_retention
from kesher.adapters.sql.rooms import read_room
from kesher.adapters.sql.row_security import whole_tenant
from kesher.adapters.sql.threads import delete_thread
from kesher.domain.job import JobState
from kesher.domain.retention import Kept, Retention
from kesher.domain.scope import RoomScope
from kesher.ports.clock import Clock
from kesher.ports.retention import RetentionStore


@dataclass(frozen=True, slots=True)
class SqlRetention(RetentionStore):
    """What is kept and for how long, in SQL. What each call promises: the port."""

    database: Database
    clock: Clock

    @override
    async def room_days(self, scope: RoomScope) -> Mapping[Kept, int]:
        return await self.database.read(read_days, scope)

    @override
    async def set_room_days(self, scope: RoomScope, days: Mapping[Kept, int]) -> None:
        await self.database.write(replace_days, scope, days)

    @override
    async def rules(self, settings: Retention) -> Sequence[tuple[RoomScope, Retention]]:
        return await self.database.read_all(list_rules, settings)

    @override
    async def all_rooms(self) -> Sequence[RoomScope]:
        return await self.database.read_all(list_rooms)

    @override
    async def empty_log(self) -> bool:
        return await self.database.empty_log()

    @override
    async def due(
        self, scope: RoomScope, kind: Kept, *, before: datetime, limit: int
    ) -> Sequence[str]:
        return await self.database.read(list_due, scope, kind, before=before, limit=limit)

    @override
    async def remove(
        self, scope: RoomScope, kind: Kept, ids: Sequence[str], *, before: datetime
    ) -> tuple[int, Sequence[str]]:
        work = Removal(kind, before, self.clock())
        removed = await self.database.write(remove_due, scope, work, ids)
        if removed[0]:
            await self.database.empty_log()
        return removed


@dataclass(frozen=True, slots=True)
class Removal:
    """One kind of a room's things, those from before an instant."""

    kind: Kept
    before: datetime
    now: datetime


def read_days(connection: Connection, scope: RoomScope) -> Mapping[Kept, int]:
    """Return what a room has of its own."""
    read_room(connection, scope)
    rows = select(room_retention.c.kind, room_retention.c.days).where(
        in_room(room_retention, scope)
    )
    return {row.kind: row.days for row in connection.execute(rows)}


def replace_days(connection: Connection, scope: RoomScope, days: Mapping[Kept, int]) -> None:
    """Replace what a room has of its own."""
    lock_room(connection, scope)
    connection.execute(delete(room_retention).where(in_room(room_retention, scope)))
    owner = {"tenant_id": scope.tenant_id, "room_id": scope.room_id}
    rows = [{**owner, "kind": kind, "days": each} for kind, each in days.items()]
    if rows:
        connection.execute(insert(room_retention), rows)


def list_rules(
    connection: Connection, settings: Retention
) -> Sequence[tuple[RoomScope, Retention]]:
    """Return the rooms of every tenant that do not keep all for ever."""
    own: dict[tuple[str, str], dict[Kept, int]] = {}
    for row in connection.execute(select(room_retention)):
        own.setdefault((row.tenant_id, row.room_id), {})[row.kind] = row.days
    ruled = [
        (scope, settings.over(own.get((scope.tenant_id, scope.room_id), {})))
        for scope in list_rooms(connection)
    ]
    return [(scope, rule) for scope, rule in ruled if any(rule.days.values())]


def list_rooms(connection: Connection) -> Sequence[RoomScope]:
    """Return the rooms of every tenant."""
    held = tables.rooms.c
    rooms = select(held.tenant_id, held.id).order_by(held.tenant_id, held.id)
    return [RoomScope(row.tenant_id, row.id) for row in connection.execute(rooms)]


def list_due(
    connection: Connection, scope: RoomScope, kind: Kept, *, before: datetime, limit: int
) -> Sequence[str]:
    """Return the ids of things that are over, in the order of their ids."""
    table, condition = _DUE[kind](before)
    found = select(table.c.id).where(in_room(table, scope), condition)
    with whole_tenant(connection):  # a text that another room's request has is not over
        return connection.scalars(found.order_by(table.c.id).limit(limit)).all()


def remove_due(
    connection: Connection, scope: RoomScope, work: Removal, ids: Sequence[str]
) -> tuple[int, Sequence[str]]:
    """Remove those of the things that are over still."""
    lock_room(connection, scope)
    table, condition = _DUE[work.kind](work.before)
    over: list[str] = []
    with whole_tenant(connection):
        for part in in_parts(ids):
            these = select(table.c.id).where(in_room(table, scope), table.c.id.in_(part), condition)
            over.extend(connection.scalars(these.order_by(table.c.id)))
        return len(over), _REMOVE[work.kind](connection, scope, work, over)


Due = tuple[Table, ColumnElement[bool]]


def _threads(before: datetime) -> Due:
    """Threads in which nothing was asked since."""
    threads, answers = tables.threads.c, tables.answers.c
    since = exists().where(
        answers.tenant_id == threads.tenant_id,
        answers.thread_id == threads.id,
        answers.created_at >= before,
    )
    return tables.threads, (threads.created_at < before) & ~since


def _requests(before: datetime) -> Due:
    """Requests whose texts are there still and stand in no later one."""
    requests = tables.requests.c
    return tables.requests, (requests.at < before) & exists(texts_of_old(before))


def texts_of_old(before: datetime) -> Select[tuple[str]]:
    """Return the hashes of segments of a request that no later request of the tenant has."""
    requests, places, texts = tables.requests.c, tables.request_segments.c, tables.segments.c
    other_places = tables.request_segments.alias("other_places")
    later = tables.requests.alias("later")
    elsewhere = exists().where(
        other_places.c.tenant_id == places.tenant_id,
        other_places.c.hash == places.hash,
        later.c.tenant_id == other_places.c.tenant_id,
        later.c.id == other_places.c.request_id,
        or_(later.c.at >= before, later.c.room_id.is_(None), later.c.room_id != requests.room_id),
    )
    return select(places.hash).where(
        places.tenant_id == requests.tenant_id,
        places.request_id == requests.id,
        texts.tenant_id == places.tenant_id,
        texts.hash == places.hash,
        texts.text.is_not(None),
        ~elsewhere,
    )


def _versions(before: datetime) -> Due:
    """Versions that were superseded before then. The current one never is."""
    held = tables.documents.c
    return tables.documents, (held.superseded_at < before) & ~held.is_current


def _jobs(before: datetime) -> Due:
    """Jobs that have ended."""
    held = tables.jobs.c
    ended = held.state.not_in((JobState.QUEUED, JobState.RUNNING))
    return tables.jobs, (held.created_at < before) & ended


def _remove_threads(
    connection: Connection, scope: RoomScope, work: Removal, ids: Sequence[str]
) -> Sequence[str]:
    for each in ids:
        delete_thread(connection, scope, each)
    return ()


def _remove_requests(
    connection: Connection, scope: RoomScope, work: Removal, ids: Sequence[str]
) -> Sequence[str]:
    hashes: set[str] = set()
    for part in in_parts(ids):
        old = tables.requests.c.id.in_(part) & in_room(tables.requests, scope)
        lone = texts_of_old(work.before).where(old)
        hashes.update(connection.scalars(lone))
    erase_requests(connection, scope, sorted(hashes))
    return ()


def _remove_versions(
    connection: Connection, scope: RoomScope, work: Removal, ids: Sequence[str]
) -> Sequence[str]:
    gone: list[str] = []
    for each in ids:
        gone.extend(delete_document(connection, scope, each, now=work.now))
    return gone


def _remove_jobs(
    connection: Connection, scope: RoomScope, work: Removal, ids: Sequence[str]
) -> Sequence[str]:
    for part in in_parts(ids):
        connection.execute(
            delete(tables.jobs).where(in_room(tables.jobs, scope), tables.jobs.c.id.in_(part))
        )
    return ()


_DUE: Mapping[Kept, Callable[[datetime], Due]] = {
    Kept.THREADS: _threads,
    Kept.REQUESTS: _requests,
    Kept.VERSIONS: _versions,
    Kept.JOBS: _jobs,
}
_REMOVE: Mapping[Kept, Callable[[Connection, RoomScope, Removal, Sequence[str]], Sequence[str]]] = {
    Kept.THREADS: _remove_threads,
    Kept.REQUESTS: _remove_requests,
    Kept.VERSIONS: _remove_versions,
    Kept.JOBS: _remove_jobs,
}

"""Transactions on a room's change from one embedding model to another."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    update,
)
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.changes import number_change
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import in_room, lock_room, searched, with_id
from kesher.domain.renewal import RoomVectors
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.clock import Clock
from kesher.ports.renewals import RenewalStore

_rooms, _documents = tables.rooms.c, tables.documents.c
_chunks, _vectors = tables.chunks.c, tables.vectors.c


class SqlRenewals(RenewalStore):
    """Renewals in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def room_embedder(self, scope: RoomScope) -> str | None:
        return await self._database.read_shared(read_embedder, scope)

    @override
    async def room_vectors(self, scope: RoomScope, *, embedder: str) -> RoomVectors:
        return await self._database.read(read_vectors, scope, embedder=embedder)

    @override
    async def take_renewal(
        self, *, embedder: str, now: datetime, lease_seconds: float
    ) -> RoomScope | None:
        if await self._database.read_all(find_renewal, embedder=embedder, now=now) is None:
            return None  # without a writer's turn
        until = now + timedelta(seconds=lease_seconds)
        return await self._database.write_all(take_renewal, embedder=embedder, now=now, until=until)

    @override
    async def hold_renewal(self, scope: RoomScope, *, now: datetime, lease_seconds: float) -> bool:
        until = now + timedelta(seconds=lease_seconds)
        return await self._database.write(hold_renewal, scope, until=until)

    @override
    async def outdated(self, scope: RoomScope, *, embedder: str) -> Sequence[str]:
        return await self._database.read(list_outdated, scope, embedder=embedder)

    @override
    async def swap_vectors(self, scope: RoomScope, *, embedder: str) -> bool:
        return await self._database.write(swap_vectors, scope, embedder=embedder, now=self._clock())

    @override
    async def stop_renewal(self, scope: RoomScope, *, stopped: bool) -> None:
        await self._database.write(stop_renewal, scope, stopped=stopped)

    @override
    async def release_renewals(self) -> None:
        await self._database.write_all(release_renewals)


def read_embedder(connection: Connection, scope: RoomScope) -> str | None:
    """Return the model whose vectors are searched; None: nothing there is ready."""
    this = {"tenant": scope.tenant_id, "room": scope.room_id}
    found: str | None = connection.scalar(_in_use(), this)
    return found


def read_vectors(connection: Connection, scope: RoomScope, *, embedder: str) -> RoomVectors:
    """Count what is ready, and how much of it has a vector of `embedder`."""
    this = with_id(tables.rooms, scope, scope.room_id)
    row = connection.execute(select(_rooms.renewal_stopped).where(this)).first()
    if row is None:
        raise NotFoundError("room", scope.room_id)
    in_use = read_embedder(connection, scope)
    ready = _ready_chunks(scope)
    chunks = connection.scalar(select(func.count()).where(ready)) or 0
    outdated = list_outdated(connection, scope, embedder=embedder)
    lacking = _lacking(connection, scope, embedder) if outdated else 0
    growing = embedder if outdated else None
    return RoomVectors(in_use, growing, chunks, chunks - lacking, row.renewal_stopped)


def find_renewal(connection: Connection, *, embedder: str, now: datetime) -> RoomScope | None:
    """Return some room that may be taken."""
    return _free_room(connection, embedder, now, lock=False)


def take_renewal(
    connection: Connection, *, embedder: str, now: datetime, until: datetime
) -> RoomScope | None:
    """Lease some room with ready documents of another model."""
    scope = _free_room(connection, embedder, now, lock=True)
    if scope is not None:
        hold_renewal(connection, scope, until=until)
    return scope


def hold_renewal(connection: Connection, scope: RoomScope, *, until: datetime) -> bool:
    """Prolong a lease; False where the room is gone or was stopped."""
    this = with_id(tables.rooms, scope, scope.room_id)
    going = update(tables.rooms).where(this, ~_rooms.renewal_stopped)
    return connection.execute(going.values(renewed_until=until)).rowcount == 1


def list_outdated(connection: Connection, scope: RoomScope, *, embedder: str) -> Sequence[str]:
    """Return the ready documents that another model's vectors are searched of, oldest first."""
    these = and_(in_room(tables.documents, scope), _outdated(embedder))
    rows = select(_documents.id).where(these).order_by(_documents.created_at, _documents.id)
    return connection.scalars(rows).all()


def swap_vectors(connection: Connection, scope: RoomScope, *, embedder: str, now: datetime) -> bool:
    """Let the room be searched by `embedder`, if each ready chunk has its vector."""
    lock_room(connection, scope)
    if _lacking(connection, scope, embedder):
        return False
    before = read_embedder(connection, scope)
    changed = list_outdated(connection, scope, embedder=embedder)
    one = select(_vectors.vector).where(
        in_room(tables.vectors, scope), _vectors.embedder == embedder
    )
    vector = connection.execute(one.limit(1)).scalar()
    these = and_(in_room(tables.documents, scope), _outdated(embedder))
    whole = {"embedder": embedder, "dimensions": 0 if vector is None else len(vector)}
    connection.execute(update(tables.documents).where(these).values(**whole, updated_at=now))
    this = with_id(tables.rooms, scope, scope.room_id)
    swapped = update(tables.rooms).where(this)
    connection.execute(swapped.values(embedder=embedder, renewed_until=None))
    if before == embedder:  # published by the former model while the room was being swapped
        for document_id in changed:
            number_change(connection, scope, document_id, now=now)
    return True


def stop_renewal(connection: Connection, scope: RoomScope, *, stopped: bool) -> None:
    """Stop or resume the growing of another model's vectors."""
    lock_room(connection, scope)
    this = with_id(tables.rooms, scope, scope.room_id)
    change = update(tables.rooms).where(this)
    connection.execute(change.values(renewal_stopped=stopped, renewed_until=None))


def release_renewals(connection: Connection) -> None:
    """Let go of all rooms."""
    held = update(tables.rooms).where(_rooms.renewed_until.is_not(None))
    connection.execute(held.values(renewed_until=None))


def _free_room(
    connection: Connection, embedder: str, now: datetime, *, lock: bool
) -> RoomScope | None:
    of_room = and_(_documents.tenant_id == _rooms.tenant_id, _documents.room_id == _rooms.id)
    free = or_(_rooms.renewed_until.is_(None), _rooms.renewed_until <= now)
    found = (
        select(_rooms.tenant_id, _rooms.id)
        .where(~_rooms.renewal_stopped, free, exists().where(of_room, _outdated(embedder)))
        .order_by(_rooms.tenant_id, _rooms.id)
        .limit(1)
    )
    if lock:
        found = found.with_for_update(of=tables.rooms, skip_locked=True, key_share=True)
    row = connection.execute(found).first()
    return None if row is None else RoomScope(row.tenant_id, row.id)


def _outdated(embedder: str) -> ColumnElement[bool]:
    return and_(searched(), _documents.embedder != embedder)


def _has_ready() -> ColumnElement[bool]:
    of_room = and_(_documents.tenant_id == _rooms.tenant_id, _documents.room_id == _rooms.id)
    return exists().where(of_room, searched())


@cache
def _in_use() -> Select[str | None]:
    """Return the query of `read_embedder`; making it takes longer than running it."""
    this = and_(_rooms.tenant_id == bindparam("tenant"), _rooms.id == bindparam("room"))
    return select(_rooms.embedder).where(this, _has_ready())


def _ready_chunks(scope: RoomScope) -> ColumnElement[bool]:
    ready = select(_documents.id).where(in_room(tables.documents, scope), searched())
    return and_(in_room(tables.chunks, scope), _chunks.document_id.in_(ready))


def _lacking(connection: Connection, scope: RoomScope, embedder: str) -> int:
    """Count chunks of ready documents without a vector of `embedder`."""
    has = exists().where(
        _vectors.tenant_id == _chunks.tenant_id,
        _vectors.chunk_id == _chunks.id,
        _vectors.embedder == embedder,
    )
    return connection.scalar(select(func.count()).where(_ready_chunks(scope), ~has)) or 0

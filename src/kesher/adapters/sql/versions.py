"""Transactions on the versions of documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, insert, or_, select, update
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.changes import number_change
from kesher.adapters.sql.chunks import count_vectors
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.documents import document_values, find_documents, read_document
from kesher.adapters.sql.jobs import insert_job, is_job_open
from kesher.adapters.sql.locks import hold_bytes, in_room, lock_document, lock_room, with_id
from kesher.adapters.sql.series import newest_number, read_place, succeed
from kesher.domain.document import Document, DocumentState
from kesher.domain.job import Job
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError
from kesher.ports.clock import Clock
from kesher.ports.versions import VersionStore

_held = tables.documents.c


@dataclass(frozen=True, slots=True)
class SqlVersions(VersionStore):
    """The versions of documents in SQL. What each call promises: the port."""

    database: Database
    clock: Clock

    @override
    async def add_version(
        self, scope: RoomScope, document_id: str, document: Document, job: Job, *, series_id: str
    ) -> tuple[Document, bool]:
        new = _New(document, job, self.clock())
        return await self.database.write(add_version, scope, new, document_id, series_id=series_id)

    @override
    async def restore_version(
        self, scope: RoomScope, document_id: str, job: Job
    ) -> tuple[Document, bool]:
        now = self.clock()
        return await self.database.write(restore_version, scope, document_id, job, now=now)

    @override
    async def versions(self, scope: RoomScope, document_id: str) -> Sequence[Document]:
        return await self.database.read(list_versions, scope, document_id)

    @override
    async def same_name(self, scope: RoomScope, document_id: str) -> str | None:
        return await self.database.read(find_same_name, scope, document_id)


@dataclass(frozen=True, slots=True)
class _New:
    """What arrives as a version."""

    document: Document
    job: Job
    now: datetime


def add_version(
    connection: Connection, scope: RoomScope, new: _New, document_id: str, *, series_id: str
) -> tuple[Document, bool]:
    """Store a version, or take what the room has of these bytes for it."""
    lock_room(connection, scope)  # of two versions at once, the second waits here
    series = begin_series(connection, scope, document_id, series_id)
    same_bytes = and_(in_room(tables.documents, scope), _held.sha256 == new.document.sha256)
    newest = (_held.is_current.desc(), _held.version.desc())
    there = connection.execute(select(tables.documents).where(same_bytes).order_by(*newest)).first()
    if there is None:
        _insert(connection, scope, new, series)
        return read_document(connection, scope, new.document.id), True
    if there.series_id != series:
        _adopt(connection, scope, there, series, now=new.now)
        return read_document(connection, scope, there.id), True
    return restore_version(connection, scope, there.id, new.job, now=new.now)


def restore_version(
    connection: Connection, scope: RoomScope, document_id: str, job: Job, *, now: datetime
) -> tuple[Document, bool]:
    """Make a superseded version the newest, current at once or when its job is done."""
    lock_room(connection, scope)
    lock_document(connection, scope, document_id)
    row = read_place(connection, scope, document_id)
    if row.superseded_at is None:
        return read_document(connection, scope, document_id), False
    newest = newest_number(connection, scope, row.series_id) + 1
    _update(connection, scope, row.id, version=newest, superseded_at=None, updated_at=now)
    if row.state is DocumentState.READY:
        _search_again(connection, scope, row, job, now=now)
    elif not is_job_open(connection, scope, document_id):
        queued = {"state": DocumentState.QUEUED, "error_code": None, "error": None}
        _update(connection, scope, row.id, **queued)
        insert_job(connection, scope, document_id, job)
    return read_document(connection, scope, document_id), True


def list_versions(connection: Connection, scope: RoomScope, document_id: str) -> Sequence[Document]:
    """Return all versions of a document, the newest first."""
    row = read_place(connection, scope, document_id)
    these = _held.id == document_id
    if row.series_id is not None:
        these = _held.series_id == row.series_id
    found = find_documents(connection, and_(in_room(tables.documents, scope), these))
    return sorted(found, key=lambda each: -each.version.number)


def find_same_name(connection: Connection, scope: RoomScope, document_id: str) -> str | None:
    """Return the newest of the other documents of the room that are called the same."""
    row = read_place(connection, scope, document_id)
    others = _held.id != document_id
    if row.series_id is not None:
        apart = or_(_held.series_id.is_(None), _held.series_id != row.series_id)
        others = and_(others, apart)
    named = select(_held.id).where(
        in_room(tables.documents, scope), _held.name == row.name, _held.is_current, others
    )
    newest = named.order_by(_held.created_at.desc(), _held.id).limit(1)
    found: str | None = connection.scalar(newest)
    return found


def begin_series(connection: Connection, scope: RoomScope, document_id: str, series_id: str) -> str:
    """Return the series of a document, begun where it had no second version."""
    lock_document(connection, scope, document_id)
    row = read_place(connection, scope, document_id)
    if row.series_id is not None:
        return str(row.series_id)
    _update(connection, scope, document_id, series_id=series_id)
    return series_id


def _insert(connection: Connection, scope: RoomScope, new: _New, series: str) -> None:
    place = {
        "series_id": series,
        "version": newest_number(connection, scope, series) + 1,
        "is_current": False,
    }
    values = {**document_values(scope, new.document), **place}
    hold_bytes(connection, new.document.sha256)
    connection.execute(insert(tables.documents).values(**values))
    insert_job(connection, scope, new.document.id, new.job)


def _adopt(
    connection: Connection, scope: RoomScope, there: Row[Any], series: str, *, now: datetime
) -> None:
    """Make a document of its own the newest version of another one.

    Raises:
        ConflictError: it has versions of its own.
    """
    if there.series_id is not None:
        raise ConflictError(
            f"The room has these bytes as a version of another document, `{there.name}` "
            f"(`{there.id}`). Delete that one first if they belong here."
        )
    lock_document(connection, scope, there.id)
    newest = newest_number(connection, scope, series) + 1
    place = {"series_id": series, "version": newest, "is_current": False}
    _update(connection, scope, there.id, **place, updated_at=now)
    if there.state is DocumentState.READY:
        succeed(connection, scope, there.id, now=now)


def _search_again(
    connection: Connection, scope: RoomScope, row: Row[Any], job: Job, *, now: datetime
) -> None:
    """Let a whole version be searched at once, or have the vectors made that it lacks."""
    room = with_id(tables.rooms, scope, scope.room_id)
    embedder: str = connection.execute(select(tables.rooms.c.embedder).where(room)).scalar_one()
    if count_vectors(connection, scope, row.id, embedder) == row.chunks:
        _update(connection, scope, row.id, embedder=embedder)
        succeed(connection, scope, row.id, now=now)
        number_change(connection, scope, row.id, now=now)
    elif is_job_open(connection, scope, row.id):
        raise ConflictError(f"`{row.name}` is being finished just now. Try again in a moment.")
    else:
        _update(connection, scope, row.id, state=DocumentState.EMBEDDING)
        insert_job(connection, scope, row.id, job)


def _update(connection: Connection, scope: RoomScope, document_id: str, **values: object) -> None:
    this: ColumnElement[bool] = with_id(tables.documents, scope, document_id)
    connection.execute(update(tables.documents).where(this).values(**values))

"""Transactions on documents as they were read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, insert, literal, select
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.documents import document_values, read_document
from kesher.adapters.sql.jobs import insert_job
from kesher.adapters.sql.locks import hold_bytes, in_room, lock_document, lock_room, of_document
from kesher.adapters.sql.pages import count_pages
from kesher.adapters.sql.records import reread_text
from kesher.adapters.sql.series import newest_number, read_place
from kesher.adapters.sql.versions import begin_series, restore_version
from kesher.domain.document import Document, DocumentState, Line, PageFailure, Role
from kesher.domain.job import Job
from kesher.domain.page_overview import PageOverview
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError
from kesher.ports.clock import Clock
from kesher.ports.readings import ReadingStore

_held, _page = tables.documents.c, tables.pages.c


@dataclass(frozen=True, slots=True)
class SqlReadings(ReadingStore):
    """The readings of documents in SQL. What each call promises: the port."""

    database: Database
    clock: Clock

    @override
    async def overview(self, scope: RoomScope, document_id: str) -> Sequence[PageOverview]:
        return await self.database.read(list_overviews, scope, document_id)

    @override
    async def texts(self, scope: RoomScope, document_id: str) -> Sequence[tuple[int, str]]:
        return await self.database.read(list_texts, scope, document_id)

    @override
    async def reread(
        self, scope: RoomScope, document_id: str, document: Document, job: Job, *, series_id: str
    ) -> tuple[Document, bool]:
        again = _Again(document, job, self.clock())
        return await self.database.write(read_again, scope, document_id, again, series_id=series_id)


@dataclass(frozen=True, slots=True)
class _Again:
    """Another reading that is to be made."""

    document: Document
    job: Job
    now: datetime


def list_overviews(
    connection: Connection, scope: RoomScope, document_id: str
) -> Sequence[PageOverview]:
    """Return the pages that were read or failed, by number, without their words and places."""
    columns: tuple[ColumnElement[Any], ...] = (
        _page.number, _page.label, _page.source, _page.trust_fraction, _page.note, _page.lines,
        _page.tables, _page.error_code, _page.error, func.length(_page.text).label("chars"),
    )  # fmt: skip
    rows = select(*columns).where(of_document(tables.pages, scope, document_id))
    return [_overview(row) for row in connection.execute(rows.order_by(_page.number))]


def list_texts(
    connection: Connection, scope: RoomScope, document_id: str
) -> Sequence[tuple[int, str]]:
    """Return the number and the text of each page that was read, by number."""
    of_it = of_document(tables.pages, scope, document_id)
    rows = select(_page.number, _page.text).where(of_it, _page.source.is_not(None))
    return [(row.number, row.text) for row in connection.execute(rows.order_by(_page.number))]


def read_again(
    connection: Connection, scope: RoomScope, document_id: str, again: _Again, *, series_id: str
) -> tuple[Document, bool]:
    """Store another reading of a document, or bring back the one that the room has."""
    lock_room(connection, scope)  # of two readings at once, the second waits here
    lock_document(connection, scope, document_id)
    row = read_place(connection, scope, document_id)
    _check_whole(row)
    wanted = reread_text(again.document.version.reread)
    same = select(_held.id).where(
        in_room(tables.documents, scope), _held.sha256 == row.sha256, _held.reread == wanted
    )
    there = connection.scalar(same)
    if there is not None:
        return restore_version(connection, scope, there, again.job, now=again.now)
    series = begin_series(connection, scope, document_id, series_id)
    _insert(connection, scope, again, series)
    _copy_pages(connection, scope, document_id, again)
    insert_job(connection, scope, again.document.id, again.job)
    return read_document(connection, scope, again.document.id), True


def _check_whole(row: Row[Any]) -> None:
    if row.is_current and row.state is DocumentState.READY:
        return
    raise ConflictError(
        f"`{row.name}` is not the current version, or is still being read. Wait until it is ready, "
        f"or restore it first."
    )


def _insert(connection: Connection, scope: RoomScope, again: _Again, series: str) -> None:
    number = newest_number(connection, scope, series) + 1
    place = {"series_id": series, "version": number, "is_current": False}
    hold_bytes(connection, again.document.sha256)
    values = {**document_values(scope, again.document), **place}
    connection.execute(insert(tables.documents).values(**values))


def _copy_pages(connection: Connection, scope: RoomScope, document_id: str, again: _Again) -> None:
    """Give the new reading all pages of the former one but the one that is to be read."""
    new = again.document
    # Columns by name: a page's own, and the id of the document that it is now of.
    columns: dict[str, ColumnElement[Any]] = {each.name: each for each in tables.pages.columns}
    columns["document_id"] = literal(new.id).label("document_id")
    kept = select(*columns.values()).where(
        of_document(tables.pages, scope, document_id), _page.number != new.version.reread[-1]
    )
    connection.execute(insert(tables.pages).from_select(list(columns), kept))
    count_pages(connection, scope, new.id, now=again.now)


def _overview(row: Row[Any]) -> PageOverview:
    if row.source is None:
        return PageOverview(row.number, failure=PageFailure(row.number, row.error_code, row.error))
    lines: tuple[Line, ...] = row.lines or ()
    hidden = sum(line.end - line.start for line in lines if line.role is Role.HIDDEN)
    return PageOverview(
        number=row.number,
        label=row.label,
        source=row.source,
        trust_fraction=row.trust_fraction,
        note=row.note,
        chars=row.chars,
        tables=len(row.tables or ()),
        hidden_chars=hidden,
    )

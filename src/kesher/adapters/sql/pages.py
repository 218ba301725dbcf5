"""Transactions on pages as they were read, or failed."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, case, delete, func, insert, or_, select, update

from kesher.adapters.sql import tables
from kesher.adapters.sql.locks import in_room, lock_document, of_document, with_id
from kesher.adapters.sql.records import page_from
from kesher.domain.document import Page, PageFailure, PageSource
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError


def save_pages(
    connection: Connection,
    scope: RoomScope,
    document_id: str,
    pages: Sequence[Page],
    *,
    now: datetime,
) -> None:
    """Store pages as read, each in place of an earlier reading or failure of its number."""
    _replace(connection, scope, document_id, [_values(page) for page in pages], now=now)


def _values(page: Page) -> dict[str, object]:
    return {
        "number": page.number,
        "source": page.source,
        "text": page.text,
        "lines": page.lines,
        "char_boxes": page.char_boxes.packed,
        "width_points": page.width_points,
        "height_points": page.height_points,
        "trust_fraction": page.trust_fraction,
        "label": page.label,
        "note": page.note,
        "tables": page.tables,
    }


def save_page_failure(
    connection: Connection,
    scope: RoomScope,
    document_id: str,
    failure: PageFailure,
    *,
    now: datetime,
) -> None:
    """Store that a page could not be read, in place of an earlier reading or failure of it."""
    values: dict[str, object] = {
        "number": failure.number,
        "error_code": failure.code,
        "error": failure.reason,
    }
    _replace(connection, scope, document_id, [values], now=now)


def read_page(connection: Connection, scope: Scope, document_id: str, number: int) -> Page:
    """Return one page of a document of any room of the tenant."""
    held = tables.pages.c
    row = connection.execute(
        select(tables.pages).where(
            held.tenant_id == scope.tenant_id,
            held.document_id == document_id,
            held.number == number,
            held.source.is_not(None),
        )
    ).first()
    if row is not None:
        return page_from(row)
    document = select(tables.documents.c.id).where(with_id(tables.documents, scope, document_id))
    if connection.execute(document).first() is None:
        raise NotFoundError("document", document_id)
    raise NotFoundError(f"readable page in document `{document_id}` of number", str(number))


def read_pages(connection: Connection, scope: RoomScope, document_id: str) -> Sequence[Page]:
    """Return all pages that were read, by number."""
    found = (
        select(tables.pages)
        .where(of_document(tables.pages, scope, document_id), tables.pages.c.source.is_not(None))
        .order_by(tables.pages.c.number)
    )
    return [page_from(row) for row in connection.execute(found)]


def numbers_done(connection: Connection, scope: RoomScope, document_id: str) -> frozenset[int]:
    """Return the numbers of the pages that were read or failed."""
    found = select(tables.pages.c.number).where(of_document(tables.pages, scope, document_id))
    return frozenset(connection.scalars(found))


def forget_unread(
    connection: Connection, scope: RoomScope, document_id: str, *, now: datetime
) -> None:
    """Remove the pages that failed or came out without text, so that a new try reads them."""
    held = tables.pages.c
    unread = or_(held.error_code.is_not(None), held.text == "")
    connection.execute(
        delete(tables.pages).where(of_document(tables.pages, scope, document_id), unread)
    )
    count_pages(connection, scope, document_id, now=now)


def _replace(
    connection: Connection,
    scope: RoomScope,
    document_id: str,
    rows: Sequence[dict[str, object]],
    *,
    now: datetime,
) -> None:
    lock_document(connection, scope, document_id)
    held = tables.pages.c
    owner = {
        "tenant_id": scope.tenant_id,
        "room_id": scope.room_id,
        "document_id": document_id,
    }
    for row in rows:
        replaced = delete(tables.pages).where(
            held.tenant_id == scope.tenant_id,
            held.document_id == document_id,
            held.number == row["number"],
        )
        connection.execute(replaced)
        connection.execute(insert(tables.pages).values(**owner, **row))
    count_pages(connection, scope, document_id, now=now)


def count_pages(
    connection: Connection, scope: RoomScope, document_id: str, *, now: datetime
) -> None:
    """Count a document's pages anew, as they are now."""
    held = tables.pages.c
    counts = select(
        func.count().label("pages_done"),
        func.count(held.error_code).label("pages_failed"),
        func.count(case((held.source == PageSource.OCR, 1))).label("pages_ocr"),
    ).where(held.tenant_id == scope.tenant_id, held.document_id == document_id)
    counted = connection.execute(counts).one()
    connection.execute(
        update(tables.documents)
        .where(in_room(tables.documents, scope), tables.documents.c.id == document_id)
        .values(**counted._mapping, updated_at=now)
    )

"""Transactions on whole documents."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from kesher.adapters.sql import tables
from kesher.adapters.sql.changes import number_removal
from kesher.adapters.sql.erasure import erase_document
from kesher.adapters.sql.jobs import insert_job
from kesher.adapters.sql.locks import hold_bytes, in_room, lock_document, lock_room, with_id
from kesher.adapters.sql.records import Failures, document_from, reread_text
from kesher.adapters.sql.row_security import everywhere
from kesher.adapters.sql.series import read_series, with_versions
from kesher.domain.document import Document, DocumentState, PageFailure
from kesher.domain.job import Job
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import StateChange


def add_document(
    connection: Connection, scope: RoomScope, document: Document, job: Job
) -> tuple[Document, bool]:
    """Store a document and its job unless the room has these bytes."""
    lock_room(connection, scope)  # of two uploads in a race, the second waits here
    same_bytes = and_(
        in_room(tables.documents, scope), tables.documents.c.sha256 == document.sha256
    )
    there = find_documents(connection, same_bytes)
    if there:
        return max(there, key=lambda each: (each.version.is_current, each.version.number)), False
    hold_bytes(connection, document.sha256)
    connection.execute(insert(tables.documents).values(**document_values(scope, document)))
    insert_job(connection, scope, document.id, job)
    return read_document(connection, scope, document.id), True


def read_document(connection: Connection, scope: Scope, document_id: str) -> Document:
    """Return a document of any room of the tenant."""
    found = find_documents(connection, with_id(tables.documents, scope, document_id))
    if not found:
        raise NotFoundError("document", document_id)
    return found[0]


def list_documents(
    connection: Connection, scope: RoomScope, *, superseded: bool = False
) -> Sequence[Document]:
    """Return the room's documents, oldest first; superseded versions only where asked for."""
    here = in_room(tables.documents, scope)
    if not superseded:
        here = and_(here, tables.documents.c.superseded_at.is_(None))
    return find_documents(connection, here)


def find_documents(connection: Connection, condition: ColumnElement[bool]) -> list[Document]:
    """Return the documents that meet a condition on their table, oldest first."""
    held = tables.documents.c
    rows = select(tables.documents).where(condition).order_by(held.created_at, held.id)
    found = connection.execute(rows).all()
    failures = _failures(connection, condition) if any(row.pages_failed for row in found) else {}
    series = read_series(connection, found)
    return [document_from(row, failures, series) for row in found]


def set_state(
    connection: Connection,
    scope: RoomScope,
    document_id: str,
    change: StateChange,
    *,
    now: datetime,
) -> None:
    """Move a document on; one that was cancelled moves only when it is queued again."""
    before = lock_document(connection, scope, document_id)
    refuse_if_cancelled(before, document_id, moving_to=change.state)
    counts = {"pages_total": change.pages_total, "chunks": change.chunks_total}
    connection.execute(
        update(tables.documents)
        .where(with_id(tables.documents, scope, document_id))
        .values(
            state=change.state,
            error_code=change.error_code,
            error=change.error,
            updated_at=now,
            **{name: count for name, count in counts.items() if count is not None},
        )
    )


def refuse_if_cancelled(
    state: DocumentState, document_id: str, *, moving_to: DocumentState
) -> None:
    """Stop a worker that has not yet heard of a cancellation.

    Raises:
        ConflictError: the document is cancelled and `moving_to` would hide that.
    """
    resting = (DocumentState.CANCELLED, DocumentState.QUEUED)
    if state is DocumentState.CANCELLED and moving_to not in resting:
        raise ConflictError(
            f"The document `{document_id}` was cancelled and cannot become {moving_to}. "
            f"Queue it again first."
        )


def drop_unless_referred_to(connection: Connection, sha256: str, drop: Callable[[], None]) -> None:
    """Call `drop` unless any document, of any tenant, has these bytes; none can come meanwhile."""
    hold_bytes(connection, sha256)
    if orphaned(connection, [sha256]):
        drop()


def delete_document(
    connection: Connection, scope: RoomScope, document_id: str, *, now: datetime
) -> Sequence[str]:
    """Remove a document with all that hangs on it and number the change.

    The current version takes all others along; any other goes alone.
    """
    lock_room(connection, scope)
    going = with_versions(connection, scope, document_id)
    these = and_(in_room(tables.documents, scope), tables.documents.c.id.in_(going))
    digests = hold_sharers(connection, these)
    connection.execute(delete(tables.documents).where(these))
    for each in going:
        erase_document(connection, scope, each)
    number_removal(connection, scope, going, now=now)
    return orphaned(connection, digests)


def hold_sharers(connection: Connection, condition: ColumnElement[bool]) -> list[str]:
    """Hold all documents, of anyone, that share bytes with those that meet the condition.

    Two deletions of one file's last two documents then wait for each other, so that the second
    sees that the blob is left over. All are held in one order, whoever asks; to hold one of them
    before would let two deletions wait for each other for ever.

    Returns:
        The digests of the documents that meet the condition.
    """
    held = tables.documents.c
    digests = list(connection.scalars(select(held.sha256).where(condition).distinct()))
    shared = select(held.id).where(held.sha256.in_(select(held.sha256).where(condition)))
    with everywhere(connection):
        connection.execute(shared.order_by(held.tenant_id, held.id).with_for_update())
    return digests


def orphaned(connection: Connection, digests: Sequence[str]) -> list[str]:
    """Return those digests that no document of any room or tenant has, in their order."""
    held = tables.documents.c.sha256
    with everywhere(connection):
        return [
            digest
            for digest in digests
            if connection.scalar(select(held).where(held == digest).limit(1)) is None
        ]


def _failures(connection: Connection, condition: ColumnElement[bool]) -> Failures:
    held = tables.pages.c
    of_these = and_(
        held.tenant_id == tables.documents.c.tenant_id, held.document_id == tables.documents.c.id
    )
    rows = (
        select(held.document_id, held.number, held.error_code, held.error)
        .select_from(tables.documents.join(tables.pages, of_these))
        .where(condition, tables.documents.c.pages_failed > 0, held.error_code.is_not(None))
        .order_by(held.number)
    )
    found = defaultdict[str, list[PageFailure]](list)
    for document_id, number, code, reason in connection.execute(rows):
        found[document_id].append(PageFailure(number, code, reason))
    return {document_id: tuple(failures) for document_id, failures in found.items()}


def document_values(scope: RoomScope, document: Document) -> dict[str, object]:
    """Return the row of a new document. What is counted begins at nothing."""
    return {
        "tenant_id": scope.tenant_id,
        "room_id": scope.room_id,
        "id": document.id,
        "name": document.name,
        "media_type": document.media_type,
        "size_bytes": document.size_bytes,
        "sha256": document.sha256,
        "reread": reread_text(document.version.reread),
        "state": document.state,
        "created_at": document.created_at,
        "updated_at": document.updated_at,
        "pages_total": document.pages_total,
        **dict.fromkeys(("pages_done", "pages_failed", "pages_ocr"), 0),
        **dict.fromkeys(("chunks", "chunks_done", "tokens", "dimensions"), 0),
        "error_code": document.error_code,
        "error": document.error,
    }

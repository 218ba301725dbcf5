"""A room's history of chunks, which indexes follow."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, and_, func, insert, select, update

from kesher.adapters.sql import tables
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import find, in_room, searched, with_id
from kesher.domain.document import lead_of
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.indexes import IndexedChunk, RoomChange

CHUNKS_AT_ONCE = 20_000
"""After so many chunks a batch of changes ends, so that it fits memory (about 100 MB)."""

_REMOVED = ""
"""In the place of the id of a document that was removed: the row stays, and no trace of it."""

_NO_VECTOR = np.empty(0, np.float32)


def number_change(
    connection: Connection, scope: RoomScope, document_id: str, *, now: datetime
) -> None:
    """Give the room's next number to a change of one document's chunks."""
    room = with_id(tables.rooms, scope, scope.room_id)
    connection.execute(
        update(tables.rooms).where(room).values(sequence=tables.rooms.c.sequence + 1)
    )
    connection.execute(
        insert(tables.changes).values(
            tenant_id=scope.tenant_id,
            room_id=scope.room_id,
            sequence=read_sequence(connection, scope),
            document_id=document_id,
            created_at=now,
        )
    )


def number_removal(
    connection: Connection, scope: RoomScope, document_ids: Sequence[str], *, now: datetime
) -> None:
    """Give the next number to the removal of documents, and take their ids out of the history."""
    held = tables.changes.c
    for part in in_parts(document_ids):
        theirs = update(tables.changes).where(
            in_room(tables.changes, scope), held.document_id.in_(part)
        )
        connection.execute(theirs.values(document_id=_REMOVED))
    number_change(connection, scope, _REMOVED, now=now)


def read_sequence(connection: Connection, scope: RoomScope) -> int:
    """Return the number of the room's newest change, 0 if there was none."""
    row = find(connection, scope, tables.rooms, scope.room_id, "sequence")
    if row is None:
        raise NotFoundError("room", scope.room_id)
    sequence: int = row.sequence
    return sequence


def read_changes(
    connection: Connection, scope: RoomScope, sequence: int, *, embedder: str | None, limit: int
) -> Sequence[RoomChange]:
    """Return up to `limit` changes past `sequence`, oldest first."""
    steps = _steps(connection, scope, sequence, limit)
    documents = {document_id for _, document_id in steps}
    chunks = _chunks(connection, scope, sorted(documents - {_REMOVED}), embedder)
    kept = _kept(connection, scope) if _REMOVED in documents else None
    return [
        RoomChange(number, each, chunks.get(each, ()), None if each else kept)
        for number, each in steps
    ]


def _kept(connection: Connection, scope: RoomScope) -> frozenset[str]:
    found = select(tables.documents.c.id).where(in_room(tables.documents, scope), searched())
    return frozenset(connection.scalars(found))


def _steps(
    connection: Connection, scope: RoomScope, sequence: int, limit: int
) -> list[tuple[int, str]]:
    """Return number and document of the next changes, fewer where their documents are large."""
    held, documents = tables.changes.c, tables.documents
    same = and_(documents.c.tenant_id == held.tenant_id, documents.c.id == held.document_id)
    found = (
        select(held.sequence, held.document_id, func.coalesce(documents.c.chunks, 0))
        .select_from(tables.changes.outerjoin(documents, same))
        .where(in_room(tables.changes, scope), held.sequence > sequence)
        .order_by(held.sequence)
        .limit(limit)
    )
    steps: list[tuple[int, str]] = []
    chunks = 0
    for number, document_id, document_chunks in connection.execute(found):
        chunks += document_chunks
        if steps and chunks > CHUNKS_AT_ONCE:
            break
        steps.append((number, document_id))
    return steps


def _chunks(
    connection: Connection, scope: RoomScope, document_ids: Sequence[str], embedder: str | None
) -> dict[str, tuple[IndexedChunk, ...]]:
    """Return the chunks of those documents that are searched, by document, in order."""
    ready = _ready(connection, scope, document_ids)
    vectors = {} if embedder is None else _vectors(connection, scope, ready, embedder)
    held = tables.chunks.c
    found = (
        select(held.id, held.document_id, held.text, held.section, held.head)
        .where(in_room(tables.chunks, scope), held.document_id.in_(ready))
        .order_by(held.document_id, held.ordinal)
    )
    grouped = defaultdict[str, list[IndexedChunk]](list)
    for row in connection.execute(found):
        vector = vectors.get(row.id, None if embedder else _NO_VECTOR)
        if vector is not None:
            text = lead_of(row.section, row.head, row.text) + row.text
            grouped[row.document_id].append(IndexedChunk(row.id, row.document_id, text, vector))
    return {document_id: tuple(chunks) for document_id, chunks in grouped.items()}


def _ready(connection: Connection, scope: RoomScope, document_ids: Sequence[str]) -> Sequence[str]:
    held = tables.documents.c
    found = select(held.id).where(
        in_room(tables.documents, scope), held.id.in_(document_ids), searched()
    )
    return connection.scalars(found).all()


def _vectors(
    connection: Connection, scope: RoomScope, document_ids: Sequence[str], embedder: str
) -> dict[str, NDArray[np.float32]]:
    """Return vectors by chunk id.

    Not joined with the chunks in SQL: PostgreSQL, before it has counted a table that was just
    filled, compares every chunk with every vector (30 s for 11,000).
    """
    held = tables.vectors.c
    found = select(held.chunk_id, held.vector).where(
        in_room(tables.vectors, scope),
        held.document_id.in_(document_ids),
        held.embedder == embedder,
    )
    return {row.chunk_id: row.vector for row in connection.execute(found)}

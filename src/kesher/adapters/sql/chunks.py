"""Transactions on chunks and their vectors."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from kesher.adapters.sql import tables
from kesher.adapters.sql.changes import number_change
from kesher.adapters.sql.documents import find_documents, read_document, refuse_if_cancelled
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import (
    in_room,
    lock_document,
    lock_room,
    of_document,
    searched,
    with_id,
)
from kesher.adapters.sql.records import chunk_from
from kesher.adapters.sql.same_texts import embedded_hash, insert_known, known_vectors
from kesher.adapters.sql.series import succeed
from kesher.domain.document import Chunk, Document, DocumentState
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, NotFoundError


def save_chunks(
    connection: Connection,
    scope: RoomScope,
    document_id: str,
    chunks: Sequence[Chunk],
    *,
    now: datetime,
) -> None:
    """Replace the chunks of a document that is not searched now; their vectors go with them.

    A chunk whose text the tenant has embedded already, in this document or any other, has its
    vectors at once.

    Raises:
        NotFoundError: the document is gone.
        ConflictError: it is ready, or was cancelled.
    """
    state = lock_document(connection, scope, document_id)
    refuse_if_cancelled(state, document_id, moving_to=DocumentState.EMBEDDING)
    if state is DocumentState.READY:
        raise ConflictError(
            f"The chunks of document `{document_id}` are being searched. Queue it again before "
            f"they are replaced."
        )
    rows = [_values(scope, document_id, chunk) for chunk in chunks]
    known = known_vectors(connection, scope, [str(row["embedded_hash"]) for row in rows])
    connection.execute(delete(tables.chunks).where(of_document(tables.chunks, scope, document_id)))
    if rows:
        connection.execute(insert(tables.chunks), rows)
        insert_known(connection, scope, chunks, known)
    connection.execute(
        update(tables.documents)
        .where(with_id(tables.documents, scope, document_id))
        .values(chunks=len(rows), chunks_done=0, updated_at=now)
    )


def save_vectors(
    connection: Connection,
    scope: RoomScope,
    document_id: str,
    vectors: Mapping[str, NDArray[np.float32]],
    *,
    embedder: str,
    now: datetime,
) -> None:
    """Store vectors by chunk id, in place of earlier ones of that embedder.

    Those of a ready document are another model's, which grow beside: its progress stays as it is.

    Raises:
        NotFoundError: the document, or one of the chunks in it, is gone.
    """
    state = lock_document(connection, scope, document_id)
    _require_chunks(connection, scope, document_id, list(vectors))
    held = tables.vectors.c
    for ids in in_parts(list(vectors)):
        replaced = delete(tables.vectors).where(
            held.tenant_id == scope.tenant_id,
            held.chunk_id.in_(ids),
            held.embedder == embedder,
        )
        connection.execute(replaced)
    owner = {
        "tenant_id": scope.tenant_id,
        "room_id": scope.room_id,
        "document_id": document_id,
        "embedder": embedder,
    }
    rows = [{**owner, "chunk_id": chunk, "vector": vector} for chunk, vector in vectors.items()]
    if rows:
        connection.execute(insert(tables.vectors), rows)
    if state is DocumentState.READY:
        return
    done = count_vectors(connection, scope, document_id, embedder)
    connection.execute(
        update(tables.documents)
        .where(with_id(tables.documents, scope, document_id))
        .values(chunks_done=done, updated_at=now)
    )


def chunks_without_vector(
    connection: Connection, scope: RoomScope, document_id: str, *, embedder: str
) -> Sequence[Chunk]:
    """Return the saved chunks that still lack a vector of `embedder`, by ordinal."""
    done = select(tables.vectors.c.chunk_id).where(
        of_document(tables.vectors, scope, document_id), tables.vectors.c.embedder == embedder
    )
    held = tables.chunks.c
    found = (
        select(tables.chunks)
        .where(of_document(tables.chunks, scope, document_id), held.id.not_in(done))
        .order_by(held.ordinal)
    )
    return [chunk_from(row) for row in connection.execute(found)]


def publish(
    connection: Connection, scope: RoomScope, document_id: str, *, embedder: str, now: datetime
) -> None:
    """Make a document ready with what is counted of it, and number the change.

    A new version takes the place of the one that was searched until now.

    Raises:
        NotFoundError: the document is gone.
        ConflictError: it has no chunks, one lacks its vector, or it was cancelled.
    """
    lock_room(connection, scope)
    state = lock_document(connection, scope, document_id)
    refuse_if_cancelled(state, document_id, moving_to=DocumentState.READY)
    of_this = of_document(tables.chunks, scope, document_id)
    counts = select(func.count(), func.coalesce(func.sum(tables.chunks.c.tokens), 0))
    chunks, tokens = connection.execute(counts.where(of_this)).one()
    done = count_vectors(connection, scope, document_id, embedder)
    if not chunks or done != chunks:
        raise ConflictError(
            f"The document `{document_id}` is not whole: {done} of its {chunks} chunks have a "
            f"vector of `{embedder}`. Store the rest and publish it then."
        )
    connection.execute(
        update(tables.documents)
        .where(with_id(tables.documents, scope, document_id))
        .values(
            state=DocumentState.READY,
            chunks=chunks,
            chunks_done=done,
            tokens=int(tokens),
            embedder=embedder,
            dimensions=_dimensions(connection, scope, document_id, embedder),
            error_code=None,
            error=None,
            updated_at=now,
        )
    )
    succeed(connection, scope, document_id, now=now)
    _begin_room(connection, scope, document_id, embedder)
    number_change(connection, scope, document_id, now=now)


def join_chunks(
    connection: Connection,
    scope: RoomScope,
    chunk_ids: Sequence[str],
    *,
    superseded: bool = False,
) -> Mapping[str, tuple[Chunk, Document]]:
    """Return those of the chunks that are searched in this room, by id; or also those that were."""
    chunks: list[Chunk] = []
    for ids in in_parts(list(dict.fromkeys(chunk_ids))):
        here = {"tenant": scope.tenant_id, "room": scope.room_id, "ids": ids}
        chunks.extend(map(chunk_from, connection.execute(_joining(), here)))
    ready = and_(
        in_room(tables.documents, scope),
        tables.documents.c.id.in_({chunk.document_id for chunk in chunks}),
        tables.documents.c.state == DocumentState.READY if superseded else searched(),
    )
    documents = {document.id: document for document in find_documents(connection, ready)}
    return {
        chunk.id: (chunk, documents[chunk.document_id])
        for chunk in chunks
        if chunk.document_id in documents
    }


@cache
def _adjacent() -> Select[Any]:
    """Return the query of `adjacent_chunks`; making it takes longer than running it."""
    held, documents = tables.chunks.c, tables.documents.c
    tenant: BindParameter[str] = bindparam("tenant")
    room: BindParameter[str] = bindparam("room")
    ready = select(documents.id).where(
        documents.tenant_id == tenant,
        documents.room_id == room,
        documents.id == bindparam("document"),
        searched(),
    )
    return (
        select(tables.chunks)
        .where(
            held.tenant_id == tenant,
            held.room_id == room,
            held.document_id.in_(ready),
            held.ordinal.in_(bindparam("ordinals", expanding=True)),
        )
        .order_by(held.ordinal)
    )


@cache
def _joining() -> Select[Any]:
    """Return the query of chunks by their ids; making it takes longer than running it."""
    held = tables.chunks.c
    return select(tables.chunks).where(
        held.tenant_id == bindparam("tenant"),
        held.room_id == bindparam("room"),
        held.id.in_(bindparam("ids", expanding=True)),
    )


def read_chunk(connection: Connection, scope: Scope, chunk_id: str) -> tuple[Chunk, Document]:
    """Return one chunk of any room of the tenant with its document."""
    found = select(tables.chunks).where(with_id(tables.chunks, scope, chunk_id))
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("chunk", chunk_id)
    return chunk_from(row), read_document(connection, scope, row.document_id)


def chunk_ids_in(
    connection: Connection, scope: RoomScope, document_ids: Sequence[str]
) -> frozenset[str]:
    """Return the ids of the chunks that a search finds in these documents."""
    held = tables.chunks.c
    found: set[str] = set()
    for part in in_parts(document_ids):
        ready = select(tables.documents.c.id).where(
            in_room(tables.documents, scope), tables.documents.c.id.in_(part), searched()
        )
        these = select(held.id).where(in_room(tables.chunks, scope), held.document_id.in_(ready))
        found.update(connection.scalars(these))
    return frozenset(found)


def adjacent_chunks(
    connection: Connection, scope: RoomScope, document_id: str, ordinals: Sequence[int]
) -> Sequence[Chunk]:
    """Return a ready document's chunks with these ordinals, those that exist, by ordinal."""
    here = {"tenant": scope.tenant_id, "room": scope.room_id, "document": document_id}
    rows = connection.execute(_adjacent(), {**here, "ordinals": ordinals})
    return [chunk_from(row) for row in rows]


def read_texts(connection: Connection, scope: Scope, chunk_ids: Sequence[str]) -> Mapping[str, str]:
    """Return the texts of those of the chunks that the tenant still has, by id."""
    held = tables.chunks.c
    found: dict[str, str] = {}
    for ids in in_parts(chunk_ids):
        texts = select(held.id, held.text).where(
            held.tenant_id == scope.tenant_id, held.id.in_(ids)
        )
        found.update((row.id, row.text) for row in connection.execute(texts))
    return found


def _require_chunks(
    connection: Connection, scope: RoomScope, document_id: str, chunk_ids: Sequence[str]
) -> None:
    of_this = of_document(tables.chunks, scope, document_id)
    missing = set(chunk_ids)
    for ids in in_parts(chunk_ids):
        there = select(tables.chunks.c.id).where(of_this, tables.chunks.c.id.in_(ids))
        missing.difference_update(connection.scalars(there))
    if missing:
        raise NotFoundError(f"chunk in document `{document_id}`", min(missing))


def count_vectors(connection: Connection, scope: RoomScope, document_id: str, embedder: str) -> int:
    """Return how many of a document's chunks have a vector of `embedder`."""
    held = tables.vectors.c
    count = select(func.count()).where(
        held.tenant_id == scope.tenant_id,
        held.document_id == document_id,
        held.embedder == embedder,
    )
    return connection.execute(count).scalar_one()


def _begin_room(connection: Connection, scope: RoomScope, document_id: str, embedder: str) -> None:
    """Let the room's first ready document say by whose vectors the room is searched."""
    held = tables.documents.c
    others = exists().where(in_room(tables.documents, scope), searched(), held.id != document_id)
    room = with_id(tables.rooms, scope, scope.room_id)
    first = update(tables.rooms).where(room, or_(tables.rooms.c.embedder.is_(None), ~others))
    connection.execute(first.values(embedder=embedder))


def _dimensions(connection: Connection, scope: RoomScope, document_id: str, embedder: str) -> int:
    of_this = of_document(tables.vectors, scope, document_id)
    one = select(tables.vectors.c.vector).where(of_this, tables.vectors.c.embedder == embedder)
    return len(connection.execute(one.limit(1)).scalar_one())


def _values(scope: RoomScope, document_id: str, chunk: Chunk) -> dict[str, object]:
    return {
        "tenant_id": scope.tenant_id,
        "room_id": scope.room_id,
        "document_id": document_id,
        "id": chunk.id,
        "ordinal": chunk.ordinal,
        "text": chunk.text,
        "spans": chunk.spans,
        "tokens": chunk.tokens,
        "section": chunk.section,
        "head": chunk.head,
        "embedded_hash": embedded_hash(chunk),
    }

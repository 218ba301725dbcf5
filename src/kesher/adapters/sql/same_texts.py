"""Vectors of texts that the tenant has embedded before, so that none is computed twice.

They are kept nowhere but with the chunks that have them: what is deleted leaves no trace here, and
no tenant's texts serve another's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, insert, select

from kesher.adapters.sql import tables
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.row_security import whole_tenant
from kesher.domain.document import Chunk
from kesher.domain.scope import RoomScope, Scope


@dataclass(frozen=True, slots=True)
class KnownVector:
    """What one model made of a text."""

    embedder: str
    vector: NDArray[np.float32]


def embedded_hash(chunk: Chunk) -> str:
    """Return the hash of what a chunk is embedded as, its lead and its text."""
    return sha256((chunk.lead + chunk.text).encode("utf-8", "surrogatepass")).hexdigest()


def known_vectors(
    connection: Connection, scope: Scope, hashes: Sequence[str]
) -> dict[str, list[KnownVector]]:
    """Return what the tenant's chunks of any room know of texts, by hash; a model once."""
    with whole_tenant(connection):
        return _known(connection, scope, _chunks_with(connection, scope, hashes))


def _known(
    connection: Connection, scope: Scope, same: dict[str, str]
) -> dict[str, list[KnownVector]]:
    """Return the vectors of chunks whose hashes are given by chunk id."""
    held = tables.vectors.c
    found: dict[tuple[str, str], KnownVector] = {}
    # In two steps, as PostgreSQL joins badly what it has not counted yet.
    for part in in_parts(list(same)):
        rows = select(held.chunk_id, held.embedder, held.vector).where(
            held.tenant_id == scope.tenant_id, held.chunk_id.in_(part)
        )
        for row in connection.execute(rows):
            known_as = (same[row.chunk_id], row.embedder)
            found.setdefault(known_as, KnownVector(row.embedder, row.vector))
    known: dict[str, list[KnownVector]] = {}
    for (digest, _), vector in found.items():
        known.setdefault(digest, []).append(vector)
    return known


def _chunks_with(connection: Connection, scope: Scope, hashes: Sequence[str]) -> dict[str, str]:
    """Return the hashes of the tenant's chunks that have one of them, by chunk id."""
    held = tables.chunks.c
    found: dict[str, str] = {}
    for part in in_parts(list(dict.fromkeys(hashes))):
        rows = select(held.id, held.embedded_hash).where(
            held.tenant_id == scope.tenant_id, held.embedded_hash.in_(part)
        )
        found.update((row.id, row.embedded_hash) for row in connection.execute(rows))
    return found


def insert_known(
    connection: Connection,
    scope: RoomScope,
    chunks: Sequence[Chunk],
    known: dict[str, list[KnownVector]],
) -> None:
    """Give new chunks the vectors that are known of their texts."""
    rows = [
        {
            "tenant_id": scope.tenant_id,
            "room_id": scope.room_id,
            "document_id": chunk.document_id,
            "chunk_id": chunk.id,
            "embedder": each.embedder,
            "vector": each.vector,
        }
        for chunk in chunks
        for each in known.get(embedded_hash(chunk), ())
    ]
    if rows:
        connection.execute(insert(tables.vectors), rows)

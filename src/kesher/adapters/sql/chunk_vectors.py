"""The vectors of single chunks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select
from typing_extensions import override

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import in_room
from kesher.adapters.sql.tables import vectors
from kesher.domain.scope import RoomScope
from kesher.ports.chunk_vectors import ChunkVectors


@dataclass(frozen=True, slots=True)
class SqlChunkVectors(ChunkVectors):
    """Vectors in SQL. What each call promises: the port."""

    database: Database

    @override
    async def vectors_of(
        self, scope: RoomScope, chunk_ids: Sequence[str], *, embedder: str
    ) -> Mapping[str, NDArray[np.float32]]:
        return await self.database.read(_vectors_of, scope, chunk_ids, embedder=embedder)


def _vectors_of(
    connection: Connection, scope: RoomScope, chunk_ids: Sequence[str], *, embedder: str
) -> dict[str, NDArray[np.float32]]:
    found: dict[str, NDArray[np.float32]] = {}
    for part in in_parts(chunk_ids):
        held = vectors.c
        rows = select(held.chunk_id, held.vector).where(
            in_room(vectors, scope), held.chunk_id.in_(part), held.embedder == embedder
        )
        found.update((row.chunk_id, row.vector) for row in connection.execute(rows))
    return found

"""What we ask of whoever keeps the vectors of passages, where they are looked at one by one."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kesher.domain.scope import RoomScope


class ChunkVectors(Protocol):
    """The vectors of a room's chunks."""

    async def vectors_of(
        self, scope: RoomScope, chunk_ids: Sequence[str], *, embedder: str
    ) -> Mapping[str, NDArray[np.float32]]:
        """Return the vectors that a model made of chunks, by id; a chunk without one is absent.

        float32, shape (dimensions,), of unit length.
        """
        ...

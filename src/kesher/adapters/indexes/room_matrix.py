"""One room's matrix at one moment: unit vectors, a row a chunk, and the changes that are in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kesher.domain.retrieval import Ranked
from kesher.ports.indexes import RoomChange
from kesher.ranking.vectors import Codes, quantise, top_by_codes, top_exact, unit_rows

# As float32 this is 8 MB. Below it, both ways take about 0.2 ms; from there on memory's speed
# decides, and codes are a quarter of the bytes (on one Zen 4 core 10,000 × 768 takes 0.35 ms
# against 0.94, 100,000 × 768 takes 4 against 11.5).
CODES_FROM_NUMBERS = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class RoomMatrix:
    """A snapshot: searching one never waits for changes, which make another.

    Attributes:
        sequence: Number of the last change that is in it; 0 for none.
        vectors: float32, shape (n, dimensions), rows of unit length, oldest first.
        chunk_ids, document_ids: n of each, by row.
        codes: The matrix in 8 bits where it is large; else None.
    """

    sequence: int = 0
    vectors: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0), np.float32))
    chunk_ids: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    codes: Codes | None = None

    @property
    def size_bytes(self) -> int:
        """What it holds in memory, ids roughly."""
        codes = 0 if self.codes is None else self.codes.rows.nbytes
        return self.vectors.nbytes + codes + 128 * len(self.chunk_ids)

    def search(self, vector: NDArray[np.float32], *, top: int) -> list[Ranked]:
        """Return the `top` chunks of greatest cosine with a unit vector, best first."""
        if not self.chunk_ids:
            return []
        if self.codes is None:
            found = top_exact(self.vectors, vector, top=top)
        else:
            found = top_by_codes(self.vectors, self.codes, vector, top=top)
        return [Ranked(self.chunk_ids[row], score) for row, score in found]

    def after(self, changes: Sequence[RoomChange]) -> "RoomMatrix":
        """Return the matrix with changes applied, oldest first.

        A change replaces all rows of its document, so that applying it twice does no harm.
        """
        newest = {change.document_id: change.chunks for change in changes}
        added = [chunk for chunks in newest.values() for chunk in chunks]
        kept = [row for row, document in enumerate(self.document_ids) if document not in newest]
        whole = len(kept) == len(self.document_ids)  # nothing to take away: no copy for it
        parts = [self.vectors if whole else self.vectors[kept]] if kept else []
        if added:
            parts.append(unit_rows(np.stack([chunk.vector for chunk in added])))
        return RoomMatrix(
            changes[-1].sequence,
            np.concatenate(parts) if parts else np.empty((0, 0), np.float32),
            (*(self.chunk_ids[row] for row in kept), *(chunk.id for chunk in added)),
            (*(self.document_ids[row] for row in kept), *(chunk.document_id for chunk in added)),
        )

    def with_codes(self) -> "RoomMatrix":
        """Return the matrix ready for search: with codes if it is large enough for them."""
        if self.codes is not None or self.vectors.size < CODES_FROM_NUMBERS:
            return self
        codes = quantise(self.vectors)
        return RoomMatrix(self.sequence, self.vectors, self.chunk_ids, self.document_ids, codes)

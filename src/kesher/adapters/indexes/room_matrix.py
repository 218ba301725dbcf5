"""One room's matrix at one moment: unit vectors, a row a chunk, and the changes that are in it."""

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kesher.domain.retrieval import Ranked
from kesher.ports.indexes import IndexedChunk, RoomChange
from kesher.ranking.blocks import Block, longer
from kesher.ranking.codes import Codes, quantise, with_more
from kesher.ranking.scan import top_by_codes
from kesher.ranking.vectors import NO_ROWS, Rows, top_exact, unit_rows

# As float32 this is 8 MB. Below it, both ways take about 0.2 ms; from there on memory's speed
# decides, and codes are a quarter of the bytes.
CODES_FROM_NUMBERS = 2_000_000
# Smaller codes lie in the processor's cache, and a second thread is of no use.
_HELPED_BYTES = 32_000_000
# Rows of documents that are gone are passed over until they are so many; then all is copied.
_DEAD_FRACTION = 0.125


@dataclass(frozen=True, slots=True, eq=False)
class RoomMatrix:
    """A snapshot: searching one never waits for changes, which make another.

    Snapshots share memory: a document more costs its own rows and no copy of the rest.

    Attributes:
        sequence: Number of the last change that is in it; 0 for none.
        size: Rows that are in it, dead ones among them; the block and `ids` may hold more.
        block: float32, (≥ size, dimensions), rows of unit length, oldest first.
        ids: Chunk ids by row.
        spans: First row and the row after the last of each document that has chunks.
        dead: Rows of documents that are gone or were replaced, in rising order.
        codes: The matrix in 8 bits where it is large; else None.
    """

    sequence: int = 0
    size: int = 0
    block: Block[np.float32] = field(default_factory=lambda: Block.empty((0, 0), np.float32))
    ids: list[str] = field(default_factory=list)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    dead: Rows = field(default_factory=lambda: NO_ROWS)
    codes: Codes | None = None

    @property
    def vectors(self) -> NDArray[np.float32]:
        """float32, shape (size, dimensions)."""
        return self.block.array[: self.size]

    @property
    def chunk_ids(self) -> list[str]:
        """The chunks that stand, oldest first."""
        return [self.ids[row] for row in self._standing()]

    @property
    def size_bytes(self) -> int:
        """What it holds in memory, ids roughly."""
        codes = 0 if self.codes is None else self.codes.size_bytes
        return self.vectors.nbytes + codes + 128 * self.size

    def search(
        self, vector: NDArray[np.float32], *, top: int, helper: Executor | None = None
    ) -> list[Ranked]:
        """Return the `top` chunks of greatest cosine with a unit vector, best first.

        Args:
            helper: Lends a thread for the scan of a large room.
        """
        if self.size == len(self.dead):
            return []
        if self.codes is None:
            found = top_exact(self.vectors, vector, top=top, dead=self.dead)
        else:
            lent = helper if self.codes.size_bytes >= _HELPED_BYTES else None
            found = top_by_codes(
                self.vectors, self.codes, vector, top=top, dead=self.dead, helper=lent
            )
        return [Ranked(self.ids[row], score) for row, score in found]

    def after(self, changes: Sequence[RoomChange]) -> "RoomMatrix":
        """Return the matrix with changes applied, oldest first. One caller at a time.

        A change replaces all rows of its document, so that applying it twice does no harm.
        """
        newest = {change.document_id: change.chunks for change in changes}
        removed = [
            each
            for change in changes
            if change.kept is not None
            for each in self.spans.keys() - change.kept
        ]
        longer_one = self._without({*newest, *removed})._with(newest)
        if len(longer_one.dead) > _DEAD_FRACTION * longer_one.size:
            longer_one = longer_one._compacted()
        return replace(longer_one, sequence=changes[-1].sequence)

    def with_codes(self) -> "RoomMatrix":
        """Return the matrix ready for search: with codes if it is large enough for them."""
        if self.vectors.size < CODES_FROM_NUMBERS:
            return replace(self, codes=None)
        codes = self.codes and with_more(self.codes, self.vectors)
        if codes is None or codes.is_worn:
            codes = quantise(self.vectors)
        return replace(self, codes=codes)

    def _standing(self) -> Rows:
        return np.delete(np.arange(self.size), self.dead)

    def _without(self, document_ids: Collection[str]) -> "RoomMatrix":
        spans = dict(self.spans)
        gone = [np.arange(*spans.pop(each)) for each in document_ids if each in spans]
        if not gone:
            return self
        return replace(self, spans=spans, dead=np.sort(np.concatenate([self.dead, *gone])))

    def _with(self, documents: Mapping[str, Sequence[IndexedChunk]]) -> "RoomMatrix":
        chunks = [chunk for each in documents.values() for chunk in each]
        if not chunks:
            return self
        vectors = unit_rows(np.stack([chunk.vector for chunk in chunks]))
        block = self.block if self.size else Block.empty((0, vectors.shape[1]), np.float32)
        # Another snapshot may have added ids of its own after ours.
        ids = self.ids if len(self.ids) == self.size else self.ids[: self.size]
        spans, row = dict(self.spans), self.size
        for document_id, its_chunks in documents.items():
            if its_chunks:
                spans[document_id] = (row, row + len(its_chunks))
                row += len(its_chunks)
        block = longer(block, self.size, vectors)
        ids.extend(chunk.id for chunk in chunks)
        return replace(self, size=row, block=block, ids=ids, spans=spans)

    def _compacted(self) -> "RoomMatrix":
        """Return a matrix of the rows that stand, in memory of its own."""
        rows = self._standing()
        vectors = self.vectors[rows]
        before = np.searchsorted(self.dead, [first for first, _ in self.spans.values()])
        spans = {
            document_id: (first - gone, until - gone)
            for (document_id, (first, until)), gone in zip(
                self.spans.items(), before.tolist(), strict=True
            )
        }
        ids = [self.ids[row] for row in rows]
        return RoomMatrix(self.sequence, len(rows), Block(vectors, len(rows)), ids, spans)

"""One room's matrices at one moment, one for the passages of each language."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kesher.adapters.indexes.room_matrix import RoomMatrix
from kesher.domain.retrieval import Ranked
from kesher.ports.indexes import IndexedChunk, RoomChange
from kesher.text.language import Language, passage_language


@dataclass(frozen=True, slots=True, eq=False)
class RoomLanguages:
    """A snapshot that is searched by language.

    Vectors of a question's own language lie nearest to it whatever they say; apart, the best of
    another language are found as well.

    Attributes:
        sequence: Number of the last change that is in it; 0 for none.
        matrices: By the language of the passages.
    """

    sequence: int = 0
    matrices: Mapping[Language, RoomMatrix] = field(default_factory=dict)

    @property
    def size_bytes(self) -> int:
        """What it holds in memory."""
        return sum(each.size_bytes for each in self.matrices.values())

    @property
    def numbers(self) -> int:
        """Numbers that a search compares."""
        return sum(each.vectors.size for each in self.matrices.values())

    def search(
        self, vector: NDArray[np.float32], *, top: int, helper: Executor | None = None
    ) -> list[Ranked]:
        """Return the `top` chunks of each language by cosine with a unit vector, best first.

        Args:
            helper: Lends a thread for the scan of a large matrix.
        """
        found = [
            replace(ranked, language=language)
            for language, matrix in self.matrices.items()
            for ranked in matrix.search(vector, top=top, helper=helper)
        ]
        return sorted(found, key=lambda ranked: -ranked.score)

    def after(self, changes: Sequence[RoomChange]) -> "RoomLanguages":
        """Return the matrices with changes applied, oldest first. One caller at a time."""
        parted = [(change, _by_language(change.chunks)) for change in changes]
        languages = {*self.matrices, *(language for _, parts in parted for language in parts)}
        matrices = {
            language: self.matrices.get(language, RoomMatrix()).after(
                [replace(change, chunks=parts.get(language, ())) for change, parts in parted]
            )
            for language in sorted(languages)
        }
        return RoomLanguages(changes[-1].sequence, matrices)

    def with_codes(self) -> "RoomLanguages":
        """Return the matrices ready for search."""
        ready = {language: matrix.with_codes() for language, matrix in self.matrices.items()}
        return RoomLanguages(self.sequence, ready)


def _by_language(chunks: Sequence[IndexedChunk]) -> dict[Language, tuple[IndexedChunk, ...]]:
    parts = defaultdict[Language, list[IndexedChunk]](list)
    for chunk in chunks:
        parts[passage_language(chunk.text)].append(chunk)
    return {language: tuple(part) for language, part in parts.items()}

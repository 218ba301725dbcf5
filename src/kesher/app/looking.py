"""The vectors behind an answer: the question's and its passages', to be looked at."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.answer.vector_plane import lay_out
from kesher.domain.answer_record import RecordedRetrieval
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.answer_records import AnswerRecordStore
from kesher.ports.chunk_vectors import ChunkVectors

MOST_PASSAGES = 60
"""Of each search so many passages are shown at most, the best first."""


@dataclass(frozen=True, slots=True)
class PlacedVector:
    """A vector on the plane of its search.

    Attributes:
        chunk_id: Whose it is; None: the question's.
        cosine: With the question's, −1 to 1.
        values: All its numbers, rounded to three places.
    """

    chunk_id: str | None
    x: float
    y: float
    cosine: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SearchVectors:
    """The vectors of one search: the question's first, then passages, the best first.

    Attributes:
        label: As the record has it.
        kept_fraction: How much of their spread the plane shows, 0–1.
        missing: So many of the passages have no vector of that model any more.
    """

    label: str
    embedder: str
    kept_fraction: float
    missing: int
    vectors: tuple[PlacedVector, ...]


@dataclass(frozen=True, slots=True)
class Looking:
    """Shows vectors as the store holds them today."""

    records: AnswerRecordStore
    vectors: ChunkVectors

    async def show(self, scope: Scope, answer_id: str) -> Sequence[SearchVectors]:
        """Return the vectors of each search of an answer that embedded its question.

        Raises:
            NotFoundError: no such answer, or it has no record.
        """
        record = await self.records.answer_record(scope, answer_id)
        room = RoomScope(scope.tenant_id, record.room_id, user_id=scope.user_id)
        return [
            await self._show(room, search, search.query_vector)
            for search in record.retrievals
            if search.query_vector is not None
        ]

    async def _show(
        self, room: RoomScope, search: RecordedRetrieval, numbers: Sequence[float]
    ) -> SearchVectors:
        wanted = _best(search)
        held = await self.vectors.vectors_of(room, wanted, embedder=search.embedder)
        question = np.asarray(numbers, dtype=np.float32)
        there = [each for each in wanted if each in held]
        kept_fraction, placed = _placed(question, [(each, held[each]) for each in there])
        missing = len(wanted) - len(there)
        return SearchVectors(search.label, search.embedder, kept_fraction, missing, placed)


def _best(search: RecordedRetrieval) -> list[str]:
    """Return the passages of a search: its hits, then the best of the fused and dense rankings."""
    found = dict.fromkeys(hit.chunk_id for hit in search.hits)
    for name in ("fused", "dense"):
        found.update((each.chunk_id, None) for each in search.rankings.get(name, ()))
    return list(found)[:MOST_PASSAGES]


def _placed(
    question: NDArray[np.float32], passages: Sequence[tuple[str, NDArray[np.float32]]]
) -> tuple[float, tuple[PlacedVector, ...]]:
    named: list[tuple[str | None, NDArray[np.float32]]] = [(None, question), *passages]
    plane = lay_out([vector for _, vector in named])
    placed = tuple(
        PlacedVector(
            chunk_id, *point, round(float(question @ vector), 4), tuple(vector.round(3).tolist())
        )
        for (chunk_id, vector), point in zip(named, plane.points, strict=True)
    )
    return plane.kept_fraction, placed

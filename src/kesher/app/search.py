"""A question to ranked chunks: embed → both rankings → fuse → join with the store → neighbours."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kesher.documents.neighbours import neighbours, ordinals_beside
from kesher.documents.retrieval import fuse, hits, keeping, search_text
from kesher.domain.document import Chunk
from kesher.domain.retrieval import Hit, Query, Ranked, Retrieval
from kesher.domain.scope import RoomScope
from kesher.ports.indexes import DenseIndex, LexicalIndex
from kesher.ports.models import Embedder
from kesher.ports.stores import Store

T = TypeVar("T")

SPARE = 40
"""Candidates fetched beyond those wanted: a stale index may name chunks that are gone."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How many chunks a question brings.

    Attributes:
        fusion_k: Damping of Reciprocal Rank Fusion, in ranks.
        fusion_depth: Chunks that each retriever gives to the fusion.
    """

    top: int
    neighbours: int
    fusion_k: int
    fusion_depth: int


@dataclass(frozen=True, slots=True)
class Search:
    """Finds the chunks of a room that a question is about."""

    store: Store
    embedder: Embedder
    dense: DenseIndex
    lexical: LexicalIndex
    settings: SearchSettings

    async def retrieve(
        self, scope: RoomScope, query: Query, *, top: int | None = None
    ) -> Retrieval:
        """Return the chunks nearest to the question, by meaning and by words.

        Args:
            top: How many ranked chunks; the setting if omitted.

        Raises:
            NotFoundError: no such room.
            ModelError: the question could not be embedded.
        """
        seconds: dict[str, float] = {}
        figures = await self.store.figures(scope)
        text = search_text(query)
        (vector, dense), lexical = await asyncio.gather(
            self._dense(scope, text, seconds),
            _timed("lexical", seconds, self._lexical(scope, text)),
        )
        started = time.perf_counter()
        candidates = fuse(dense, lexical, k=self.settings.fusion_k)
        wanted = self.settings.top if top is None else top
        order = candidates
        if text != query.text:
            order = keeping(candidates, query.cited, top=wanted)
        seconds["fuse"] = time.perf_counter() - started
        joined = await _timed(
            "join",
            seconds,
            self.store.join(scope, [c.chunk_id for c in order[: wanted + SPARE]]),
        )
        found = hits(order, joined, top=wanted)
        beside = await _timed("neighbours", seconds, self._neighbours(scope, found))
        return Retrieval(
            query,
            found,
            beside,
            figures,
            self.embedder.name,
            seconds,
            search_text=text,
            query_vector=tuple(vector.tolist()),
            rankings={
                "dense": tuple(dense),
                "lexical": tuple(lexical),
                "fused": tuple(Ranked(each.chunk_id, each.fused) for each in candidates),
            },
        )

    async def _dense(
        self, scope: RoomScope, text: str, seconds: dict[str, float]
    ) -> tuple[NDArray[np.float32], Sequence[Ranked]]:
        vector = await _timed("embed", seconds, self.embedder.embed_query(text))
        ranking = self.dense.search(scope, vector, top=self.settings.fusion_depth)
        return vector, await _timed("dense", seconds, ranking)

    async def _lexical(self, scope: RoomScope, text: str) -> Sequence[Ranked]:
        return await self.lexical.search(scope, text, top=self.settings.fusion_depth)

    async def _neighbours(self, scope: RoomScope, found: Sequence[Hit]) -> tuple[Hit, ...]:
        limit = self.settings.neighbours
        fetched: list[Chunk] = []
        for document_id, ordinals in ordinals_beside(found, limit=limit).items():
            fetched += await self.store.adjacent(scope, document_id, ordinals)
        return neighbours(found, fetched, limit=limit)


async def _timed(name: str, seconds: dict[str, float], work: Awaitable[T]) -> T:
    started = time.perf_counter()
    result = await work
    seconds[name] = time.perf_counter() - started
    return result

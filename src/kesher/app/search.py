"""A question to ranked chunks: embed → rankings → fuse → join with the store → neighbours."""

import asyncio
import time
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from kesher.app.renewing import RoomModels
from kesher.documents.fusion import Candidate, Rankings, by_rank, by_score
from kesher.documents.neighbours import neighbours, ordinals_beside
from kesher.documents.retrieval import hits, keeping, search_text
from kesher.domain.document import Chunk
from kesher.domain.retrieval import Hit, Query, Ranked, Retrieval
from kesher.domain.scope import RoomScope
from kesher.errors import ModelError
from kesher.ports.indexes import DenseIndex, LexicalIndex
from kesher.ports.models import Embedder
from kesher.ports.stores import Store
from kesher.telemetry import gen_ai
from kesher.telemetry.instrument import records_content, span, took
from kesher.telemetry.measures import RETRIEVAL_SECONDS

T = TypeVar("T")

SPARE = 40
"""Candidates fetched beyond those wanted: a stale index may name chunks that are gone."""


Fusion = Literal["scores", "ranks"]
"""How rankings become one: by the sum of their standard scores, or by Reciprocal Rank Fusion."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How many chunks a question brings, and how they are chosen.

    Attributes:
        fusion: The one of a search that does not say otherwise.
        fusion_k: Damping of Reciprocal Rank Fusion, in ranks.
        fusion_depth: Chunks that each retriever gives to the fusion.
    """

    top: int
    neighbours: int
    fusion_k: int
    fusion_depth: int
    fusion: Fusion = "scores"


@dataclass(frozen=True, slots=True, eq=False)
class _Meaning:
    """The ranking by meaning, and by which model's vector of the question it was found."""

    embedder: str
    vector: NDArray[np.float32]
    ranking: Sequence[Ranked]


@dataclass(frozen=True, slots=True)
class Search:
    """Finds the chunks of a room that a question is about.

    Attributes:
        document_ids: Only what these hold is found; empty: all of the room.
    """

    store: Store
    embedder: Embedder
    models: RoomModels
    dense: DenseIndex
    lexical: LexicalIndex
    settings: SearchSettings
    document_ids: tuple[str, ...] = ()

    def within(self, document_ids: Sequence[str]) -> "Search":
        """Return the same for some documents of a room alone; none: for all of it."""
        return replace(self, document_ids=tuple(document_ids))

    async def retrieve(
        self,
        scope: RoomScope,
        query: Query,
        *,
        top: int | None = None,
        fusion: Fusion | None = None,
    ) -> Retrieval:
        """Return the chunks nearest to the question, by meaning and by words.

        Args:
            top: How many ranked chunks; the setting if omitted.
            fusion: How rankings become one; the setting if omitted. By ranks, pieces of words are
                not searched.

        Raises:
            NotFoundError: no such room.
            ModelError: the question could not be embedded.
        """
        with span("retrieval", _told(query)):
            return await self._retrieved(scope, query, top=top, fusion=fusion)

    async def _retrieved(
        self, scope: RoomScope, query: Query, *, top: int | None, fusion: Fusion | None
    ) -> Retrieval:
        seconds: dict[str, float] = {}
        figures = await self.store.figures(scope)
        text = search_text(query)
        fusion = fusion or self.settings.fusion
        allowed = await self._allowed(scope)
        # A ranking of the whole room holds the best of any part of it.
        depth = self.settings.fusion_depth if allowed is None else figures.chunks
        meaning, (lexical, grams) = await asyncio.gather(
            self._dense(scope, text, seconds, depth),
            self._by_words(scope, text, fusion, seconds, depth),
        )
        rankings = Rankings(
            self._of(meaning.ranking, allowed),
            self._of(lexical, allowed),
            self._of(grams, allowed),
            self.settings.fusion_depth,
        )
        wanted = self.settings.top if top is None else top
        with _stage("fuse", seconds):
            candidates = self._fused(rankings, fusion)
            order = candidates
            if text != query.text:
                order = keeping(candidates, query.cited, top=wanted)
        joined = await _timed(
            "join",
            seconds,
            self.store.join(scope, [c.chunk_id for c in order[: wanted + SPARE]]),
        )
        found = hits(order, joined, asked=text, top=wanted)
        beside = await _timed("neighbours", seconds, self._neighbours(scope, found))
        return Retrieval(
            query,
            found,
            beside,
            figures,
            meaning.embedder,
            seconds,
            search_text=text,
            query_vector=tuple(meaning.vector.tolist()),
            rankings={
                "dense": tuple(rankings.dense),
                "lexical": tuple(rankings.lexical),
                **({"grams": tuple(rankings.grams)} if fusion == "scores" else {}),
                "fused": tuple(Ranked(each.chunk_id, each.fused) for each in candidates),
            },
            fusion=fusion,
        )

    async def _allowed(self, scope: RoomScope) -> frozenset[str] | None:
        """Return the chunks that may be found; None: all of the room."""
        if not self.document_ids:
            return None
        return await self.store.chunk_ids(scope, self.document_ids)

    def _of(self, ranking: Sequence[Ranked], allowed: frozenset[str] | None) -> Sequence[Ranked]:
        """Return what of a ranking may be found, as deep as rankings are fused."""
        if allowed is None:
            return ranking
        return [each for each in ranking if each.chunk_id in allowed][: self.settings.fusion_depth]

    async def _dense(
        self, scope: RoomScope, text: str, seconds: dict[str, float], depth: int
    ) -> "_Meaning":
        asked = await self._asked(scope, text, seconds)
        if asked is None:
            return _Meaning(self.embedder.name, np.empty(0, np.float32), ())
        name, vector = asked
        ranking = self.dense.search(scope, vector, top=depth, embedder=name)
        return _Meaning(name, vector, await _timed("dense", seconds, ranking))

    async def _asked(
        self, scope: RoomScope, text: str, seconds: dict[str, float]
    ) -> tuple[str, NDArray[np.float32]] | None:
        """Return the room's model and its vector of the question.

        None: another model than that of the settings made the room's vectors and serves no more;
        until those of the new one have grown, the room is searched by words alone.
        """
        embedder = await self.models.of(scope)
        if embedder is None:
            return None
        try:
            vector = await _timed("embed", seconds, embedder.embed_query(text))
        except ModelError:
            if embedder is self.models.configured:
                raise
            return None
        return embedder.name, vector

    async def _by_words(
        self,
        scope: RoomScope,
        text: str,
        fusion: Fusion,
        seconds: dict[str, float],
        depth: int,
    ) -> tuple[Sequence[Ranked], Sequence[Ranked]]:
        """Return the rankings by words and by their pieces, the second empty if not asked for."""
        words = self.lexical.search(scope, text, top=depth)
        lexical = await _timed("lexical", seconds, words)
        if fusion == "ranks":
            return lexical, ()
        pieces = self.lexical.search_grams(scope, text, top=depth)
        return lexical, await _timed("grams", seconds, pieces)

    def _fused(self, rankings: Rankings, fusion: Fusion) -> list[Candidate]:
        if fusion == "ranks":
            return by_rank(rankings, k=self.settings.fusion_k)
        return by_score(rankings)

    async def _neighbours(self, scope: RoomScope, found: Sequence[Hit]) -> tuple[Hit, ...]:
        limit = self.settings.neighbours
        fetched: list[Chunk] = []
        for document_id, ordinals in ordinals_beside(found, limit=limit).items():
            fetched += await self.store.adjacent(scope, document_id, ordinals)
        copies = {id_ for hit in found for id_ in hit.copies}
        fetched = [chunk for chunk in fetched if chunk.id not in copies]
        return neighbours(found, fetched, limit=limit)


async def _timed(name: str, seconds: dict[str, float], work: Awaitable[T]) -> T:
    with _stage(name, seconds):
        return await work


@contextmanager
def _stage(name: str, seconds: dict[str, float]) -> Iterator[None]:
    """Time and trace a stage; one that fails has no time."""
    started = time.perf_counter()
    with span(f"retrieval.{name}"):
        yield
    seconds[name] = time.perf_counter() - started
    took(RETRIEVAL_SECONDS, seconds[name], stage=name)


def _told(query: Query) -> Mapping[str, str]:
    told = {gen_ai.OPERATION: gen_ai.RETRIEVAL}
    return {**told, gen_ai.QUERY_TEXT: query.text} if records_content() else told

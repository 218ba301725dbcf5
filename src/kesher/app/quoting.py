"""Answers without a model: sentence vectors, and how near unrelated sentences come."""

import asyncio

import numpy as np
from numpy.typing import NDArray

from kesher.answer.draft import Draft
from kesher.answer.extractive import Bar, candidates, extract
from kesher.answer.unrelated import UNRELATED
from kesher.domain.retrieval import Retrieval
from kesher.ports.models import Embedder
from kesher.text.language import Language, language


class Quoting:
    """Chooses the sentences to quote. Remembers the vectors of the unrelated ones."""

    def __init__(self, embedder: Embedder, bar: Bar) -> None:
        self._embedder = embedder
        self.bar = bar
        self._unrelated: dict[Language, asyncio.Future[NDArray[np.float32]]] = {}

    def with_bar(self, bar: Bar) -> "Quoting":
        """Return the same with another bar; the vectors that it remembers are shared."""
        other = Quoting(self._embedder, bar)
        other._unrelated = self._unrelated
        return other

    async def draft(self, retrieval: Retrieval) -> Draft:
        """Answer by quoting, or say that the passages do not hold an answer.

        Raises:
            ModelError: the sentences could not be embedded.
        """
        found = candidates(retrieval.hits)
        vectors = await self._embedder.embed_passages([item.text for item in found])
        question = await self._embedder.embed_query(retrieval.query.text)
        spoken = language("\n".join(item.text for item in found))
        unrelated = await self._unrelated_vectors(spoken)
        floor = float(np.mean(unrelated @ question))
        margins = [float(cosine) - floor for cosine in vectors @ question]
        return extract(retrieval.query.text, found, margins=margins, bar=self.bar)

    async def _unrelated_vectors(self, spoken: Language) -> NDArray[np.float32]:
        if spoken not in self._unrelated:
            work = self._embedder.embed_passages(UNRELATED[spoken])
            self._unrelated[spoken] = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(self._unrelated[spoken])
        except BaseException:
            self._unrelated.pop(spoken, None)
            raise

"""Answers without a model: sentence vectors, and how near unrelated sentences come."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kesher.answer.clauses import clauses_in, named_clauses
from kesher.answer.draft import Draft, not_found
from kesher.answer.extractive import Candidate, candidates, extract, quoted
from kesher.answer.holding import Bar, evidence, held_fraction
from kesher.answer.unrelated import UNRELATED
from kesher.documents.retrieval import search_text
from kesher.domain.retrieval import Retrieval
from kesher.ports.models import Embedder
from kesher.text.language import Language, language
from kesher.text.terms import query_terms


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
        named = clauses_in(
            (*retrieval.hits, *retrieval.neighbours), named_clauses(retrieval.query.text)
        )
        if named:  # what a clause says is asked for by its number, not by words that it holds
            return replace(quoted(named), held_fraction=1.0)
        found = candidates(retrieval.hits)
        asked = search_text(retrieval.query)
        if not found:
            return not_found(language(retrieval.query.text))
        texts = [item.text for item in found]
        spoken = language("\n".join(texts))
        vectors = await self._embedder.embed_passages(texts)
        margins = await self._margins(asked, vectors, spoken)
        signs = evidence(query_terms(asked), found, margins=margins, rankings=retrieval.rankings)
        likely = held_fraction(signs, same_language=spoken == language(asked))
        if likely < self.bar.held_fraction:
            return not_found(language(retrieval.query.text), held_fraction=likely)
        wish = retrieval.query.text
        if wish != asked:
            # Joined with those before it, a question is found; what is new in it is to be answered.
            alone = await self._margins(wish, vectors, spoken)
            margins = [(one + other) / 2 for one, other in zip(margins, alone, strict=True)]
            wish = wish if _share_terms(wish, found) else asked
        return replace(extract(wish, found, margins=margins), held_fraction=likely)

    async def _margins(
        self, question: str, vectors: NDArray[np.float32], spoken: Language
    ) -> list[float]:
        """Return how much nearer to a question each sentence is than unrelated ones."""
        vector = await self._embedder.embed_query(question)
        floor = float(np.mean(await self._unrelated_vectors(spoken) @ vector))
        return [float(cosine) - floor for cosine in vectors @ vector]

    async def _unrelated_vectors(self, spoken: Language) -> NDArray[np.float32]:
        if spoken not in self._unrelated:
            work = self._embedder.embed_passages(UNRELATED[spoken])
            self._unrelated[spoken] = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(self._unrelated[spoken])
        except BaseException:
            self._unrelated.pop(spoken, None)
            raise


def _share_terms(question: str, found: Sequence[Candidate]) -> bool:
    terms = set(query_terms(question))
    return any(not terms.isdisjoint(item.sentence.terms) for item in found)

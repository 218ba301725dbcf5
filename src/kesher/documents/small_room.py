"""Passages held in memory, and what an index of them would find: for measuring, without files."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.documents.fusion import Rankings
from kesher.domain.retrieval import Ranked
from kesher.ranking.bm25 import Bm25
from kesher.ranking.vectors import top_exact
from kesher.text.grams import asked_grams, grams
from kesher.text.language import Language, passage_language
from kesher.text.search_terms import asked_terms, search_terms

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class SmallRoom:
    """Passages as a room of a few thousand has them.

    Attributes:
        ids: One a passage, in the order of all that follows.
        languages: Of each passage.
        words, pieces: BM25 over the terms and over the pieces of words of the passages.
        matrix: float32, shape (n, dimensions), rows of unit length.
    """

    ids: Sequence[str]
    languages: Sequence[Language]
    words: Bm25
    pieces: Bm25
    matrix: Floats

    @classmethod
    def of(cls, ids: Sequence[str], texts: Sequence[str], matrix: Floats) -> "SmallRoom":
        """Index n texts with their ids and their vectors, float32, shape (n, dimensions)."""
        return cls(
            ids,
            [passage_language(text) for text in texts],
            Bm25.of([search_terms(text) for text in texts]),
            Bm25.of([grams(text) for text in texts]),
            matrix,
        )

    def rankings(self, question: str, vector: Floats, *, depth: int) -> Rankings:
        """Return what each retriever finds for a question and its vector of unit length.

        Args:
            question: As written.
            vector: float32, shape (dimensions,).
            depth: How many passages each gives, by meaning of each language.
        """
        words = asked_terms(question, self.words.postings.__contains__)
        pieces = asked_grams(question, lambda gram: len(self.pieces.postings.get(gram, ())))
        return Rankings(
            dense=self._by_meaning(vector, depth),
            lexical=self._ranked(self.words.rank(words, top=depth)),
            grams=self._ranked(self.pieces.rank(pieces, top=depth)),
            depth=depth,
        )

    def _by_meaning(self, vector: Floats, depth: int) -> list[Ranked]:
        found: list[Ranked] = []
        for language in sorted(set(self.languages)):
            rows = [row for row, each in enumerate(self.languages) if each == language]
            best = top_exact(self.matrix[rows], vector, top=depth)
            found += self._ranked([(rows[place], score) for place, score in best])
        return sorted(found, key=lambda ranked: -ranked.score)

    def _ranked(self, found: Sequence[tuple[int, float]]) -> list[Ranked]:
        return [Ranked(self.ids[row], score, self.languages[row]) for row, score in found]

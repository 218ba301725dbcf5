"""BM25 over sets small enough to hold in memory, with the formula of the large index."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

K1 = 1.2
"""How soon a term's repetitions stop to count; tantivy's fixed value, so that both agree."""

B = 0.75
"""How far a longer text needs more repetitions (0 not at all, 1 in proportion); tantivy's too."""


def inverse_document_frequency(holding: int, total: int) -> float:
    """Return how telling a term is that `holding` of `total` texts hold; above 0.

    Source:
        Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
        with the 1 that Lucene adds, so that a common term never counts against a text.
    """
    return math.log(1 + (total - holding + 0.5) / (holding + 0.5))


def frequencies(texts: Iterable[Collection[str]]) -> dict[str, float]:
    """Return the inverse document frequency of every term in `texts`."""
    holding: Counter[str] = Counter()
    total = 0
    for terms in texts:
        holding.update(set(terms))
        total += 1
    return {term: inverse_document_frequency(count, total) for term, count in holding.items()}


@dataclass(frozen=True, slots=True)
class Bm25:
    """An index of texts by their place in the sequence that it was made of.

    Attributes:
        postings: For each term, the text's position and the weight of the term in it.
        size: Number of texts.
    """

    postings: Mapping[str, Sequence[tuple[int, float]]]
    size: int

    @classmethod
    def of(cls, texts: Sequence[Sequence[str]], *, k1: float = K1, b: float = B) -> "Bm25":
        """Index the terms of each text, repeated as they occur.

        Source:
            Robertson and Zaragoza 2009, section 3.5.
        """
        mean_terms = sum(map(len, texts)) / max(len(texts), 1)
        telling = frequencies(texts)
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for position, terms in enumerate(texts):
            damping = k1 * (1 - b + b * len(terms) / mean_terms) if terms else k1
            for term, count in Counter(terms).items():
                weight = telling[term] * count * (k1 + 1) / (count + damping)
                postings[term].append((position, weight))
        return cls(dict(postings), len(texts))

    def rank(
        self, terms: Collection[str] | Mapping[str, float], *, top: int
    ) -> list[tuple[int, float]]:
        """Return up to `top` texts that hold one of `terms`, best first, with their scores.

        A term given twice counts once. Ties keep the order of the texts.

        Args:
            terms: Of the question; or its terms with what each counts, 1.0 in full.
            top: Most texts.
        """
        asked = terms if isinstance(terms, Mapping) else dict.fromkeys(terms, 1.0)
        scores: dict[int, float] = defaultdict(float)
        for term, share in asked.items():
            for position, weight in self.postings.get(term, ()):
                scores[position] += share * weight
        return sorted(scores.items(), key=lambda scored: (-scored[1], scored[0]))[:top]

"""The best sentences for a question: for answers that quote, and for shortening by quoting."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kesher.ranking.bm25 import frequencies, inverse_document_frequency

# Shares of a score, next to the share of the question's words (0–1). Found on HeQ val and ParaShoot
# dev by how often the first, or one of the first three sentences, holds the answer.
_PASSAGE_SHARE = 0.3  # of the first passage; the second has half of it
_BEFORE_SHARE = (
    0.15  # of what the sentence before holds: an answer often follows the words asked for
)
_COSINE_SHARE = 4.0  # cosines of one model lie close together, so their differences weigh more


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage.

    Attributes:
        passage: 0-based place of its passage in the ranking.
        start, end: Half-open code points of the passage's text.
        terms: As for search.
    """

    passage: int
    start: int
    end: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence with its scores.

    Attributes:
        coverage_fraction: 0–1, how much of the question's telling words it holds.
        score: What it was ordered by; comparable within one question only.
    """

    sentence: Sentence
    coverage_fraction: float
    score: float


def best_sentences(
    question: Collection[str],
    sentences: Sequence[Sentence],
    *,
    cosines: Sequence[float] | None = None,
    limit: int,
) -> list[Scored]:
    """Return up to `limit` sentences that say most about a question, best first.

    A sentence counts by the telling words that it shares with the question (rare ones more), a
    little by those of the sentence before it, by its passage's rank, and, where vectors are given,
    by its cosine with the question.

    Args:
        question: The question's terms.
        sentences: Of all passages, in order.
        cosines: One for each sentence, −1 to 1; omitted where there are no vectors.
    """
    weights = _weights(question, sentences)
    total = sum(weights.values()) or 1.0
    coverages = [sum(weights.get(term, 0.0) for term in set(s.terms)) / total for s in sentences]
    scored = [
        Scored(sentence, coverages[at], _score(at, sentences, coverages, cosines))
        for at, sentence in enumerate(sentences)
    ]
    return sorted(scored, key=lambda each: -each.score)[:limit]


def _weights(question: Collection[str], sentences: Sequence[Sentence]) -> dict[str, float]:
    telling = frequencies(sentence.terms for sentence in sentences)
    # A word that no sentence holds would be the most telling of all: it counts as found once.
    unseen = inverse_document_frequency(1, max(len(sentences), 1))
    return {term: telling.get(term, unseen) for term in question}


def _score(
    at: int,
    sentences: Sequence[Sentence],
    coverages: Sequence[float],
    cosines: Sequence[float] | None,
) -> float:
    score = coverages[at] + _PASSAGE_SHARE / (1 + sentences[at].passage)
    if at and sentences[at - 1].passage == sentences[at].passage:
        score += _BEFORE_SHARE * coverages[at - 1]
    if cosines is not None:
        score += _COSINE_SHARE * cosines[at]
    return score

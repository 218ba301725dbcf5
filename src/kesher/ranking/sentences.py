"""The best sentences for a question: for answers that quote, and for shortening by quoting."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kesher.ranking.bm25 import frequencies, inverse_document_frequency

# Shares of the score, chosen on HeQ's validation questions (does the best sentence hold the answer)
# and on the sample's thirty in four languages. Cosines of related texts lie close together, so that
# a small difference must weigh much; a passage's own cosine lends a short sentence its context.
_RANK_SHARE = 0.1
_COSINE_SHARE = 8.0
_PASSAGE_COSINE_SHARE = 4.0
_BEFORE_SHARE = 0.15


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
class Cosines:
    """How near sentences and passages are to the question, −1 to 1 each.

    Attributes:
        sentences: One for each sentence.
        passages: One for each passage, by its place in the ranking.
    """

    sentences: Sequence[float]
    passages: Sequence[float]


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
    cosines: Cosines | None = None,
    limit: int,
) -> list[Scored]:
    """Return up to `limit` sentences that say most about a question, best first.

    A sentence counts by the telling words that it shares with the question (rare ones more), a
    little by those of the sentence before it, by its passage's rank, and, where vectors are given,
    by its own and its passage's cosine with the question.

    Args:
        question: The question's terms.
        sentences: Of all passages, in order.
        cosines: With the question; omitted where there are no vectors.
    """
    weights = term_weights(question, sentences)
    total = sum(weights.values()) or 1.0
    coverages = [sum(weights.get(term, 0.0) for term in set(s.terms)) / total for s in sentences]
    scored = [
        Scored(sentence, coverages[at], _score(at, sentences, coverages, cosines))
        for at, sentence in enumerate(sentences)
    ]
    return sorted(scored, key=lambda each: -each.score)[:limit]


def term_weights(question: Collection[str], sentences: Sequence[Sentence]) -> dict[str, float]:
    """Return how telling each of the question's terms is among the sentences: rare ones more."""
    telling = frequencies(sentence.terms for sentence in sentences)
    # A word that no sentence holds would be the most telling of all: it counts as found once.
    unseen = inverse_document_frequency(1, max(len(sentences), 1))
    return {term: telling.get(term, unseen) for term in question}


def _score(
    at: int,
    sentences: Sequence[Sentence],
    coverages: Sequence[float],
    cosines: Cosines | None,
) -> float:
    passage = sentences[at].passage
    score = coverages[at] + _RANK_SHARE / (1 + passage)
    if at and sentences[at - 1].passage == sentences[at].passage:
        score += _BEFORE_SHARE * coverages[at - 1]
    if cosines is not None:
        score += _COSINE_SHARE * cosines.sentences[at]
        score += _PASSAGE_COSINE_SHARE * cosines.passages[passage]
    return score

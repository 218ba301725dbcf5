"""Whether the passages that were found hold an answer: judged without a model, by several signs.

No single score tells: a question that no passage answers often shares more words with one than a
question that is answered. Each sign below says a little, and their weighted sum more.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields

from kesher.answer.extractive import Candidate
from kesher.domain.retrieval import Ranked
from kesher.ranking.sentences import term_weights
from kesher.text.terms import index_terms

_BEHIND = 10
"""The first of a ranking is compared with those behind it, as far as the tenth."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What must be reached for the passages to count as holding an answer.

    Attributes:
        held_fraction: As `held_fraction` gives it, 0–1.
    """

    held_fraction: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """Signs that an answer is there; each greater where one is likelier.

    Attributes:
        coverage_fraction: Share of the question's telling words that one sentence holds, 0–1.
        passage_coverage_fraction: Share that the first passage holds, 0–1.
        margin: How much nearer to the question the nearest sentence is than unrelated ones, as a
            difference of cosines.
        dense_lead: How much nearer the first by meaning is than those behind it, likewise.
        lexical_lead_fraction: By how much of its score the first by words leads, 0–1.
        lexical_first_by_meaning: One over the rank that the first by words has by meaning; 0 where
            it is missing there.
    """

    coverage_fraction: float
    passage_coverage_fraction: float
    margin: float
    dense_lead: float
    lexical_lead_fraction: float
    lexical_first_by_meaning: float


@dataclass(frozen=True, slots=True)
class _Weights:
    """What each sign counts, in logits a unit, and what the sum begins with."""

    signs: Evidence
    begin: float


# Logistic regression by `benchmarks.refusal.fit`, which says on which questions.
_SAME_LANGUAGE = _Weights(
    Evidence(
        coverage_fraction=0.58,
        passage_coverage_fraction=1.19,
        margin=17.55,
        dense_lead=5.32,
        lexical_lead_fraction=2.98,
        lexical_first_by_meaning=0.49,
    ),
    begin=-4.85,
)
_OTHER_LANGUAGE = _Weights(
    Evidence(
        coverage_fraction=0,
        passage_coverage_fraction=0,
        margin=22.82,
        dense_lead=104.27,
        lexical_lead_fraction=0,
        lexical_first_by_meaning=0,
    ),
    # The fit says -5.08. Between languages it refused too many of the sample's answered questions.
    begin=-4.27,
)


def evidence(
    question: Collection[str],
    found: Sequence[Candidate],
    *,
    margins: Sequence[float],
    rankings: Mapping[str, Sequence[Ranked]],
) -> Evidence:
    """Return the signs for a question.

    Args:
        question: Its telling terms.
        found: Sentences of the best passages, at least one.
        margins: Of each sentence: its cosine with the question above that of unrelated ones.
        rankings: `dense` and `lexical`, each best first.
    """
    weights = term_weights(question, [item.sentence for item in found])
    first = next(item.hit for item in found if item.sentence.passage == found[0].sentence.passage)
    dense = sorted(rankings.get("dense", ()), key=lambda ranked: -ranked.score)
    lexical = rankings.get("lexical", ())
    return Evidence(
        coverage_fraction=max(_covered(weights, item.sentence.terms) for item in found),
        passage_coverage_fraction=_covered(weights, index_terms(first.chunk.text)),
        margin=max(margins),
        dense_lead=_lead(dense),
        lexical_lead_fraction=_lead(lexical) / lexical[0].score if lexical else 0.0,
        lexical_first_by_meaning=_nearness(lexical, dense),
    )


def held_fraction(signs: Evidence, *, same_language: bool) -> float:
    """Return how likely the passages hold an answer, 0–1.

    Args:
        same_language: Whether question and passages are in one language; if not, shared words
            say nothing.
    """
    weights = _SAME_LANGUAGE if same_language else _OTHER_LANGUAGE
    logit = weights.begin + sum(
        getattr(weights.signs, sign.name) * getattr(signs, sign.name) for sign in fields(Evidence)
    )
    return 1 / (1 + math.exp(-logit))


def _covered(weights: Mapping[str, float], terms: Collection[str]) -> float:
    held = set(terms)
    total = sum(weights.values())
    return sum(weights[term] for term in weights if term in held) / total if total else 0.0


def _lead(ranking: Sequence[Ranked]) -> float:
    behind = [each.score for each in ranking[1:_BEHIND]]
    return ranking[0].score - sum(behind) / len(behind) if behind else 0.0


def _nearness(first_of: Sequence[Ranked], other: Sequence[Ranked]) -> float:
    if not first_of:
        return 0.0
    ranks = {each.chunk_id: rank for rank, each in enumerate(other, start=1)}
    rank = ranks.get(first_of[0].chunk_id)
    return 1 / rank if rank else 0.0

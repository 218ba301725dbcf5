"""Rankings of one question to one order of chunks: by their scores, or by their ranks alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.domain.retrieval import Ranked
from kesher.ranking.fusion import reciprocal_rank_fusion
from kesher.ranking.score_fusion import fused_scores

# BM25 is a sum of log odds, so its unit means something everywhere: where scores spread less than
# this, the question's words hardly stand in the room, and the one passage that has one by chance
# would stand out more than any ever does (English questions in a Hebrew room: R@1 28 without).
# Chosen on HeQ val and ParaShoot dev, where most questions spread more; cosines need none.
_LEAST_SPREADS = (0.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk in the fused order, before it is joined with the store.

    Attributes:
        fused: Its score by the fusion that was chosen.
        dense, lexical, grams: Scores, each on its ranking's own scale; None where it is missing.
        dense_rank, lexical_rank, grams_rank: 1-based places, or None likewise.
    """

    chunk_id: str
    fused: float
    dense: float | None = None
    dense_rank: int | None = None
    lexical: float | None = None
    lexical_rank: int | None = None
    grams: float | None = None
    grams_rank: int | None = None


@dataclass(frozen=True, slots=True)
class Rankings:
    """What the retrievers found, each best first, each chunk once.

    Attributes:
        depth: How many chunks each was asked for, `dense` of each language.
    """

    dense: Sequence[Ranked]
    lexical: Sequence[Ranked]
    grams: Sequence[Ranked] = ()
    depth: int = 200


def by_rank(rankings: Rankings, *, k: int) -> list[Candidate]:
    """Fuse the rankings by meaning and by words by Reciprocal Rank Fusion; `grams` stays out.

    Args:
        rankings: What was found.
        k: Damping, in ranks.

    Returns:
        Every chunk of either, best first. Where two have the same score, the one that is higher by
        words comes first: on Hebrew questions that ranking is the more reliable one of the two.
    """
    orders = [[each.chunk_id for each in ranked] for ranked in (rankings.lexical, rankings.dense)]
    return _candidates(reciprocal_rank_fusion(orders, k=k), rankings)


def by_score(rankings: Rankings) -> list[Candidate]:
    """Fuse all rankings by the sum of their standard scores, levelled between languages.

    A chunk that a ranking lacks counts there as the last of a full ranking, or as one without a
    shared word where the ranking is not full.

    Returns:
        Every chunk of any ranking, best first; ties are ordered by words, then by meaning.
    """
    every = (*rankings.lexical, *rankings.dense, *rankings.grams)
    languages = {each.chunk_id: each.language for each in every}
    scores = [
        _dense_scores(rankings, languages),
        _shared_scores(rankings.lexical, languages, rankings.depth),
        _shared_scores(rankings.grams, languages, rankings.depth),
    ]
    fused = fused_scores(scores, list(languages.values()), least_spreads=_LEAST_SPREADS)
    order = sorted(zip(languages, fused.tolist(), strict=True), key=lambda scored: -scored[1])
    return _candidates(order, rankings)


def _shared_scores(
    ranking: Sequence[Ranked], languages: Mapping[str, str], depth: int
) -> NDArray[np.float64]:
    held = {each.chunk_id: each.score for each in ranking}
    floor = ranking[-1].score if len(ranking) >= depth else 0.0
    return np.array([held.get(chunk_id, floor) for chunk_id in languages])


def _dense_scores(rankings: Rankings, languages: Mapping[str, str]) -> NDArray[np.float64]:
    """Return cosines; one that is missing is no nearer than the last of its own language."""
    held = {each.chunk_id: each.score for each in rankings.dense}
    floors = {each.language: each.score for each in rankings.dense}
    least = min(floors.values(), default=0.0)
    return np.array(
        [
            held.get(chunk_id, floors.get(language, least))
            for chunk_id, language in languages.items()
        ]
    )


def _candidates(order: Sequence[tuple[str, float]], rankings: Rankings) -> list[Candidate]:
    dense, lexical, grams = (
        {each.chunk_id: (each.score, rank) for rank, each in enumerate(ranked, start=1)}
        for ranked in (rankings.dense, rankings.lexical, rankings.grams)
    )
    missing = (None, None)
    return [
        Candidate(
            id_,
            fused,
            *dense.get(id_, missing),
            *lexical.get(id_, missing),
            *grams.get(id_, missing),
        )
        for id_, fused in order
    ]

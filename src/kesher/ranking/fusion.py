"""Several rankings to one."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

RRF_K = 60

T = TypeVar("T", bound=Hashable)


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[T]],
    *,
    weights: Sequence[float] | None = None,
    k: int = RRF_K,
) -> list[tuple[T, float]]:
    """Fuse rankings by position alone, so their scores need no common scale.

    An item at rank r (1-based) of ranking i adds `weights[i] / (k + r)` to its score. An item
    missing from a ranking adds nothing.

    Args:
        rankings: n rankings, each best first and free of duplicates. Lengths may differ.
        weights: n non-negative numbers, dimensionless. All 1.0 if omitted.
        k: Damping, in ranks. A larger k makes the top ranks count for less.

    Returns:
        Every item once, best first, with its score in [0, sum(weights) / (k + 1)].
        Ties keep the order of first appearance, so the result is deterministic.

    Raises:
        ValueError: `weights` and `rankings` differ in length.

    Source:
        Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion Outperforms Condorcet
        and Individual Rank Learning Methods", SIGIR 2009.
    """
    if weights is None:
        weights = [1.0] * len(rankings)
    if len(weights) != len(rankings):
        raise ValueError(f"Got {len(weights)} weights for {len(rankings)} rankings.")

    scores: dict[T, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, item in enumerate(ranking, start=1):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda scored: -scored[1])

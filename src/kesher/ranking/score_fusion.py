"""Several retrievers' scores to one, languages of passages on one level."""

import math
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from kesher.ranking.standard import standard

Floats = NDArray[np.float64]

# How far the level of its own group decides, against that of all items. At 1, a mixed room's
# passages of another language come among the first 10 as often (Arabic question, English answer:
# 89 % against 86), but those of the question's own lose 11 to 26 points of R@1 to their
# translations, at this 1 to 2 (XQuAD, Arabic, English and Russian).
_GROUP_SHARE = 0.75

# A group's level is that of its best items: of a large group, all others would be far below, and
# everything near the top would stand out alike.
_LEVEL_ITEMS = 40

# A group with fewer has no level: of two near copies one would always stand out, and a single item
# never. What it lacks of so many is supposed to be as all items are.
_FEWEST_ITEMS = 5


def fused_scores(
    scores: Sequence[Floats],
    groups: Sequence[Hashable],
    *,
    least_spreads: Sequence[float] | None = None,
) -> Floats:
    """Return one score an item: the sum of its standard scores, levelled between groups.

    Embeddings lie nearer to a question in their own language, and words are shared within one
    only. So an item counts mostly by how far it stands out among the best of its own group, and a
    little by how far it stands out among all. Within one group the order is that of the sums.

    Args:
        scores: One float64 array (n,) a retriever, on any scale; what a retriever did not return
            holds the score that it could have had at most.
        groups: n groups, the languages of the items.
        least_spreads: For each retriever, the least deviation of its scores that is taken for one,
            on its scale; 0 each if omitted.

    Returns:
        float64, shape (n,), in standard deviations; comparable within one call only.

    Source:
        Sums of standardised scores: Montague and Aslam, "Relevance Score Normalization for
        Metasearch", CIKM 2001.
    """
    if not groups:
        return np.zeros(0)
    leasts = least_spreads or [0.0] * len(scores)
    standards = [
        standard(each, least_spread=least) for each, least in zip(scores, leasts, strict=True)
    ]
    total: Floats = np.sum(standards, axis=0)
    levelled = np.empty_like(total)
    for group in set(groups):
        members = np.fromiter((each == group for each in groups), bool, len(groups))
        levelled[members] = _above_level(total[members], total)
    return (1 - _GROUP_SHARE) * standard(total) + _GROUP_SHARE * levelled


def _above_level(values: Floats, every: Floats) -> Floats:
    """Return how far each of a group's values lies above the level of its best.

    Args:
        values: The group's, float64, shape (m,).
        every: Those of all items, float64, shape (n,).
    """
    best = np.sort(values)[-_LEVEL_ITEMS:]
    level, variance = float(best.mean()), float(best.var())
    share = min(1.0, len(best) / _FEWEST_ITEMS)
    level = share * level + (1 - share) * float(every.mean())
    variance = share * variance + (1 - share) * float(every.var())
    return (values - level) / (math.sqrt(variance) or 1.0)

"""How sure a difference of two means is, over the same questions."""

from collections.abc import Sequence

import numpy as np

_SAMPLES = 10_000


def paired_interval(
    before: Sequence[float], after: Sequence[float], *, seed: int = 0
) -> tuple[float, float]:
    """Return the 95 % interval of the mean of `after - before`, low and high.

    Args:
        before, after: One value for each question, in the same order; at least one.
        seed: Of the samples; the same numbers give the same interval.

    Raises:
        ValueError: the two differ in length, or are empty.

    Source:
        Sakai, "Evaluating Evaluation Metrics Based on the Bootstrap", SIGIR 2006.
    """
    if not before or len(before) != len(after):
        raise ValueError(f"Got {len(before)} values before and {len(after)} after.")
    differences = np.asarray(after, np.float64) - np.asarray(before, np.float64)
    values, counts = np.unique(differences, return_counts=True)
    # A sample's mean hangs on how often each value was drawn. Ranks give few values, so that to
    # draw the counts takes no longer for thousands of questions than for ten.
    size = len(differences)
    drawn = np.random.default_rng(seed).multinomial(size, counts / size, size=_SAMPLES)
    low, high = np.quantile(drawn @ values / size, (0.025, 0.975))
    return float(low), float(high)

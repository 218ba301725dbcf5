"""Scores of one kind on a common scale, so that kinds can be added."""

import numpy as np
from numpy.typing import NDArray


def standard(values: NDArray[np.float64], *, least_spread: float = 0.0) -> NDArray[np.float64]:
    """Return how many standard deviations each value lies above the mean; all equal give 0.

    Args:
        values: float64, shape (n,), n at least 1.
        least_spread: What the deviation is taken for where it is less, in the values' unit, so
            that a small difference does not become a large one.
    """
    spread = max(float(values.std()), least_spread)
    return (values - values.mean()) / spread if spread > 0 else np.zeros_like(values)

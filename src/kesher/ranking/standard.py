"""Scores of one kind on a common scale, so that kinds can be added."""

import numpy as np
from numpy.typing import NDArray


def standard(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how many standard deviations each value lies above the mean; all equal give 0."""
    spread = float(values.std())
    return (values - values.mean()) / spread if spread > 0 else np.zeros_like(values)

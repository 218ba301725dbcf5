"""The best of many scores, without sorting all of them."""

import numpy as np
from numpy.typing import NDArray


def best_first(scores: NDArray[np.float64], top: int | None = None) -> NDArray[np.int_]:
    """Return the positions of the `top` highest scores (None: all), best first, ties in order."""
    if top is None or top >= len(scores):
        return np.argsort(-scores, kind="stable")
    if top <= 0:
        return np.zeros(0, dtype=np.int_)
    least = np.partition(scores, len(scores) - top)[len(scores) - top]
    reached = np.flatnonzero(scores >= least)
    return reached[np.argsort(-scores[reached], kind="stable")[:top]]

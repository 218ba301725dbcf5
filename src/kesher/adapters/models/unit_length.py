"""Rows brought to unit length, so that a product of two is their cosine."""

import numpy as np
from numpy.typing import NDArray


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows divided by their lengths.

    Args:
        rows: float32, shape (n, dimensions).

    Returns:
        float32 of the same shape, each row of unit length.

    Raises:
        ValueError: a row is zero or not finite, and so has no direction.
    """
    lengths = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    bad = np.flatnonzero(~np.isfinite(lengths[:, 0]) | (lengths[:, 0] == 0.0))
    if bad.size:
        raise ValueError(f"vector {bad[0]} of {len(rows)} is zero or not finite")
    scaled: NDArray[np.float32] = (rows / lengths).astype(np.float32)
    return scaled

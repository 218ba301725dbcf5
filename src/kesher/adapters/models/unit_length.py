"""A model's vectors brought to unit length, or refused where they have no direction."""

import numpy as np
from numpy.typing import NDArray

from kesher.ranking.vectors import unit_rows


def checked_unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows divided by their lengths.

    Args:
        rows: float32, shape (n, dimensions).

    Returns:
        float32 of the same shape, each row of unit length.

    Raises:
        ValueError: a row is zero or not finite, and so has no direction.
    """
    lengths = np.linalg.norm(rows, axis=1)
    bad = np.flatnonzero(~np.isfinite(lengths) | (lengths == 0.0))
    if bad.size:
        raise ValueError(f"vector {bad[0]} of {len(rows)} is zero or not finite")
    return unit_rows(rows)

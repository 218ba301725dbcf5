"""Vectors of many numbers on a plane, so that a person sees which lie together. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_AXES = 2
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Plane:
    """Vectors as points.

    Attributes:
        points: A pair for each vector, in their order; the farthest lies 1 from the middle.
        kept_fraction: How much of the vectors' spread (variance) the plane shows, 0–1.
    """

    points: tuple[tuple[float, float], ...]
    kept_fraction: float


def lay_out(vectors: Sequence[NDArray[np.float32]]) -> Plane:
    """Return vectors on the plane that shows most of their spread.

    The directions are those of the two largest singular values; each points where its largest
    part is positive, so that the same vectors always give the same picture.

    Args:
        vectors: float32, each of shape (dimensions,), the same for all.

    Source:
        Hotelling, "Analysis of a Complex of Statistical Variables into Principal Components",
        Journal of Educational Psychology 24, 1933.
    """
    if not vectors:
        return Plane((), 0.0)
    rows = np.asarray(vectors, dtype=np.float64)
    _, sizes, axes = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    spread = float((sizes**2).sum())
    if spread < _LEAST:
        return Plane(((0.0, 0.0),) * len(rows), 1.0)
    kept = [axis * np.sign(axis[np.abs(axis).argmax()]) for axis in axes[:_AXES]]
    points = (rows - rows.mean(axis=0)) @ np.array(kept).T
    points = np.pad(points, ((0, 0), (0, _AXES - points.shape[1])))
    points /= max(float(np.linalg.norm(points, axis=1).max()), _LEAST)
    placed = tuple((round(float(x), 4), round(float(y), 4)) for x, y in points)
    return Plane(placed, float((sizes[:_AXES] ** 2).sum()) / spread)

"""Exact nearest vectors by a plain product, for sets that fit the processor's cache."""

import numpy as np
import simsimd
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Rows = NDArray[np.intp]

ROUNDING = 1e-5
"""A float32 sum of thousands of products of unit vectors is off by less than this."""

NO_ROWS: Rows = np.empty(0, np.intp)
NO_ROWS.setflags(write=False)


def unit_rows(matrix: NDArray[np.floating]) -> Floats:
    """Return the rows of a (n, dimensions) matrix at length 1, as float32; zero rows stay zero."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    rows: Floats = np.divide(matrix, np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return rows


def top_exact(
    matrix: Floats, query: Floats, *, top: int, dead: Rows = NO_ROWS
) -> list[tuple[int, float]]:
    """Return the `top` rows of greatest product with `query` as (row, product), best first.

    Equal products keep the order of the rows.

    Args:
        matrix: float32, shape (n, dimensions), rows of unit length.
        query: float32, shape (dimensions,), of unit length.
        top: At least 1. Fewer come back where the matrix has fewer rows.
        dead: Rows that count as absent.
    """
    alive = len(matrix) - len(dead)
    if top >= alive:
        return finalists(matrix, np.delete(np.arange(len(matrix)), dead), query, top)
    scores = products(matrix, query)
    scores[dead] = -np.inf
    least = np.partition(scores, len(scores) - top)[len(scores) - top]
    return finalists(matrix, np.flatnonzero(scores >= least - ROUNDING), query, top)


def products(matrix: Floats | NDArray[np.int8], query: Floats | NDArray[np.int8]) -> Floats:
    """Return each row's product with `query`, on one thread.

    A BLAS product shares the work among all cores and then waits for the slowest: on a busy
    machine its median was a hundred times its minimum, while this one stayed flat.
    """
    # Never with `out=`: the package gives back None without counting it, and Python dies of that.
    found = simsimd.cdist(query.reshape(1, -1), matrix, metric="dot", out_dtype="float32")
    row: Floats = np.asarray(found)[0]
    return row


def finalists(matrix: Floats, rows: Rows, query: Floats, top: int) -> list[tuple[int, float]]:
    """Order rows by their product in float64: the same whichever way they were found."""
    # A sum along each row, since a matrix product rounds a row differently among other rows.
    scores = (matrix[rows] * query.astype(np.float64)).sum(axis=1)
    order = np.lexsort((rows, -scores))[:top]
    return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

"""Exact nearest vectors: a plain product for small sets, an 8-bit scan with proof for large ones.

The 8-bit scan reads a quarter of the bytes, and memory's speed decides. It stays exact: rounding
can move a score by no more than a bound that is computed, so every row that could be among the best
is scored again in full, and the others provably could not.
"""

from dataclasses import dataclass

import numpy as np
import simsimd
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Rows = NDArray[np.intp]

_LARGEST_CODE = 127
_BLOCK_ROWS = 8_192  # quantised at a time, so that temporary copies stay small
_BUCKET_ROWS = 32

# A float32 sum of thousands of products of unit vectors is off by less than this.
_ROUNDING = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """A matrix in 8 bits a number.

    Attributes:
        rows: int8, shape (n, dimensions); times `scale`, plus `centre`, it is nearly the matrix.
        centre: Taken from every row first, as embeddings point much the same way: what is left is
            small, and so is the error. It adds the same to every product.
        scale: One for all rows, so that products of codes keep the order of cosines.
        longest: The greatest length of a row without the centre.
        error: The greatest length of what rounding took from a row.
    """

    rows: NDArray[np.int8]
    centre: Floats
    scale: float
    longest: float
    error: float


def unit_rows(matrix: NDArray[np.floating]) -> Floats:
    """Return the rows of a (n, dimensions) matrix at length 1, as float32; zero rows stay zero."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    rows: Floats = np.divide(matrix, np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return rows


def quantise(matrix: Floats) -> Codes:
    """Return the codes of a float32 (n, dimensions) matrix with at least one row."""
    return _rounded(matrix, matrix.mean(axis=0, dtype=np.float64).astype(np.float32))


def _rounded(matrix: Floats, centre: Floats) -> Codes:
    parts = range(0, len(matrix), _BLOCK_ROWS)
    scale = max(float(np.abs(_part(matrix, centre, at)).max()) for at in parts) / _LARGEST_CODE
    scale = scale or 1.0
    codes = np.empty(matrix.shape, np.int8)
    longest = error = 0.0
    for at in parts:
        part = _part(matrix, centre, at)
        rounded = np.rint(part / scale)
        codes[at : at + _BLOCK_ROWS] = rounded
        longest = max(longest, float(np.linalg.norm(part, axis=1).max()))
        error = max(error, float(np.linalg.norm(part - rounded * scale, axis=1).max()))
    return Codes(codes, centre, scale, longest, error)


def _part(matrix: Floats, centre: Floats, at: int) -> Floats:
    part: Floats = matrix[at : at + _BLOCK_ROWS] - centre
    return part


def top_exact(matrix: Floats, query: Floats, *, top: int) -> list[tuple[int, float]]:
    """Return the `top` rows of greatest product with `query` as (row, product), best first.

    Equal products keep the order of the rows.

    Args:
        matrix: float32, shape (n, dimensions), rows of unit length.
        query: float32, shape (dimensions,), of unit length.
        top: At least 1. Fewer come back where the matrix has fewer rows.
    """
    if top >= len(matrix):
        return _finalists(matrix, np.arange(len(matrix)), query, top)
    scores = _products(matrix, query)
    least = np.partition(scores, len(scores) - top)[len(scores) - top]
    return _finalists(matrix, np.flatnonzero(scores >= least - _ROUNDING), query, top)


def top_by_codes(
    matrix: Floats, codes: Codes, query: Floats, *, top: int
) -> list[tuple[int, float]]:
    """Return what `top_exact` returns, by way of the matrix's codes.

    Source:
        Cauchy–Schwarz: |⟨q, x⟩ − ⟨q̂, x̂⟩| ≤ |q − q̂|·|x| + |q̂|·|x − x̂|, with x less the centre.
    """
    if len(matrix) < top * _BUCKET_ROWS:
        return top_exact(matrix, query, top=top)
    asked = _rounded(query.reshape(1, -1), np.zeros_like(query))
    products = _products(codes.rows, asked.rows[0])
    step, offset = asked.scale * codes.scale, float((codes.centre * query).sum())
    bound = asked.error * codes.longest + (asked.longest + asked.error) * codes.error + _ROUNDING
    seeds = np.flatnonzero(products >= _reached_by(products, top))
    seeded = _products(matrix[seeds], query)
    least = np.partition(seeded, len(seeds) - top)[len(seeds) - top]
    possible = np.flatnonzero(products >= (least - offset - bound) / step)
    kept = possible[_products(matrix[possible], query) >= least - _ROUNDING]
    return _finalists(matrix, kept, query, top)


def _products(
    matrix: Floats | NDArray[np.int8], query: Floats | NDArray[np.int8]
) -> NDArray[np.float64]:
    """Return each row's product with `query`, on one thread.

    A BLAS product shares the work among all cores and then waits for the slowest: on a busy
    machine its median was a hundred times its minimum, while this one stayed flat.
    """
    products = np.asarray(simsimd.cdist(query.reshape(1, -1), matrix, metric="dot"), np.float64)
    row: NDArray[np.float64] = products[0]
    return row


def _reached_by(products: NDArray[np.float64], top: int) -> float:
    """Return a product that at least `top` rows reach, found without sorting them all."""
    whole = len(products) // _BUCKET_ROWS * _BUCKET_ROWS
    greatest = products[:whole].reshape(-1, _BUCKET_ROWS).max(axis=1)
    return float(np.partition(greatest, len(greatest) - top)[len(greatest) - top])


def _finalists(matrix: Floats, rows: Rows, query: Floats, top: int) -> list[tuple[int, float]]:
    """Order rows by their product in float64: the same whichever way they were found."""
    # A sum along each row, since a matrix product rounds a row differently among other rows.
    scores = (matrix[rows] * query.astype(np.float64)).sum(axis=1)
    order = np.lexsort((rows, -scores))[:top]
    return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

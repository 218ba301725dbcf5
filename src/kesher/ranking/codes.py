"""Vectors in 8 bits a number, and how far such a code may be from its vector."""

from dataclasses import dataclass, replace

import numpy as np

from kesher.ranking.blocks import Block, longer
from kesher.ranking.vectors import Floats, products

LARGEST_CODE = 127
_ENCODED_ROWS = 8_192  # at a time, so that temporary copies stay small
# A frame made from other rows fits new ones worse; past this the codes are made anew.
_WORN_ERROR = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """How vectors become codes.

    Attributes:
        direction: float32 of unit length. Embeddings point much the same way: what they have along
            it is kept as it is, and only what is left is rounded, so that the error is small.
        scale: One for all rows, so that products of codes keep the order of cosines.
        error: The greatest length that rounding took from a row that the frame was made of.
    """

    direction: Floats
    scale: float
    error: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """A matrix in 8 bits a number. Longer ones share memory with those that they grew out of.

    Attributes:
        size: Rows that are in it; `rows` and `along` may hold more, for others.
        rows: int8, (≥ size, dimensions); times the scale they are nearly what is left of a vector.
        along: float32, (≥ size,): each vector's product with the direction.
        longest: The greatest length of what is left.
        error: The greatest length of what rounding took from a row.
    """

    frame: Frame
    size: int
    rows: Block[np.int8]
    along: Block[np.float32]
    longest: float
    error: float

    @property
    def size_bytes(self) -> int:
        """What it holds in memory."""
        return self.rows.bytes_of(self.size) + self.along.bytes_of(self.size)

    @property
    def is_worn(self) -> bool:
        """Whether the frame no longer suits the rows, so that a search looks at too many."""
        return self.error > _WORN_ERROR * self.frame.error


def quantise(matrix: Floats) -> Codes:
    """Return the codes of a float32 (n, dimensions) matrix with at least one row."""
    mean = matrix.mean(axis=0, dtype=np.float64)
    length = float(np.linalg.norm(mean))
    direction = (mean / length if length else mean).astype(np.float32)
    parts = (matrix[at : at + _ENCODED_ROWS] for at in range(0, len(matrix), _ENCODED_ROWS))
    greatest = max(float(np.abs(split(part, direction)[1]).max()) for part in parts)
    frame = Frame(direction, greatest / LARGEST_CODE or 1.0)
    dimensions = matrix.shape[1]
    empty = Codes(
        frame, 0, Block.empty((0, dimensions), np.int8), Block.empty((0,), np.float32), 0.0, 0.0
    )
    whole = with_more(empty, matrix)
    return replace(whole, frame=replace(frame, error=whole.error))


def with_more(codes: Codes, matrix: Floats) -> Codes:
    """Return the codes of a matrix whose first rows `codes` are of; those are not looked at."""
    for at in range(codes.size, len(matrix), _ENCODED_ROWS):
        codes = _with_part(codes, matrix[at : at + _ENCODED_ROWS])
    return codes


def split(part: Floats, direction: Floats) -> tuple[Floats, Floats]:
    """Return what rows have along the direction, shape (n,), and what is left of them."""
    along = products(part, direction)
    return along, part - along[:, np.newaxis] * direction


def _with_part(codes: Codes, part: Floats) -> Codes:
    along, left = split(part, codes.frame.direction)
    rounded = np.rint(left / codes.frame.scale).clip(-LARGEST_CODE, LARGEST_CODE)
    lost = left - rounded * codes.frame.scale
    return replace(
        codes,
        size=codes.size + len(part),
        rows=longer(codes.rows, codes.size, rounded.astype(np.int8)),
        along=longer(codes.along, codes.size, along),
        longest=max(codes.longest, float(np.linalg.norm(left, axis=1).max())),
        error=max(codes.error, float(np.linalg.norm(lost, axis=1).max())),
    )

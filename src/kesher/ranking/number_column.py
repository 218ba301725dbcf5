"""A growing column of numbers, read as an array without copying."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_FIRST = 64

Number = TypeVar("Number", bound=np.generic)


class NumberColumn(Generic[Number]):
    """Numbers of one type in the order of adding.

    A list of a hundred thousand takes milliseconds to become an array, at each question anew.
    """

    def __init__(self, kind: type[Number]) -> None:
        self._held: NDArray[Number] = np.zeros(_FIRST, dtype=kind)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, number: float) -> int:
        """Append a number; return its position."""
        if self._size == len(self._held):
            self._held = np.concatenate([self._held, np.zeros_like(self._held)])
        self._held[self._size] = number
        self._size += 1
        return self._size - 1

    @property
    def values(self) -> NDArray[Number]:
        """All numbers, to read only; what is added later is not in it."""
        return self._held[: self._size]

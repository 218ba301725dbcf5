"""Long lists of values, in pieces that one statement takes."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T", str, int)

_PARAMETERS_AT_ONCE = 5_000
"""Well under what SQLite (32,766) and PostgreSQL (65,535) take in one statement."""


def in_parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the values in order, some thousands at a time."""
    for first in range(0, len(values), _PARAMETERS_AT_ONCE):
        yield values[first : first + _PARAMETERS_AT_ONCE]

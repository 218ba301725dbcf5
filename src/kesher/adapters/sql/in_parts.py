"""Long lists of values, in pieces that one statement takes."""

from collections.abc import Iterator, Sequence

_PARAMETERS_AT_ONCE = 5_000
"""Well under what SQLite (32,766) and PostgreSQL (65,535) take in one statement."""


def in_parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the values in order, some thousands at a time."""
    for first in range(0, len(ids), _PARAMETERS_AT_ONCE):
        yield ids[first : first + _PARAMETERS_AT_ONCE]

"""Rendered requests side by side: where two part ways, and how many tokens stand before."""

from collections.abc import Callable, Sequence
from typing import Protocol


class Piece(Protocol):
    """A stretch of a rendered request; a `Segment` is one."""

    @property
    def text(self) -> str:
        """Its characters."""
        ...

    @property
    def tokens(self) -> int:
        """Its tokens, the template's own included."""
        ...


def joined(pieces: Sequence[Piece]) -> str:
    """Return the rendered request."""
    return "".join(piece.text for piece in pieces)


def common_chars(one: str, other: str) -> int:
    """Return how many characters two texts have in common from their start."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while high - low > 1:  # equal up to `low`, different before `high`
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def piece_at(pieces: Sequence[Piece], chars: int) -> tuple[int, int]:
    """Return the index of the piece that holds the character at that place, and its place in it.

    Past the end: (len(pieces), 0).
    """
    for index, piece in enumerate(pieces):
        if chars < len(piece.text):
            return index, chars
        chars -= len(piece.text)
    return len(pieces), 0


def tokens_before(
    pieces: Sequence[Piece], chars: int, count: Callable[[str], int] | None = None
) -> int:
    """Return the tokens that end at or before a place of the rendered request.

    Args:
        count: Counts a part of a piece; where it is None, a piece's tokens are taken to be spread
            evenly over its characters.
    """
    index, inside = piece_at(pieces, chars)
    whole = sum(piece.tokens for piece in pieces[:index])
    if not inside:
        return whole
    piece = pieces[index]
    if count is None:
        return whole + piece.tokens * inside // len(piece.text)
    # A token may begin before the place and end after it; it is not common to both.
    return whole + max(0, min(piece.tokens, count(piece.text[:inside])) - 1)

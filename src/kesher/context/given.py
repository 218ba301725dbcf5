"""What a caller gives by mistake is answered with a sentence, not with Python's own words."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from kesher.domain.request import Context, Segment
from kesher.errors import InputError

T = TypeVar("T")


def expected(value: object, kind: type[T], *, name: str, give: str) -> T:
    """Return a value that is of a kind.

    Args:
        name: How the caller names it.
        give: What to give, as the end of a sentence.

    Raises:
        InputError: it is of another kind.
    """
    if not isinstance(value, kind):
        raise InputError(f"`{name}` is of type `{type(value).__name__}`. Give {give}.")
    return value


def expected_several(value: Iterable[T], *, name: str, give: str) -> tuple[T, ...]:
    """Return the things of a list, of whatever kind each is.

    Raises:
        InputError: it is no list and nothing like one.
    """
    if not isinstance(value, Iterable):
        raise InputError(f"`{name}` is of type `{type(value).__name__}`. Give {give}.")
    return tuple(value)


def expected_segments(value: object, *, name: str) -> Sequence[Segment]:
    """Return the segments of a request, given as they are or as its `Context`.

    Raises:
        InputError: it is neither.
    """
    if isinstance(value, Context):
        return value.segments
    if isinstance(value, Sequence) and all(isinstance(each, Segment) for each in value):
        return value
    raise InputError(
        f"`{name}` is of type `{type(value).__name__}`. Give what `assemble` returned, or the "
        f"`segments` of it or of a recorded request."
    )

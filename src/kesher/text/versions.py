"""Versions of one text: the same words but for a few, as a new edition has them."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from kesher.text.hebrew import FOLDS
from kesher.text.normalize import strip_niqqud

T = TypeVar("T")

_WORDS = re.compile(r"\w+(?:[.,:/]\d+)*")

# A clause of twelve words of which two were changed shares 0.71. Texts on one matter by two writers
# share less than half; a printed form that was filled in twice may share as much, which is why
# versions are moved and never left out.
_SHARED_FRACTION = 0.7
_FEWEST_WORDS = 6
"""Fewer words are a label: two of them say too little to be versions of each other."""


@lru_cache(maxsize=2_048)  # questions of one room bring the same chunks
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are compared: without niqqud, signs and letter case."""
    return tuple(_WORDS.findall(strip_niqqud(text).translate(FOLDS).casefold()))


def are_versions(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two sets of words share so many that one text is a version of the other.

    Source:
        Broder, "On the Resemblance and Containment of Documents", 1997, over single words.
    """
    fewer, more = sorted((len(one), len(other)))
    if fewer < _FEWEST_WORDS or fewer < _SHARED_FRACTION * more:
        return False
    shared = len(one & other)
    return shared >= _SHARED_FRACTION * (fewer + more - shared)


def one_of_each(
    items: Sequence[T],
    *,
    same: Callable[[T, T], bool],
    best: Callable[[Sequence[T]], T],
    places: int,
) -> list[T]:
    """Return the items with one of each group in the first places, and all others behind.

    Args:
        items: Best first.
        same: Tells whether two are versions of each other; a group is what hangs together by it.
        best: Chooses the one of a group, given best first, that stands for it.
        places: How many of the first places hold one of a group each.

    Returns:
        Every item once. Where no two are versions, in the order in which they came.
    """
    groups: list[list[T]] = []
    for item in items:
        group = next((each for each in groups if any(same(one, item) for one in each)), None)
        if group is not None:
            group.append(item)
        elif len(groups) < places:
            groups.append([item])
    first = [best(group) for group in groups]
    led = {id(item) for item in first}
    return [*first, *(item for item in items if id(item) not in led)]

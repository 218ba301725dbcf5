"""Words that stand in another order in a rendition: found one by one, near their paragraph.

A line whose direction the rendition tells otherwise than the text has the same words, turned
around. The match in one order (`matching`) leaves such words out or gives them single letters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

WINDOW_CHARS = 20_000  # how far apart the certain places around a paragraph may lie
TRIES = 50  # places of a word that are looked at


@dataclass(frozen=True, slots=True)
class Compact:
    """Text without blanks, and where its words begin.

    Attributes:
        starts: One flag a code point, set where a word begins; one more at the end, set.
    """

    text: str
    starts: bytes


def place_words(
    text: Compact, spans: Sequence[tuple[int, int]], other: Compact, found: list[int]
) -> None:
    """Improve a match in place: whole words where it has parts of them or nothing.

    Args:
        text: What was matched.
        spans: Where its paragraphs begin and end, in order, without gaps.
        other: What it was matched with.
        found: For each code point of `text` its place in `other`, or -1. Those of whole words stay.
    """
    used = bytearray(len(other.text))
    for place in found:
        if place >= 0:
            used[place] = 1
    after = _next_places(spans, found, len(other.text))
    low = 0
    for (start, end), high in zip(spans, after, strict=True):
        if -1 in found[start:end] and high - low <= WINDOW_CHARS:
            _place(text, (start, end), other, (low, high), found, used)
        low = max([low, *(place + 1 for place in found[start:end] if place < high)])


def _next_places(spans: Sequence[tuple[int, int]], found: Sequence[int], last: int) -> list[int]:
    """Return for each paragraph the first place of what follows it."""
    places = []
    for start, end in reversed(spans):
        places.append(last)
        last = next((place for place in found[start:end] if place >= 0), last)
    return places[::-1]


def _place(
    text: Compact,
    span: tuple[int, int],
    other: Compact,
    window: tuple[int, int],
    found: list[int],
    used: bytearray,
) -> None:
    broken = [word for word in _words(text, *span) if not _is_whole(found[slice(*word)])]
    before = {word: found[slice(*word)] for word in broken}
    for word in broken:
        _take(word, [-1] * (word[1] - word[0]), found, used)
    waiting = []
    # Long words first: a short one stands in many places.
    for word in sorted(broken, key=lambda each: each[0] - each[1]):
        at = _free_place(text.text[slice(*word)], other, window, used)
        if at < 0:
            waiting.append(word)
        else:
            _take(word, range(at, at + word[1] - word[0]), found, used)
    for word in waiting:
        kept = [-1 if place >= 0 and used[place] else place for place in before[word]]
        _take(word, kept, found, used)


def _words(text: Compact, start: int, end: int) -> list[tuple[int, int]]:
    begins = [at for at in range(start, end) if text.starts[at] or at == start]
    return list(zip(begins, [*begins[1:], end], strict=True))


def _is_whole(places: Sequence[int]) -> bool:
    return places[0] >= 0 and all(place == places[0] + at for at, place in enumerate(places))


def _take(word: tuple[int, int], places: Sequence[int], found: list[int], used: bytearray) -> None:
    """Give a word new places, and free those that it had."""
    for at, place in zip(range(*word), places, strict=True):
        if found[at] >= 0:
            used[found[at]] = 0
        found[at] = place
        if place >= 0:
            used[place] = 1


def _free_place(word: str, other: Compact, window: tuple[int, int], used: bytearray) -> int:
    """Find a word as a whole, between blanks, where nothing else was placed; -1 if it is not."""
    at, high = window[0] - 1, window[1]
    for _ in range(TRIES):
        at = other.text.find(word, at + 1, high)
        if at < 0:
            return -1
        end = at + len(word)
        if other.starts[at] and other.starts[end] and not any(used[at:end]):
            return at
    return -1

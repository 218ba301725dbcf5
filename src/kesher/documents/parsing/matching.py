"""Two readings of one text, matched code point by code point in about linear time.

Source: the idea of Bram Cohen's patience diff: what stands exactly once in both readings is matched
first, in the longest common order, and what lies between is matched in the same way again.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher

SHINGLES_CHARS = (24, 12, 6)  # lengths of the stretches that are looked for, longest first
SMALL_AREA = 160_000  # pairs of code points that are compared one by one

_Span = tuple[int, int, int, int]  # from, to in the one text; from, to in the other


def match(text: str, other: str) -> list[int]:
    """Return for each code point of `text` where it stands in `other`, or -1.

    Places rise: the readings are taken to be in one order, with gaps on both sides.
    """
    found = [-1] * len(text)
    waiting: list[tuple[_Span, int]] = [((0, len(text), 0, len(other)), 0)]
    while waiting:
        span, depth = waiting.pop()
        span = _trimmed(text, other, span, found)
        start, end, low, high = span
        if start == end or low == high:
            continue
        if (end - start) * (high - low) <= SMALL_AREA:
            _compare(text, other, span, found)
        elif depth < len(SHINGLES_CHARS):
            waiting.extend(_parts(text, other, span, depth))
    return found


def _trimmed(text: str, other: str, span: _Span, found: list[int]) -> _Span:
    """Match what is alike at both ends of a span and return what is left of it."""
    start, end, low, high = span
    while start < end and low < high and text[start] == other[low]:
        found[start] = low
        start, low = start + 1, low + 1
    while start < end and low < high and text[end - 1] == other[high - 1]:
        end, high = end - 1, high - 1
        found[end] = high
    return start, end, low, high


def _compare(text: str, other: str, span: _Span, found: list[int]) -> None:
    start, end, low, high = span
    matcher = SequenceMatcher(None, text[start:end], other[low:high], autojunk=False)
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            found[start + block.a + step] = low + block.b + step


def _parts(text: str, other: str, span: _Span, depth: int) -> Iterator[tuple[_Span, int]]:
    """Divide a span at its anchors; without any, look for shorter ones."""
    start, end, low, high = span
    anchors = _anchors(text[start:end], other[low:high], SHINGLES_CHARS[depth])
    if not anchors:
        yield span, depth + 1
        return
    ends = [*anchors, (end - start, high - low)]
    at, place = 0, 0
    for next_at, next_place in ends:
        yield (start + at, start + next_at, low + place, low + next_place), depth
        at, place = next_at, next_place


def _anchors(text: str, other: str, size: int) -> list[tuple[int, int]]:
    """Return (place in `text`, place in `other`) of stretches that stand once in both, in order."""
    sampled = {text[at : at + size]: at for at in range(0, len(text) - size + 1, size // 3)}
    here = _places(text, sampled.keys(), size)
    there = _places(other, sampled.keys(), size)
    pairs = [(at, there[shingle]) for shingle, at in here.items() if shingle in there]
    # Place 0 of both would divide nothing.
    return [pair for pair in _rising(sorted(pairs)) if pair != (0, 0)]


def _places(text: str, wanted: Collection[str], size: int) -> dict[str, int]:
    """Return the place of each wanted stretch that stands exactly once in `text`."""
    seen: dict[str, int] = {}
    repeated: set[str] = set()
    for at in range(len(text) - size + 1):
        shingle = text[at : at + size]
        if shingle in wanted:
            if shingle in seen:
                repeated.add(shingle)
            seen[shingle] = at
    return {shingle: at for shingle, at in seen.items() if shingle not in repeated}


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest part of `pairs` (by first place) whose second places rise too.

    Source: patience sorting, for the longest increasing subsequence in n log n steps.
    """
    tops: list[int] = []  # the least second place that ends a part of each length
    ends: list[int] = []  # which pair that is
    before: list[int] = []
    for at, (_, place) in enumerate(pairs):
        length = bisect_left(tops, place)
        before.append(ends[length - 1] if length else -1)
        tops[length : length + 1] = [place]
        ends[length : length + 1] = [at]
    chosen = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]

"""Where the text of a clean page stands: its letters, the segments of its lines, their rows.

A segment is a stretch of a line without a wide gap: a list number, a cell of a table, a line of a
column. The recogniser's own layout drops numbers at the right edge and takes tables apart by
column, so it is handed one segment at a time, cut out with nothing of its neighbours.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.ocr_clean import WHITE, Rows
from kesher.documents.parsing.ocr_drawings import drawn_parts
from kesher.domain.document import Box

Ints = NDArray[np.intp]

# Shares of the height of a letter.
_LETTER, _TALLEST, _WIDEST, _THINNEST = 0.45, 2.6, 8.0, 0.08
_LINKED, _TOGETHER, _MARK_BESIDE, _MARK_ABOVE = 1.2, 0.9, 0.9, 0.5
_RULE, _DASH_WIDTH, _DASH_HEIGHT = 4.0, 0.3, 0.4
_MARK_HEIGHT, _MARK_WIDTH = 0.7, 0.45
_STROKES, _OVER = 2, 1.5  # of gershayim; how high over a word's feet their middle may be
_SPECK_AREA = 0.004  # of the square of a letter's height
_SHARED = 0.5  # of the lower of two things' heights, that they stand in one line
_MARGIN = 0.6
_USUAL_HEIGHT = 30.0
_LEAST_HEIGHT, _MOST_HEIGHT, _MOST_SHAPES = 7, 250, 20_000
_MOST_CHAINS = 3_000  # a page of the densest table has a few hundred; noise, which costs its square
_LEAST_THRESHOLD, _MOST_THRESHOLD = 90, 200


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a line.

    Attributes:
        box: Round all of its ink, in pixels.
        top, bottom: The middle ones of its letters, so that one tall letter counts little.
        shapes: The labels of its connected shapes.
    """

    box: Box
    top: float
    bottom: float
    shapes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Segments:
    """The text of a page.

    Attributes:
        height: Of a usual letter, in pixels.
        rows: Of segments, from top to bottom, each from left to right.
        labels: int32, shape of the page: the connected shape of each pixel, 0 for none.
    """

    height: float
    rows: tuple[tuple[Segment, ...], ...]
    labels: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Connected shapes of ink: n rows of left, top, right, bottom and area, in pixels."""

    boxes: Ints
    areas: Ints

    @property
    def widths(self) -> Ints:
        return self.boxes[:, 2] - self.boxes[:, 0]

    @property
    def heights(self) -> Ints:
        return self.boxes[:, 3] - self.boxes[:, 1]


def find_segments(page: Rows) -> Segments:
    """Find the text of a page.

    Args:
        page: uint8, shape (height, width), 0 black; level, on white.
    """
    ink = _ink(page)
    inked = _shapes(ink)[1]
    height = _letter_height(inked)
    labels, shapes = _shapes(_without_rules(ink, height))
    found = _segments(shapes, height)
    large = inked.boxes[(inked.heights > height) & (inked.widths > height)].tolist()
    drawn = drawn_parts([each.box for each in found], [Box(*box) for box in large], height)
    text = [segment for at, segment in enumerate(found) if at not in drawn]
    segments = _merged(_rows(text, height), height)
    return Segments(height, segments, labels)


def cut_out(page: Rows, found: Segments, segment: Segment) -> tuple[Rows, int, int]:
    """Return a segment alone on white, and where its left top corner lies on the page."""
    height, width = page.shape
    margin = round(_MARGIN * found.height)
    left, top = max(int(segment.box.left) - 2, 0), max(int(segment.box.top) - 2, 0)
    right, bottom = min(int(segment.box.right) + 2, width), min(int(segment.box.bottom) + 2, height)
    mine = np.isin(found.labels[top:bottom, left:right], segment.shapes).astype(np.uint8)
    near = cv2.dilate(mine, np.ones((5, 5), np.uint8))  # the grey edge of the ink belongs to it
    alone = np.where(near > 0, page[top:bottom, left:right], WHITE).astype(np.uint8)
    framed = cv2.copyMakeBorder(
        alone, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(WHITE,)
    )
    return np.asarray(framed, dtype=np.uint8), left - margin, top - margin


def _ink(page: Rows) -> Rows:
    threshold, _ = cv2.threshold(page, 0, WHITE, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    # A page with little ink has no second hill to part from the first.
    return (page <= min(max(threshold, _LEAST_THRESHOLD), _MOST_THRESHOLD)).astype(np.uint8)


def _shapes(ink: Rows) -> tuple[NDArray[np.int32], _Shapes]:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    left, top, width, height, areas = stats[1:].astype(np.intp).T
    boxes = np.stack([left, top, left + width, top + height], axis=1)
    return np.asarray(labels, dtype=np.int32), _Shapes(boxes, areas)


def _letter_height(shapes: _Shapes) -> float:
    """Return the height that half of the page's letters, by width, do not pass."""
    widths, heights = shapes.widths, shapes.heights
    usual = (heights >= _LEAST_HEIGHT) & (heights < _MOST_HEIGHT) & (widths < 6 * heights)
    if usual.sum() < 5:
        return _USUAL_HEIGHT
    order = np.argsort(heights[usual])
    summed = np.cumsum(widths[usual][order])
    return float(heights[usual][order][np.searchsorted(summed, summed[-1] / 2)])


def _without_rules(ink: Rows, height: float) -> Rows:
    """Take out ruled and underlining strokes, longer than any stroke of a letter."""
    length = max(int(_RULE * height), 8)
    across = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    down = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8))
    wide = cv2.dilate(across, np.ones((3, 1), np.uint8))
    rules = cv2.bitwise_or(wide, cv2.dilate(down, np.ones((1, 3), np.uint8)))
    return np.where(rules > 0, 0, ink).astype(np.uint8)


def _segments(shapes: _Shapes, height: float) -> list[Segment]:
    """Chain letters to their neighbours, and give each chain the small marks beside it."""
    widths, heights, areas = shapes.widths, shapes.heights, shapes.areas
    letters = (heights >= _LETTER * height) & (heights <= _TALLEST * height)
    letters &= (widths <= _WIDEST * height) & (widths >= _THINNEST * height)
    chosen = np.flatnonzero(letters)
    if len(chosen) > _MOST_SHAPES:  # noise all over, in which no line can be found
        return []
    found = list(_chains(shapes.boxes, chosen, height))
    if len(found) > _MOST_CHAINS:
        return []
    chains = [chain for chain in found if not _is_mark(shapes, chain, height)]
    marks = [chain[0] for chain in found if _is_mark(shapes, chain, height) and len(chain) == 1]
    for pair in (chain for chain in found if _is_mark(shapes, chain, height) and len(chain) > 1):
        if _stands_over(shapes.boxes, pair, chains, height):
            marks += pair
        else:
            chains.append(pair)
    small = ~letters & (heights <= _TALLEST * height) & (widths <= 3 * height)
    small &= areas >= max(3, _SPECK_AREA * height * height)
    small_ones = np.concatenate([np.flatnonzero(small), np.array(marks, dtype=np.intp)])
    alone = _attach(shapes.boxes, chains, small_ones, height)
    return [_segment(shapes.boxes, chain) for chain in (*chains, *alone)]


def _is_mark(shapes: _Shapes, chain: Sequence[int], height: float) -> bool:
    """Tell a comma of a bold or small font, which is as high as a low letter, and gershayim."""
    return (
        len(chain) <= _STROKES
        and bool((shapes.heights[list(chain)] < _MARK_HEIGHT * height).all())
        and bool((shapes.widths[list(chain)] < _MARK_WIDTH * height).all())
    )


def _stands_over(
    boxes: Ints, pair: Sequence[int], chains: Sequence[Sequence[int]], height: float
) -> bool:
    """Tell the strokes of gershayim, which stand over a word, from two small letters."""
    left, top, right, bottom = _extent(boxes, pair)
    middle = (top + bottom) / 2
    for chain in chains:
        first, upper, last, _ = _extent(boxes, chain)
        if first <= left and right <= last and 0 < upper + height - middle < _OVER * height:
            return True
    return False


def _chains(boxes: Ints, chosen: Ints, height: float) -> Iterator[list[int]]:
    order = chosen[np.argsort(boxes[chosen, 0], kind="stable")]
    left, top, right, bottom = boxes[order].T
    groups = _Groups(len(order))
    for at in range(len(order)):
        end = int(np.searchsorted(left, right[at] + _LINKED * height, side="right"))
        near = np.arange(at + 1, end)
        shared = np.minimum(bottom[near], bottom[at]) - np.maximum(top[near], top[at])
        lower = np.minimum(bottom[near] - top[near], bottom[at] - top[at])
        near = near[shared >= _SHARED * lower]
        if len(near):
            gaps = np.maximum(left[near] - right[at], 0)
            for other in near[gaps <= gaps.min() + 0.1 * height].tolist():
                groups.join(at, other)
    for members in groups.all():
        yield [int(order[member]) for member in members]


def _attach(boxes: Ints, chains: list[list[int]], small: Ints, height: float) -> list[list[int]]:
    """Add points, commas and quotes to the chain that they stand by; give the dashes left over."""
    if not chains:
        return []
    extents = np.array([_extent(boxes, chain) for chain in chains])
    alone = []
    for mark in small.tolist():
        left, top, right, bottom = boxes[mark].tolist()
        middle = (top + bottom) / 2
        gaps = np.maximum(np.maximum(extents[:, 0] - right, left - extents[:, 2]), 0)
        level = (middle > extents[:, 1] - _MARK_ABOVE * height) & (
            middle < extents[:, 3] + _MARK_ABOVE * height
        )
        gaps = np.where(level, gaps, np.inf)
        if gaps.min() <= _MARK_BESIDE * height:
            chains[int(gaps.argmin())].append(mark)
        elif right - left >= _DASH_WIDTH * height and bottom - top <= _DASH_HEIGHT * height:
            alone.append([mark])
    return alone


def _extent(boxes: Ints, chain: Sequence[int]) -> tuple[float, float, float, float]:
    inside = boxes[list(chain)]
    return (
        float(inside[:, 0].min()),
        float(np.median(inside[:, 1])),
        float(inside[:, 2].max()),
        float(np.median(inside[:, 3])),
    )


def _segment(boxes: Ints, chain: Sequence[int]) -> Segment:
    inside = boxes[list(chain)]
    left, top = inside[:, :2].min(axis=0).tolist()
    right, bottom = inside[:, 2:].max(axis=0).tolist()
    _, upper, _, lower = _extent(boxes, chain)
    if len(chain) == 1 and bottom - top < (right - left) / 2:  # a dash has a line's height
        upper, lower = upper - (right - left) / 2, lower + (right - left) / 2
    labels = tuple(shape + 1 for shape in chain)
    return Segment(Box(left, top, right, bottom), upper, lower, labels)


def _rows(segments: list[Segment], height: float) -> list[list[Segment]]:
    """Group segments of one height, each with its nearest neighbour to the right."""
    order = sorted(segments, key=lambda segment: segment.box.left)
    groups = _Groups(len(order))
    for at, segment in enumerate(order):
        level = [
            other
            for other in range(at + 1, len(order))
            if order[other].box.left >= segment.box.right - height
            and _are_level(segment, order[other])
        ]
        if level:
            groups.join(at, min(level, key=lambda other: order[other].box.left))
    rows = [[order[member] for member in members] for members in groups.all()]
    return sorted(rows, key=lambda row: sum(s.top + s.bottom for s in row) / len(row))


def _are_level(one: Segment, other: Segment) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared >= _SHARED * min(one.bottom - one.top, other.bottom - other.top)


def _merged(rows: list[list[Segment]], height: float) -> tuple[tuple[Segment, ...], ...]:
    """Join segments that only a small gap parts, such as a dash between two words."""
    merged = []
    for row in rows:
        joined = [row[0]]
        for before, segment in pairwise(row):
            if segment.box.left - max(before.box.right, joined[-1].box.right) < _TOGETHER * height:
                joined[-1] = _joined(joined[-1], segment)
            else:
                joined.append(segment)
        merged.append(tuple(joined))
    return tuple(merged)


def _joined(one: Segment, other: Segment) -> Segment:
    return Segment(
        one.box.union(other.box),
        min(one.top, other.top),
        max(one.bottom, other.bottom),
        one.shapes + other.shapes,
    )


class _Groups:
    """Disjoint sets of the numbers 0 to n - 1."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def join(self, one: int, other: int) -> None:
        self._parent[self._root(other)] = self._root(one)

    def all(self) -> list[list[int]]:
        groups: dict[int, list[int]] = defaultdict(list)
        for member in range(len(self._parent)):
            groups[self._root(member)].append(member)
        return list(groups.values())

    def _root(self, member: int) -> int:
        while self._parent[member] != member:
            self._parent[member] = self._parent[self._parent[member]]
            member = self._parent[member]
        return member

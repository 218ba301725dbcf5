"""Emblems and other small drawings, whose strokes look like short lines of text, left out.

Lines of text never touch each other; the parts of a drawing stand so close one below the other that
its "lines" do, again and again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kesher.domain.document import Box

# Shares of the height of a letter.
_WIDEST = 3.0  # of a part: longer ones are lines of text
_TOUCH = 0.12  # between parts that stand below each other
_BESIDE, _AROUND = 8.0, 1.0
_FEWEST = 4  # parts that touch in one column
_FRAME_LEAST, _FRAME_MOST, _FEWEST_INSIDE = 3.0, 8.0, 3  # of one shape that holds short parts


@dataclass(frozen=True, slots=True)
class _Column:
    """Parts, by their places, that touch each other one below the other."""

    parts: frozenset[int]
    box: Box


def drawn_parts(boxes: Sequence[Box], shapes: Sequence[Box], height: float) -> set[int]:
    """Return the places of those boxes that are parts of a drawing.

    Args:
        boxes: Of the segments of a page, in pixels.
        shapes: Of its connected ink.
        height: Of a usual letter.
    """
    frames = [shape for shape in shapes if _may_frame(shape, height)]
    return _in_columns(boxes, height) | {
        at for frame in frames for at in _inside(frame, boxes, height)
    }


def _may_frame(shape: Box, height: float) -> bool:
    sides = (shape.right - shape.left, shape.bottom - shape.top)
    return _FRAME_LEAST * height <= min(sides) and max(sides) <= _FRAME_MOST * height


def _inside(frame: Box, boxes: Sequence[Box], height: float) -> list[int]:
    """Return the parts inside a shape that is larger than any letter and smaller than a table."""
    inside = [at for at, box in enumerate(boxes) if frame.covers(*box.middle)]
    short = [at for at in inside if boxes[at].right - boxes[at].left <= _WIDEST * height]
    return inside if len(short) >= _FEWEST_INSIDE else []


def _in_columns(boxes: Sequence[Box], height: float) -> set[int]:
    short = [at for at, box in enumerate(boxes) if box.right - box.left <= _WIDEST * height]
    columns = _columns(boxes, short, height)
    regions = _joined([column.box for column in columns], height)
    margin = _AROUND * height
    return {
        at
        for at in short
        for region in regions
        if Box(
            region.left - margin, region.top - margin, region.right + margin, region.bottom + margin
        ).covers(*boxes[at].middle)
    }


def _columns(boxes: Sequence[Box], short: Sequence[int], height: float) -> list[_Column]:
    left = sorted(short, key=lambda at: boxes[at].top)
    columns: list[_Column] = []
    while left:
        first = left.pop(0)
        column = _Column(frozenset([first]), boxes[first])
        last = boxes[first]
        for at in list(left):
            if _touches(last, boxes[at], height):
                left.remove(at)
                column = _Column(column.parts | {at}, column.box.union(boxes[at]))
                last = boxes[at]
        if len(column.parts) >= _FEWEST:
            columns.append(column)
    return columns


def _touches(above: Box, below: Box, height: float) -> bool:
    common = min(above.right, below.right) - max(above.left, below.left)
    narrower = min(above.right - above.left, below.right - below.left)
    is_under = above.top < below.top and below.bottom > above.bottom
    return is_under and common >= narrower / 2 and below.top - above.bottom <= _TOUCH * height


def _joined(boxes: Sequence[Box], height: float) -> list[Box]:
    """Join columns of parts that stand beside each other: the sides of one drawing."""
    regions: list[Box] = []
    for box in sorted(boxes, key=lambda each: each.left):
        beside = next((at for at, one in enumerate(regions) if _beside(one, box, height)), None)
        if beside is None:
            regions.append(box)
        else:
            regions[beside] = regions[beside].union(box)
    return regions


def _beside(one: Box, other: Box, height: float) -> bool:
    common = min(one.bottom, other.bottom) - max(one.top, other.top)
    lower = min(one.bottom - one.top, other.bottom - other.top)
    return common >= lower / 2 and other.left - one.right <= _BESIDE * height

"""From characters with places to lines: geometry only, no letter is looked at but for spaces.

All in points as displayed, text running horizontally (turned text is turned upright before).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats, Glyphs

# Shares of a line's height. A space is about a quarter of the height, a cell's gap above one.
_SPACE_GAP = 0.13
_CELL_GAP = 1.1
_RUN_GAP = 1.1
# Two runs lie on one line when they share this much of the lower one's height.
_SHARED_HEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Cell:
    """A stretch of a line without a wide gap.

    Attributes:
        glyphs: int32, indexes of characters from left to right; -1 for a space.
        left, right: Its extent, in points.
    """

    glyphs: NDArray[np.int32]
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line as drawn: its cells from left to right, and its height's extent in points."""

    cells: tuple[Cell, ...]
    top: float
    bottom: float

    @property
    def left(self) -> float:
        """Left edge, in points."""
        return self.cells[0].left

    @property
    def right(self) -> float:
        """Right edge, in points."""
        return self.cells[-1].right


@dataclass(frozen=True, slots=True)
class _Run:
    """Characters first to last (half open, stored order) that follow each other on one level."""

    first: int
    last: int
    top: float
    bottom: float


def find_lines(glyphs: Glyphs, is_space: NDArray[np.bool_]) -> list[DrawnLine]:
    """Group characters into lines from top to bottom.

    Args:
        glyphs: Upright characters with a width, no marks among them.
        is_space: Which of them are blank.
    """
    if not len(glyphs):
        return []
    groups = _group(_runs(glyphs.boxes, is_space))
    lines = [_line(glyphs, is_space, group) for group in groups]
    return sorted((line for line in lines if line), key=lambda line: line.top + line.bottom)


def _runs(boxes: Floats, is_space: NDArray[np.bool_]) -> list[_Run]:
    left, top, right, bottom = boxes.T
    height = np.maximum(bottom - top, 0.1)
    shared = np.minimum(bottom[1:], bottom[:-1]) - np.maximum(top[1:], top[:-1])
    low = np.minimum(height[1:], height[:-1])
    gap = np.maximum(left[1:], left[:-1]) - np.minimum(right[1:], right[:-1])
    breaks = (shared < 0.6 * low) | (gap > _RUN_GAP * low)
    starts = [0, *(np.flatnonzero(breaks) + 1).tolist(), len(boxes)]
    runs = []
    for first, last in pairwise(starts):
        inked = ~is_space[first:last]
        if inked.any():
            # The median keeps one tall character from making the whole run tall.
            runs.append(
                _Run(
                    first,
                    last,
                    float(np.median(top[first:last][inked])),
                    float(np.median(bottom[first:last][inked])),
                )
            )
    return runs


def _group(runs: list[_Run]) -> list[list[_Run]]:
    """Put runs of one level together, beginning with the longest, whose level is surest."""
    groups: list[list[_Run]] = []
    for run in sorted(runs, key=lambda run: run.first - run.last):
        best, best_share = None, _SHARED_HEIGHT
        for group in groups:
            seed = group[0]
            shared = min(run.bottom, seed.bottom) - max(run.top, seed.top)
            share = shared / max(min(run.bottom - run.top, seed.bottom - seed.top), 0.1)
            if share > best_share:
                best, best_share = group, share
        if best is None:
            groups.append([run])
        else:
            best.append(run)
    return groups


def _line(glyphs: Glyphs, is_space: NDArray[np.bool_], runs: list[_Run]) -> DrawnLine | None:
    members = np.concatenate([np.arange(run.first, run.last, dtype=np.int32) for run in runs])
    boxes = glyphs.boxes[members]
    members = members[np.argsort(boxes[:, 0] + boxes[:, 2], kind="stable")]
    members = _without_doubles(glyphs, members)
    spaces = is_space[members]
    inked = members[~spaces]
    if not len(inked):
        return None
    seed = runs[0]
    cells = _cells(glyphs.boxes, inked, _spaced(members, spaces), seed.bottom - seed.top)
    return DrawnLine(tuple(cells), seed.top, seed.bottom)


def _without_doubles(glyphs: Glyphs, members: NDArray[np.int32]) -> NDArray[np.int32]:
    """Leave out characters drawn again over themselves, as some writers do for bold."""
    keep = np.ones(len(members), dtype=bool)
    boxes, codes = glyphs.boxes[members], glyphs.codes[members]
    width = boxes[:, 2] - boxes[:, 0]
    for step in (1, 2):
        if len(members) <= step:
            break
        near = np.abs(boxes[step:, 0] - boxes[:-step, 0]) < 0.3 * width[step:]
        keep[step:] &= ~(near & (codes[step:] == codes[:-step]))
    return members[keep]


def _spaced(members: NDArray[np.int32], spaces: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for each inked character of a line whether a blank stands before it."""
    inked = np.flatnonzero(~spaces)
    return np.diff(inked, prepend=inked[0]) > 1


def _cells(
    boxes: Floats, inked: NDArray[np.int32], spaced: NDArray[np.bool_], height: float
) -> list[Cell]:
    left, right = boxes[inked, 0], boxes[inked, 2]
    reach = np.maximum.accumulate(right)
    gap = np.concatenate([[0.0], left[1:] - reach[:-1]])
    usual = float(np.median(gap[~spaced])) if (~spaced).any() else 0.0
    blank = spaced | (gap > max(usual, 0.0) * 1.6 + _SPACE_GAP * height)
    blank[0] = False
    word_gap = float(np.median(gap[blank])) if blank.any() else 0.0
    wide = gap > max(_CELL_GAP * height, 2.5 * word_gap)
    cells, start = [], 0
    for end in [*np.flatnonzero(wide).tolist(), len(inked)]:
        if end > start:
            part = _with_blanks(inked[start:end], blank[start:end])
            cells.append(Cell(part, float(left[start]), float(reach[end - 1])))
        start = end
    return cells


def _with_blanks(part: NDArray[np.int32], blank: NDArray[np.bool_]) -> NDArray[np.int32]:
    places = np.flatnonzero(blank)
    return np.insert(part, places[places > 0], np.int32(-1))

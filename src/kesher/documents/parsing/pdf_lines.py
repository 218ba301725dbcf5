"""From characters with places to lines: geometry only, no letter is read.

All in points as displayed, text running from left to right on the page (turned text is turned
upright before), y downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats, Glyphs

Rows = NDArray[np.int32]

# Shares of the em, the font's size as displayed.
_SURE_LETTER_GAP, _SURE_SPACE_GAP, _USUAL_SPACE_GAP = 0.09, 0.3, 0.2
_CELL_GAP = 1.3
_SAME_BASELINE = 0.22
_SCRIPT_RISE, _SCRIPT_FALL, _SCRIPT_SIZE = 0.7, 0.35, 0.86
_SCRIPT_CHARS = 8


@dataclass(frozen=True, slots=True)
class Run:
    """Characters `first` to `last` (half open, stored order) that follow each other on one level.

    Attributes:
        left, right: Its extent, in points.
    """

    first: int
    last: int
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Level:
    """Where a run stands: its baseline's y and the em of its font, in points as displayed."""

    baseline: float
    em: float


@dataclass(frozen=True, slots=True)
class Cell:
    """A stretch of a line without a wide gap.

    Attributes:
        rows: Rows of the page's characters from left to right; -1 for a space.
        left, right: Its extent, in points.
    """

    rows: Rows
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line as drawn: its cells from left to right, and where it stands."""

    cells: tuple[Cell, ...]
    level: Level


def find_runs(glyphs: Glyphs, is_space: NDArray[np.bool_]) -> list[Run]:
    """Cut characters in stored order where the place jumps.

    Args:
        glyphs: Upright characters with a width.
        is_space: Which of them are blank.
    """
    if not len(glyphs):
        return []
    left, top, right, bottom = glyphs.boxes.T
    low = np.maximum(np.minimum((bottom - top)[1:], (bottom - top)[:-1]), 0.1)
    shared = np.minimum(bottom[1:], bottom[:-1]) - np.maximum(top[1:], top[:-1])
    gap = np.maximum(left[1:], left[:-1]) - np.minimum(right[1:], right[:-1])
    size = np.maximum(bottom - top, right - left)
    sizes = np.maximum(np.minimum(size[1:], size[:-1]), 0.1)
    # A gap of this width is never inside a word, and at most one between words.
    breaks = (shared < 0.6 * low) | (gap > 2 * sizes)
    starts = [0, *(np.flatnonzero(breaks) + 1).tolist(), len(glyphs)]
    return [
        Run(first, last, float(left[first:last].min()), float(right[first:last].max()))
        for first, last in pairwise(starts)
        if not is_space[first:last].all()
    ]


def find_lines(
    glyphs: Glyphs, is_space: NDArray[np.bool_], runs: Sequence[Run], levels: Sequence[Level]
) -> list[DrawnLine]:
    """Group runs into lines from top to bottom.

    Args:
        glyphs, is_space: As of `find_runs`.
        runs, levels: n runs and where each stands.
    """
    lines = []
    for level, members in _grouped(runs, levels):
        rows = np.concatenate([np.arange(run.first, run.last, dtype=np.int32) for run in members])
        cells = _cells_of(glyphs, is_space, rows, level.em)
        if cells:
            lines.append(DrawnLine(cells, level))
    return sorted(lines, key=lambda line: line.level.baseline)


def _grouped(runs: Sequence[Run], levels: Sequence[Level]) -> list[tuple[Level, list[Run]]]:
    """Put runs of one line together, beginning with the longest, whose level is surest."""
    groups: list[tuple[Level, list[Run]]] = []
    pairs = zip(runs, levels, strict=True)
    for run, level in sorted(pairs, key=lambda pair: pair[0].first - pair[0].last):
        best, best_distance = None, np.inf
        for group in groups:
            distance = abs(level.baseline - group[0].baseline)
            if distance < best_distance and _belongs(run, level, group):
                best, best_distance = group, distance
        if best is None:
            groups.append((level, [run]))
        else:
            best[1].append(run)
    return groups


def _belongs(run: Run, level: Level, group: tuple[Level, list[Run]]) -> bool:
    line, members = group
    rise = line.baseline - level.baseline
    if abs(rise) <= _SAME_BASELINE * min(level.em, line.em):
        return True
    is_script = (
        level.em <= _SCRIPT_SIZE * line.em
        and run.last - run.first <= _SCRIPT_CHARS
        and -_SCRIPT_FALL * line.em <= rise <= _SCRIPT_RISE * line.em
    )
    reach = 0.35 * line.em
    return is_script and any(
        run.left <= other.right + reach and other.left <= run.right + reach for other in members
    )


def _cells_of(
    glyphs: Glyphs, is_space: NDArray[np.bool_], rows: Rows, em: float
) -> tuple[Cell, ...]:
    boxes = glyphs.boxes[rows]
    rows = rows[np.argsort(boxes[:, 0] + boxes[:, 2], kind="stable")]
    rows = _without_doubles(glyphs, rows)
    inked = np.flatnonzero(~is_space[rows])
    if not len(inked):
        return ()
    spaced = np.diff(inked, prepend=inked[0]) > 1
    return tuple(_cells(glyphs.boxes, rows[inked], spaced, em))


def _without_doubles(glyphs: Glyphs, rows: Rows) -> Rows:
    """Leave out characters drawn again over themselves, as some writers do for bold."""
    keep = np.ones(len(rows), dtype=bool)
    boxes, codes = glyphs.boxes[rows], glyphs.codes[rows]
    width = boxes[:, 2] - boxes[:, 0]
    for step in (1, 2):
        near = np.abs(boxes[step:, 0] - boxes[:-step, 0]) < 0.3 * width[step:]
        keep[step:] &= ~(near & (codes[step:] == codes[:-step]))
    return rows[keep]


def _cells(boxes: Floats, inked: Rows, spaced: NDArray[np.bool_], em: float) -> list[Cell]:
    left, reach = boxes[inked, 0], np.maximum.accumulate(boxes[inked, 2])
    gap = np.concatenate([[0.0], left[1:] - reach[:-1]])
    blank = spaced | (gap > _space_gap(gap[1:][~spaced[1:]], em))
    blank[0] = False
    word_gap = float(np.median(gap[blank])) if blank.any() else 0.0
    wide = gap > max(_CELL_GAP * em, 2.5 * word_gap)
    cells, start = [], 0
    for end in [*np.flatnonzero(wide).tolist(), len(inked)]:
        if end > start:
            part = _with_blanks(inked[start:end], blank[start:end])
            cells.append(Cell(part, float(left[start]), float(reach[end - 1])))
        start = end
    return cells


def _space_gap(gaps: Floats, em: float) -> float:
    """Find the gap of a line above which a space was meant, in points.

    The gaps of a line fall into two heaps, inside words and between them; the border is the
    middle of the widest stretch without a gap. Letter-spaced text moves both heaps alike.
    """
    usual = float(np.median(gaps)) if len(gaps) else 0.0
    usual = usual if usual > _SURE_LETTER_GAP * em else 0.0
    low, high = usual + _SURE_LETTER_GAP * em, usual + _SURE_SPACE_GAP * em
    inner = np.sort(np.clip(gaps, low, high))
    steps = np.diff(inner)
    if not len(steps) or steps.max() < 0.05 * em:
        return usual + _USUAL_SPACE_GAP * em
    widest = int(np.argmax(steps))
    return float(inner[widest] + inner[widest + 1]) / 2


def _with_blanks(part: Rows, blank: NDArray[np.bool_]) -> Rows:
    places = np.flatnonzero(blank)
    return np.insert(part, places[places > 0], np.int32(-1))

"""From characters with places to lines: geometry only, no letter is read.

All in points as displayed, text running from left to right on the page (turned text is turned
upright before), y downwards.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Glyphs
from kesher.documents.parsing.pdf_leaders import find_crossed, find_leaders

# Shares of the em, the font's size as displayed.
_SURE_LETTER_GAP, _SURE_SPACE_GAP, _USUAL_SPACE_GAP = 0.09, 0.3, 0.2
# Share of the room that a line's stored blanks take; a gap of more is one without its blank.
_LIKE_STORED = 0.8
_CELL_GAP, _SURE_CELL_GAP = 1.3, 3.0
_SAME_BASELINE = 0.22
_SCRIPT_RISE, _SCRIPT_FALL, _SCRIPT_SIZE = 0.7, 0.35, 0.86
_SCRIPT_CHARS = 8
# A mark that leads to a note may be as large as its line.
_MARK_CHARS, _MARK_RISE = 3, 0.25
_LEAST_LIFT = 0.15
_FAR = 1e6
# Between a number and its power: part of one run, unlike a space.
RAISED = -2


class Run(NamedTuple):
    """Characters `first` to `last` (half open, stored order) that follow each other on one level.

    Attributes:
        left, right: Its extent, in points.
        char_width: Mean width of a character, in points.
    """

    first: int
    last: int
    left: float
    right: float
    char_width: float


@dataclass(frozen=True, slots=True)
class Level:
    """Where a run stands: its baseline's y and the em of its font, in points as displayed.

    `heading` is the depth of the heading that the file says it belongs to, 0 for none.
    """

    baseline: float
    em: float
    is_bold: bool = False
    heading: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """A stretch of a line without a wide gap.

    Attributes:
        rows: Rows of the page's characters from left to right; -1 for a space, `RAISED` before a
            raised digit that stands right of a number.
        left, right: Its extent, in points.
    """

    rows: tuple[int, ...]
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class RowCell:
    """A cell of a table: its lines from top to bottom, each of one `Cell`.

    Attributes:
        column: 0-based, from the left.
        columns, rows: How many of each it spans.
    """

    lines: tuple["DrawnLine", ...]
    column: int
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table.

    Attributes:
        cells: Those with text, from left to right.
        width: How many columns the table has.
        starts_table: Whether it is the first row of its table.
    """

    cells: tuple[RowCell, ...]
    width: int
    starts_table: bool


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line as drawn: its cells from left to right, and where it stands.

    Attributes:
        row: Of a whole row of a table, which has one `Cell` of all its characters; else None.
    """

    cells: tuple[Cell, ...]
    level: Level
    row: TableRow | None = None


def whole_row(row: TableRow) -> DrawnLine:
    """Give a row as one line at its topmost baseline, so that it is moved as one."""
    lines = [line for cell in row.cells for line in cell.lines]
    rows = tuple(place for line in lines for cell in line.cells for place in cell.rows)
    left = min(line.cells[0].left for line in lines)
    right = max(line.cells[-1].right for line in lines)
    top = min(lines, key=lambda line: line.level.baseline)
    return DrawnLine((Cell(rows, left, right),), top.level, row)


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
    starts = np.concatenate([[0], np.flatnonzero(breaks) + 1])
    ends = np.append(starts[1:], len(glyphs))
    columns = (
        starts,
        ends,
        np.minimum.reduceat(left, starts),
        np.maximum.reduceat(right, starts),
        np.add.reduceat(right - left, starts) / (ends - starts),
    )
    inked = ~np.logical_and.reduceat(is_space, starts)
    every = zip(*(column[inked].tolist() for column in columns), strict=True)
    return list(map(Run._make, every))


def bounds_of(runs: Sequence[Run]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Give the first character of each run, and the end of each: intp, shape (n,)."""
    firsts, lasts, *_ = zip(*runs, strict=True) if runs else ((), ())
    return np.array(firsts, dtype=np.intp), np.array(lasts, dtype=np.intp)


def find_lines(
    glyphs: Glyphs, is_space: NDArray[np.bool_], runs: Sequence[Run], levels: Sequence[Level]
) -> list[DrawnLine]:
    """Group runs into lines from top to bottom.

    Args:
        glyphs, is_space: As of `find_runs`.
        runs, levels: n runs and where each stands.
    """
    groups = _grouped(runs, levels)
    line_of = _spread(groups, len(glyphs))
    lines = []
    ems = np.array([level.em for level, _ in groups], dtype=np.float64)
    for number, letters in _letters_by_line(glyphs, is_space, line_of, ems):
        level = groups[number][0]
        lines.append(DrawnLine(tuple(_cells(letters, level.em)), level))
    return sorted(lines, key=lambda line: line.level.baseline)


def _spread(groups: Sequence[tuple[Level, list[Run]]], count: int) -> NDArray[np.intp]:
    """Give each of `count` characters the number of the group that has its run, -1 for none."""
    first, last = bounds_of([run for _, members in groups for run in members])
    number_of = np.repeat(np.arange(len(groups)), [len(members) for _, members in groups])
    # Runs do not overlap: each number is added where its run begins and taken off where it ends.
    steps = np.zeros(count + 1, dtype=np.intp)
    steps[first] += number_of + 1
    steps[last] -= number_of + 1
    return np.cumsum(steps[:-1]) - 1


def _grouped(runs: Sequence[Run], levels: Sequence[Level]) -> list[tuple[Level, list[Run]]]:
    """Put runs of one line together, beginning with the longest, whose level is surest."""
    groups: list[tuple[Level, list[Run]]] = []
    placed: list[tuple[float, int]] = []  # each group's baseline and index, from the top
    begun: dict[float, list[Run]] = {}  # by its baseline: a run at the very same one belongs to it
    firsts, lasts = bounds_of(runs)
    farthest = _SCRIPT_RISE * max([level.em for level in levels], default=0.0)
    for place in np.argsort(firsts - lasts, kind="stable").tolist():
        run, level = runs[place], levels[place]
        baseline = level.baseline
        if baseline in begun:
            begun[baseline].append(run)
            continue
        top = bisect_left(placed, (baseline - farthest, -1))
        end = bisect_left(placed, (baseline + farthest, len(groups)), top)
        near = sorted((abs(baseline - line), at) for line, at in placed[top:end])
        for distance, at in near:
            if distance < farthest and _belongs(run, level, groups[at]):
                groups[at][1].append(run)
                break
        else:
            insort(placed, (baseline, len(groups)))
            begun[baseline] = [run]
            groups.append((level, begun[baseline]))
    return groups


def _belongs(run: Run, level: Level, group: tuple[Level, list[Run]]) -> bool:
    line, members = group
    rise = line.baseline - level.baseline
    if abs(rise) <= _SAME_BASELINE * min(level.em, line.em):
        return True
    chars = run.last - run.first
    is_script = (
        level.em <= _SCRIPT_SIZE * line.em
        and chars <= _SCRIPT_CHARS
        and -_SCRIPT_FALL * line.em <= rise <= _SCRIPT_RISE * line.em
    ) or (
        level.em <= line.em
        and chars <= _MARK_CHARS
        and _MARK_RISE * line.em <= rise <= _SCRIPT_RISE * line.em
    )
    reach = 0.35 * line.em
    return is_script and any(
        run.left <= other.right + reach and other.left <= run.right + reach for other in members
    )


class _Letters(NamedTuple):
    """The n inked characters of a line from left to right, and where a word may begin.

    `reach` is how far the line reaches with each, `gap` the room before each (0 for the first),
    both in points; `leads` tells a leader's `dots`. `rooms` are the places before which a word may
    begin, in order; no other has a gap of `_SURE_LETTER_GAP`.
    """

    rows: list[int]
    left: NDArray[np.float64]
    reach: NDArray[np.float64]
    gap: NDArray[np.float64]
    leads: NDArray[np.bool_]
    dots: int
    rooms: list["_Room"]


# Its place; its gap, in points; whether a blank is stored there; 1 before a raised digit that
# follows a digit, -1 before a digit that follows a raised one, else 0; whether a leader's dot
# follows.
_Room = tuple[int, float, bool, int, bool]


def _letters_by_line(
    glyphs: Glyphs,
    is_space: NDArray[np.bool_],
    line_of: NDArray[np.intp],
    ems: NDArray[np.float64],
) -> Iterator[tuple[int, _Letters]]:
    """Order the characters of each line from left to right, and measure the room between them."""
    lefts, _, rights, _ = glyphs.boxes.T.copy()  # columns apart are quicker to pick from
    # Complex numbers are sorted by their real parts first.
    order = np.argsort(line_of + 1j * (lefts + rights), kind="stable")
    order = order[np.count_nonzero(line_of < 0) :]
    order = order[~_is_double(glyphs, order, line_of)]
    order, leads = _without_crossed(glyphs, order, line_of, is_space)
    inked = np.flatnonzero(~is_space.take(order))
    rows = order.take(inked)
    lines, left = line_of.take(rows), lefts.take(rows).astype(np.float64)
    # Each line is moved far right of the one before, so that one running maximum serves all.
    shift = lines * _FAR
    reach = np.maximum.accumulate(rights.take(rows) + shift) - shift
    gap = left - np.roll(reach, 1)
    spaced = inked - np.roll(inked, 1) > 1
    starts = np.flatnonzero(np.diff(lines, prepend=-1))
    rise = _rises(glyphs, rows)
    gap[starts], spaced[starts], rise[starts] = 0.0, False, 0
    at = np.flatnonzero(spaced | (rise != 0) | (gap > _SURE_LETTER_GAP * ems[lines]))
    places = at - starts[np.searchsorted(starts, at, side="right") - 1]
    columns = [each.tolist() for each in (places, gap[at], spaced[at], rise[at], leads[at])]
    rooms: list[_Room] = list(zip(*columns, strict=True))
    chars = rows.tolist()
    bounds = np.searchsorted(at, starts).tolist()
    dots = np.add.reduceat(leads, starts, dtype=np.intp).tolist() if len(starts) else []
    ranges = zip(pairwise([*starts.tolist(), len(rows)]), pairwise([*bounds, len(at)]), strict=True)
    for ((start, end), (first, last)), count in zip(ranges, dots, strict=True):
        part = slice(start, end)
        letters = (chars[part], left[part], reach[part], gap[part], leads[part], count)
        yield int(lines[start]), _Letters(*letters, rooms[first:last])


def _without_crossed(
    glyphs: Glyphs, order: NDArray[np.intp], line_of: NDArray[np.intp], is_space: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Drop dots that run on under a page number; tell which inked characters lead to one."""
    rows = order[~is_space.take(order)]
    leads = find_leaders(glyphs.codes.take(rows), line_of.take(rows))
    if not leads.any():
        return order, leads
    crossed = find_crossed(glyphs.boxes[rows], leads, glyphs.codes[rows], line_of[rows])
    order = order[~np.isin(order, rows[crossed])]
    rows = rows[~crossed]
    return order, find_leaders(glyphs.codes[rows], line_of[rows])


def _rises(glyphs: Glyphs, rows: NDArray[np.intp]) -> NDArray[np.int8]:
    """Find where digits of a note or a power touch those of a number, by `_Letters.rise`."""
    codes = glyphs.codes.take(rows)
    digit = (codes >= ord("0")) & (codes <= ord("9"))
    _, top, _, bottom = glyphs.boxes.take(rows, axis=0).T
    height = bottom - top
    low = np.minimum(height[1:], height[:-1])
    touching = digit[1:] & digit[:-1] & (low < _SCRIPT_SIZE * np.maximum(height[1:], height[:-1]))
    lift = np.where(height[1:] < height[:-1], 1, -1) * (bottom[:-1] - bottom[1:])
    rises = np.zeros(len(rows), dtype=np.int8)
    is_raised = touching & (lift > _LEAST_LIFT * low)
    rises[1:][is_raised] = np.where(height[1:] < height[:-1], 1, -1)[is_raised]
    return rises


def _is_double(
    glyphs: Glyphs, order: NDArray[np.intp], line_of: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Find characters drawn again over themselves, as some writers do for bold."""
    double = np.zeros(len(order), dtype=bool)
    left, _, right, _ = glyphs.boxes.T.take(order, axis=1)
    reach, codes, lines = 0.3 * (right - left), glyphs.codes.take(order), line_of.take(order)
    for step in (1, 2):
        near = np.abs(left[step:] - left[:-step]) < reach[step:]
        near &= (codes[step:] == codes[:-step]) & (lines[step:] == lines[:-step])
        double[step:] |= near
    return double


def _cells(letters: _Letters, em: float) -> Iterator[Cell]:
    """Cut a line where words and cells begin."""
    rows, left, reach = letters.rows, letters.left, letters.reach
    least = _space_gap(letters, em)
    starts = [
        (place, room, step)
        for place, room, blank, step, _ in letters.rooms
        if blank or step or room > least
    ]
    word_gap = _middle(sorted([room for _, room, _ in starts]))
    wide = max(_CELL_GAP * em, min(2.5 * word_gap, _SURE_CELL_GAP * em))
    cell: list[int] = []
    first = begun = 0
    for start, room, step in starts:
        cell += rows[begun:start]
        begun = start
        if room <= wide:
            cell.append(RAISED if step > 0 else -1)
            continue
        yield Cell(tuple(cell), float(left[first]), float(reach[start - 1]))
        cell, first = [], start
    yield Cell((*cell, *rows[begun:]), float(left[first]), float(reach[-1]))


def _middle(ordered: Sequence[float]) -> float:
    return ordered[len(ordered) // 2] if ordered else 0.0


def _space_gap(letters: _Letters, em: float) -> float:
    """Find the gap of a line above which a space was meant, in points.

    The gaps of a line fall into two heaps, inside words and between them; the border is the
    middle of the widest stretch without a gap. Letter-spaced text moves both heaps alike. Where
    only some blanks are stored, as in tightly justified text, a gap like theirs is one too.
    """
    usual = 0.0
    low = _SURE_LETTER_GAP * em
    doubtful = [room for _, room, _, _, dot in letters.rooms if room > low and not dot]
    if 2 * len(doubtful) > len(letters.rows) - letters.dots:
        usual = _middle(sorted(letters.gap[~letters.leads].tolist()[1:]))
        low += usual
        doubtful = [room for room in doubtful if room > low]
    high = usual + _SURE_SPACE_GAP * em
    inner = [low, *sorted([room for room in doubtful if room < high])]
    if len(inner) <= len(doubtful):
        inner.append(high)
    steps = [(after - before, before, after) for before, after in pairwise(inner)]
    widest, before, after = max(steps, default=(0.0, 0.0, 0.0))
    found = (before + after) / 2 if widest >= 0.05 * em else usual + _USUAL_SPACE_GAP * em
    stored = _middle(sorted([room for _, room, blank, _, _ in letters.rooms if blank]))
    return min(found, max(low, _LIKE_STORED * stored)) if stored else found

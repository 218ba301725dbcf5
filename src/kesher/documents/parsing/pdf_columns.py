"""Reading order: columns of prose are read one after the other, rows of a table across."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, starmap

import numpy as np

from kesher.documents.parsing.pdf_lines import Cell, DrawnLine
from kesher.text.direction import Direction

# Shares of the em.
_GUTTER, _NEIGHBOUR, _APART, _FAR_BELOW = 0.9, 1.9, 1.6, 3.5
_FEWEST_LINES = 3
_HEADING = 1.15
_BESIDE = 1.2
# Prose fills its column; the cells of a table are short or stand apart. Where the lines of one
# column do not stand beside those of the other, paragraphs of a line or two are prose as well.
_PROSE_CHARS, _PROSE_FILL, _PROSE_FILL_APART, _PROSE_SINGLE = 11, 0.6, 0.4, 0.8
# The share of a column's lines that are full at the least: rows stand wider apart than lines of
# prose, so where lines do not, less tells prose. And a blank's width.
_FILLED_WIDE, _FILLED_CLOSE, _CLOSE_STEP, _BLANK = 0.5, 0.3, 1.85, 0.2

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines `first` to `last` (half open) that share gutters free of text, left to right."""

    first: int
    last: int
    gutters: tuple[Span, ...]


def in_reading_order(lines: Sequence[DrawnLine], page: Direction) -> list[DrawnLine]:
    """Put the lines of a page in the order in which they are read.

    Args:
        lines: From top to bottom; a line may run through several columns.
        page: The direction in which columns follow each other.

    Returns:
        The lines, those that ran through columns of prose cut at the gutters.
    """
    ordered: list[DrawnLine] = []
    start = 0
    while start < len(lines):
        block = _block_at(lines, start)
        if block and _is_heading(lines[start], lines[block.first : block.last]):
            block = None
        inside = lines[block.first : block.last] if block else []
        columns = _columns(inside, block.gutters) if block else []
        if block and _are_text(columns, inside, block.gutters, page):
            for column in columns[::-1] if page == "rtl" else columns:
                ordered.extend(in_reading_order(column, page))
            start = block.last
        else:
            end = start + max(_rows_at_top(inside, block.gutters) if block else 0, 1)
            ordered.extend(lines[start:end])
            start = end
    return ordered


def _is_heading(line: DrawnLine, block: Sequence[DrawnLine]) -> bool:
    """Tell a heading of the whole page that happens to stand over one column."""
    usual = float(np.median([other.level.em for other in block]))
    return len(line.cells) == 1 and line.level.em > _HEADING * usual


def _block_at(lines: Sequence[DrawnLine], start: int) -> _Block | None:
    """Find the lines from `start` on that share a gutter, where there are enough of them."""
    gutters = _proposed(lines, start)
    if not gutters:
        return None
    end = start
    while end < len(lines):
        narrowed = _narrowed(gutters, lines[end])
        step = lines[end].level.baseline - lines[max(end - 1, start)].level.baseline
        if not narrowed or step > _FAR_BELOW * lines[end].level.em:
            break
        if end > start and _begins_anew(lines, end, gutters, step, lines[start].level.em):
            break
        gutters, end = narrowed, end + 1
    if end - start < _FEWEST_LINES:
        return None
    return _Block(start, end, tuple(gutters))


def _begins_anew(
    lines: Sequence[DrawnLine], at: int, gutters: Sequence[Span], step: float, em: float
) -> bool:
    """Tell whether other columns begin with a line: it is a heading over them, or closes a gutter.

    One line that closes a gutter may stand out of its column; two that do are of other columns.
    """
    line = lines[at]
    is_apart = step > _APART * em
    if is_apart and len(line.cells) == 1 and line.level.em > _HEADING * em:
        return True
    closing = [len(_narrowed(gutters, each)) < len(gutters) for each in lines[at : at + 3]]
    return closing[0] and (is_apart or sum(closing) > 1)


def _proposed(lines: Sequence[DrawnLine], start: int) -> list[Span]:
    """Take the gaps of a line, and of the next if it stands so near that it may be beside it."""
    cells = list(lines[start].cells)
    if start + 1 < len(lines):
        step = lines[start + 1].level.baseline - lines[start].level.baseline
        if step < _NEIGHBOUR * lines[start].level.em:
            cells += lines[start + 1].cells
    return _gaps(cells, _GUTTER * lines[start].level.em)


def _gaps(cells: Sequence[Cell], least: float) -> list[Span]:
    found, reach = [], np.inf
    for cell in sorted(cells, key=lambda cell: cell.left):
        if cell.left - reach > least:
            found.append((reach, cell.left))
        reach = cell.right if reach == np.inf else max(reach, cell.right)
    return found


def _narrowed(gutters: Sequence[Span], line: DrawnLine) -> list[Span]:
    """Keep of each gutter what a line leaves free, if that is wide enough."""
    least = _GUTTER * line.level.em
    free = (_left_free(gutter, line.cells) for gutter in gutters)
    return [(left, right) for left, right in free if right - left > least]


def _left_free(gutter: Span, cells: Sequence[Cell]) -> Span:
    """Narrow a gutter by the cells that end or begin in it; one across it closes it."""
    low, high = gutter
    for cell in cells:
        if cell.left <= low and cell.right < high:
            low = max(low, cell.right)
        elif cell.left > low:
            high = min(high, cell.left)
        else:
            return (low, low)
    return (low, high)


def _columns(lines: Sequence[DrawnLine], gutters: Sequence[Span]) -> list[list[DrawnLine]]:
    edges = [-np.inf, *((left + right) / 2 for left, right in gutters), np.inf]
    columns = []
    for low, high in pairwise(edges):
        column = []
        for line in lines:
            cells = tuple(cell for cell in line.cells if low <= cell.left < high)
            if cells:
                column.append(replace(line, cells=cells))
        columns.append(column)
    return columns


def _are_text(
    columns: Sequence[Sequence[DrawnLine]],
    lines: Sequence[DrawnLine],
    gutters: Sequence[Span],
    page: Direction,
) -> bool:
    """Tell columns of prose from those of a table.

    Where most lines stand at one height in several columns, as rows do, only that each column's
    lines are as full as their words allow tells prose.
    """
    are_rows = 2 * sum(_is_row(line, gutters) for line in lines) > len(lines)
    fill = _PROSE_FILL if are_rows else _PROSE_FILL_APART
    if not all(_is_prose(column, fill) for column in columns):
        return False
    if not all(starmap(_are_beside, pairwise(columns))):
        return False
    return not are_rows or all(_is_filled(column, page) for column in columns)


def _are_beside(one: Sequence[DrawnLine], other: Sequence[DrawnLine]) -> bool:
    """Tell columns from blocks of which each stands below the other, as an address below a date."""
    short, long = sorted((one, other), key=len)
    heights = np.array([line.level.baseline for line in long])
    apart = [np.abs(heights - line.level.baseline).min() / line.level.em for line in short]
    return bool(np.median(apart) < _BESIDE)


def _rows_at_top(lines: Sequence[DrawnLine], gutters: Sequence[Span]) -> int:
    """Count the rows of a table from the first of its lines on."""
    return next((n for n, line in enumerate(lines) if not _is_row(line, gutters)), len(lines))


def _is_row(line: DrawnLine, gutters: Sequence[Span]) -> bool:
    """Tell whether a line has cells on both sides of a gutter."""
    return any(line.cells[0].left < low < line.cells[-1].left for low, _ in gutters)


def _is_filled(column: Sequence[DrawnLine], page: Direction) -> bool:
    """Tell whether lines end where the next line's first word would not have fitted.

    That is so inside a paragraph, whatever the column's width; the cells of a table end anywhere.
    """
    left, right = _extent(column)
    full, pairs = 0, list(pairwise(column))
    for line, after in pairs:
        room = line.cells[0].left - left if page == "rtl" else right - line.cells[-1].right
        full += room < _first_word(after, page) + _BLANK * line.level.em
    steps = [(after.level.baseline - line.level.baseline) / line.level.em for line, after in pairs]
    least = _FILLED_CLOSE if np.median(steps) < _CLOSE_STEP else _FILLED_WIDE
    return full >= least * len(pairs)


def _extent(column: Sequence[DrawnLine]) -> Span:
    return min(line.cells[0].left for line in column), max(line.cells[-1].right for line in column)


def _first_word(line: DrawnLine, page: Direction) -> float:
    """Estimate the width of a line's first word, in points, by its share of the characters."""
    cell = line.cells[-1 if page == "rtl" else 0]
    rows = cell.rows[::-1] if page == "rtl" else cell.rows
    chars = rows.index(-1) if -1 in rows else len(rows)
    return (cell.right - cell.left) * chars / len(rows)


def _is_prose(column: Sequence[DrawnLine], least_fill: float) -> bool:
    if len(column) < _FEWEST_LINES:
        return False
    extents = np.array([line.cells[-1].right - line.cells[0].left for line in column])
    chars = np.array([sum(len(cell.rows) for cell in line.cells) for line in column])
    single = np.array([len(line.cells) == 1 for line in column])
    fill = float(np.median(extents) / max(extents.max(), 0.1))
    return bool(
        np.median(chars) >= _PROSE_CHARS and fill >= least_fill and single.mean() >= _PROSE_SINGLE
    )

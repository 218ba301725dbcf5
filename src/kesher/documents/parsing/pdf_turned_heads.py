"""Heads of columns that are written upwards or downwards, joined to the table below them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_layout import PageLine
from kesher.documents.parsing.pdf_lines import Level
from kesher.documents.parsing.pdf_rows import CELL_BREAK, LINE_BREAK, CellPlace
from kesher.documents.parsing.pdf_text import ReadLine
from kesher.domain.document import Box

_FEWEST = 2
_NEAR = 2.5  # times the em of a head: how far above its table's first row it may end
_BLANK = -1  # the row of a blank


@dataclass(frozen=True, slots=True)
class _Table:
    """Lines `first` to `last` (half open) that are one table.

    Attributes:
        columns: Left and right of the text of each column.
        top, bottom: Of its first line.
    """

    first: int
    last: int
    columns: dict[int, tuple[float, float]]
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    rows: tuple[int, ...]
    place: CellPlace


def with_turned_heads(
    lines: Sequence[PageLine], turned: Sequence[PageLine], boxes: Floats
) -> list[PageLine]:
    """Give the lines of a page, those turned by a quarter over a table's columns as its first row.

    Args:
        lines: The upright ones, in reading order.
        turned: Those that run up or down, in reading order; what is no head follows the others.
        boxes: Of the page's characters as displayed, by the rows that all lines count.
    """
    left, found = list(turned), list(lines)
    for table in reversed(list(_tables(lines, boxes))):
        over = list(_over(left, table, boxes))
        heads = _placed(over, table, boxes)
        if len(heads) < _FEWEST:
            continue
        left = [line for line in left if line not in over]
        held, level = found[table.first : table.last], over[0].level
        found[table.first : table.last] = _headed(held, heads, level)
    return [*found, *left]


def _tables(lines: Sequence[PageLine], boxes: Floats) -> Iterator[_Table]:
    starts = [at for at, line in enumerate(lines) if line.starts_table]
    for start, following in pairwise([*starts, len(lines)]):
        end = next((at for at in range(start, following) if not lines[at].cells), following)
        columns: dict[int, tuple[float, float]] = {}
        for line in lines[start:end]:
            for cell in _cells(line):
                box = _box(cell.rows, boxes)
                if cell.place.columns == 1:
                    low, high = columns.get(cell.place.column, (box.left, box.right))
                    columns[cell.place.column] = min(low, box.left), max(high, box.right)
        first = _box(lines[start].read.rows, boxes)
        yield _Table(start, end, columns, first.top, first.bottom)


def _cells(line: PageLine) -> Iterator[_Cell]:
    start = 0
    for place, text in zip(line.cells, line.read.text.split(CELL_BREAK), strict=True):
        yield _Cell(text, line.read.rows[start : start + len(text)], place)
        start += len(text) + 1


def _box(rows: Sequence[int], boxes: Floats) -> Box:
    inked = boxes[[row for row in rows if row >= 0]]
    left, top = inked[:, :2].min(axis=0).tolist()
    right, bottom = inked[:, 2:].max(axis=0).tolist()
    return Box(left, top, right, bottom)


def _over(turned: Sequence[PageLine], table: _Table, boxes: Floats) -> Iterator[PageLine]:
    """Yield the lines that stand beside each other over a table's columns, close above it.

    Short ones may end far above it, since all begin or all end at one height.
    """
    placed = [(line, _box(line.read.rows, boxes)) for line in turned]
    inside = [(line, box) for line, box in placed if _is_over(box, line, table)]
    if not inside:
        return
    nearest, lowest = max(inside, key=lambda each: each[1].bottom)
    if lowest.bottom < table.top - _NEAR * nearest.level.em:
        return
    yield from (line for line, box in inside if box.bottom > lowest.top)


def _is_over(box: Box, line: PageLine, table: _Table) -> bool:
    """Tell whether a line stands over a table's columns, above or beside its first row."""
    if not table.columns:
        return False
    left = min(low for low, _ in table.columns.values()) - line.level.em
    right = max(high for _, high in table.columns.values()) + line.level.em
    is_above = box.top < table.bottom and box.bottom <= table.bottom + line.level.em
    return is_above and left <= box.middle[0] <= right


def _placed(over: Sequence[PageLine], table: _Table, boxes: Floats) -> dict[int, _Cell]:
    """Give the heads by column; lines over one column are one head."""
    heads: dict[int, _Cell] = {}
    for line in over:
        middle = _box(line.read.rows, boxes).middle[0]
        column = min(table.columns, key=lambda at: _distance(middle, *table.columns[at]))
        head = _Cell(line.read.text, line.read.rows, CellPlace(column))
        before = heads.get(column)
        heads[column] = _joined([before, head], " ", head.place) if before else head
    return heads


def _distance(x: float, low: float, high: float) -> float:
    return max(low - x, x - high, 0.0)


def _joined(cells: Sequence[_Cell], joint: str, place: CellPlace) -> _Cell:
    rows = [row for cell in cells for row in (*cell.rows, _BLANK)][:-1]
    return _Cell(joint.join(cell.text for cell in cells), tuple(rows), place)


def _headed(lines: Sequence[PageLine], heads: dict[int, _Cell], level: Level) -> Iterator[PageLine]:
    """Yield a table's lines with its head: in its first row, or as a row of its own above it."""
    first = lines[0]
    held = {cell.place.column: cell for cell in _cells(first)}
    is_row = first.joint == LINE_BREAK and not (len(lines) > 1 and lines[1].joint != LINE_BREAK)
    goes_with = is_row and not held.keys() & heads.keys()
    merged = heads | held if goes_with else heads
    cells = [merged[column] for column in sorted(merged)]
    whole = _joined(cells, CELL_BREAK, cells[0].place)
    places = tuple(cell.place for cell in cells)
    read = ReadLine(whole.text, whole.rows)
    yield PageLine(read, level, first.joint, places, starts_table=True)
    if not goes_with:
        yield replace(first, starts_table=False)
    yield from lines[1:]

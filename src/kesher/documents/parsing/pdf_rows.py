"""Rows of tables taken apart again, in the order in which their cells are read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kesher.documents.parsing.pdf_lines import DrawnLine, RowCell, TableRow
from kesher.text.direction import Direction

LINE_BREAK, CELL_BREAK, WRAP = "\n", "\t", " "
_BROKEN = re.compile(r"[^\W\d_][-\u2010\u2011\u05be]$")  # a hyphen behind a word, no dash
_SAME_BASELINE = 0.5  # of the em


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Where a cell stands in its table.

    Attributes:
        column: 0-based, in the direction of reading.
        columns, rows: How many of each it spans.
    """

    column: int
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Part:
    """A line to be read: one of the page, a row, or a line of one cell.

    Attributes:
        joint: What parts its text from that of the part before.
        cells: The places of the cells in it, in the order of reading; none outside tables.
        starts_table: Whether a table begins with it.
    """

    line: DrawnLine
    joint: str = LINE_BREAK
    cells: tuple[CellPlace, ...] = ()
    starts_table: bool = False


def unfolded(lines: Sequence[DrawnLine], page: Direction) -> Iterator[Part]:
    """Yield the lines of a page, a row with cells of several lines cell by cell."""
    for line in lines:
        if line.row is None:
            yield Part(line)
        else:
            yield from _parts(line.row, page)


def joints_of(parts: Sequence[Part], texts: Sequence[str]) -> list[str]:
    """Give what parts each line from the one before: nothing inside a cell's word at its hyphen.

    Args:
        texts: Of the parts, in logical order.
    """
    joints = [part.joint for part in parts]
    for at in range(1, len(parts)):
        if joints[at] == WRAP and texts[at][:1].isalpha() and _BROKEN.search(texts[at - 1]):
            joints[at] = ""
    return joints


def _parts(row: TableRow, page: Direction) -> Iterator[Part]:
    ordered = row.cells[::-1] if page == "rtl" else row.cells
    places = tuple(_place(cell, row.width, page) for cell in ordered)
    flat = _on_one_line(row)
    if flat is not None:
        yield Part(flat, cells=places, starts_table=row.starts_table)
        return
    joint = LINE_BREAK
    for cell, place in zip(ordered, places, strict=True):
        for line in cell.lines:
            yield Part(line, joint, (place,), row.starts_table and joint == LINE_BREAK)
            joint = WRAP
        joint = CELL_BREAK


def _place(cell: RowCell, width: int, page: Direction) -> CellPlace:
    column = width - cell.column - cell.columns if page == "rtl" else cell.column
    return CellPlace(column, cell.columns, cell.rows)


def _on_one_line(row: TableRow) -> DrawnLine | None:
    if any(len(cell.lines) > 1 for cell in row.cells):
        return None
    lines = [cell.lines[0] for cell in row.cells]
    level = max(lines, key=lambda line: len(line.cells[0].rows)).level
    if any(abs(line.level.baseline - level.baseline) > _SAME_BASELINE * level.em for line in lines):
        return None
    return DrawnLine(tuple(line.cells[0] for line in lines), level)

"""Tables with borders: the text inside a grid, folded into one line for each row."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_grids import Grid, GridCell
from kesher.documents.parsing.pdf_lines import Cell, DrawnLine, RowCell, TableRow, whole_row

_ABOVE_BASELINE = 0.3  # of the em: the height at which a letter is asked where it stands


def fold_grids(lines: Sequence[DrawnLine], grids: Iterable[Grid], boxes: Floats) -> list[DrawnLine]:
    """Put one line for each row of a table in the place of the lines inside its grid.

    Args:
        lines: From top to bottom.
        grids: Those with text in one row or one column alone are left as they are.
        boxes: Of the page's characters, by row.
    """
    folded = list(lines)
    for grid in grids:
        inside, outside = _divided(folded, grid, boxes)
        rows = list(_rows(grid, inside))
        if len(rows) > 1 and len({cell.column for row in rows for cell in row}) > 1:
            table = [
                whole_row(TableRow(tuple(row), grid.columns, starts_table=at == 0))
                for at, row in enumerate(rows)
            ]
            folded = sorted([*outside, *table], key=lambda line: line.level.baseline)
    return folded


@dataclass(frozen=True, slots=True)
class _Inside:
    """A part of a line, and the cell of the grid that it stands in."""

    line: DrawnLine
    cell: GridCell


def _divided(
    lines: Sequence[DrawnLine], grid: Grid, boxes: Floats
) -> tuple[list[_Inside], list[DrawnLine]]:
    inside: list[_Inside] = []
    outside: list[DrawnLine] = []
    for line in lines:
        y = line.level.baseline - _ABOVE_BASELINE * line.level.em
        if line.row is not None or not grid.across[0] <= y < grid.across[-1]:
            outside.append(line)
            continue
        parts: dict[GridCell, list[int]] = defaultdict(list)
        left_over = tuple(cell for cell in line.cells if not _put(cell, y, grid, boxes, parts))
        if left_over:
            outside.append(replace(line, cells=left_over))
        for place, rows in parts.items():
            held = _cell(rows, boxes)
            if held:
                inside.append(_Inside(DrawnLine((held,), line.level), place))
    return inside, outside


def _put(cell: Cell, y: float, grid: Grid, boxes: Floats, parts: dict[GridCell, list[int]]) -> bool:
    """Share a cell's characters out among the grid's cells; False if it stands outside."""
    found: GridCell | None = None
    placed: list[tuple[GridCell, int]] = []
    for row in cell.rows:
        if row >= 0:
            found = grid.cell_at(float(boxes[row, 0] + boxes[row, 2]) / 2, y) or found
        if found is not None:
            placed.append((found, row))
    if not placed:
        return False
    for place in dict.fromkeys(place for place, _ in placed):
        if parts[place]:
            parts[place].append(-1)
    for place, row in placed:
        parts[place].append(row)
    return True


def _cell(rows: list[int], boxes: Floats) -> Cell | None:
    while rows and rows[-1] < 0:
        rows.pop()
    first = next((at for at, row in enumerate(rows) if row >= 0), len(rows))
    inked = [row for row in rows if row >= 0]
    if not inked:
        return None
    left, right = float(boxes[inked, 0].min()), float(boxes[inked, 2].max())
    return Cell(tuple(rows[first:]), left, right)


def _rows(grid: Grid, inside: Iterable[_Inside]) -> Iterator[list[RowCell]]:
    by_cell: dict[GridCell, list[DrawnLine]] = defaultdict(list)
    for each in inside:
        by_cell[each.cell].append(each.line)
    for number in range(grid.rows):
        row = [
            RowCell(tuple(lines), cell.column, cell.columns, cell.rows)
            for cell, lines in by_cell.items()
            if cell.row == number
        ]
        if row:
            yield sorted(row, key=lambda cell: cell.column)

"""From straight lines to grids: which of them are the borders of one table's cells.

All in points as displayed, y downwards.
"""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_rulings import Rulings
from kesher.domain.document import Box

# Lines this near touch; lines this near are one.
_TOUCH, _SAME = 4.0, 3.0
_COVERED = 0.6  # of a cell's side, for a border to stand there
_MOST_LINES = 2_000
_MOST_CELLS = 20_000


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a grid, merged ones taken together; rows and columns count from the top left."""

    box: Box
    row: int
    column: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells that share borders.

    Attributes:
        down: x of the borders between columns, from left to right.
        across: y of the borders between rows, from top to bottom.
        owners: The cell at each row and column.
    """

    down: tuple[float, ...]
    across: tuple[float, ...]
    cells: tuple[GridCell, ...]
    owners: Mapping[tuple[int, int], GridCell]

    @property
    def box(self) -> Box:
        """The whole grid."""
        return Box(self.down[0], self.across[0], self.down[-1], self.across[-1])

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.across) - 1

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.down) - 1

    def cell_at(self, x: float, y: float) -> GridCell | None:
        """Return the cell that a point lies in, None outside."""
        return self.owners.get((bisect(self.across, y) - 1, bisect(self.down, x) - 1))


def find_grids(rulings: Rulings) -> list[Grid]:
    """Return the grids of a page of two cells or more, from top to bottom.

    A cell whose border is missing is merged with the one beyond it. Outer borders may be missing
    where the lines that cross them end together.
    """
    across, down = _merged(rulings.across), _merged(rulings.down)
    if len(across) + len(down) > _MOST_LINES or not len(across) or not len(down):
        return []
    grids = []
    for rows, columns in _connected(across, down):
        grid = _grid(across[rows], down[columns])
        if grid is not None:
            grids.append(grid)
    return sorted(grids, key=lambda grid: (grid.box.top, grid.box.left))


def _merged(lines: Floats) -> Floats:
    """Join lines at one place that touch or overlap: borders are often drawn cell by cell."""
    merged: list[list[float]] = []
    open_at: list[list[float]] = []
    for place, start, end in sorted(lines.tolist()):
        open_at = [line for line in open_at if place - line[0] <= _SAME / 2]
        beside = [line for line in open_at if start <= line[2] + _TOUCH and line[1] <= end + _TOUCH]
        if beside:
            joined = beside[0]
            joined[1], joined[2] = min(joined[1], start), max(joined[2], end)
            continue
        line = [place, start, end]
        merged.append(line)
        open_at.append(line)
    return np.array(merged, dtype=np.float32).reshape(-1, 3)


def _connected(across: Floats, down: Floats) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the lines, by index, that hang together by crossing or touching each other."""
    y, left, right = (across[:, column, None] for column in range(3))
    x, top, bottom = down.T
    crossing = (x >= left - _TOUCH) & (x <= right + _TOUCH)
    crossing &= (y >= top - _TOUCH) & (y <= bottom + _TOUCH)
    free = set(range(len(across)))
    while free:
        rows, columns = {free.pop()}, set[int]()
        waiting = list(rows)
        while waiting:
            new = set(np.flatnonzero(crossing[waiting.pop()]).tolist()) - columns
            columns |= new
            for column in new:
                found = set(np.flatnonzero(crossing[:, column]).tolist()) - rows
                rows |= found
                waiting += found
        free -= rows
        if columns:
            yield sorted(rows), sorted(columns)


def _grid(across: Floats, down: Floats) -> Grid | None:
    ys = _places([*across[:, 0].tolist(), float(down[:, 1].min()), float(down[:, 2].max())])
    xs = _places([*down[:, 0].tolist(), float(across[:, 1].min()), float(across[:, 2].max())])
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 1 or columns < 1 or not 2 <= rows * columns <= _MOST_CELLS:
        return None
    groups = _Groups(rows, columns)
    for row, (top, bottom) in enumerate(pairwise(ys)):
        for column, x in enumerate(xs[1:-1], start=1):
            if not _is_drawn(down, x, top, bottom):
                groups.join((row, column - 1), (row, column))
    for column, (left, right) in enumerate(pairwise(xs)):
        for row, y in enumerate(ys[1:-1], start=1):
            if not _is_drawn(across, y, left, right):
                groups.join((row - 1, column), (row, column))
    owners: dict[tuple[int, int], GridCell] = {}
    for members in groups.members().values():
        owners |= dict.fromkeys(members, _cell(members, xs, ys))
    cells = tuple(dict.fromkeys(owners.values()))
    return Grid(tuple(xs), tuple(ys), cells, owners) if len(cells) > 1 else None


def _places(found: Sequence[float]) -> list[float]:
    places: list[float] = []
    for place in sorted(found):
        if not places or place - places[-1] > _SAME:
            places.append(place)
    return places


def _is_drawn(lines: Floats, place: float, start: float, end: float) -> bool:
    """Tell whether a border stands at `place` along most of `start` to `end`."""
    near = lines[np.abs(lines[:, 0] - place) <= _SAME]
    covered = np.minimum(near[:, 2], end) - np.maximum(near[:, 1], start)
    return float(np.maximum(covered, 0).sum()) >= _COVERED * (end - start)


class _Groups:
    """Cells by row and column, some of them joined."""

    def __init__(self, rows: int, columns: int) -> None:
        self._heads = {
            (row, column): (row, column) for row in range(rows) for column in range(columns)
        }

    def head(self, cell: tuple[int, int]) -> tuple[int, int]:
        while self._heads[cell] != cell:
            self._heads[cell] = cell = self._heads[self._heads[cell]]
        return cell

    def join(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        low, high = sorted((self.head(one), self.head(other)))
        self._heads[high] = low

    def members(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for cell in self._heads:
            found.setdefault(self.head(cell), []).append(cell)
        return found


def _cell(members: Sequence[tuple[int, int]], xs: Sequence[float], ys: Sequence[float]) -> GridCell:
    rows, columns = [row for row, _ in members], [column for _, column in members]
    top, bottom, left, right = min(rows), max(rows) + 1, min(columns), max(columns) + 1
    box = Box(xs[left], ys[top], xs[right], ys[bottom])
    return GridCell(box, top, left, bottom - top, right - left)

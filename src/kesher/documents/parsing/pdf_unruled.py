"""Tables without borders: lines that leave the same gutters free, folded row by row.

The gaps of one line do not tell a table whose columns stand close; the gutters of all its lines do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kesher.documents.parsing.pdf_lines import Cell, DrawnLine, RowCell, TableRow, whole_row
from kesher.text.direction import Direction

# Shares of the em.
_GUTTER, _FARTHEST, _CLOSE = 0.7, 3.5, 1.6
_FEWEST_ROWS, _MOST_LINES = 2, 400
_HEADING = 1.12  # times the em of a table: a line so large stands over another part of the page
_APART = 1.3  # times the widest step of a table: lines so far below belong to another
_PADDED = 1.2  # how much wider rows stand apart than lines of one row, at the least
_FULL = 0.95  # of its column, that a line and the word below it take where that word did not fit
_BLANK = 0.2
# Two columns of which the first holds so few characters, the second so much of the width: a list.
_NUMBER_CHARS, _ITEM_WIDTH = 4, 0.6
Span = tuple[float, float]
Boxes = Sequence[Sequence[float]]


def fold_tables(lines: Sequence[DrawnLine], boxes: Boxes, page: Direction) -> list[DrawnLine]:
    """Put one line for each row in the place of lines that make a table without borders.

    Args:
        lines: In reading order.
        boxes: Of the page's characters, by row: left, top, right, bottom.
        page: The direction in which cells follow each other.
    """
    folded: list[DrawnLine] = []
    at = 0
    while at < len(lines):
        region = _region(lines, at, boxes, page)
        table = list(region.rows()) if region else []
        if region and table:
            folded += table
            at += len(region.lines)
        else:
            folded.append(lines[at])
            at += 1
    return folded


def _region(
    lines: Sequence[DrawnLine], start: int, boxes: Boxes, page: Direction
) -> "_Region | None":
    """Find the lines from `start` on that leave the same gutters free."""
    first = _first_of_row(lines, start)
    if first is None:
        return None
    words = [_words(line, boxes) for line in lines[start : first + 1]]
    gutters = _gaps(words[-1], _GUTTER * lines[first].level.em)
    for each, line in zip(words[:-1], lines[start:first], strict=True):
        gutters = _narrowed(gutters, each, _GUTTER * line.level.em)
    end, widest = first + 1, 0.0
    while (
        gutters
        and end < min(len(lines), start + _MOST_LINES)
        and _is_below(lines[end - 1], lines[end])
    ):
        found = _words(lines[end], boxes)
        narrowed = _narrowed(gutters, found, _GUTTER * lines[end].level.em)
        step = _step(lines[end - 1], lines[end])
        # A sentence, or another table, may leave some of these gutters free.
        is_single = len(lines[end].cells) == 1
        if is_single and lines[end].level.em > _HEADING * lines[first].level.em:
            break
        is_other = is_single or step > _APART * widest > 0
        if not narrowed or (len(narrowed) < len(gutters) and is_other):
            break
        gutters, end, widest = narrowed, end + 1, max(widest, step)
        words.append(found)
    if not gutters or end - start < _FEWEST_ROWS:
        return None
    return _Region(lines[start:end], words, gutters, page)


def _first_of_row(lines: Sequence[DrawnLine], start: int) -> int | None:
    """Return the line that shows the gutters: the first, or one beside it a little lower."""
    for at in range(start, min(start + 2, len(lines))):
        if lines[at].row is not None:
            return None
        if at > start and not 0 < _step(lines[at - 1], lines[at]) < 1:
            return None
        if len(lines[at].cells) > 1:
            return at
    return None


def _is_below(before: DrawnLine, line: DrawnLine) -> bool:
    return line.row is None and 0 < _step(before, line) <= _FARTHEST


def _step(before: DrawnLine, line: DrawnLine) -> float:
    """Return the distance of two baselines, in ems."""
    return (line.level.baseline - before.level.baseline) / max(line.level.em, 1.0)


def _words(line: DrawnLine, boxes: Boxes) -> list[Cell]:
    """Cut a line at its spaces, from left to right."""
    words: list[Cell] = []
    held: list[int] = []
    for row in [row for cell in line.cells for row in (*cell.rows, -1)]:
        if row >= 0 or row < -1:
            held.append(row)
        elif held:
            words.append(_joined(held, boxes))
            held = []
    return words


def _joined(rows: Sequence[int], boxes: Boxes) -> Cell:
    inked = [boxes[row] for row in rows if row >= 0]
    return Cell(tuple(rows), min(box[0] for box in inked), max(box[2] for box in inked))


def _gaps(words: Sequence[Cell], least: float) -> list[Span]:
    return [
        (word.right, after.left)
        for word, after in pairwise(words)
        if after.left - word.right > least
    ]


def _narrowed(gutters: Sequence[Span], words: Sequence[Cell], least: float) -> list[Span]:
    """Keep of each gutter what the words of a line leave free; a word inside it parts it in two."""
    found = []
    for low, high in gutters:
        reach = low
        for word in words:
            if word.right > low and word.left < high:
                if word.left - reach > least:
                    found.append((reach, word.left))
                reach = max(reach, word.right)
        if high - reach > least:
            found.append((reach, high))
    return found


@dataclass(frozen=True, slots=True)
class _Region:
    """Lines that leave gutters free, and the words of each."""

    lines: Sequence[DrawnLine]
    words: Sequence[Sequence[Cell]]
    gutters: Sequence[Span]
    page: Direction

    @property
    def _key(self) -> int:
        """The column that is read first, by which rows are known."""
        return len(self.gutters) if self.page == "rtl" else 0

    def rows(self) -> Iterator[DrawnLine]:
        """Yield the rows; lines before the first and after the last as they are; or nothing."""
        placed = [self._placed(words) for words in self.words]
        grouped = self._grouped(placed)
        whole = [at for at, group in enumerate(grouped) if len(_columns_of(placed, group)) > 1]
        if len(whole) < max(_FEWEST_ROWS, len(grouped) / 2) or self._is_list(placed):
            return
        first, last = whole[0], whole[-1]
        for at, group in enumerate(grouped):
            if first <= at <= last:
                yield self._row(placed, group, starts_table=at == first)
            else:
                yield from (self.lines[line] for line in group)

    def _placed(self, words: Sequence[Cell]) -> dict[int, list[Cell]]:
        """Give each word of a line its column, from the left."""
        placed: dict[int, list[Cell]] = {}
        for word in words:
            middle = (word.left + word.right) / 2
            column = sum(middle > (left + right) / 2 for left, right in self.gutters)
            placed.setdefault(column, []).append(word)
        return placed

    def _extent(self, placed: Sequence[dict[int, list[Cell]]], column: int) -> Span:
        held = [words for line in placed if (words := line.get(column))]
        return min(words[0].left for words in held), max(words[-1].right for words in held)

    def _is_list(self, placed: Sequence[dict[int, list[Cell]]]) -> bool:
        """Tell a list of numbered items, whose numbers stand apart, from a table."""
        if len(self.gutters) != 1:
            return False
        key, other = self._key, 1 - self._key
        keys = [sum(len(word.rows) for word in line[key]) for line in placed if key in line]
        if not any(other in line for line in placed) or max(keys, default=0) > _NUMBER_CHARS:
            return False
        left, right = self._extent(placed, other)
        low = min(line.cells[0].left for line in self.lines)
        high = max(line.cells[-1].right for line in self.lines)
        return right - left > _ITEM_WIDTH * (high - low)

    def _grouped(self, placed: Sequence[dict[int, list[Cell]]]) -> list[range]:
        """Group the lines into rows, by the room between them or by what lines go on with."""
        steps = [_step(before, line) for before, line in pairwise(self.lines)]
        for apart in _borders(steps):
            starts = [0, *(at for at, step in enumerate(steps, start=1) if step > apart)]
            groups = [range(*pair) for pair in pairwise([*starts, len(self.lines)])]
            if all(self._is_row(placed, group) for group in groups):
                return groups
        starts = [0]
        for at in range(1, len(self.lines)):
            if steps[at - 1] > _CLOSE or not self._goes_on(placed, at):
                starts.append(at)
        return [range(*pair) for pair in pairwise([*starts, len(self.lines)])]

    def _is_row(self, placed: Sequence[dict[int, list[Cell]]], group: range) -> bool:
        """Tell whether lines that stand together are one row: their cells go on line by line."""
        if len(group) == 1:
            return True
        columns = _columns_of(placed, group)
        if all(len(placed[at]) == len(columns) for at in group):
            return False
        for column in columns:
            lines = [at for at in group if column in placed[at]]
            if any(_step(self.lines[a], self.lines[b]) > _CLOSE for a, b in pairwise(lines)):
                return False
            if not all(self._is_full(placed, pair, column) for pair in pairwise(lines)):
                return False
        return True

    def _is_full(
        self, placed: Sequence[dict[int, list[Cell]]], pair: tuple[int, int], column: int
    ) -> bool:
        """Tell whether a cell's line had no room for the first word of the line below it."""
        left, right = self._extent(placed, column)
        words, below = (placed[at][column] for at in pair)
        word = below[-1] if self.page == "rtl" else below[0]
        blank = _BLANK * self.lines[pair[0]].level.em
        width = words[-1].right - words[0].left + blank + word.right - word.left
        return width > _FULL * (right - left)

    def _goes_on(self, placed: Sequence[dict[int, list[Cell]]], at: int) -> bool:
        """Tell whether a line goes on with the row above, where rows stand as close as lines.

        It has no key and fewer cells than columns, and what stands above each is full.
        """
        here, above = placed[at], placed[at - 1]
        if self._key in here or len(here) >= max(len(self.gutters), 2):
            return False
        return all(
            column in above and self._is_full(placed, (at - 1, at), column) for column in here
        )

    def _row(
        self, placed: Sequence[dict[int, list[Cell]]], group: range, *, starts_table: bool
    ) -> DrawnLine:
        cells = []
        for column in sorted(_columns_of(placed, group)):
            lines = tuple(
                replace(self.lines[at], cells=(_with_spaces(placed[at][column]),))
                for at in group
                if column in placed[at]
            )
            cells.append(RowCell(lines, column))
        return whole_row(TableRow(tuple(cells), len(self.gutters) + 1, starts_table))


def _columns_of(placed: Sequence[dict[int, list[Cell]]], group: range) -> set[int]:
    return {column for at in group for column in placed[at]}


def _borders(steps: Sequence[float]) -> list[float]:
    """Return steps, in ems, above which a row may end: the widest first."""
    ordered = sorted(steps)
    return [
        (close + wide) / 2
        for close, wide in reversed(list(pairwise(ordered)))
        if wide >= _PADDED * max(close, 0.1)
    ]


def _with_spaces(words: Sequence[Cell]) -> Cell:
    rows = list(words[0].rows)
    for word in words[1:]:
        rows += [-1, *word.rows]
    return Cell(tuple(rows), words[0].left, words[-1].right)

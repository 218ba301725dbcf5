"""The lines of a page as read → its text, each line's place in it, and its tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_lines import Level
from kesher.documents.parsing.pdf_rows import CELL_BREAK, LINE_BREAK, WRAP, CellPlace
from kesher.documents.parsing.pdf_text import ReadLine, joined_boxes
from kesher.domain.document import Box, Line, Role, Table, TableCell

_QUOTED_CHARS = 60
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page in logical order.

    Attributes:
        joint: What parts its text from that of the line before: one code point, or none where a
            word of a cell goes on.
        cells: The places of the table's cells in it, in order; none outside tables.
        starts_table: Whether a table begins with it.
        role: None where its level and cells tell.
        marks: As of `Line.marks`.
        is_covered: Whether an opaque shape hides it.
    """

    read: ReadLine
    level: Level
    joint: str = LINE_BREAK
    cells: tuple[CellPlace, ...] = ()
    starts_table: bool = False
    role: Role | None = None
    marks: tuple[str, ...] = ()
    is_covered: bool = False

    @property
    def told_role(self) -> Role:
        """What the line is to its page."""
        if self.role is not None:
            return self.role
        if self.cells:
            return Role.ROW
        return Role.HEADING if self.level.heading else Role.BODY


@dataclass(frozen=True, slots=True)
class Layout:
    """A page's text and what it is made of.

    Attributes:
        boxes: float32, shape (len(text), 4); NaN for blanks.
        covered: How many of its lines an opaque shape hides.
    """

    text: str
    boxes: Floats
    lines: tuple[Line, ...]
    tables: tuple[Table, ...]
    covered: int = 0

    @property
    def seen_text(self) -> str:
        """The text that a reader of the page sees; the rest comes last."""
        hidden = next((line.start for line in self.lines if line.role is Role.HIDDEN), None)
        return self.text if hidden is None else self.text[:hidden].rstrip(LINE_BREAK)

    @property
    def left_out(self) -> str | None:
        """Say, for people, that text was hidden; None where nothing was.

        What is under a shape is not quoted: somebody meant it to be unread.
        """
        hidden = [line for line in self.lines if line.role is Role.HIDDEN]
        told = []
        if len(hidden) > self.covered:
            first = self.text[hidden[0].start : hidden[0].end][:_QUOTED_CHARS]
            lines = _counted(len(hidden) - self.covered)
            told.append(f"{lines} that no reader of the page sees, not searched: “{first}”.")
        if self.covered:
            told.append(
                f"{_counted(self.covered)} under an opaque shape, as of text that was blacked out, "
                "not searched: the letters are still in the file."
            )
        return " ".join(told) or None


def _counted(lines: int) -> str:
    return "1 line" if lines == 1 else f"{lines} lines"


def laid_out(read: Sequence[PageLine], boxes: Floats) -> Layout:
    """Join the lines of a page, in reading order.

    Args:
        boxes: Of the page's characters, by the rows that the lines count.
    """
    if not read:
        return Layout("", np.empty((0, 4), dtype=np.float32), (), ())
    parts = [part for line in read for part in (line.joint, line.read.text)]
    of_chars = joined_boxes([(line.joint, line.read) for line in read], boxes)
    places = _places(read)
    tables = tuple(_tables(read, places, of_chars))
    lines = tuple(_lines(read, places, of_chars))
    covered = sum(line.is_covered for line in read)
    return Layout("".join(parts[1:]), of_chars, lines, tables, covered)


def _places(read: Sequence[PageLine]) -> list[tuple[int, int]]:
    joints = [0, *(len(line.joint) for line in read[1:])]
    sizes = [joint + len(line.read.text) for joint, line in zip(joints, read, strict=True)]
    ends = np.cumsum(sizes).tolist()
    return [(end - len(line.read.text), end) for end, line in zip(ends, read, strict=True)]


def _lines(
    read: Sequence[PageLine], places: Sequence[tuple[int, int]], boxes: Floats
) -> Iterator[Line]:
    starts = [start for start, _ in places]
    # The reductions pass over NaN, the boxes of blanks; each line has a character, so a box.
    low, high = np.fmin.reduceat(boxes, starts).tolist(), np.fmax.reduceat(boxes, starts).tolist()
    for line, (start, end), least, most in zip(read, places, low, high, strict=True):
        level = line.level
        role = line.told_role
        yield Line(
            start,
            end,
            Box(least[0], least[1], most[2], most[3]),
            role,
            level.heading if role is Role.HEADING else 0,
            level.em,
            level.is_bold,
            line.marks,
        )


@dataclass(slots=True)
class _Cell:
    place: CellPlace
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Row:
    cells: list[_Cell]
    text: str
    is_bold: bool


def _tables(
    read: Sequence[PageLine], places: Sequence[tuple[int, int]], boxes: Floats
) -> Iterator[Table]:
    rows: list[_Row] = []
    for line, (start, end) in zip(read, places, strict=True):
        if rows and (not line.cells or line.starts_table):
            yield _table(rows, boxes)
            rows = []
        if not line.cells:
            continue
        if line.joint in (WRAP, ""):
            rows[-1].cells[-1].end = end
        elif line.joint == CELL_BREAK:
            rows[-1].cells.append(_Cell(line.cells[0], start, end))
        else:
            row = _Row(list(_cells(line, start)), line.read.text, line.level.is_bold)
            rows.append(row)
    if rows:
        yield _table(rows, boxes)


def _cells(line: PageLine, start: int) -> Iterator[_Cell]:
    texts = line.read.text.split(CELL_BREAK)
    for place, text in zip(line.cells, texts, strict=True):
        yield _Cell(place, start, start + len(text))
        start += len(text) + 1


def _table(rows: Sequence[_Row], boxes: Floats) -> Table:
    made = tuple(
        tuple(
            TableCell(
                cell.start,
                cell.end,
                _box(boxes[cell.start : cell.end]),
                cell.place.column,
                cell.place.columns,
                cell.place.rows,
            )
            for cell in row.cells
        )
        for row in rows
    )
    return Table(made, _head_rows(rows))


def _box(boxes: Floats) -> Box:
    left, top = np.fmin.reduce(boxes[:, :2]).tolist()
    right, bottom = np.fmax.reduce(boxes[:, 2:]).tolist()
    return Box(left, top, right, bottom)


def _head_rows(rows: Sequence[_Row]) -> int:
    """Count the rows that name columns: heavier than the rest, or words above numbers.

    One with cells over several columns has a second below it.
    """
    if len(rows) < 2 or len(rows[0].cells) < 2:
        return 0
    numbered = [bool(_DIGIT.search(row.text)) for row in rows]
    is_bold = rows[0].is_bold and not rows[-1].is_bold
    if not is_bold and (numbered[0] or not any(numbered[1:])):
        return 0
    is_merged = any(cell.place.columns > 1 for cell in rows[0].cells)
    is_double = is_merged and len(rows) > 2 and (rows[1].is_bold if is_bold else not numbered[1])
    return 2 if is_double else 1

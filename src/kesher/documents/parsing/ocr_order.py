"""The order in which the rows of a recognised page are read: columns of prose one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

from kesher.documents.parsing.pdf_columns import in_reading_order
from kesher.documents.parsing.pdf_lines import Cell, DrawnLine, Level
from kesher.ports.ocr import OcrLine, OcrWord
from kesher.text.direction import Direction, direction

_LETTER_FRACTION = 0.55  # of the em, that a letter is high
_SPACE = -1


@dataclass(frozen=True, slots=True)
class Cells:
    """A row's cells from left to right, and the height of its letters in pixels."""

    lines: tuple[OcrLine, ...]
    height: float


def page_direction(lines: Sequence[OcrLine]) -> Direction:
    """Return the direction of most of a page's letters."""
    symbols = (symbol for line in lines for word in line.words for symbol in word.symbols)
    return direction("".join(symbol.text for symbol in symbols), default="rtl")


def in_order(rows: Sequence[Cells], page: Direction) -> list[list[OcrLine]]:
    """Put rows in the order in which they are read, those through columns of prose cut apart.

    Args:
        rows: From top to bottom.

    Returns:
        The cells of each line, from left to right.
    """
    cells = [line for row in rows for line in row.lines]
    drawn, first = [], 0
    for row in rows:
        places = range(first, first + len(row.lines))
        first += len(row.lines)
        level = Level(_bottom(row.lines), max(row.height, 1.0) / _LETTER_FRACTION)
        drawn.append(DrawnLine(tuple(_cell(cells[at], at) for at in places), level))
    ordered = in_reading_order(drawn, page)
    return [[cells[cell.rows[0]] for cell in line.cells] for line in ordered]


def _bottom(lines: Sequence[OcrLine]) -> float:
    return sum(line.box.bottom for line in lines) / len(lines)


def _cell(line: OcrLine, place: int) -> Cell:
    """Make a cell whose characters all stand for their line, so that its order can be followed."""
    rows: list[int] = []
    for word in sorted(line.words, key=_left):
        rows.extend([_SPACE] if rows else [])
        rows.extend([place] * len(word.symbols))
    return Cell(tuple(rows), line.box.left, line.box.right)


def _left(word: OcrWord) -> float:
    return min(symbol.box.left for symbol in word.symbols)

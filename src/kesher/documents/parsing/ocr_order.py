"""The order in which the rows of a recognised page are read: columns one by one, tables row by row.

What stands where is told as on a page with a text layer, by the same rules; a symbol of the engine
is what a character is there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, groupby

import numpy as np

from kesher.documents.parsing.ocr_setting import Setting
from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_columns import in_reading_order
from kesher.documents.parsing.pdf_grids import find_grids
from kesher.documents.parsing.pdf_lines import Cell, DrawnLine, Level
from kesher.documents.parsing.pdf_rows import LINE_BREAK, CellPlace, unfolded
from kesher.documents.parsing.pdf_ruled import fold_grids
from kesher.documents.parsing.pdf_rulings import Rulings
from kesher.documents.parsing.pdf_unruled import fold_tables
from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord
from kesher.text.direction import Direction, direction

_SPACE = -1


@dataclass(frozen=True, slots=True)
class SetLine:
    """A cell of a row, and how it is set."""

    line: OcrLine
    setting: Setting


@dataclass(frozen=True, slots=True)
class TurnedLine:
    """What is read next: a line of the page, a row of a table, or a line of one of its cells.

    Attributes:
        cells: From left to right, each of parts with a direction of their own.
        setting: Of the part with most letters.
        joint: What parts its text from that of the line before.
        places: Of its cells in their table, in the order of reading; none outside tables.
        starts_table: Whether a table begins with it.
    """

    cells: tuple[tuple[SetLine, ...], ...]
    setting: Setting
    joint: str = LINE_BREAK
    places: tuple[CellPlace, ...] = ()
    starts_table: bool = False


def page_direction(lines: Sequence[OcrLine]) -> Direction:
    """Return the direction of most of a page's letters."""
    symbols = (symbol for line in lines for word in line.words for symbol in word.symbols)
    return direction("".join(symbol.text for symbol in symbols), default="rtl")


def in_order(
    rows: Sequence[Sequence[SetLine]], page: Direction, rulings: Callable[[], Rulings], scale: float
) -> list[TurnedLine]:
    """Put rows in the order in which they are read, columns of prose cut apart, tables folded.

    Args:
        rows: From top to bottom, the cells of each from left to right; places in pixels.
        rulings: Gives the page's straight lines, in points; not asked where there is no table.
        scale: Points a pixel.
    """
    read = _Symbols.of([cell for row in rows for cell in row], scale)
    first = 0
    drawn: list[DrawnLine] = []
    for row in rows:
        places = range(first, first + len(row))
        first += len(row)
        drawn.append(DrawnLine(tuple(map(read.cell, places)), _level(row, scale)))
    has_cells = sum(len(line.cells) > 1 for line in drawn) > 1
    if has_cells:
        drawn = fold_grids(drawn, find_grids(rulings()), read.boxes)
    ordered = in_reading_order(drawn, page)
    if has_cells:
        ordered = fold_tables(ordered, read.boxes.tolist(), page)
    return [
        TurnedLine(cells, _main(list(chain(*cells))), part.joint, part.cells, part.starts_table)
        for part in unfolded(ordered, page)
        if (cells := tuple(read.cells_of(part.line)))
    ]


def _level(row: Sequence[SetLine], scale: float) -> Level:
    main = _main(row)
    bottoms = [cell.setting.baseline for cell in row]
    em = max(main.em * scale, 1.0)
    return Level(sum(bottoms) / len(bottoms) * scale, em, main.is_bold)


def _main(cells: Sequence[SetLine]) -> Setting:
    return max((cell.setting for cell in cells), key=lambda setting: setting.letters)


@dataclass(frozen=True, slots=True)
class _Symbols:
    """The symbols of a page, counted through: what a row of characters is on a text page.

    Attributes:
        cells: The page's cells, and the numbers of the symbols of each.
        symbols: With the word and the cell that each belongs to.
        boxes: float32, shape (n, 4), in points.
    """

    cells: Sequence[tuple[SetLine, range]]
    symbols: Sequence[tuple[OcrSymbol, OcrWord, SetLine]]
    boxes: Floats

    @classmethod
    def of(cls, cells: Sequence[SetLine], scale: float) -> "_Symbols":
        symbols: list[tuple[OcrSymbol, OcrWord, SetLine]] = []
        held: list[tuple[SetLine, range]] = []
        for cell in cells:
            first = len(symbols)
            for word in sorted(cell.line.words, key=_left):
                symbols += [(each, word, cell) for each in sorted(word.symbols, key=_middle)]
            held.append((cell, range(first, len(symbols))))
        sides = [(s.box.left, s.box.top, s.box.right, s.box.bottom) for s, _, _ in symbols]
        boxes = np.array(sides, dtype=np.float32).reshape(-1, 4) * np.float32(scale)
        return cls(held, symbols, boxes)

    def cell(self, place: int) -> Cell:
        """Give a cell of the page by the numbers of its symbols."""
        _, inside = self.cells[place]
        rows: list[int] = []
        for _, word in groupby(inside, key=self._word):
            rows += [_SPACE] if rows else []
            rows += word
        boxes = self.boxes[inside.start : inside.stop]
        return Cell(tuple(rows), float(boxes[:, 0].min()), float(boxes[:, 2].max()))

    def cells_of(self, line: DrawnLine) -> Iterator[tuple[SetLine, ...]]:
        """Give the cells of a line that was put in order, by the page's cells that they are of."""
        for cell in line.cells:
            places = [row for row in cell.rows if row >= 0]
            yield tuple(self._part(list(part)) for _, part in groupby(places, key=self._owner))

    def _part(self, places: Sequence[int]) -> SetLine:
        words = []
        for _, group in groupby(places, key=self._word):
            parts = [self.symbols[at] for at in group]
            sure = parts[0][1].confidence_fraction
            words.append(OcrWord(tuple(symbol for symbol, _, _ in parts), sure))
        box = reduce(Box.union, (self.symbols[at][0].box for at in places))
        _, _, owner = self.symbols[places[0]]
        return SetLine(OcrLine(tuple(words), box), owner.setting)

    def _owner(self, place: int) -> int:
        return id(self.symbols[place][2])

    def _word(self, place: int) -> int:
        return id(self.symbols[place][1])


def _left(word: OcrWord) -> float:
    return min(symbol.box.left for symbol in word.symbols)


def _middle(symbol: OcrSymbol) -> float:
    return symbol.box.left + symbol.box.right

"""From drawn lines to text in logical order, with the box of every code point."""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Codes, Floats, Glyphs
from kesher.documents.parsing.pdf_lines import Cell, DrawnLine
from kesher.text import bidi
from kesher.text.direction import Direction, direction, rtl_balance
from kesher.text.normalize import letters_of

CELL_BREAK = "\t"


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line in logical order.

    Attributes:
        text: m code points.
        rows: m indexes of the page's characters, -1 for a space.
    """

    text: str
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """What the code points of a page stand for.

    Attributes:
        letters: Code point to its letters; empty for what is never seen.
        spaces, marks, hidden: Code points of each kind.
    """

    letters: Mapping[int, str]
    spaces: NDArray[np.uint32]
    marks: NDArray[np.uint32]
    hidden: NDArray[np.uint32]


def alphabet_of(codes: Codes) -> Alphabet:
    """Sort the code points of a page by what becomes of them."""
    letters = {int(code): _letters(int(code)) for code in np.unique(codes)}
    spaces = [code for code, text in letters.items() if text.isspace()]
    marks = [c for c, text in letters.items() if text and unicodedata.category(text[0]) == "Mn"]
    hidden = [code for code, text in letters.items() if not text]
    return Alphabet(letters, *(np.array(k, dtype=np.uint32) for k in (spaces, marks, hidden)))


def _letters(code: int) -> str:
    # pdfium gives U+0000 for a space that the file does not name and U+0002 or U+FFFE for a
    # hyphen at the end of a line.
    if code == 0:
        return " "
    if code in {0x02, 0xFFFE, 0xAD}:
        return "-"
    if code > 0x10FFFF:
        return ""
    return letters_of(chr(code)) if code >= 0x20 else ""


def page_direction(lines: Sequence[DrawnLine], glyphs: Glyphs, alphabet: Alphabet) -> Direction:
    """Tell the direction of most of the letters of a page."""
    counted = Counter(glyphs.codes.tolist())
    balance = sum(rtl_balance(alphabet.letters[code][:1]) * n for code, n in counted.items())
    return "rtl" if balance > 0 else "ltr"


class LineReader:
    """Puts the drawn lines of one page into logical order."""

    def __init__(
        self, glyphs: Glyphs, alphabet: Alphabet, marks: Mapping[int, str], page: Direction
    ) -> None:
        self._codes = glyphs.codes
        self._letters = alphabet.letters
        self._marks = marks
        self._page = page

    def read(self, line: DrawnLine) -> ReadLine:
        """Give a line's text: cells in the page's direction, each cell in its own."""
        cells = line.cells[::-1] if self._page == "rtl" else line.cells
        texts: list[str] = []
        rows: list[int] = []
        for cell in cells:
            if rows:
                texts.append(CELL_BREAK)
                rows.append(-1)
            for text, row in self._ordered(cell):
                texts.append(text)
                rows.extend([row] * len(text))
        return ReadLine("".join(texts), tuple(rows))

    def _ordered(self, cell: Cell) -> list[tuple[str, int]]:
        places = cell.glyphs.tolist()
        parts = [self._unit(place) for place in places]
        base = direction("".join(parts), default=self._page)
        levels = bidi.visual_levels(parts, base)
        order = bidi.reorder(levels)
        ordered = [bidi.facing(parts[place], levels[place]) for place in order]
        return list(zip(bidi.pair_brackets(ordered), [places[p] for p in order], strict=True))

    def _unit(self, place: int) -> str:
        if place < 0:
            return " "
        unit = self._letters[int(self._codes[place])]
        mark = self._marks.get(place)
        return unicodedata.normalize("NFC", unit + mark) if mark else unit


def joined_boxes(lines: Sequence[ReadLine], boxes: Floats) -> Floats:
    """Give float32 boxes, shape (m, 4), for the lines joined by line feeds; NaN for blanks."""
    rows: list[int] = []
    for number, line in enumerate(lines):
        if number:
            rows.append(-1)
        rows.extend(line.rows)
    chosen = np.array(rows, dtype=np.intp)
    found = np.full((len(chosen), 4), np.nan, dtype=np.float32)
    found[chosen >= 0] = boxes[chosen[chosen >= 0]]
    return found

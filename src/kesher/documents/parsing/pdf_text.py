"""From drawn lines to text in logical order, each code point tied to its character."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_brackets import Draft, bracket_habit, settled
from kesher.documents.parsing.pdf_chars import BEYOND, Codes, Floats, distinct
from kesher.documents.parsing.pdf_direction import (
    SectionNumber,
    cell_direction,
    hyphen_of_broken_word,
    place_before_number,
    point_led_number,
    section_number,
)
from kesher.documents.parsing.pdf_lines import RAISED, Cell, DrawnLine
from kesher.documents.parsing.trust import UNNAMED
from kesher.text import bidi
from kesher.text.direction import Direction
from kesher.text.normalize import letters_of

T = TypeVar("T")
CELL_BREAK = "\t"
_ODD = bytes.maketrans(b"\x02", b"\x00")  # of levels, the lowest bit
_BLANKS = {-1: " ", RAISED: "\u00a0"}
_ALEF_LAM = re.compile("[\u0622\u0623\u0625\u0627]\u0644")


class ReadLine(NamedTuple):
    """A line in logical order.

    Attributes:
        text: m code points.
        rows: m rows of the page's characters, -1 for a space.
    """

    text: str
    rows: tuple[int, ...]

    def moved(self, by: int) -> "ReadLine":
        """Return the line with its rows counted from `by`."""
        if not by:
            return self
        return ReadLine(self.text, tuple(row if row < 0 else row + by for row in self.rows))


class Kind(IntEnum):
    """What becomes of a character."""

    LETTER = 0  # anything that is seen and stands by itself
    SPACE = 1
    MARK = 2
    HIDDEN = 3
    UNNAMED = 4  # drawn, but the file does not say what it is


@dataclass(frozen=True, slots=True)
class Alphabet:
    """What the code points of a page stand for.

    Attributes:
        letters: Code point to its letters; empty for what is never seen.
        kinds: uint8, by code point up to the highest: its `Kind`.
        classes: uint8, likewise: the letter of its class, as `bidi.classes_of` gives it.
    """

    letters: Mapping[int, str]
    kinds: NDArray[np.uint8]
    classes: NDArray[np.uint8]

    def kinds_of(self, codes: Codes) -> NDArray[np.uint8]:
        """Give the kind of each of the page's characters."""
        return self.kinds.take(codes, mode="clip")

    def classes_of(self, codes: Codes) -> str:
        """Give the letters of the classes of characters that stand for something."""
        return self.classes.take(codes, mode="clip").tobytes().decode("ascii")

    def joined(self, head: str, followers: Sequence[int]) -> str:
        """Give the text of characters drawn as one, points in canonical order."""
        parts = (self.letters[code] for code in followers if code != ord(UNNAMED))
        text = unicodedata.normalize("NFC", head + "".join(parts))
        # Lam and alef are the one ligature that Arabic demands, and alef never joins what follows
        # it; pdfium gives them in either order.
        return text[::-1] if _ALEF_LAM.fullmatch(text) else text


def alphabet_of(codes: Codes) -> Alphabet:
    """Sort the code points of a page by what becomes of them."""
    found = distinct(codes)
    letters = {code: _letters(code) for code in found.tolist()}
    kinds = bytes(map(_kind, letters.values()))
    classes = bidi.classes_of([text or UNNAMED for text in letters.values()]).encode("ascii")
    return Alphabet(letters, _by_code(found, kinds), _by_code(found, classes))


def _by_code(codes: Codes, values: bytes) -> NDArray[np.uint8]:
    """Give values a place by their codes; those beyond all code points, alike, share the last."""
    table = np.zeros(min(int(codes.max(initial=0)), BEYOND) + 1, dtype=np.uint8)
    table[np.minimum(codes, BEYOND)] = np.frombuffer(values, dtype=np.uint8)
    return table


@lru_cache(maxsize=4096)
def _kind(text: str) -> Kind:
    if not text:
        return Kind.HIDDEN
    if text == UNNAMED:
        return Kind.UNNAMED
    if text.isspace():
        return Kind.SPACE
    return Kind.MARK if unicodedata.category(text[0]) == "Mn" else Kind.LETTER


@lru_cache(maxsize=4096)
def _letters(code: int) -> str:
    if code == 0xAD:  # drawn, so meant to be seen; an unseen one has no box
        return "-"
    return letters_of(chr(code)) if 0x20 <= code <= 0x10FFFF else ""


class LineReader:
    """Puts the drawn lines of one page into logical order."""

    def __init__(
        self, units: Sequence[str], classes: str, mirrored: NDArray[np.bool_], page: Direction
    ) -> None:
        # The last two stand for the blanks, whose rows count from the end.
        blanks = [_BLANKS[row] for row in sorted(_BLANKS)]
        self._units = [*units, *blanks]
        self._classes = classes + bidi.classes_of(blanks)
        self._are_single = len("".join(units)) == len(units)
        self._mirrored = mirrored
        self._any_mirrored = bool(mirrored.any())
        self._page = page
        self._sections: list[SectionNumber] = []

    def read(self, lines: Sequence[DrawnLine]) -> list[ReadLine]:
        """Give the lines' texts: cells in the page's direction, each cell in its own."""
        if self._page == "rtl":
            firsts = [line.cells[-1] for line in lines if self._ends_in_digit(line.cells[-1])]
            numbers = (section_number(bidi.firsts(self._parts(cell)), cell) for cell in firsts)
            self._sections = [number for number in numbers if number]
        found = self._settled(lines)
        if _has_words_turned("\n".join(line.text for line in found)):
            found = self._settled([_as_drawn(line, self._units) for line in lines])
        return found

    def _settled(self, lines: Sequence[DrawnLine]) -> list[ReadLine]:
        drafts = [self._drafts(line, lines) for line in lines]
        for line, below in pairwise(drafts) if self._page == "rtl" else ():
            if below[0].parts[0].isascii() and below[0].parts[0].isalpha():
                line[-1] = _with_hyphen_last(line[-1])
        habit = bracket_habit([draft for line in drafts for draft in line])
        return [_joined([(settled(draft, habit), draft.rows) for draft in line]) for line in drafts]

    def _drafts(self, line: DrawnLine, lines: Sequence[DrawnLine]) -> list[Draft]:
        cells = line.cells[::-1] if self._page == "rtl" else line.cells
        return [self._draft(cell, line, lines) for cell in cells]

    def _draft(self, cell: Cell, line: DrawnLine, lines: Sequence[DrawnLine]) -> Draft:
        """Put a cell's units into logical order."""
        rows, parts = cell.rows, self._parts(cell)
        classes, drawn = "".join(_picked(self._classes, rows)), bidi.firsts(parts)
        if self._are_single:
            parts = drawn
        base = cell_direction(parts, classes, cell, self._page, lines)
        turned = self._turned(rows) if self._any_mirrored else []
        if self._sections and cell is line.cells[-1]:
            blank = place_before_number(drawn, cell, line.level.em, self._sections)
            if blank is not None:
                base, turned = "rtl", [*turned, blank]
        levels = bidi.visual_levels(parts, base, drawn_leftwards=turned, classes=classes)
        order = bidi.reorder(levels)
        places, ordered = _picked(rows, order), _picked(parts, order)
        leftwards: tuple[int, ...] = ()
        if bidi.has_mirrored(drawn):
            leftwards = _picked(levels.translate(_ODD), order)
            ordered = tuple(bidi.faced(ordered, leftwards))
        if base == "rtl" and ordered[0] == ".":
            led = point_led_number(bidi.firsts(ordered))
            ordered, places = _led(ordered, led), _led(places, led)
            leftwards = _led(leftwards, led)
        if RAISED in rows:
            ordered = tuple(" " if part == _BLANKS[RAISED] else part for part in ordered)
            places = tuple(max(place, -1) for place in places)
        return Draft(ordered, places, leftwards)

    def _ends_in_digit(self, cell: Cell) -> bool:
        """Tell whether a number may begin a cell that is read from the right."""
        return self._units[cell.rows[-1]][:1].isdecimal()

    def _parts(self, cell: Cell) -> Sequence[str]:
        # A blank that cannot break keeps a number and its power in one run.
        return _picked(self._units, cell.rows)

    def _turned(self, rows: Sequence[int]) -> list[int]:
        return [place for place, row in enumerate(rows) if row >= 0 and self._mirrored[row]]


def _picked(column: Sequence[T], places: Sequence[int]) -> tuple[T, ...]:
    """Give what stands at each place, in one call."""
    if len(places) == 1:
        return (column[places[0]],)
    found: tuple[T, ...] = itemgetter(*places)(column)
    return found


def _with_hyphen_last(draft: Draft) -> Draft:
    """Put the hyphen of a Latin word that is broken at the line's end behind the word."""
    at = hyphen_of_broken_word(bidi.firsts(draft.parts))
    if at is None:
        return draft
    moved = (
        (*each[:at], *each[at + 1 :], *each[at : at + 1]) for each in (draft.rows, draft.leftwards)
    )
    rows, leftwards = moved
    return Draft((*draft.parts[:at], *draft.parts[at + 1 :], draft.parts[at]), rows, leftwards)


def _led(column: tuple[T, ...], end: int) -> tuple[T, ...]:
    """Move the first of a column behind the others before `end`."""
    return (*column[1:end], *column[:1], *column[end:]) if end else column


def _joined(cells: Sequence[tuple[Sequence[str], Sequence[int]]]) -> ReadLine:
    """Put a line's cells together, given the units of each and the rows that they come from."""
    texts: list[str] = []
    rows: list[int] = []
    for parts, places in cells:
        if rows:
            texts.append(CELL_BREAK)
            rows.append(-1)
        text = "".join(parts)
        texts.append(text)
        if len(text) > len(parts):
            sizes = map(len, parts)
            rows += [p for p, size in zip(places, sizes, strict=True) for _ in range(size)]
        else:
            rows += places
    return ReadLine("".join(texts), tuple(rows))


# Letters that only end a word. Where more words begin with one than end with one, the letters of
# each word are stored from right to left: some OCR tools draw logical text at rising x.
# The letter comes first in the patterns, as a search for it is quick.
_FINAL_FIRST = re.compile("[ךםןףץ](?<=\\b[ךםןףץ])\\w")
_FINAL_LAST = re.compile("[ךםןףץ](?<=\\w[ךםןףץ])\\b")
_FEWEST_FINALS = 3


def _has_words_turned(text: str) -> bool:
    first = len(_FINAL_FIRST.findall(text))
    return first >= _FEWEST_FINALS and first > 2 * len(_FINAL_LAST.findall(text))


def _as_drawn(line: DrawnLine, units: Sequence[str]) -> DrawnLine:
    """Put the characters of each word of a line as they would be drawn, given them in order."""
    cells = tuple(
        replace(cell, rows=tuple(_each_word_drawn(cell.rows, units))) for cell in line.cells
    )
    return replace(line, cells=cells)


def _each_word_drawn(rows: Sequence[int], units: Sequence[str]) -> Iterator[int]:
    for is_blank, group in groupby(rows, key=lambda row: row < 0):
        word = list(group)
        if is_blank:
            yield from word
        else:
            levels = bidi.levels([units[row] for row in word], "rtl")
            yield from (word[place] for place in bidi.reorder(levels))


def joined_boxes(lines: Sequence[tuple[str, ReadLine]], boxes: Floats) -> Floats:
    """Give float32 boxes, shape (m, 4), for the lines as joined; NaN for blanks.

    Args:
        lines: What parts each from the one before, a blank of any kind or nothing, and the line.
    """
    rows = list(lines[0][1].rows)
    for joint, line in lines[1:]:
        rows += [-1] * len(joint)
        rows += line.rows
    blank = np.full((1, 4), np.nan, dtype=np.float32)  # the last row, which -1 means
    return np.concatenate([boxes, blank]).take(rows, axis=0)

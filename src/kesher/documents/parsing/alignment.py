"""The structure's exact text, laid over the pages of its rendition.

A DOCX knows its text better than its PDF does; the PDF knows the places. The two readings are
matched, and each code point takes the box of its like. Time is about linear in the text's length.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from kesher.documents.parsing.matching import match
from kesher.documents.parsing.structure import CellSpan, Paragraph, Role
from kesher.documents.parsing.word_places import Compact, place_words
from kesher.domain.document import Box, CharBoxes, Line, Page, PageSource, Table, TableCell

SURE_CHARS = 6  # a text of fewer letters is not looked for out of its order: it stands anywhere
SURE_FRACTION = 0.5  # of a paragraph's letters, below which its place is not believed
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("״“”„«»", '"'),
        **dict.fromkeys("׳’‘´`", "'"),
        **dict.fromkeys("־–—‐‑−", "-"),
    }
)
_BREAKING = frozenset("-–—־‐/")  # a line may end after them in the middle of a word
_WORD = re.compile(r"\S+")
_UNSEEN = re.compile(r"[\s•\ufffd]")
# What stands somewhere on its page, not where the text has come to.
_ASIDE = (Role.HEADER, Role.FOOTER, Role.NOTE)


@dataclass(frozen=True, slots=True)
class _Compact:
    """Text without blanks and marks, quotes and dashes alike; `places` leads back to the text."""

    text: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "_Compact":
        kept = [
            (char, at)
            for at, char in enumerate(text.translate(_FOLDED))
            if not _UNSEEN.match(char) and unicodedata.category(char) != "Mn"
        ]
        return cls("".join(char for char, _ in kept), tuple(at for _, at in kept))

    def starts(self, text: str) -> bytes:
        """Say of each letter whether a word begins with it, given the text it was made of."""
        places = (-1, *self.places)
        return bytes(
            any(char.isspace() for char in text[before + 1 : at]) or before < 0
            for before, at in pairwise(places)
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a code point was found: page and line (0-based, of the rendition) and its box."""

    page: int
    line: int
    box: Box | None


@dataclass(frozen=True, slots=True)
class _Piece:
    """A paragraph, or as much of it as stands on one page: its code points from `start` on."""

    page: int
    paragraph: Paragraph
    start: int
    text: str
    places: tuple[_Place | None, ...]


def align(paragraphs: Sequence[Paragraph], pages: Sequence[Page]) -> tuple[Page, ...]:
    """Return the rendition's pages with the structure's text in place of their own.

    Every code point has its box where it was found. A paragraph that runs over a page's end is
    divided where its rendition is. What was not found stands after what precedes it, unplaced.

    Args:
        paragraphs: In reading order, without empty ones.
        pages: The rendition as read, at least one page, in order.

    Returns:
        As many pages as were given, with `PageSource.STRUCTURE`. A paragraph is one or more lines:
        one for each line of the rendition that it takes up; a line feed parts
        paragraphs only.
    """
    rendition = _Rendition.of(pages)
    by_page: list[list[_Piece]] = [[] for _ in pages]
    page = 0
    for paragraph, places in zip(paragraphs, _find(paragraphs, rendition), strict=True):
        for piece in _divided(paragraph, places, page):
            by_page[piece.page].append(piece)
            page = piece.page if paragraph.role not in _ASIDE else page
    return tuple(
        _page(given, pieces, label or given.label)
        for given, pieces, label in zip(pages, by_page, _labels(by_page), strict=True)
    )


@dataclass(slots=True)
class _Rendition:
    """The text of all pages, compact; `owners` says which page each of its letters is on."""

    pages: Sequence[Page]
    compact: _Compact
    starts: bytes
    owners: tuple[int, ...]
    _at: int = -1  # the page that is unpacked below
    _boxes: tuple[Box | None, ...] = ()
    _lines: tuple[int, ...] = ()

    @classmethod
    def of(cls, pages: Sequence[Page]) -> "_Rendition":
        parts = [_Compact.of(page.text) for page in pages]
        text = "".join(part.text for part in parts)
        places = tuple(place for part in parts for place in part.places)
        owners = tuple(at for at, part in enumerate(parts) for _ in part.places)
        starts = b"".join(part.starts(page.text) for part, page in zip(parts, pages, strict=True))
        return cls(pages, _Compact(text, places), starts + _END, owners)

    def place(self, at: int) -> _Place:
        """Return where the letter at `at` of the compact text stands."""
        page, place = self.owners[at], self.compact.places[at]
        if page != self._at:
            self._at = page
            self._boxes = tuple(self.pages[page].char_boxes)
            self._lines = _line_numbers(self.pages[page])
        return _Place(page, self._lines[place], self._boxes[place])


def _find(
    paragraphs: Sequence[Paragraph], rendition: _Rendition
) -> Iterator[tuple[_Place | None, ...]]:
    """Yield for each paragraph a place, or None, for each of its code points."""
    compacts = [_Compact.of(paragraph.text) for paragraph in paragraphs]
    in_order = [at for at, item in enumerate(paragraphs) if item.role not in _ASIDE]
    letters = _matched(paragraphs, compacts, in_order, rendition)
    found: dict[int, Sequence[int]] = {}
    start = 0
    for at in in_order:
        end = start + len(compacts[at].text)
        found[at], start = letters[start:end], end
    free = _without(rendition.compact.text, set(letters))
    for at, compact in enumerate(compacts):
        places: Sequence[int] = found.get(at, ())
        if sum(place >= 0 for place in places) < SURE_FRACTION * len(compact.text):
            places = whole = _elsewhere(compact.text, free)
            free = free[: whole.start] + _TAKEN * len(whole) + free[whole.stop :]
        yield _spread(paragraphs[at].text, compact, places, rendition)


def _matched(
    paragraphs: Sequence[Paragraph],
    compacts: Sequence[_Compact],
    in_order: Sequence[int],
    rendition: _Rendition,
) -> list[int]:
    """Return the places of the letters of what stands in order: in one order, then by words."""
    text = "".join(compacts[at].text for at in in_order)
    letters = match(text, rendition.compact.text)
    starts = b"".join(compacts[at].starts(paragraphs[at].text) for at in in_order)
    ends = list(accumulate(len(compacts[at].text) for at in in_order))
    place_words(
        Compact(text, starts + _END),
        list(zip([0, *ends[:-1]], ends, strict=True)) if ends else [],
        Compact(rendition.compact.text, rendition.starts),
        letters,
    )
    return letters


_END = b"\1"
_TAKEN = "\0"  # stands for a letter of the rendition that a paragraph has been given


def _without(text: str, places: Collection[int]) -> str:
    return "".join(_TAKEN if at in places else char for at, char in enumerate(text))


def _elsewhere(text: str, free: str) -> range:
    """Find a whole paragraph in what the others left: a note, a header, a box, a moved cell."""
    at = free.find(text) if len(text) >= SURE_CHARS else -1
    return range(at, at + len(text)) if at >= 0 else range(0)


def _spread(
    text: str, compact: _Compact, places: Sequence[int], rendition: _Rendition
) -> tuple[_Place | None, ...]:
    """Give each code point the place of its letter; a vowel point has its letter's."""
    spread: list[_Place | None] = [None] * len(text)
    for at, place in zip(compact.places, places, strict=False):
        if place >= 0:
            spread[at] = rendition.place(place)
    for at in range(1, len(text)):
        if unicodedata.category(text[at]) == "Mn":
            spread[at] = spread[at - 1]
    for word in _WORD.finditer(text):
        _drop_strays(text, word.span(), spread)
    return tuple(spread)


def _drop_strays(text: str, word: tuple[int, int], places: list[_Place | None]) -> None:
    """Leave unplaced, in place, the signs around a word that were found on another line than it.

    A Hebrew paragraph that its rendition sets from left to right has its full stop at the wrong
    end, where the next line's is the nearest: one box around both would cover two lines.
    """
    letters = [at for at in range(*word) if text[at].isalnum()]
    if not letters:
        return
    before, after = range(word[0], letters[0]), range(letters[-1] + 1, word[1])
    for signs, nearest in ((before, letters[0]), (after, letters[-1])):
        letter = places[nearest]
        for at in signs:
            sign = places[at]
            if sign and letter and (sign.page, sign.line) != (letter.page, letter.line):
                places[at] = None


def _line_numbers(page: Page) -> tuple[int, ...]:
    """Return the line of every code point of a page."""
    numbers = [0] * len(page.text)
    for number, line in enumerate(page.lines):
        numbers[line.start : line.end] = [number] * (line.end - line.start)
    return tuple(numbers)


def _divided(paragraph: Paragraph, places: Sequence[_Place | None], page: int) -> Iterator[_Piece]:
    """Divide a paragraph where it runs over to the next page.

    What was not found stays with what stands before it.
    """
    found = [place.page for place in places if place]
    page = found[0] if found else page
    start, text = 0, paragraph.text
    for at, place in enumerate(places):
        if place and place.page > page:
            cut = _word_start(text, at, start)
            yield from _piece(page, paragraph, places, start, cut)
            page, start = place.page, cut
    yield from _piece(page, paragraph, places, start, len(text))


def _word_start(text: str, at: int, lowest: int) -> int:
    while at > lowest and not text[at - 1].isspace():
        at -= 1
    return at


def _piece(
    page: int, paragraph: Paragraph, places: Sequence[_Place | None], start: int, end: int
) -> Iterator[_Piece]:
    text = paragraph.text
    blanks = " \n" if paragraph.role is Role.ROW else None  # its tabs tell the columns
    start += len(text[start:end]) - len(text[start:end].lstrip(blanks))
    end = start + len(text[start:end].rstrip(blanks))
    if start < end:
        on_page = (place if place and place.page == page else None for place in places[start:end])
        yield _Piece(page, paragraph, start, text[start:end], tuple(on_page))


def _page(given: Page, pieces: Sequence[_Piece], label: str | None) -> Page:
    lines: list[Line] = []
    boxes: list[Box | None] = []
    tables = _Tables()
    for piece in pieces:
        if boxes:
            boxes.append(None)  # the line feed between paragraphs
        lines.extend(_lines(piece, len(boxes)))
        tables.take(piece, len(boxes))
        boxes.extend(place.box if place else None for place in piece.places)
    return Page(
        number=given.number,
        text="\n".join(piece.text for piece in pieces),
        lines=tuple(lines),
        char_boxes=CharBoxes.of(boxes),
        width_points=given.width_points,
        height_points=given.height_points,
        source=PageSource.STRUCTURE,
        label=label,
        tables=tables.found(),
    )


def _labels(by_page: Sequence[Sequence[_Piece]]) -> Iterator[str]:
    """Yield what each page is called; one that goes on with a sheet or slide is called as that."""
    label = ""
    for pieces in by_page:
        opening = (p.paragraph.label for p in pieces if p.paragraph.label and p.start == 0)
        label = next(opening, label)
        yield label if pieces else ""


@dataclass(slots=True)
class _Tables:
    """Gathers the tables of a page from its pieces."""

    _rows: list[list[tuple[TableCell, ...]]] = field(default_factory=list)
    _heads: list[int] = field(default_factory=list)
    _is_open: bool = False

    def take(self, piece: _Piece, offset: int) -> None:
        """Take the next piece, which begins at `offset` of the page's text."""
        paragraph = piece.paragraph
        if paragraph.role is not Role.ROW:
            self._is_open = False
            return
        if not self._is_open or (paragraph.starts_table and piece.start == 0):
            self._rows.append([])
            self._heads.append(0)
            self._is_open = True
        cells = tuple(_cells(piece, offset))
        if cells:
            self._rows[-1].append(cells)
            if paragraph.is_head and self._heads[-1] == len(self._rows[-1]) - 1:
                self._heads[-1] += 1

    def found(self) -> tuple[Table, ...]:
        """Return the tables in order."""
        return tuple(
            Table(tuple(rows), heads)
            for rows, heads in zip(self._rows, self._heads, strict=True)
            if rows
        )


def _cells(piece: _Piece, offset: int) -> Iterator[TableCell]:
    column = piece.paragraph.text[: piece.start].count("\t")
    spans = {span.column: span for span in piece.paragraph.spans}
    at = 0
    for text in piece.text.split("\t"):
        if text.strip():
            box = _union(piece.places[at : at + len(text)])
            start, span = offset + at, spans.get(column, CellSpan(column))
            yield TableCell(start, start + len(text), box, column, span.columns, span.rows)
        at, column = at + len(text) + 1, column + 1


def _lines(piece: _Piece, offset: int) -> Iterator[Line]:
    """Part a piece where the line of the rendition changes: before the word, or after its dash."""
    start, line = 0, next((place.line for place in piece.places if place), 0)
    for at, place in enumerate(piece.places):
        if piece.text[at] == "\n" and at > start:
            yield _line(piece, start, at, offset)
            start = at + 1
        elif place and place.line != line:
            last = piece.places[at - 1] if piece.text[at - 1 : at] in _BREAKING else None
            is_broken = last is not None and last.line == line
            cut = at if is_broken else _word_start(piece.text, at, start)
            if cut > start:
                yield _line(piece, start, cut, offset)
                start = cut
            line = place.line
    if start < len(piece.text):
        yield _line(piece, start, len(piece.text), offset)


def _line(piece: _Piece, start: int, end: int, offset: int) -> Line:
    paragraph, text = piece.paragraph, piece.text[start:end]
    if paragraph.role is Role.NOTE:
        marks = paragraph.marks if piece.start + start == 0 else ()
    else:
        marks = tuple(mark for mark in paragraph.marks if mark in text)
    box = _union(piece.places[start:end])
    return Line(offset + start, offset + end, box, paragraph.role, paragraph.level, marks=marks)


def _union(places: Iterable[_Place | None]) -> Box | None:
    joined: Box | None = None
    for place in places:
        if place and place.box:
            joined = joined.union(place.box) if joined else place.box
    return joined

"""Room → Document → Page → Line → Chunk: what was uploaded, as it was read.

Offsets count code points of `Page.text`. Places are in points (1/72 inch) from the top-left
corner of the page as it is displayed (after /Rotate and the crop box), x rightwards, y downwards.
"""

import math
import struct
from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import reduce

from kesher.domain.version import ONLY, Version


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a displayed page, in points; `left < right`, `top < bottom`."""

    left: float
    top: float
    right: float
    bottom: float

    def union(self, other: "Box") -> "Box":
        """Return the smallest box that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle: x and y."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def covers(self, x: float, y: float) -> bool:
        """Tell whether a point lies within it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


_CELL = struct.Struct("<4f")
_NO_INK = _CELL.pack(*[math.nan] * 4)


@dataclass(frozen=True, slots=True)
class CharBoxes:
    """The box of every code point of a page's text, or none for one without ink.

    Attributes:
        packed: Four little-endian float32 a code point (left, top, right, bottom in points);
            NaN four times for a space or a line break.
    """

    packed: bytes = b""

    @classmethod
    def of(cls, boxes: Iterable[Box | None]) -> "CharBoxes":
        """Pack one box, or None, for each code point in order."""
        cells = (
            _NO_INK if box is None else _CELL.pack(box.left, box.top, box.right, box.bottom)
            for box in boxes
        )
        return cls(b"".join(cells))

    def __len__(self) -> int:
        return len(self.packed) // _CELL.size

    def __iter__(self) -> Iterator[Box | None]:
        for cell in _CELL.iter_unpack(self.packed):
            yield None if math.isnan(cell[0]) else Box(*cell)

    def each(self, start: int, end: int) -> Iterator[Box | None]:
        """Yield the box, or None, of each of the code points `start` to `end` (half open)."""
        yield from CharBoxes(self.packed[start * _CELL.size : end * _CELL.size])

    def within(self, start: int, end: int) -> Iterator[Box]:
        """Yield the boxes with ink of code points `start` to `end` (half open)."""
        part = self.packed[start * _CELL.size : end * _CELL.size]
        for cell in _CELL.iter_unpack(part):
            if not math.isnan(cell[0]):
                yield Box(*cell)


class Role(StrEnum):
    """What a line is to its document."""

    BODY = "body"
    HEADING = "heading"
    ROW = "row"  # of a table; its cells are parted by tabs
    HEADER = "header"  # of the page, as are the footer and the number
    FOOTER = "footer"
    PAGE_NUMBER = "page_number"
    NOTE = "note"  # at the foot of a page or the end of a document
    CONTENTS = "contents"  # an entry of a table of contents: title, tab, page
    WATERMARK = "watermark"
    HIDDEN = "hidden"  # in the file, but no reader of the page sees it

    @property
    def is_told(self) -> bool:
        """Whether the line is part of what the document tells, so that it is searched."""
        return self in _TOLD


_TOLD = frozenset({Role.BODY, Role.HEADING, Role.ROW, Role.NOTE})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page in logical order: code points `start` to `end` of its text (half open).

    Attributes:
        level: Depth of a heading, 1 for the highest; 0 for all else.
        size_points: Size of most of its letters as displayed; 0 where it is not known.
        is_bold: Whether its letters are heavier than usual.
        marks: Of a note, the mark that it begins with; of any other line, the raised marks in it
            that lead to notes, in order.
    """

    start: int
    end: int
    box: Box | None
    role: Role = Role.BODY
    level: int = 0
    size_points: float = 0.0
    is_bold: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell with text: code points `start` to `end` (half open) of its page's text.

    Attributes:
        column: 0-based, in the direction in which the page is read.
        columns, rows: How many of each it spans.
    """

    start: int
    end: int
    box: Box | None
    column: int
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page; cells without text are left out of its rows.

    Attributes:
        head_rows: How many of its rows, the first ones, name the columns.
    """

    rows: tuple[tuple[TableCell, ...], ...]
    head_rows: int = 0

    @property
    def start(self) -> int:
        """Where its text begins in the page's."""
        return min(cell.start for row in self.rows for cell in row)

    @property
    def end(self) -> int:
        """Where its text ends in the page's."""
        return max(cell.end for row in self.rows for cell in row)


class PageSource(StrEnum):
    """Where a page's text came from."""

    TEXT_LAYER = "text_layer"
    OCR = "ocr"
    STRUCTURE = "structure"  # a format that stores its text in order: DOCX, Markdown, plain text


@dataclass(frozen=True, slots=True)
class Page:
    """One page as read.

    Attributes:
        number: 1-based place in the document.
        text: Logical order, lines joined by line feeds; in a row of a table cells by tabs and the
            lines of a cell by blanks.
        lines: In reading order; together they cover the text but for white space between them.
        char_boxes: One cell for each code point of `text`.
        width_points, height_points: The page as displayed.
        source: Text layer, OCR, or the format's own structure.
        trust_fraction: 0–1, how far the text can be trusted (the OCR's confidence, or the share of
            letters of a text layer that are plausible).
        label: The page's number as the file states it, else as it is printed; None without either.
        note: Why OCR was chosen or what was left out, for people; None when nothing needs saying.
        tables: In reading order.
    """

    number: int
    text: str
    lines: tuple[Line, ...]
    char_boxes: CharBoxes
    width_points: float
    height_points: float
    source: PageSource
    trust_fraction: float = 1.0
    label: str | None = None
    note: str | None = None
    tables: tuple[Table, ...] = ()

    @property
    def seen_text(self) -> str:
        """The text that a reader of the page sees: hidden lines, which come last, are left out."""
        hidden = next((line.start for line in self.lines if line.role is Role.HIDDEN), None)
        return self.text if hidden is None else self.text[:hidden].rstrip("\n")

    def boxes_of(self, start: int, end: int) -> tuple[Box, ...]:
        """Return the boxes of the span `start` to `end` (half open), in reading order.

        One for each line, or one for each stretch of a line where other letters stand between: a
        part of a Latin phrase in a Hebrew line lies apart from the Hebrew word before it.
        """
        return tuple(
            box
            for line in self.lines
            for box in _stretches(self.char_boxes, line, max(start, line.start), min(end, line.end))
        )


def _stretches(cells: CharBoxes, line: Line, start: int, end: int) -> list[Box]:
    inked = list(cells.within(start, end)) if start < end else []
    if not inked:
        return []
    whole = reduce(Box.union, inked)
    others = (*cells.within(line.start, start), *cells.within(end, line.end))
    is_level = whole.right - whole.left >= whole.bottom - whole.top
    walls = sorted(box.middle[not is_level] for box in others if whole.covers(*box.middle))
    parts: dict[int, Box] = {}
    for box in inked:
        place = bisect(walls, box.middle[not is_level])
        parts[place] = parts[place].union(box) if place in parts else box
    return list(parts.values())


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One bookmark of a file: a heading as its writer named it, its page and its depth.

    Attributes:
        level: 1 for the highest.
    """

    title: str
    page_number: int
    level: int


@dataclass(frozen=True, slots=True)
class PageFailure:
    """A page that could not be read, and why, in words for a person."""

    number: int
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class PageSpan:
    """Code points `start` to `end` (half open) of one page's text."""

    page_number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit that is indexed and cited.

    Attributes:
        id: Opaque; what a citation names.
        ordinal: 0-based place in the document.
        text: The texts of `spans`, joined by line feeds.
        spans: Of one page or two, in reading order; several on a page where lines between them are
            left out.
        tokens: As the prompt's token counter counts `text`.
        section: The headings that the text stands under, the highest first.
        head: The head row of the table in whose middle the text begins, cells parted by tabs; empty
            for all other chunks.
    """

    id: str
    document_id: str
    ordinal: int
    text: str
    spans: tuple[PageSpan, ...]
    tokens: int = 0
    section: tuple[str, ...] = ()
    head: str = ""

    @property
    def page_numbers(self) -> tuple[int, ...]:
        """The pages that it stands on, in order."""
        return tuple(dict.fromkeys(span.page_number for span in self.spans))

    @property
    def lead(self) -> str:
        """What must be known to understand the text: its section and its table's head, or ""."""
        return lead_of(self.section, self.head, self.text)

    def locate(self, start: int, end: int) -> tuple[PageSpan, ...]:
        """Map code points `start` to `end` of the chunk's text to the pages' texts."""
        found, at = [], 0
        for span in self.spans:
            length = span.end - span.start
            low, high = max(start - at, 0), min(end - at, length)
            if low < high:
                found.append(PageSpan(span.page_number, span.start + low, span.start + high))
            at += length + 1  # the "\n" between spans
        return tuple(found)


def lead_of(section: tuple[str, ...], head: str, text: str) -> str:
    """Return the lines that stand before a chunk's text where it is embedded, indexed or sent.

    A heading with which the text itself begins is not repeated.
    """
    path = list(section)
    begins = " ".join(text[:_BEGINNING_CHARS].split())
    while path and begins.startswith(path[-1]):
        path.pop()
    return "".join(f"{line}\n" for line in (SECTION_MARK.join(path), head) if line)


SECTION_MARK = " › "
_BEGINNING_CHARS = 400  # more than a heading has


class DocumentState(StrEnum):
    """How far a document has come. `ready` is said only of stored, indexed, counted chunks."""

    QUEUED = "queued"
    READING = "reading"
    EMBEDDING = "embedding"
    READY = "ready"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Document:
    """A file in a room, and how far its reading has come.

    Attributes:
        sha256: Hex digest of the original bytes; unique in a room.
        media_type: As found by looking at the bytes, not at the name.
        pages_total: 0 until the file was opened.
        pages_done: Read and stored, failed ones included.
        pages_ocr: Of these, read by OCR.
        chunks: Stored and searchable.
        error_code, error: Why the whole document failed; None otherwise.
        version: Which of the document's versions it is.
    """

    id: str
    room_id: str
    name: str
    media_type: str
    size_bytes: int
    sha256: str
    state: DocumentState
    created_at: datetime
    updated_at: datetime
    pages_total: int = 0
    pages_done: int = 0
    pages_ocr: int = 0
    chunks: int = 0
    chunks_done: int = 0
    failures: tuple[PageFailure, ...] = ()
    error_code: str | None = None
    error: str | None = None
    version: Version = ONLY


@dataclass(frozen=True, slots=True)
class Room:
    """Documents and the people who may ask them.

    Attributes:
        ocr_languages: Tesseract's names, tried in this order: ("heb", "eng").
        archived_at: Since when it is only read; None: it is in use.
    """

    id: str
    name: str
    created_at: datetime
    ocr_languages: tuple[str, ...] = ("heb", "eng")
    archived_at: datetime | None = None

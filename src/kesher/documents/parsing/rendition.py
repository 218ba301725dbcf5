"""A plain PDF of paragraphs, so that a reference into a DOCX or a text has a page to open.

Our own typesetting, for where LibreOffice is not installed and for text and Markdown. It promises
every word in order on A4 pages, not the look of the original.
"""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import pypdfium2.raw as pdfium
from fpdf import FPDF
from fpdf.fonts import TTFFont

from kesher.documents.parsing.fonts import FONTS, visible
from kesher.documents.parsing.pdf_open import opened
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.errors import DocumentTooLargeError
from kesher.text.direction import Direction, direction

MARGIN_POINTS = 56.0
CELL_PADDING_POINTS = 4.0
COLUMN_MINIMUM_POINTS = 36.0
COLUMN_MOST_FRACTION = 0.6  # of the width, so that one long cell leaves room for the others
LEADING = 1.5  # distance of baselines, in font sizes: room for points above and below letters
BODY_POINTS = 11.0
WORD_CHARS = 200
SMALL_POINTS = 9.0
HEADING_POINTS = (18.0, 15.0, 13.0, 12.0)
GAP_FRACTION = 0.35  # space after a paragraph, in line heights
_CREATOR = "Kesher, a plain layout"
_SMALL_ROLES = (Role.HEADER, Role.FOOTER, Role.NOTE)


def typeset(paragraphs: Sequence[Paragraph], target: Path, *, title: str, pages_limit: int) -> None:
    """Write a PDF of the paragraphs to `target`.

    Each paragraph runs from the side that most of its letters call for; the first cell of a row
    stands on that side too. A character that the fonts cannot draw is shown as a replacement sign.

    Args:
        title: For the PDF's properties, and for messages.

    Raises:
        DocumentTooLargeError: the text takes more than `pages_limit` pages.
    """
    with _blank(title, pages_limit) as sheet:
        sheet.default = direction("\n".join(item.text for item in paragraphs))
        for is_table, group in groupby(paragraphs, lambda item: item.role is Role.ROW):
            if is_table:
                sheet.table(list(group))
            else:
                for paragraph in group:
                    sheet.paragraph(paragraph)
        sheet.pdf.output(str(target))


def is_ours(path: Path) -> bool:
    """Tell a PDF that `typeset` made from one that has the document's own layout.

    Raises:
        DamagedDocumentError: it cannot be read.
    """
    text = ctypes.create_string_buffer(2 * len(_CREATOR) + 2)  # UTF-16 with an end
    with opened(path) as document:
        pdfium.FPDF_GetMetaText(document, b"Creator", text, len(text))
    return text.raw.decode("utf-16-le").rstrip("\0") == _CREATOR


@contextmanager
def _blank(title: str, pages_limit: int) -> Iterator["_Sheet"]:
    """Begin a PDF with its fonts; they are files that fpdf2 opens and never closes."""
    pdf = FPDF(unit="pt", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_title(visible(title))
    pdf.set_creator(_CREATOR)
    for font in FONTS:
        pdf.add_font(font.name, fname=font.path)
    pdf.set_font(FONTS[0].name, size=BODY_POINTS)
    pdf.set_fallback_fonts([font.name for font in FONTS[1:]])
    pdf.set_text_shaping(True)
    pdf.c_margin = 0
    pdf.add_page()
    try:
        yield _Sheet(pdf, title, pages_limit)
    finally:
        for loaded in pdf.fonts.values():
            if isinstance(loaded, TTFFont):
                loaded.ttfont.close()


@dataclass(slots=True)
class _Sheet:
    """Pages that fill from the top. `y` is the top of what comes next, in points."""

    pdf: FPDF
    title: str
    pages_limit: int
    y: float = MARGIN_POINTS
    default: Direction = "rtl"
    _widths: dict[str, float] = field(default_factory=dict)

    @property
    def _width(self) -> float:
        return float(self.pdf.w) - 2 * MARGIN_POINTS

    def paragraph(self, paragraph: Paragraph) -> None:
        if paragraph.starts_page and self.y > MARGIN_POINTS:
            self._turn()
        size = _size(paragraph)
        text = visible(paragraph.text.replace("\t", "    "))
        side = direction(text, default=self.default)
        for part in text.split("\n"):
            for line in self._broken(part, self._width, size):
                self._reserve(size * LEADING)
                self._draw(line, MARGIN_POINTS, self._width, size, side)
                self.y += size * LEADING
        self.y += size * LEADING * GAP_FRACTION

    def table(self, rows: Sequence[Paragraph]) -> None:
        cells = [tuple(map(visible, row.cells)) for row in rows]
        if max(map(len, cells)) * COLUMN_MINIMUM_POINTS > self._width:
            for row in rows:  # too many columns to stand side by side
                self.paragraph(row)
            return
        widths = self._columns(cells)
        side = direction("\n".join(row.text for row in rows), default=self.default)
        for row, texts in zip(rows, cells, strict=True):
            if row.starts_page and self.y > MARGIN_POINTS:
                self._turn()
            if not self._row(texts, widths, side):
                self.paragraph(row)
        self.y += BODY_POINTS * LEADING * GAP_FRACTION

    def _row(self, texts: Sequence[str], widths: Sequence[float], side: Direction) -> bool:
        """Draw a row and return True, or False where it is higher than a page."""
        inner = 2 * CELL_PADDING_POINTS
        broken = [
            list(self._broken(text, width - inner, BODY_POINTS))
            for text, width in zip(texts, widths, strict=False)
        ]
        height = max(map(len, broken), default=1) * BODY_POINTS * LEADING + inner
        if height > float(self.pdf.h) - 2 * MARGIN_POINTS:
            return False
        self._reserve(height)
        left = MARGIN_POINTS if side == "ltr" else MARGIN_POINTS + self._width
        for lines, width in zip(broken, widths, strict=False):
            left -= width if side == "rtl" else 0
            self.pdf.rect(left, self.y, width, height)
            self._cell(lines, left, width, side)
            left += width if side == "ltr" else 0
        self.y += height
        return True

    def _cell(self, lines: Sequence[str], left: float, width: float, side: Direction) -> None:
        top = self.y
        side = direction(" ".join(lines), default=side)
        self.y += CELL_PADDING_POINTS
        for line in lines:
            inner = width - 2 * CELL_PADDING_POINTS
            self._draw(line, left + CELL_PADDING_POINTS, inner, BODY_POINTS, side)
            self.y += BODY_POINTS * LEADING
        self.y = top

    def _columns(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Share the width among columns by their longest cells, none too narrow to read."""
        most = self._width * COLUMN_MOST_FRACTION
        wishes = [
            max(
                COLUMN_MINIMUM_POINTS,
                *(
                    min(most, self._text_width(row[at][:WORD_CHARS]))
                    for row in rows
                    if at < len(row)
                ),
            )
            for at in range(max(map(len, rows)))
        ]
        share = self._width / sum(wishes)
        return [wish * share for wish in wishes]

    def _broken(self, text: str, width: float, size: float) -> Iterator[str]:
        """Yield lines of at most that width: broken at spaces, or within a word wider than all."""
        line, used = "", 0.0
        for word, is_rest in self._fitting(text, width, size):
            glue = "" if is_rest or not line else " "
            wide = self._text_width(glue + word) * size / BODY_POINTS
            if line and used + wide > width:
                yield line
                line, used = word, self._text_width(word) * size / BODY_POINTS
            else:
                line, used = line + glue + word, used + wide
        yield line

    def _fitting(self, text: str, width: float, size: float) -> Iterator[tuple[str, bool]]:
        """Yield words, too wide ones in pieces; and whether a piece is the rest of a word."""
        for word, is_cut in _of_bearable_length(text.split(" ")):
            wide = self._text_width(word) * size / BODY_POINTS
            pieces = int(wide / width) + 1
            # A little shorter than the average, since letters differ in width.
            step = max(1, int(len(word) / pieces * 0.8)) if pieces > 1 else max(1, len(word))
            starts = range(0, max(1, len(word)), step)
            yield from ((word[at : at + step], at > 0 or is_cut) for at in starts)

    def _text_width(self, text: str) -> float:
        """Return the width at body size; most words come again, and shaping is slow."""
        if text not in self._widths:
            self.pdf.set_font_size(BODY_POINTS)
            self._widths[text] = float(self.pdf.get_string_width(text))
        return self._widths[text]

    def _draw(self, line: str, left: float, width: float, size: float, side: Direction) -> None:
        self.pdf.set_text_shaping(True, direction=side)
        self.pdf.set_font_size(size)
        self.pdf.set_xy(left, self.y)
        self.pdf.cell(width, size * LEADING, line, align="R" if side == "rtl" else "L")

    def _reserve(self, height: float) -> None:
        if self.y + height > float(self.pdf.h) - MARGIN_POINTS and self.y > MARGIN_POINTS:
            self._turn()

    def _turn(self) -> None:
        if self.pdf.page_no() >= self.pages_limit:
            raise DocumentTooLargeError(
                f"`{self.title}` takes more than {self.pages_limit:,} pages. "
                "Divide it, or raise `pages_limit`."
            )
        self.pdf.add_page()
        self.y = MARGIN_POINTS


def _of_bearable_length(words: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield words, those that no line holds in pieces; and whether a piece is the rest of a word.

    The typesetter's bidi recurses once for each neutral sign in a row.
    """
    for word in words:
        for at in range(0, max(1, len(word)), WORD_CHARS):
            yield word[at : at + WORD_CHARS], at > 0


def _size(paragraph: Paragraph) -> float:
    if paragraph.role in _SMALL_ROLES:
        return SMALL_POINTS
    if paragraph.level:
        return HEADING_POINTS[min(paragraph.level, len(HEADING_POINTS)) - 1]
    return BODY_POINTS

"""PDF → pages in logical order, each code point with its place.

Every function is top-level, takes and gives plain values, and can be pickled, so that it runs in a
limited process: pdfium may crash or hang on a hostile file and is not thread-safe.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pypdfium2.raw as pdfium

from kesher.documents.parsing.mapped_letters import may_be_mapped, recovered
from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_chars import Frame, fonts_of, read_glyphs, read_objects
from kesher.documents.parsing.pdf_layout import laid_out
from kesher.documents.parsing.pdf_looks import are_invisible
from kesher.documents.parsing.pdf_open import frame_of, label_of, opened, opened_page, opened_text
from kesher.documents.parsing.pdf_outline import read_outline
from kesher.documents.parsing.pdf_page import PageParts, PageText, page_text
from kesher.documents.parsing.pdf_pictures import is_blank, picture_fraction
from kesher.documents.parsing.pdf_tags import heading_levels
from kesher.documents.parsing.pdf_text import alphabet_of
from kesher.documents.parsing.trust import UNNAMED, Trust, judge, judge_recognised
from kesher.documents.parsing.typed_letters import may_be_typed, recovered_typed
from kesher.domain.document import CharBoxes, OutlineEntry, Page, PageSource

# A scan may carry a stamp or a scanner's mark as text: so few letters on so large a picture are not
# the page's text.
_FEW_LETTERS, _SCAN_FRACTION = 120, 0.6
_ENOUGH_CHARS = 1_000
_LETTERS = re.compile(f"[^\\W_]|{UNNAMED}")


@dataclass(frozen=True, slots=True)
class PdfInfo:
    """What is known of a PDF before its pages are read.

    Attributes:
        labels: One a page: the number as the file states it, or None.
        sizes_points: One a page: width and height as displayed.
        outline: The bookmarks that lead to a page, in order.
    """

    pages_total: int
    labels: tuple[str | None, ...]
    sizes_points: tuple[tuple[float, float], ...]
    outline: tuple[OutlineEntry, ...] = ()


def pdf_info(path: str | Path, *, name: str = "") -> PdfInfo:
    """Open a PDF and tell its pages' number, labels and sizes.

    Args:
        name: What the person called it, for messages; the path's own name if empty.

    Raises:
        EmptyDocumentError, EncryptedDocumentError, DamagedDocumentError: as `opened`.
    """
    with opened(path, name=name) as document:
        total = pdfium.FPDF_GetPageCount(document)
        size = pdfium.FS_SIZEF()
        sizes = []
        for index in range(total):
            pdfium.FPDF_GetPageSizeByIndexF(document, index, size)
            sizes.append((size.width, size.height))
        labels = tuple(label_of(document, number) for number in range(1, total + 1))
        return PdfInfo(total, labels, tuple(sizes), read_outline(document))


def read_page(path: str | Path, number: int) -> Page:
    """Read page `number` (from 1) of a PDF.

    A page that is only a picture comes back with empty text and trust 0; `trust.needs_ocr` says
    of any page whether, and why, OCR should read it.

    Raises:
        PageError: there is no such page, or it is damaged.
        EmptyDocumentError, EncryptedDocumentError, DamagedDocumentError: as `opened`.
    """
    with opened(path) as document:
        return _page(document, number)


def read_pages(path: str | Path) -> Iterator[Page]:
    """Read all pages of a PDF, opened once; else as `read_page`."""
    with opened(path) as document:
        for number in range(1, pdfium.FPDF_GetPageCount(document) + 1):
            yield _page(document, number)


def _page(document: PdfPointer, number: int) -> Page:
    with opened_page(document, number) as page:
        frame = frame_of(page)
        read, is_invisible = _text_of(page, number, frame, heading_levels(document, page))
        layout = laid_out(read.lines, read.boxes)
        judged = _judged(page, frame, layout.seen_text, is_invisible=is_invisible)
        label = label_of(document, number)
    width, height = frame.size_points
    return Page(
        number=number,
        text=layout.text,
        lines=layout.lines,
        char_boxes=CharBoxes(layout.boxes.astype("<f4").tobytes()),
        width_points=width,
        height_points=height,
        source=PageSource.TEXT_LAYER,
        trust_fraction=judged.fraction,
        label=label,
        note=judged.reason or layout.left_out,
        tables=layout.tables,
    )


def _text_of(
    page: PdfPointer, number: int, frame: Frame, headings: Mapping[int, int]
) -> tuple[PageText, bool]:
    """Give a page's text, and whether it is drawn without ink."""
    with opened_text(page, number) as textpage:
        glyphs = read_glyphs(textpage, frame)
        is_mapped, is_typed = may_be_mapped(glyphs.codes), may_be_typed(glyphs.codes)
        if is_mapped or is_typed:
            drawn = read_objects(textpage, glyphs.places.tolist())
            fonts = np.array(fonts_of(drawn), dtype=np.uint64)
            codes = recovered(glyphs.codes, fonts) if is_mapped else glyphs.codes
            codes = recovered_typed(codes, fonts) if is_typed else codes
            glyphs = replace(glyphs, codes=codes)
        source = PageParts(number, page, textpage, alphabet_of(glyphs.codes), frame, headings)
        width = glyphs.boxes[:, 2] - glyphs.boxes[:, 0]
        inked = glyphs.places[width > 0]
        return page_text(source, glyphs), are_invisible(textpage, inked)


def _judged(page: PdfPointer, frame: Frame, text: str, *, is_invisible: bool) -> Trust:
    """Judge a page's text, and whether the page shows more than its text says."""
    letters = len(_LETTERS.findall(text[: 2 * _FEW_LETTERS]))
    if letters < _FEW_LETTERS:
        letters = len(_LETTERS.findall(text[:_ENOUGH_CHARS]))
    if letters >= _FEW_LETTERS and not is_invisible:
        return judge(text)
    is_scan = picture_fraction(page, frame) > _SCAN_FRACTION
    if letters >= _FEW_LETTERS:
        return judge_recognised(text) if is_scan else judge(text)
    if is_scan:
        return Trust(0.0, "The page is a picture without a text layer.")
    if not letters:
        blank = is_blank(page)
        return Trust(1.0, "The page is blank.") if blank else Trust(0.0, "The page has no text.")
    return judge(text)

"""PDF → pages in logical order, each code point with its place.

Every function is top-level, takes and gives plain values, and can be pickled, so that it runs in a
limited process: pdfium may crash or hang on a hostile file and is not thread-safe.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_chars import Floats, PdfPointer, read_glyphs
from kesher.documents.parsing.pdf_open import frame_of, label_of, opened, opened_page, opened_text
from kesher.documents.parsing.pdf_page import page_text
from kesher.documents.parsing.pdf_text import ReadLine, alphabet_of, joined_boxes
from kesher.domain.document import Box, CharBoxes, Line, Page, PageSource


@dataclass(frozen=True, slots=True)
class PdfInfo:
    """What is known of a PDF before its pages are read.

    Attributes:
        labels: One a page: the number as the file states it, or None.
        sizes_points: One a page: width and height as displayed.
    """

    pages_total: int
    labels: tuple[str | None, ...]
    sizes_points: tuple[tuple[float, float], ...]


def pdf_info(path: str | Path) -> PdfInfo:
    """Open a PDF and tell its pages' number, labels and sizes.

    Raises:
        EmptyDocumentError, EncryptedDocumentError, DamagedDocumentError: as `opened`.
    """
    with opened(path) as document:
        total = pdfium.FPDF_GetPageCount(document)
        size = pdfium.FS_SIZEF()
        sizes = []
        for index in range(total):
            pdfium.FPDF_GetPageSizeByIndexF(document, index, size)
            sizes.append((size.width, size.height))
        labels = tuple(label_of(document, number) for number in range(1, total + 1))
        return PdfInfo(total, labels, tuple(sizes))


def read_page(path: str | Path, number: int) -> Page:
    """Read page `number` (from 1) of a PDF.

    A page that is only a picture comes back with empty text and trust 0.

    Raises:
        NotFoundError: there is no such page.
        PageError: this page is damaged.
        EmptyDocumentError, EncryptedDocumentError, DamagedDocumentError: as `opened`.
    """
    with opened(path) as document:
        return _read(document, number)


def _read(document: PdfPointer, number: int) -> Page:
    with opened_page(document, number) as page, opened_text(page, number) as textpage:
        frame = frame_of(page)
        glyphs = read_glyphs(textpage, frame)
        read = page_text(textpage, glyphs, alphabet_of(glyphs.codes), frame)
    width, height = frame.size_points
    text = "\n".join(line.text for line in read.lines)
    placed = joined_boxes(read.lines, read.boxes)
    return Page(
        number=number,
        text=text,
        lines=_lines(read.lines, placed),
        char_boxes=CharBoxes(placed.astype("<f4").tobytes()),
        width_points=width,
        height_points=height,
        source=PageSource.TEXT_LAYER,
        trust_fraction=1.0 if text.strip() else 0.0,
        label=label_of(document, number),
    )


def _lines(lines: Sequence[ReadLine], placed: Floats) -> tuple[Line, ...]:
    found, start = [], 0
    for line in lines:
        end = start + len(line.text)
        part = placed[start:end]
        part = part[~np.isnan(part[:, 0])]
        box = None
        if len(part):
            low, high = part.min(0).tolist(), part.max(0).tolist()
            box = Box(low[0], low[1], high[2], high[3])
        found.append(Line(start, end, box))
        start = end + 1
    return tuple(found)

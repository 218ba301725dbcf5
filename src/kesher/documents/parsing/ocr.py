"""A picture of a page → its text with places, by any `OcrEngine`; pure but for that call."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from kesher.documents.parsing.ocr_clean import CleanPage, levelled, shown_flat
from kesher.documents.parsing.ocr_languages import Languages
from kesher.documents.parsing.ocr_letters import Grey, with_final_mem
from kesher.documents.parsing.ocr_marks import with_gershayim
from kesher.documents.parsing.ocr_order import SetLine, in_order, page_direction
from kesher.documents.parsing.ocr_page import page_layout
from kesher.documents.parsing.ocr_places import with_inked_boxes
from kesher.documents.parsing.ocr_reading import Read, read_page_lines
from kesher.documents.parsing.ocr_rows import confidence
from kesher.documents.parsing.ocr_rulings import rulings_of
from kesher.documents.parsing.ocr_setting import settings_of
from kesher.documents.parsing.ocr_shapes import with_known_letters
from kesher.documents.parsing.pdf_open import frame_of, label_of, opened, opened_page
from kesher.documents.parsing.pdf_render import render_grey
from kesher.domain.document import CharBoxes, Page, PageSource
from kesher.domain.page_overview import DOUBTFUL_FRACTION
from kesher.ports.ocr import OcrEngine

POINTS_AN_INCH = 72.0
_QUARTERS = (2, 1, 3)
_SURER = 0.1


@dataclass(frozen=True, slots=True)
class Picture:
    """A grey picture of a page: one byte a pixel, row by row, 0 black; `dpi` pixels an inch."""

    pixels: bytes
    width: int
    height: int
    dpi: float


def read_scan(
    engine: OcrEngine,
    path: Path,
    number: int,
    *,
    dpi: int,
    languages: Languages,
    note: str | None = None,
) -> Page:
    """Draw page `number` (from 1) of a PDF and read it from its picture; for `Isolation`.

    Args:
        engine: Picklable, such as `adapters.tesseract.TesseractEngine()`.
        dpi: Pixels an inch to draw at; lowered for a huge page.
        note: Why the page is read by OCR, for people.

    Raises:
        NotFoundError, PageError, ToolMissingError and the document errors.
    """
    with opened(path) as document, opened_page(document, number) as page:
        width_points, _ = frame_of(page).size_points
        label = label_of(document, number)
    pixels, width, height = render_grey(path, number, dpi=dpi)
    picture = Picture(pixels, width, height, width / width_points * POINTS_AN_INCH)
    read = read_picture(engine, picture, number=number, languages=languages, note=note)
    return replace(read, label=label)


def read_picture(
    engine: OcrEngine,
    picture: Picture,
    *,
    number: int,
    languages: Languages,
    note: str | None = None,
) -> Page:
    """Read a page from its picture, whichever way up it lies.

    Args:
        number: The page's 1-based place in its document.
        note: Why the page is read by OCR, for people; where the reading is doubtful, this is added.

    Returns:
        A page whose trust is the engine's mean confidence, with every letter's box in points.

    Raises:
        ToolMissingError: the engine or a language's data is not installed.
    """
    grey = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width)
    page, read = _upright(engine, shown_flat(grey), round(picture.dpi), languages)
    picture_rows = Grey(page.rows)
    cells = with_inked_boxes([line for row in read.rows for line in row.lines], page.rows)
    cells = with_final_mem(cells, picture_rows)
    cells = with_known_letters(with_gershayim(cells, picture_rows), page.rows)
    direction = page_direction(cells)
    scale = POINTS_AN_INCH / picture.dpi
    settings = settings_of(cells, page.rows)
    set_lines = iter([SetLine(*each) for each in zip(cells, settings, strict=True)])
    rows = [[next(set_lines) for _ in row.lines] for row in read.rows]
    ordered = in_order(rows, direction, partial(rulings_of, page.rows, scale), scale)
    layout = page_layout(ordered, page, direction, scale)
    trust = confidence([word for line in cells for word in line.words])
    return Page(
        number=number,
        text=layout.text,
        lines=layout.lines,
        char_boxes=CharBoxes(layout.boxes.astype("<f4").tobytes()),
        width_points=picture.width * scale,
        height_points=picture.height * scale,
        source=PageSource.OCR,
        trust_fraction=trust,
        note=_noted(note, trust, bool(layout.text)),
        tables=layout.tables,
    )


def _upright(
    engine: OcrEngine, flat: CleanPage, dpi: int, languages: Languages
) -> tuple[CleanPage, Read]:
    """Read a page as it lies and, where that is doubtful, turned; return the surest."""
    page = levelled(flat)
    read = read_page_lines(engine, page.rows, dpi, languages)
    if not read.rows or read.confidence_fraction >= DOUBTFUL_FRACTION:
        return page, read
    best = (read.sample_fraction, page)
    for quarters in _QUARTERS:
        turned = levelled(flat.turned(quarters))
        sample = read_page_lines(engine, turned.rows, dpi, languages, is_sample=True)
        best = max(best, (sample.sample_fraction - _SURER, turned), key=lambda each: each[0])
    if best[1] is page:
        return page, read
    return best[1], read_page_lines(engine, best[1].rows, dpi, languages)


def _noted(note: str | None, trust: float, has_text: bool) -> str | None:
    if trust >= DOUBTFUL_FRACTION or not has_text:
        return note
    doubt = f"It was read with a confidence of only {trust:.0%}: compare it with its picture."
    return f"{note} {doubt}" if note else doubt

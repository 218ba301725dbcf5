"""A picture of a page → its text with places, by any `OcrEngine`; pure but for that call."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kesher.documents.parsing.ocr_clean import CleanPage, levelled, shown_flat
from kesher.documents.parsing.ocr_letters import Grey, with_final_mem
from kesher.documents.parsing.ocr_lines import Placed, logical
from kesher.documents.parsing.ocr_marks import with_gershayim
from kesher.documents.parsing.ocr_order import Cells, in_order, page_direction
from kesher.documents.parsing.ocr_places import with_inked_boxes
from kesher.documents.parsing.ocr_reading import Languages, Read, read_page_lines
from kesher.documents.parsing.ocr_rows import confidence
from kesher.documents.parsing.ocr_setting import Setting, settings_of
from kesher.documents.parsing.pdf_open import frame_of, label_of, opened, opened_page
from kesher.documents.parsing.pdf_render import render_grey
from kesher.domain.document import Box, CharBoxes, Line, Page, PageSource
from kesher.ports.ocr import OcrEngine, OcrLine
from kesher.text.direction import Direction

POINTS_AN_INCH = 72.0
DOUBTFUL_FRACTION = 0.75  # confidence of a page below which it says so, and is looked at turned
_QUARTERS = (2, 1, 3)
_SURER = 0.1


@dataclass(frozen=True, slots=True)
class Picture:
    """A grey picture of a page: one byte a pixel, row by row, 0 black; `dpi` pixels an inch."""

    pixels: bytes
    width: int
    height: int
    dpi: float


@dataclass(frozen=True, slots=True)
class _Line:
    """A line in logical order, its places in the picture that was given, and how it is set."""

    placed: Sequence[Placed]
    setting: Setting


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
    cells = with_gershayim(cells, picture_rows)
    mended = iter(cells)
    rows = [Cells(tuple(next(mended) for _ in row.lines), row.height) for row in read.rows]
    direction = page_direction(cells)
    set_as = dict(zip(map(id, cells), settings_of(cells, page.rows), strict=True))
    lines = [
        line
        for row in in_order(rows, direction)
        if (line := _line([(cell, set_as[id(cell)]) for cell in row], page, direction)).placed
    ]
    trust = confidence([word for line in cells for word in line.words])
    return _page(lines, picture, number=number, trust=trust, note=_noted(note, trust, bool(lines)))


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


def _line(cells: Sequence[tuple[OcrLine, Setting]], page: CleanPage, direction: Direction) -> _Line:
    """Put a line's cells in their order, every letter in the picture that was given."""
    read = [
        [(text, box and page.original(setting.of_line(box))) for text, box in placed]
        for cell, setting in cells
        if (placed := logical(cell, direction))
    ]
    in_turn = _spaced(read[::-1] if direction == "rtl" else read)
    return _Line(in_turn, max((setting for _, setting in cells), key=lambda each: each.letters))


def _spaced(cells: Sequence[Sequence[Placed]]) -> list[Placed]:
    placed: list[Placed] = []
    for cell in cells:
        if placed:
            placed.append((" ", None))
        placed.extend(cell)
    return placed


def _page(
    read: Sequence[_Line],
    picture: Picture,
    *,
    number: int,
    trust: float,
    note: str | None,
) -> Page:
    scale = POINTS_AN_INCH / picture.dpi
    lines: list[Line] = []
    boxes: list[Box | None] = []
    for line in read:
        if boxes:
            boxes.append(None)  # the line feed
        start = len(boxes)
        for text, box in line.placed:
            boxes.extend([_scaled(box, scale)] * len(text))
        lines.append(
            Line(
                start,
                len(boxes),
                _joined(boxes[start:]),
                size_points=line.setting.em * scale,
                is_bold=line.setting.is_bold,
            )
        )
    return Page(
        number=number,
        text="\n".join("".join(text for text, _ in line.placed) for line in read),
        lines=tuple(lines),
        char_boxes=CharBoxes.of(boxes),
        width_points=picture.width * scale,
        height_points=picture.height * scale,
        source=PageSource.OCR,
        trust_fraction=trust,
        note=note,
    )


def _scaled(box: Box | None, scale: float) -> Box | None:
    if box is None:
        return None
    return Box(box.left * scale, box.top * scale, box.right * scale, box.bottom * scale)


def _joined(boxes: Sequence[Box | None]) -> Box | None:
    joined: Box | None = None
    for box in boxes:
        if box is not None:
            joined = joined.union(box) if joined else box
    return joined

"""A highlight lies on the words that it marks: measured on the ink of pages of a DOCX.

Each paragraph is written in a colour of its own, so the picture of a page tells where it stands.
"""

import colorsys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import docx
import numpy as np
import pypdfium2
import pytest
from docx.oxml.parser import OxmlElement
from docx.shared import RGBColor
from docx.text.paragraph import Paragraph
from numpy.typing import NDArray

from kesher.adapters.processes.pool import LimitedProcesses
from kesher.app.reading import OpenFile, Reading, StoredFile
from kesher.config.settings import Settings
from kesher.documents.parsing.media import DOCX
from kesher.domain.document import Box, Page
from kesher.wiring.parts import make_reading

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SCALE = 3.0  # pixels a point
NEAR = 40  # of 255: how far a pixel's colour may be from the writer's
# A mark is as high as the letters of its font may be, so it goes beyond the ink of words without
# tall ones; at its sides it ends with the ink.
SIDE_POINTS, HEIGHT_POINTS, SHARED_FRACTION = 1.5, 2.5, 0.75
PARAGRAPHS = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה (ראו סעיף 4.2(א)).",
    "אושר",
    "Employees may work from home two days a week, see section 7.1.",
    "אושר",
    "Сотрудник имеет право на 22 дня отпуска в году.",
    "ساعات العمل من الأحد إلى الخميس 09:00-17:00",
    'סה"כ לתשלום: ₪1,250.50 עד 31.03.2025 דרך VPN בלבד',
    "נוהל ארוך שנשבר לשתי שורות: " + "העובד יגיש בקשה בכתב לממונה הישיר לפחות שבוע מראש. " * 3,
)


def coloured(paragraph: Paragraph, text: str, colour: tuple[int, int, int]) -> None:
    run = paragraph.add_run(text)
    run.font.color.rgb = RGBColor(*colour)
    if any("\u0590" <= char <= "\u06ff" for char in text):
        run._r.get_or_add_rPr().append(OxmlElement("w:rtl"))
        properties = paragraph._p.get_or_add_pPr()
        properties.append(OxmlElement("w:bidi"))


def colours(count: int) -> list[tuple[int, int, int]]:
    """Colours that no mixture of another with white comes near."""
    wheel = [colorsys.hsv_to_rgb(at / count, 1, 0.85) for at in range(count)]
    return [(round(255 * r), round(255 * g), round(255 * b)) for r, g, b in wheel]


def write(path: Path) -> list[tuple[str, tuple[int, int, int]]]:
    """Write paragraphs and a table, each text in its colour; return them in order."""
    document = docx.Document()
    cells = ("פריט", "מחיר", "מסך 27", "₪899", "אושר", "Да")
    palette = colours(len(PARAGRAPHS) + len(cells))
    for text, colour in zip(PARAGRAPHS, palette, strict=False):
        coloured(document.add_paragraph(), text, colour)
    table = document.add_table(rows=3, cols=2)
    places = [cell for row in table.rows for cell in row.cells]
    for place, text, colour in zip(places, cells, palette[len(PARAGRAPHS) :], strict=True):
        coloured(place.paragraphs[0], text, colour)
    document.save(str(path))
    return list(zip((*PARAGRAPHS, *cells), palette, strict=True))


def ink(page: NDArray[np.uint8], colour: tuple[int, int, int]) -> Box | None:
    """Return the rectangle of a colour's pixels, in points."""
    near = (np.abs(page[:, :, :3].astype(int) - colour).max(axis=2)) < NEAR
    rows, columns = np.nonzero(near.any(axis=1))[0], np.nonzero(near.any(axis=0))[0]
    if not len(rows):
        return None
    edges = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
    return Box(*(float(edge) / SCALE for edge in edges))


def overlap(box: Box, other: Box) -> float:
    """Return the area that two rectangles share, as a fraction of what they cover together."""
    wide = min(box.right, other.right) - max(box.left, other.left)
    high = min(box.bottom, other.bottom) - max(box.top, other.top)
    shared = max(0.0, wide) * max(0.0, high)
    areas = [(each.right - each.left) * (each.bottom - each.top) for each in (box, other)]
    return shared / (sum(areas) - shared)


def span_of(page: Page, text: str, at: int) -> tuple[int, int]:
    """Return where a text stands first from `at` on."""
    wanted = " ".join(text.split())
    start = page.text.index(wanted, at)
    return start, start + len(wanted)


def marked(page: Page, texts: Sequence[str]) -> Iterator[Box]:
    """Yield the rectangle around the boxes of each text, in the order of the page."""
    at = 0
    for text in texts:
        start, at = span_of(page, text, at)
        first, *others = page.boxes_of(start, at)
        for box in others:
            first = first.union(box)
        yield first


@pytest.fixture
async def reading(tmp_path: Path) -> AsyncIterator[Reading]:
    pool = LimitedProcesses(1)
    made = make_reading(Settings.model_validate({"data_folder": tmp_path / "data"}), pool)
    yield made
    await pool.close()


async def opened(reading: Reading, path: Path, *, own: bool) -> OpenFile:
    file = StoredFile(path, path.name, DOCX, path.with_suffix(".pdf"))
    if own:
        reading = Reading(reading.isolation, reading.limits, None, reading.scans)
    return await reading.open(file, languages=("heb",))


async def test_a_highlight_lies_on_its_words_in_the_layout_of_the_document(
    reading: Reading, tmp_path: Path
) -> None:
    if reading.office is None:
        pytest.skip("LibreOffice is not installed")
    expected = write(tmp_path / "a.docx")
    file = await opened(reading, tmp_path / "a.docx", own=False)
    (page,) = file.structure or ()
    with pypdfium2.PdfDocument(file.pdf) as drawn:  # type: ignore[no-untyped-call]  # has no types
        picture = drawn[0].render(scale=SCALE).to_numpy()[:, :, ::-1]
    marks = list(zip(marked(page, [text for text, _ in expected]), expected, strict=True))
    shared = []
    for mark, (text, colour) in marks:
        drawn_at = ink(picture, colour)
        assert drawn_at is not None, text
        assert abs(mark.left - drawn_at.left) < SIDE_POINTS, text
        assert abs(mark.right - drawn_at.right) < SIDE_POINTS, text
        assert abs(mark.top - drawn_at.top) < HEIGHT_POINTS, text
        assert abs(mark.bottom - drawn_at.bottom) < HEIGHT_POINTS, text
        shared.append(overlap(mark, drawn_at))
    assert sum(shared) / len(shared) > SHARED_FRACTION


async def test_in_our_own_layout_every_letter_has_its_box(reading: Reading, tmp_path: Path) -> None:
    expected = write(tmp_path / "a.docx")
    file = await opened(reading, tmp_path / "a.docx", own=True)
    (page,) = file.structure or ()
    at = 0
    for text, _ in expected:
        start, at = span_of(page, text, at)
        letters = sum(not char.isspace() for char in page.text[start:at])
        assert len(list(page.char_boxes.within(start, at))) == letters, text

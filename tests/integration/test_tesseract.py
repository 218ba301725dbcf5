"""Scans are read by Tesseract, in the room's languages or the script that is found."""

import json
import os
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from kesher.adapters.processes.pool import LimitedProcesses
from kesher.adapters.tesseract import TesseractEngine, data_folder, installed_languages
from kesher.documents.parsing.ocr import Picture, read_picture, read_scan
from kesher.documents.parsing.ocr_languages import Languages
from kesher.documents.parsing.pdf_render import render_grey
from kesher.documents.parsing.rendition import typeset
from kesher.documents.parsing.structure import Paragraph
from kesher.domain.document import Page, PageSource
from kesher.errors import ToolMissingError
from kesher.ports.isolation import Limits
from kesher.ports.ocr import OcrPicture

SHARED = Path(os.environ.get("KESHER_SHARED", Path(__file__).parents[3] / "shared"))
CORPUS = SHARED / "data" / "hebpdf" / "corpus"
needs = {
    name: pytest.mark.skipif(
        name not in installed_languages(), reason=f"tesseract-ocr-{name} is not installed"
    )
    for name in ("heb", "eng", "ara", "rus")
}
HEBREW = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה.",
    "שעות הקבלה 09:00–17:00, טלפון 03-1234567 (שלוחה 12).",
    "מותקן Microsoft Office בכל המחשבים.",
)
ARABIC = ("دليل الموظف", "يحق للموظف العمل من المنزل يومين في الأسبوع")
RUSSIAN = ("Сотрудник имеет право на 22 дня отпуска в год.", "Заявление подаётся заранее.")


def read(tmp_path: Path, lines: tuple[str, ...], *, others: tuple[str, ...] = ()) -> Page:
    """Draw lines as a picture and read that; the PDF's own text is not looked at."""
    path = tmp_path / "page.pdf"
    typeset([Paragraph(line) for line in lines], path, title="סריקה", pages_limit=1)
    return read_scan(
        TesseractEngine(),
        path,
        1,
        dpi=300,
        languages=Languages(("heb", "eng"), others),
        note="סריקה",
    )


@needs["heb"]
@needs["eng"]
def test_a_hebrew_page_is_read_in_logical_order_with_places(tmp_path: Path) -> None:
    page = read(tmp_path, HEBREW)
    assert page.text.split("\n") == list(HEBREW)
    assert (page.source, page.note, page.number) == (PageSource.OCR, "סריקה", 1)
    assert page.trust_fraction > 0.8
    assert (round(page.width_points), round(page.height_points)) == (595, 842)
    start = page.text.index("22")
    (box,) = page.boxes_of(start, start + 2)
    assert 300 < box.left < box.right < 540
    assert 50 < box.top < box.bottom < 80


@needs["heb"]
@needs["eng"]
@needs["ara"]
@needs["rus"]
@pytest.mark.parametrize("lines", [ARABIC, RUSSIAN])
def test_another_script_is_found_and_read(tmp_path: Path, lines: tuple[str, ...]) -> None:
    page = read(tmp_path, lines, others=("ara", "rus"))
    words = set(re.findall(r"\w+", " ".join(lines)))
    assert len(words & set(re.findall(r"\w+", page.text))) > 0.8 * len(words)


@needs["heb"]
@needs["eng"]
@needs["ara"]
def test_the_lines_of_a_mixed_page_are_each_read_in_their_script(tmp_path: Path) -> None:
    page = read(tmp_path, (HEBREW[0], ARABIC[1], HEBREW[2]), others=("ara",))
    assert [HEBREW[0], HEBREW[2]] == page.text.split("\n")[::2]
    assert page.text.split("\n")[1] == ARABIC[1]


@needs["heb"]
@needs["eng"]
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_page_is_read_whichever_way_up_it_lies(tmp_path: Path, quarters: int) -> None:
    path = tmp_path / "page.pdf"
    typeset([Paragraph(line) for line in HEBREW], path, title="סריקה", pages_limit=1)
    pixels, width, height = render_grey(path, 1, dpi=200)
    upright = np.frombuffer(pixels, np.uint8).reshape(height, width)
    turned = np.ascontiguousarray(np.rot90(upright, quarters))
    picture = Picture(turned.tobytes(), turned.shape[1], turned.shape[0], 200)

    page = read_picture(TesseractEngine(), picture, number=1, languages=Languages(("heb", "eng")))

    assert page.text.split("\n") == list(HEBREW)
    start = page.text.index("עובד")
    (box,) = page.boxes_of(start, start + 4)
    assert box.right <= page.width_points
    assert box.bottom <= page.height_points
    assert (box.bottom - box.top > box.right - box.left) is (quarters % 2 == 1)


@needs["heb"]
@needs["eng"]
def test_an_empty_page_has_no_text_and_no_trust(tmp_path: Path) -> None:
    page = read(tmp_path, ("",))
    assert (page.text, page.trust_fraction, page.lines) == ("", 0.0, ())


@pytest.mark.anyio
@needs["heb"]
@needs["eng"]
async def test_a_scan_is_read_in_a_limited_process(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    typeset([Paragraph(HEBREW[0])], path, title="סריקה", pages_limit=1)
    pool = LimitedProcesses(1)
    page = await pool.run(
        Limits(120, 2 << 30),
        read_scan,
        TesseractEngine(),
        path,
        1,
        dpi=300,
        languages=Languages(("heb", "eng")),
    )
    await pool.close()
    assert page.text == HEBREW[0]


@pytest.mark.shared
@needs["heb"]
@needs["eng"]
@pytest.mark.skipif(not CORPUS.exists(), reason="the evaluation data of KESHER_SHARED is absent")
def test_a_real_scan_keeps_its_numbers_and_ranges() -> None:
    name = "A/scan200__dates_times.pdf"
    (truth,) = [
        item
        for item in json.loads((CORPUS / "A/truth.json").read_text("utf-8"))
        if item["file"] == name
    ]
    page = read_scan(
        TesseractEngine(), CORPUS / name, 1, dpi=300, languages=Languages(("heb", "eng"))
    )
    wanted = [number for line in truth["pages"][0] for number in re.findall(r"[\d:./–-]{5,}", line)]
    found = [number for number in wanted if number.rstrip(".") in page.text]
    assert len(found) > 0.85 * len(wanted)


def test_the_engine_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps(TesseractEngine()))  # noqa: S301 - our own bytes
    assert again == TesseractEngine()


def test_a_language_without_data_names_its_package() -> None:
    if not installed_languages():
        pytest.skip("no Tesseract data is installed")
    with pytest.raises(ToolMissingError, match="tesseract-ocr-xyz"):
        TesseractEngine()([OcrPicture(b"\xff" * 100, 10, 10, 72)], ("xyz",))


def test_data_is_looked_for_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tessdata").mkdir()
    (tmp_path / "tessdata" / "heb.traineddata").touch()
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    assert data_folder() == tmp_path / "tessdata"
    assert installed_languages() == ("heb",)

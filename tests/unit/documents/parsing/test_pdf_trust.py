"""A text layer that looks fine and is garbage goes to OCR, and says why."""

from pathlib import Path

import pytest
from PIL import Image

from drawn_pdf import WIDTH, Drawn, draw, new_pdf, renamed, right, without_unicode
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.trust import judge, needs_ocr
from kesher.text.bidi import to_visual

LINES = ["נוהל רכש ותקרות מחיר", "מקדמה לספק לא תעלה על 22% מערך ההזמנה", "יש לפנות לחדר 314"]


def _drawn(path: Path) -> Path:
    pieces = [right(to_visual(line, "rtl"), 100 + 24 * row) for row, line in enumerate(LINES)]
    return draw(path, pieces, compress=False)


def test_a_sound_text_layer_is_trusted(tmp_path: Path) -> None:
    page = read_page(_drawn(tmp_path / "good.pdf"), 1)
    assert (page.trust_fraction, needs_ocr(page)) == (1.0, None)


def test_letters_without_a_map_to_unicode_are_not_trusted(tmp_path: Path) -> None:
    path = without_unicode(_drawn(tmp_path / "good.pdf"), tmp_path / "lost.pdf")
    page = read_page(path, 1)
    assert page.trust_fraction < 0.1
    assert needs_ocr(page) == "The file names other letters than it shows."


def test_letters_named_as_other_ones_are_not_trusted_though_digits_are_right(
    tmp_path: Path,
) -> None:
    wrong = {chr(0x5D0 + place): chr(0xD0 + place) for place in range(27)}
    page = read_page(renamed(_drawn(tmp_path / "good.pdf"), tmp_path / "bad.pdf", wrong), 1)
    assert "22%" in page.text
    assert needs_ocr(page) is not None


def test_hebrew_of_an_old_code_page_is_put_right(tmp_path: Path) -> None:
    western = {chr(0x5D0 + place): chr(0xE0 + place) for place in range(27)}
    page = read_page(renamed(_drawn(tmp_path / "good.pdf"), tmp_path / "old.pdf", western), 1)
    assert page.text.split("\n") == LINES
    assert needs_ocr(page) is None


@pytest.mark.parametrize(
    "text",
    [
        "Là-bas, l'été passé, j'ai déjà été à l'école où l'élève âgé étudiait l'électricité.",
        "Přílišný žluťoučký kůň úpěl ďábelské ódy.",
        "Der Bär über den Flüssen trägt größere Äpfel.",
        "Сотрудник имеет право на 22 дня отпуска.",
        "يحق للموظف العمل من المنزل يومين في الأسبوع.",
        "העובד (René Müller) זכאי ל-22 ימי חופשה בשנה.",
        "12.08.2026 – 31.12.2027",
        "",
    ],
)
def test_languages_with_accents_and_scripts_of_their_own_are_trusted(text: str) -> None:
    assert judge(text).fraction == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "èéç יéאנÕ ÞניßÖ ×ÕÝ 12.08.2026",
        "úéúðù äùôåç .4 äàìî äùôåçì éàëæ äãåáò 12",
        "\ufffd\ufffd\ufffd 22% \ufffd\ufffd",
        "םיקו םנוה ןייד ךחמי ץבוע םלש",
    ],
)
def test_garbage_letters_are_judged_word_by_word(text: str) -> None:
    judged = judge(text)
    assert judged.fraction < 0.5
    assert judged.reason


def _scan(path: Path, stamp: str) -> Path:
    picture = Image.new("L", (600, 800), 200)
    with new_pdf() as pdf:
        pdf.image(picture, x=0, y=0, w=WIDTH)
        pdf.set_font("hebrew", size=9)
        pdf.text(30, 780, stamp)
        pdf.output(str(path))
    return path


@pytest.mark.parametrize("stamp", ["", "Scanned 12.08.2026"])
def test_a_picture_of_a_page_needs_ocr_even_with_a_stamp(tmp_path: Path, stamp: str) -> None:
    page = read_page(_scan(tmp_path / "scan.pdf", stamp), 1)
    assert page.trust_fraction == 0.0
    assert needs_ocr(page) == "The page is a picture without a text layer."


def test_a_short_text_on_a_page_without_a_picture_is_enough(tmp_path: Path) -> None:
    page = read_page(draw(tmp_path / "short.pdf", [Drawn("7", 300, 400)]), 1)
    assert (page.text, needs_ocr(page)) == ("7", None)

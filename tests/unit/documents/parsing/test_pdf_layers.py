"""Unseen text that other programs laid over the picture of a page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fpdf.enums import TextMode
from PIL import Image

from drawn_pdf import HEIGHT, WIDTH, new_pdf, width_of
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.trust import judge_recognised, needs_ocr
from kesher.text.bidi import to_visual

SAID = [
    "הסכם ריהוט בין הצדדים (נוסח אחרון) לשנים 2031-2033",
    "סעיף 3.4(ב) חל על כל המזמינים והספקים, לרבות חברת Nordline",
    'סכום של 1,250 ש"ח ישולם עד 14.8.2031 לחשבון העירייה',
    "פרטים נוספים אצל גב' שוהם, קומה 2, בין השעות 08:30-12:00",
]


def _layered(path: Path, *, rising: bool) -> Path:
    """Lay lines over a picture: letters of each word as they are drawn, or in their own order."""
    with new_pdf() as pdf:
        picture = Image.new("L", (60, 80), 250)
        pdf.image(picture, x=0, y=0, w=WIDTH, h=HEIGHT)
        pdf.set_font("hebrew", size=12)
        pdf.text_mode = TextMode.INVISIBLE
        for number, line in enumerate(SAID):
            for word, x in _placed(line):
                shown = word if rising else to_visual(word, "rtl")
                pdf.text(x, 100 + 24 * number, shown)
        pdf.output(str(path))
    return path


def _placed(line: str) -> Iterator[tuple[str, float]]:
    x = 540.0
    for word in line.split():
        x -= width_of(word)
        yield word, x
        x -= 5


@pytest.mark.parametrize("rising", [False, True])
def test_letters_in_either_order_give_the_same_lines(tmp_path: Path, rising: bool) -> None:
    page = read_page(_layered(tmp_path / "layer.pdf", rising=rising), 1)

    assert page.text.splitlines() == SAID


def test_a_sound_layer_serves_without_ocr(tmp_path: Path) -> None:
    page = read_page(_layered(tmp_path / "layer.pdf", rising=False), 1)

    assert needs_ocr(page) is None


@pytest.mark.parametrize(
    "text",
    [
        "המחיר 38.90 \ufffd ליחידה " + "מילה תקינה " * 40,
        "דברים שראוי לעבור ?OF לאט " + "מילה תקינה " * 40,
        "الكلمة lالعربية " + "كلمة سليمة " * 40,
    ],
)
def test_one_word_in_a_hundred_that_is_plainly_wrong_calls_for_ocr(text: str) -> None:
    judged = judge_recognised(text)

    assert judged.fraction < 0.9
    assert judged.reason == "An earlier recognition of the picture has wrong words."


@pytest.mark.parametrize(
    "text",
    ["האם לבוא? כן! " + "מילה תקינה " * 40, "What? Why! Обычные слова и words of English."],
)
def test_ordinary_marks_are_no_wrong_words(text: str) -> None:
    assert judge_recognised(text).fraction == 1.0

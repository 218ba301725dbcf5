"""What the engine reads becomes a page: order, brackets, dashes, dirt, final letters."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.documents.parsing.ocr import Languages, Picture, confidence, read_picture, recognise
from kesher.documents.parsing.ocr_letters import Grey, with_final_mem
from kesher.documents.parsing.ocr_lines import logical
from kesher.domain.document import Box, PageSource
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord

WIDTH, HEIGHT, DPI = 1000, 200, 144
WHITE = Picture(b"\xff" * WIDTH * HEIGHT, WIDTH, HEIGHT, DPI)


def word(text: str, left: float, sure: float = 0.9, *, rtl: bool = True) -> OcrWord:
    """A word of letters 10 wide and 20 high, its text in logical order, from `left` on."""
    steps = range(len(text)) if not rtl else range(len(text) - 1, -1, -1)
    symbols = tuple(
        OcrSymbol(char, Box(left + 10 * step, 100, left + 10 * step + 9, 120), sure)
        for char, step in zip(text, steps, strict=True)
    )
    return OcrWord(symbols, sure)


def line(*words: OcrWord) -> OcrLine:
    return OcrLine(words, Box(0, 100, WIDTH, 120))


def text_of(found: OcrLine) -> str:
    return "".join(char for char, _ in logical(found))


class Readings:
    """An engine that has one reading for each choice of languages, and counts its calls."""

    def __init__(self, readings: dict[tuple[str, ...], tuple[OcrLine, ...]]) -> None:
        self.readings = readings
        self.asked: list[tuple[str, ...]] = []

    def __call__(
        self, pixels: bytes, width: int, height: int, dpi: int, languages: Sequence[str]
    ) -> tuple[OcrLine, ...]:
        assert (len(pixels), dpi) == (width * height, DPI)
        self.asked.append(tuple(languages))
        return self.readings[tuple(languages)]


def test_a_page_has_its_letters_places_in_points() -> None:
    engine = Readings({("heb",): (line(word("שלום", 500), word("22", 400, rtl=False)),)})
    page = read_picture(engine, WHITE, number=3, languages=Languages(("heb",)), note="אין טקסט")
    assert (page.text, page.number, page.note) == ("שלום 22", 3, "אין טקסט")
    assert page.source is PageSource.OCR
    assert (page.width_points, page.height_points) == (500, 100)
    assert page.boxes_of(0, 1) == (Box(265, 50, 269.5, 60),)
    assert page.boxes_of(4, 5) == ()


def test_the_order_of_the_places_decides_and_not_the_engines() -> None:
    jumbled = line(word("מותקנת", 600), word("365", 400, rtl=False), word("Excel", 300, rtl=False))
    assert text_of(jumbled) == "מותקנת Excel 365"


@pytest.mark.parametrize(
    ("drawn", "dash_width", "expected"),
    [
        ("03-1234567", 9, "03-1234567"),
        ("03-1234567", 14, "03-1234567"),
        ("17:00-09:30", 14, "09:30–17:00"),
        ("17:00-09:30", 9, "17:00-09:30"),
        ("02.01.2027-28.12.2026", 14, "28.12.2026–02.01.2027"),
        ("23-16", 14, "16–23"),
    ],
)
def test_a_wide_dash_parts_a_range_and_no_telephone_number(
    drawn: str, dash_width: float, expected: str
) -> None:
    number = word(drawn, 400, rtl=False)
    symbols = tuple(
        replace(symbol, box=replace(symbol.box, right=symbol.box.left + dash_width))
        if symbol.text == "-"
        else symbol
        for symbol in number.symbols
    )
    assert text_of(line(word("שעות", 700), OcrWord(symbols, 0.9))) == f"שעות {expected}"


@pytest.mark.parametrize(
    ("read", "expected"),
    [(")ימים)", "(ימים)"), ("(ימים)", "(ימים)"), ("(ד))", "(ד))"), (")א(", "(א)")],
)
def test_brackets_that_cannot_pair_are_turned(read: str, expected: str) -> None:
    assert text_of(line(word(read, 300))) == expected


def test_dirt_at_the_ends_goes_and_a_sign_within_stays() -> None:
    dirty = line(
        word("|", 900), word("3", 700), word("=", 680), word("ימים", 600), word("=", 100, 0.3)
    )
    assert text_of(dirty) == "3 = ימים"
    assert text_of(line(word("|", 10))) == ""


def test_a_hebrew_word_taken_for_latin_is_read_by_hebrew_alone() -> None:
    engine = Readings(
        {
            ("heb", "eng"): (
                line(word("עבודה", 700), word("MANN", 600, 0.7), word("VPN", 500, 0.92)),
            ),
            ("heb",): (line(word("עבודה", 700), word("מבית", 600, 0.9), word("איע", 500, 0.1)),),
        }
    )
    page = read_picture(engine, WHITE, number=1, languages=Languages(("heb", "eng")))
    assert page.text.split()[:2] == ["עבודה", "מבית"]
    assert "מבית" in page.text
    assert "MANN" not in page.text
    assert "איע" not in page.text


def test_a_page_without_latin_letters_is_read_once() -> None:
    engine = Readings({("heb", "eng"): (line(word("שלום", 500)),)})
    recognise(engine, WHITE, Languages(("heb", "eng"), ("ara", "rus")))
    assert engine.asked == [("heb", "eng")]


@pytest.mark.parametrize(("other", "text"), [("rus", "Сотрудник"), ("ara", "الموظف")])
def test_a_doubtful_page_is_read_in_the_other_scripts(other: str, text: str) -> None:
    doubtful = (line(word("8 6 6", 300, 0.4)),)
    readings: dict[tuple[str, ...], tuple[OcrLine, ...]] = {}
    readings |= dict.fromkeys([("heb", "eng"), ("ara", "eng"), ("rus", "eng")], doubtful)
    readings[other, "eng"] = (line(word(text, 300, 0.95)),)
    if other == "ara":
        readings[("ara",)] = readings[other, "eng"]
    best = recognise(Readings(readings), WHITE, Languages(("heb", "eng"), ("ara", "rus")))
    assert "".join(symbol.text for symbol in best[0].words[0].symbols) == text


def test_confidence_weighs_words_by_their_letters() -> None:
    assert confidence([line(word("אבג", 0, 0.9), word("ד", 50, 0.1))]) == pytest.approx(0.7)
    assert confidence([]) == 0.0


def drawn_letter(rows: NDArray[np.uint8], box: Box, *, square: bool) -> None:
    """Draw a ring: with bottom corners as ם has, or without as ס."""
    top, left, bottom, right = int(box.top), int(box.left), int(box.bottom), int(box.right)
    rows[top:bottom, left:right] = 0
    rows[top + 3 : bottom - 3, left + 3 : right - 3] = 255
    if not square:
        rows[bottom - 4 : bottom, left : left + 2] = 255
        rows[bottom - 4 : bottom, right - 2 : right] = 255


def test_samekh_at_a_words_end_is_mem_where_it_looks_like_the_pages_mem() -> None:
    lines = (line(word("יםב", 100), word("סבא", 200), word("ימיס", 300), word("פקס.", 400)),)
    rows = np.full((HEIGHT, WIDTH), 255, np.uint8)
    for found in lines[0].words:
        for symbol in found.symbols:
            square = symbol.text == "ם" or (symbol.text == "ס" and 300 <= symbol.box.left < 400)
            drawn_letter(rows, symbol.box, square=square)
    mended = with_final_mem(lines, Grey(rows))
    texts = ["".join(symbol.text for symbol in found.symbols) for found in mended[0].words]
    assert texts == ["יםב", "סבא", "ימים", "פקס."]


def test_without_a_sure_letter_to_compare_with_nothing_changes() -> None:
    lines = (line(word("ימיס", 300)),)
    assert with_final_mem(lines, Grey.of(WHITE.pixels, WIDTH, HEIGHT)) == lines

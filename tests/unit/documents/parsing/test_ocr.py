"""What the engine reads becomes a page: order, brackets, dashes, dirt, final letters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.documents.parsing.ocr import Picture, read_picture
from kesher.documents.parsing.ocr_languages import Languages
from kesher.documents.parsing.ocr_letters import Grey, with_final_mem
from kesher.documents.parsing.ocr_lines import logical
from kesher.documents.parsing.ocr_rows import confidence
from kesher.domain.document import Box, PageSource
from kesher.ports.ocr import OcrLine, OcrPicture, OcrSymbol, OcrWord

WIDTH, HEIGHT, DPI = 1000, 200, 144


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


def drawn(*words: OcrWord) -> Picture:
    """A page on which every letter of some words is a ring of ink."""
    rows = np.full((HEIGHT, WIDTH), 255, np.uint8)
    for each in words:
        for symbol in each.symbols:
            drawn_letter(rows, symbol.box, square=True)
    return Picture(rows.tobytes(), WIDTH, HEIGHT, DPI)


@dataclass(frozen=True)
class Letters:
    """An engine that sees one letter of a text, from left to right, in each inked stretch."""

    readings: dict[str, tuple[str, float]]

    def __call__(
        self, pictures: Sequence[OcrPicture], languages: Sequence[str]
    ) -> tuple[tuple[OcrWord, ...], ...]:
        text, sure = self.readings[languages[0]]
        return tuple((seen(picture, text, sure),) for picture in pictures)


def seen(picture: OcrPicture, text: str, sure: float) -> OcrWord:
    grey = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width)
    inked = np.concatenate([[False], (grey < 128).any(axis=0), [False]]).astype(np.int8)
    starts, ends = np.flatnonzero(np.diff(inked) == 1), np.flatnonzero(np.diff(inked) == -1)
    top, bottom = np.flatnonzero((grey < 128).any(axis=1))[[0, -1]].tolist()
    symbols = tuple(
        OcrSymbol(char, Box(float(left), top, float(right), bottom + 1), sure)
        for char, left, right in zip(text, starts, ends, strict=False)
    )
    return OcrWord(symbols, sure)


def test_a_page_has_its_letters_places_in_points() -> None:
    engine = Letters({"heb": ("םולש", 0.9)})
    page = read_picture(
        engine, drawn(word("שלום", 500)), number=3, languages=Languages(("heb",)), note="אין טקסט"
    )
    assert (page.text, page.number, page.note) == ("שלום", 3, "אין טקסט")
    assert page.source is PageSource.OCR
    assert (page.width_points, page.height_points) == (500, 100)
    (box,) = page.boxes_of(0, 1)
    assert (box.left, box.right) == pytest.approx((265, 269.5), abs=1)
    # As high as the line of a font whose letters are ten points high.
    assert (box.top, box.bottom) == pytest.approx((43, 65), abs=1.5)


@pytest.mark.parametrize(("sure", "says"), [(0.95, False), (0.5, True)])
def test_a_page_that_is_read_unsurely_says_so(sure: float, says: bool) -> None:
    engine = Letters({"heb": ("םולש", sure)})
    page = read_picture(engine, drawn(word("שלום", 500)), number=1, languages=Languages(("heb",)))
    assert page.trust_fraction == pytest.approx(sure)
    assert ("50%" in (page.note or "")) is says


@pytest.mark.parametrize(("other", "text"), [("rus", "кинз"), ("ara", "فظوم")])
def test_a_doubtful_line_is_read_in_the_other_scripts(other: str, text: str) -> None:
    readings = dict.fromkeys(("heb", "eng", "ara", "rus"), ("8606", 0.4))
    readings[other] = (text, 0.95)
    page = read_picture(
        Letters(readings),
        drawn(word("שלום", 500)),
        number=1,
        languages=Languages(("heb", "eng"), ("ara", "rus")),
    )
    assert page.text == (text if other == "rus" else text[::-1])


def test_the_order_of_the_places_decides_and_not_the_engines() -> None:
    jumbled = line(word("מותקנת", 600), word("365", 400, rtl=False), word("Excel", 300, rtl=False))
    assert text_of(jumbled) == "מותקנת Excel 365"


def test_a_line_that_begins_in_hebrew_is_hebrew_however_much_latin_it_holds() -> None:
    command = word("install", 300, rtl=False)
    assert text_of(line(word("הריצו", 600), command, word("כאן", 100))) == "הריצו install כאן"


@pytest.mark.parametrize(
    ("drawn", "dash_width", "expected"),
    [
        ("03-1234567", 9, "03-1234567"),
        ("03-1234567", 14, "03-1234567"),
        ("17:00-09:30", 14, "09:30–17:00"),
        ("17:00-09:30", 9, "09:30–17:00"),
        ("09:30-17:00", 9, "09:30-17:00"),
        ("14-16", 9, "14-16"),
        ("10א2.5", 9, "2.5×10"),
        ("02.01.2027-28.12.2026", 14, "28.12.2026–02.01.2027"),
        ("23-16", 14, "16–23"),
    ],
)
def test_a_range_begins_with_its_lesser_end_and_a_telephone_number_stays(
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


def test_confidence_weighs_words_by_their_letters() -> None:
    assert confidence([word("אבג", 0, 0.9), word("ד", 50, 0.1)]) == pytest.approx(0.7)
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
    assert with_final_mem(lines, Grey(np.full((HEIGHT, WIDTH), 255, np.uint8))) == lines

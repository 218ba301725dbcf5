"""Rows of a scan: points of list numbers are kept, and what is no text is left out."""

import numpy as np
import pytest

from kesher.documents.parsing.ocr_dots import CutPicture, with_dot
from kesher.documents.parsing.ocr_lines import text_of
from kesher.documents.parsing.ocr_rows import Found, rows_of
from kesher.documents.parsing.ocr_segments import Segment
from kesher.domain.document import Box
from kesher.ports.ocr import OcrSymbol, OcrWord

HEIGHT = 30.0


def word(text: str, *, sure: float = 0.9, left: float = 100, top: float = 10) -> OcrWord:
    symbols = tuple(
        OcrSymbol(char, Box(left + 20 * at, top, left + 20 * at + 16, top + 30), sure)
        for at, char in enumerate(text)
    )
    return OcrWord(symbols, sure)


def found(row: int, *words: OcrWord, left: float = 0) -> Found:
    box = Box(left, 40 * row, left + 100, 40 * row + 30)
    return Found(row, Segment(box, box.top, box.bottom, ()), words, HEIGHT)


def read(*each: Found) -> list[list[str]]:
    return [
        [" ".join(text_of(word) for word in line.words) for line in row.lines]
        for row in rows_of(each)
    ]


def cut(*ink: tuple[int, int, int, int]) -> CutPicture:
    rows = np.full((60, 120), 255, np.uint8)
    for left, top, right, bottom in ink:
        rows[top:bottom, left:right] = 0
    return CutPicture(rows, 50, 200)


DIGIT, SECOND = (30, 10, 48, 40), (52, 10, 70, 40)


@pytest.mark.parametrize(
    ("text", "ink", "expected"),
    [
        ("3", [DIGIT, (20, 35, 25, 40)], ".3"),
        ("3", [DIGIT, (52, 35, 57, 40)], "3."),
        ("12", [DIGIT, SECOND, (20, 35, 25, 40)], ".12"),
        ("3", [DIGIT], "3"),
        ("3", [DIGIT, (20, 12, 25, 17)], "3"),
        ("3", [DIGIT, (20, 10, 25, 40)], "3"),
        ("3", [DIGIT, (2, 35, 7, 40)], "3"),
        ("ב", [DIGIT, (20, 35, 25, 40)], "ב"),
    ],
)
def test_a_list_number_has_the_point_that_its_ink_shows(
    text: str, ink: list[tuple[int, int, int, int]], expected: str
) -> None:
    (mended,) = with_dot((word(text),), cut(*ink))

    assert text_of(mended) == expected


def test_the_point_of_a_number_has_its_place_on_the_page() -> None:
    (mended,) = with_dot((word("3"),), cut(DIGIT, (20, 35, 25, 40)))

    assert mended.symbols[0].box == Box(70, 235, 75, 240)


def test_rows_without_a_letter_or_digit_are_left_out() -> None:
    rows = [found(0, word("-"), left=0), found(0, word("—"), left=400), found(1, word("שלום"))]

    assert read(*rows) == [["שלום"]]


def test_a_dash_stays_in_a_row_with_text() -> None:
    assert read(found(0, word("-"), left=0), found(0, word("הובלה"), left=400)) == [["-", "הובלה"]]


def test_a_few_letters_that_nobody_is_sure_of_are_left_out() -> None:
    rows = [found(0, word("mag", sure=0.4)), found(1, word("ГОСТ", sure=0.5)), found(2, word("7"))]

    assert read(*rows) == [["ГОСТ"], ["7"]]


def test_an_amount_stays_however_unsure_its_sign_makes_the_engine() -> None:
    assert read(found(0, word("₪1,899.00", sure=0.05)), found(1, word("ابجد", sure=0.05))) == [
        ["₪1,899.00"]
    ]

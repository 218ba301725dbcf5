"""Gershayim that were read as two yods are told by their size."""

import numpy as np
import pytest

from kesher.documents.parsing.ocr_letters import Grey
from kesher.documents.parsing.ocr_marks import with_gershayim
from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord

PAGE = Box(0, 0, 1000, 60)
STEP = 20


def line(*texts: str) -> OcrLine:
    """Words of letters 20 apart, from right to left, a place free between two."""
    words, right = [], 980.0
    for text in texts:
        symbols = []
        for char in text:
            symbols.append(OcrSymbol(char, Box(right - STEP, 10, right, 40), 0.9))
            right -= STEP
        words.append(OcrWord(tuple(symbols), 0.9))
        right -= STEP
    return OcrLine(tuple(words), PAGE)


def drawn(of: OcrLine, *, small: set[int]) -> Grey:
    """Draw each letter; the yods of the words with a place in `small` are as gershayim."""
    rows = np.full((60, 1000), 255, np.uint8)
    for place, word in enumerate(of.words):
        for symbol in word.symbols:
            left, width, height = int(symbol.box.left) + 2, 16, 25
            if symbol.text == "י":
                width, height = (5, 14) if place in small else (11, 19)
            rows[12 : 12 + height, left : left + width] = 0
    return Grey(rows)


@pytest.mark.parametrize(
    ("read", "small", "expected"),
    [
        ("חהייכ", {5}, 'חה"כ'),
        ("חה''כ", set(), 'חה"כ'),
        ("קריית", set(), "קריית"),
        ("הייתם", {5}, "הייתם"),
    ],
)
def test_two_small_yods_before_a_words_last_letter_are_gershayim(
    read: str, small: set[int], expected: str
) -> None:
    found = line("ידו", "בית", "עיר", "שיר", "תיק", read)

    (mended,) = with_gershayim([found], drawn(found, small=small))

    assert "".join(symbol.text for symbol in mended.words[-1].symbols) == expected


def test_a_page_with_few_yods_is_left_as_it_was_read() -> None:
    found = line("ידו", "חהייכ")

    assert with_gershayim([found], drawn(found, small={1})) == (found,)

"""Gershayim that were read as two yods are told by their size."""

from dataclasses import replace

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


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ("מסי", "מס'"),
        ("גבי", "גב'"),
        ("ייהדיון", '"הדיון'),
        ("מחבליי", 'מחבל"'),
        ("התשפ'יה-2024", 'התשפ"ה-2024'),
    ],
)
def test_small_yods_at_a_words_ends_are_geresh_or_quotation_marks(read: str, expected: str) -> None:
    found = line("ביד", "שיר", "עיר", "שית", "תיק", read)
    picture = drawn(found, small={5})
    # The yod inside a word is as large as the others.
    for symbol in found.words[5].symbols[2:-2]:
        if read == "ייהדיון" and symbol.text == "י":
            left = int(symbol.box.left) + 2
            picture.rows[12:31, left : left + 11] = 0

    (mended,) = with_gershayim([found], picture)

    right_to_left = sorted(mended.words[-1].symbols, key=lambda symbol: -symbol.box.left)
    assert "".join(symbol.text for symbol in right_to_left) == expected


def test_yods_of_a_small_sans_line_are_compared_with_those_of_their_line() -> None:
    serif = line("ביד", "שיר", "עיר", "שית", "תיק")
    footer = line("דין", "שיר", "קריית")

    small = drawn(footer, small={0, 1, 2})
    page = Grey(np.concatenate([drawn(serif, small=set()).rows, small.rows]))
    lower = OcrLine(
        tuple(
            OcrWord(
                tuple(
                    OcrSymbol(
                        s.text, Box(s.box.left, s.box.top + 60, s.box.right, s.box.bottom + 60), 0.9
                    )
                    for s in word.symbols
                ),
                0.9,
            )
            for word in footer.words
        ),
        PAGE,
    )

    _, found = with_gershayim([serif, lower], page)

    assert "".join(symbol.text for symbol in found.words[-1].symbols) == "קריית"


@pytest.mark.parametrize(
    ("word", "bottom", "expected"),
    [("מס:", 22.0, "מס'"), ("מס:", 40.0, "מס:"), ("12:", 22.0, "12:"), ("к:", 22.0, "к:")],
)
def test_a_colon_with_ink_in_its_top_alone_is_a_geresh(
    word: str, bottom: float, expected: str
) -> None:
    (read,) = line(word).words
    last = replace(read.symbols[-1], box=replace(read.symbols[-1].box, bottom=bottom))
    found = OcrLine((replace(read, symbols=(*read.symbols[:-1], last)),), PAGE)

    (mended,) = with_gershayim([found], drawn(found, small=set()))

    assert "".join(symbol.text for symbol in mended.words[0].symbols) == expected

"""Letters that were taken for others are told by the page's own letters."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.documents.parsing.ocr_shapes import with_known_letters
from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord

# Strokes of each letter in a square of ten: what matters is that they differ.
STROKES = {
    "א": [((1, 1), (9, 9)), ((8, 1), (6, 5)), ((2, 9), (4, 5))],
    "ב": [((1, 1), (8, 1)), ((8, 1), (8, 9)), ((1, 9), (9, 9))],
    "ו": [((5, 1), (5, 9)), ((3, 1), (5, 1))],
    "ז": [((2, 1), (8, 1)), ((5, 1), (3, 9))],
    "2": [((1, 2), (8, 2)), ((8, 2), (2, 9)), ((2, 9), (9, 9))],
    "4": [((7, 1), (7, 9)), ((7, 1), (1, 6)), ((1, 6), (9, 6))],
    "(": [((5, 1), (3, 5)), ((3, 5), (5, 9))],
    ")": [((4, 1), (6, 5)), ((6, 5), (4, 9))],
    ".": [((5, 8), (5, 9))],
}
SIDE = 30
Read = tuple[str, str, float]  # as read, as drawn, confidence


def page(*words: Read) -> tuple[OcrLine, NDArray[np.uint8]]:
    rows = np.full((100, 2000), 255, np.uint8)
    made, left = [], 10
    for read, drawn, sure in words:
        symbols = []
        for text, shape in zip(read, drawn, strict=True):
            for start, end in STROKES[shape]:
                first, last = (tuple(3 * at for at in point) for point in (start, end))
                cv2.line(
                    rows, (left + first[0], 20 + first[1]), (left + last[0], 20 + last[1]), (0,), 3
                )
            symbols.append(OcrSymbol(text, Box(left, 18, left + SIDE, 52), sure))
            left += SIDE + 6
        made.append(OcrWord(tuple(symbols), sure))
        left += SIDE
    return OcrLine(tuple(made), Box(0, 0, 2000, 100)), rows


KNOWN: list[Read] = [
    ("אב", "אב", 0.95),
    ("זוז", "זוז", 0.95),
    ("וזו", "וזו", 0.95),
    ("24", "24", 0.95),
]


@pytest.mark.parametrize(
    ("read", "drawn", "expected"),
    [
        ("(2)4.2", "(ב)4.2", "(ב)4.2"),  # as drawn: 4.2(ב)
        ("(X)4.2", "(א)4.2", "(א)4.2"),
        ("N42", "א42", "א42"),
        ("(2)4.2", "(2)4.2", "(2)4.2"),
        ("(4)2", "(4)2", "(4)2"),
    ],
)
def test_a_sections_letter_is_told_by_the_pages_letters(
    read: str, drawn: str, expected: str
) -> None:
    line, rows = page(*KNOWN, (read, drawn, 0.6))

    (mended,) = with_known_letters([line], rows)

    assert "".join(symbol.text for symbol in mended.words[-1].symbols) == expected


@pytest.mark.parametrize(
    ("drawn", "sure", "expected"), [("בזו", 0.7, "בזו"), ("בוו", 0.7, "בוו"), ("בזו", 0.95, "בוו")]
)
def test_zayin_that_was_read_as_vav_in_an_unsure_word_is_told_by_its_look(
    drawn: str, sure: float, expected: str
) -> None:
    line, rows = page(*KNOWN, ("בוו", drawn, sure))

    (mended,) = with_known_letters([line], rows)

    assert "".join(symbol.text for symbol in mended.words[-1].symbols) == expected


def test_latin_words_and_a_page_without_hebrew_letters_stay() -> None:
    line, rows = page(("2N", "2א", 0.6), ("24", "24", 0.95))

    assert with_known_letters([line], rows) == (line,)

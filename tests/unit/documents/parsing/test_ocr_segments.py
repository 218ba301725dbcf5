"""Strokes of gershayim go with their word, however wide the lines stand apart."""

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.documents.parsing.ocr_segments import find_segments

HEIGHT, WIDTH = 30, 24


def page(pitch: int, *, marked: bool) -> NDArray[np.uint8]:
    """Four lines of eight letters; the third letter of each has two strokes over its left."""
    rows = np.full((4 * pitch + 60, 600), 255, np.uint8)
    for line in range(4):
        top = 40 + line * pitch
        for letter in range(8):
            left = 60 + letter * (WIDTH + 8)
            rows[top : top + HEIGHT, left : left + WIDTH] = 0
        if marked:
            for left in (118, 128):
                rows[top - 20 : top - 4, left : left + 6] = 0
    return rows


@pytest.mark.parametrize("pitch", [60, 90, 160])
def test_two_strokes_over_a_word_are_no_line_of_their_own(pitch: int) -> None:
    found = find_segments(page(pitch, marked=True))

    assert [len(row) for row in found.rows] == [1, 1, 1, 1]
    assert [len(row[0].shapes) for row in found.rows] == [10, 10, 10, 10]


def test_two_small_letters_beside_a_line_stay_a_line() -> None:
    rows = page(90, marked=False)
    for left in (480, 490):
        rows[45:64, left : left + 6] = 0

    found = find_segments(rows)

    assert sum(len(segment.shapes) for row in found.rows for segment in row) == 34

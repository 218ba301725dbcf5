"""A picture is made level and white, and its text is found in it, line by line."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.documents.parsing.ocr_clean import levelled, shown_flat, skew_degrees
from kesher.documents.parsing.ocr_segments import cut_out, find_segments
from kesher.domain.document import Box

Rows = NDArray[np.uint8]
HEIGHT, WIDTH = 1400, 1000
LETTER = 24


def paper(value: int = 255) -> Rows:
    return np.full((HEIGHT, WIDTH), value, np.uint8)


def written(page: Rows, left: int, top: int, letters: int) -> None:
    """Write letters of 18 by 24 pixels, 6 apart."""
    for place in range(letters):
        x = left + 24 * place
        page[top : top + LETTER, x : x + 18] = 20
        page[top + 6 : top + LETTER, x + 5 : x + 13] = 255


def lines_of_text() -> Rows:
    page = paper()
    for row in range(20):
        written(page, 100, 100 + 50 * row, 30)
    return page


@pytest.mark.parametrize("degrees", [-6.0, -1.3, 0.0, 0.7, 4.0])
def test_the_skew_of_lines_is_found(degrees: float) -> None:
    turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), -degrees, 1)
    turned = cv2.warpAffine(lines_of_text(), turn, (WIDTH, HEIGHT), borderValue=(255,))

    assert skew_degrees(np.asarray(turned, dtype=np.uint8)) == pytest.approx(degrees, abs=0.15)


@pytest.mark.parametrize("shape", [(3, 20_000), (20_000, 3), (1, 1)])
def test_a_strip_too_thin_for_letters_is_an_empty_page(shape: tuple[int, int]) -> None:
    page = levelled(shown_flat(np.zeros(shape, np.uint8)))

    assert find_segments(page.rows).rows == ()


def test_a_shadow_goes_and_the_ink_stays() -> None:
    shade = np.linspace(0.4, 1.0, WIDTH)[None, :]
    page = shown_flat((lines_of_text() * shade).astype(np.uint8))

    assert page.rows[50, 100:900].min() > 240
    assert page.rows[102, 105] < 60


def test_a_sheet_that_lies_aslant_on_a_table_is_looked_at_straight() -> None:
    sheet = lines_of_text()
    corners = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    seen = np.array([(180, 120), (1050, 160), (1120, 1480), (90, 1420)], np.float32)
    bend = cv2.getPerspectiveTransform(corners, seen)
    photo = cv2.warpPerspective(sheet, bend, (1200, 1600), borderValue=(60,))

    page = shown_flat(np.asarray(photo, dtype=np.uint8))

    found = find_segments(levelled(page).rows)
    assert [len(row) for row in found.rows] == [1] * 20
    first = page.original(found.rows[0][0].box)
    wanted = cv2.perspectiveTransform(np.array([[(100.0, 100.0)]]), bend)[0, 0]
    assert (first.left, first.top) == pytest.approx(tuple(wanted), abs=12)


def test_a_place_on_a_turned_page_is_found_on_the_page_that_was_given() -> None:
    page = shown_flat(paper())

    back = page.turned(1).original(Box(10, 20, 30, 60))

    # What stood at the right edge is on top of a page turned counter-clockwise.
    assert back == Box(WIDTH - 1 - 60, 10, WIDTH - 1 - 20, 30)


def test_a_list_number_at_the_edge_is_in_the_row_of_its_line() -> None:
    page = paper()
    written(page, 100, 200, 20)
    written(page, 850, 200, 2)

    (row,) = find_segments(page).rows

    assert [(segment.box.left, segment.box.right) for segment in row] == [(100, 574), (850, 892)]


def test_a_cell_is_cut_out_without_its_rules_and_its_neighbours() -> None:
    page = lines_of_text()
    page[190:193, 50:950] = 0
    page[80:1100, 60:63] = 0

    found = find_segments(page)
    picture, left, top = cut_out(page, found, found.rows[1][0])

    assert len(found.rows) == 20
    inked = np.flatnonzero((picture < 128).any(axis=1)) + top
    assert (inked.min(), inked.max()) == (150, 150 + LETTER - 1)
    assert left < 100


def test_a_page_of_noise_has_no_lines() -> None:
    noise = np.random.default_rng(7).integers(0, 256, (HEIGHT, WIDTH), dtype=np.uint8)

    found = find_segments(np.where(noise < 60, 0, 255).astype(np.uint8))

    assert found.rows == ()

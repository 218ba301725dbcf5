"""Leaders of a table of contents tell nothing of the line's words."""

from pathlib import Path

import numpy as np
import pytest

from drawn_pdf import Drawn, draw, right
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.pdf_leaders import find_crossed, find_leaders


@pytest.mark.parametrize(
    ("title", "drawn", "font"),
    [
        ("פרק ב: בין שני ימים", "םימי ינש ןיב :ב קרפ", "hebrew"),
        ("Chapter 2: between two days", "Chapter 2: between two days", "latin"),
    ],
)
def test_wide_set_dots_leave_the_words_of_their_line_apart(
    tmp_path: Path, title: str, drawn: str, font: str
) -> None:
    text = right(drawn, 100, font=font)
    dots = Drawn("." * 40, 60, 100, spacing=4, font=font)
    path = draw(tmp_path / "contents.pdf", [text, dots, Drawn("43", 30, 100, font=font)])

    assert title in read_page(path, 1).text


def test_dots_that_run_on_under_a_page_number_are_dropped(tmp_path: Path) -> None:
    pieces = [
        right("םיקרפה חתפמ", 100),
        Drawn("." * 60, 40, 100, spacing=4),
        Drawn("102", 80, 100),
    ]

    line = read_page(draw(tmp_path / "crossed.pdf", pieces), 1).text

    assert "102" in line
    assert line.startswith("מפתח הפרקים")


def test_a_point_inside_a_number_is_no_leader() -> None:
    codes = np.array([ord(char) for char in "3.5 1.2.3"], np.uint32)
    lines = np.zeros(len(codes), np.intp)
    boxes = np.array([(5 * at, 0, 5 * at + 5, 10) for at in range(len(codes))], np.float32)

    leads = find_leaders(codes, lines)

    assert not leads.any()
    assert not find_crossed(boxes, leads, codes, lines).any()

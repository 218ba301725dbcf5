"""Signs of comparison are read as the page shows them, whatever the file calls them."""

from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw, renamed, right
from kesher.documents.parsing.pdf import read_page
from kesher.text.bidi import to_visual

TITLE = "תוצאות בדיקת דם, ערכים וטווח"


def read(folder: Path, drawn: str, *, stored_as: str) -> str:
    """Read a line of a Hebrew page that draws a sign and names it `stored_as`."""
    pieces = [right(to_visual(TITLE, "rtl"), 100), Drawn(drawn, 300, 140)]
    source = draw(folder / "a.pdf", pieces, compress=False)
    (sign,) = (char for char in drawn if char in "<>≤≥")
    named = renamed(source, folder / "b.pdf", {sign: stored_as})
    return read_page(named, 1).text.split("\n")[1]


@pytest.mark.parametrize("stored_as", ["<", ">"])
@pytest.mark.parametrize(
    ("drawn", "meant"),
    [
        ("1>", "<1"),  # less than one, right to left
        ("<1", "<1"),  # and left to right
        ("7.5 > ןיברק", "קרבין < 7.5"),
        ("ןיברק < 7.5", "7.5 > קרבין"),
        ("pH < 7.5 ןיקת", "תקין pH < 7.5"),
    ],
)
def test_a_sign_faces_as_it_is_drawn(
    tmp_path: Path, drawn: str, meant: str, stored_as: str
) -> None:
    assert read(tmp_path, drawn, stored_as=stored_as) == meant


def test_a_page_of_another_script_is_read_as_the_file_says(tmp_path: Path) -> None:
    source = draw(tmp_path / "a.pdf", [Drawn("Гемоглобин < 120 г/л", 100, 100, font="latin")])
    assert read_page(source, 1).text == "Гемоглобин < 120 г/л"

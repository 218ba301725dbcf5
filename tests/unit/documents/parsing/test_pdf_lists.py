"""A list's numbers that stand apart from its items make no table of it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw, right
from kesher.documents.parsing.pdf import read_page
from kesher.domain.document import Page, Role
from kesher.text.bidi import to_visual
from kesher.text.direction import direction

Rows = Sequence[tuple[str, str]]
HEBREW = [
    ("2.2(א)(1)", "עבודה מרחוק במחשב אינה עסק"),
    ("2.2(א)(2)", "השכרת משנה באתרי Airbnb אסורה"),
    ("2.2(א)(3)", "שתיקה אינה מימוש של האופציה"),
]
RUSSIAN = [("1.", "Отпуск предоставляется по заявлению"), ("2.", "Заявление подаётся заранее")]
LETTERED = [("א)", "בקשה תוגש בכתב"), ("ב)", "תשובה תינתן בתוך שבוע")]


def page(path: Path, rows: Rows, *, font: str = "hebrew", apart: float = 40) -> Page:
    """Draw numbers and items, the numbers first in the direction of reading, and read the page."""
    drawn = []
    for at, (number, item) in enumerate(rows):
        side, y = direction(item), 100 + 24 * at
        if side == "rtl":
            drawn.append(right(to_visual(number, side), y, 540, font=font))
            drawn.append(right(to_visual(item, side), y, 540 - 50 - apart, font=font))
        else:
            drawn += [Drawn(number, 60, y, font=font), Drawn(item, 80 + apart, y, font=font)]
    return read_page(draw(path, drawn), 1)


@pytest.mark.parametrize(
    ("rows", "font"), [(HEBREW, "hebrew"), (LETTERED, "hebrew"), (RUSSIAN, "latin")]
)
def test_a_number_is_part_of_its_item(tmp_path: Path, rows: Rows, font: str) -> None:
    read = page(tmp_path / "a.pdf", rows, font=font)
    assert read.text.split("\n") == [f"{number} {item}" for number, item in rows]
    assert {line.role for line in read.lines} == {Role.BODY}
    assert not read.tables


@pytest.mark.parametrize(
    "rows",
    [
        [("08:15", "מתמטיקה"), ("09:05", "ספרות"), ("10:10", "מדעים")],
        [("קוד", "מוצר"), ("1.", "מלט לבן"), ("2.", "לוח גבס")],
        [("1.5", "12.40"), ("2.0", "15.10"), ("2.5", "18.00")],
    ],
)
def test_rows_that_are_no_items_are_a_table(tmp_path: Path, rows: Rows) -> None:
    read = page(tmp_path / "a.pdf", rows)
    assert [line.role for line in read.lines] == [Role.ROW] * 3

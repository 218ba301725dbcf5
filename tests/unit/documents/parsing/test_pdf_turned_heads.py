"""Heads written upwards over the columns of a table are its first row."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw
from kesher.documents.parsing.pdf import read_page
from kesher.domain.document import Page
from kesher.text.bidi import to_visual
from kesher.text.direction import direction

TOP, STEP = 200.0, 24.0
COLUMNS = (480.0, 380.0, 280.0, 180.0)  # the x of each, in the order of reading from the right
ROWS = [["08:15", "חשבון", "לשון", "מדעים"], ["09:05", "ספורט", "English", "תנך"]]


def page(
    path: Path, heads: Sequence[str], *, angle: float, font: str = "hebrew", top: float = TOP
) -> Page:
    """Draw a table whose heads run up (90) or down (270) above it, and read its page."""
    drawn = [
        Drawn(to_visual(text, "rtl"), x, TOP + STEP * at, to_right=True)
        for at, row in enumerate(ROWS)
        for x, text in zip(COLUMNS, row, strict=True)
    ]
    for x, text in zip(COLUMNS, heads, strict=False):
        visual = to_visual(text, direction(text))
        # Text that runs down begins at its upper end.
        y = top - 20 if angle == 90 else top - 70
        drawn.append(Drawn(visual, x - 10, y, font=font, angle=angle))
    return read_page(draw(path, drawn), 1)


def cells(read: Page) -> list[list[str]]:
    (table,) = read.tables
    return [[read.text[cell.start : cell.end] for cell in row] for row in table.rows]


@pytest.mark.parametrize("angle", [90, 270])
@pytest.mark.parametrize(
    ("heads", "font"),
    [
        (["שעה", "ראשון", "שני", "שלישי"], "hebrew"),
        (["Час", "Первый", "Второй", "Day"], "latin"),
    ],
)
def test_turned_heads_are_a_tables_first_row(
    tmp_path: Path, heads: list[str], font: str, angle: float
) -> None:
    read = page(tmp_path / "a.pdf", heads, angle=angle, font=font)
    assert cells(read) == [heads, *ROWS]
    assert read.tables[0].head_rows == 1
    assert read.text.split("\n") == ["\t".join(row) for row in (heads, *ROWS)]


def test_a_head_for_some_columns_keeps_their_places(tmp_path: Path) -> None:
    read = page(tmp_path / "a.pdf", ["שעה", "ראשון"], angle=90)
    assert [cell.column for cell in read.tables[0].rows[0]] == [0, 1]
    assert read.tables[0].rows[0][1].box is not None


def test_turned_text_far_above_a_table_is_none_of_it(tmp_path: Path) -> None:
    read = page(tmp_path / "a.pdf", ["שעה", "ראשון", "שני", "שלישי"], angle=90, top=TOP - 60)
    assert cells(read) == ROWS


def test_one_turned_line_beside_a_table_is_none_of_it(tmp_path: Path) -> None:
    read = page(tmp_path / "a.pdf", ["לוח"], angle=90)
    assert cells(read) == ROWS
    assert read.text.endswith("\nלוח")

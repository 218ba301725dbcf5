"""Tables of drawn pages: rows stay together and cells whole, with borders and without."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from drawn_pdf import new_pdf
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.pdf_grids import find_grids
from kesher.documents.parsing.pdf_rulings import Rulings
from kesher.domain.document import Page, Role

Texts = Sequence[Sequence[str]]  # rows of cells in the order of reading; lines parted by "\n"
LEADING, PADDING, LEFT, TOP = 15.0, 6.0, 60.0, 100.0
WIDTHS = (150.0, 90.0, 230.0)  # of the columns, in the order of reading


def lay(
    path: Path, rows: Texts, *, ruled: bool, rtl: bool = True, padding: float = PADDING
) -> Page:
    """Draw a table, the cells of a row from right to left if `rtl`, and read its page."""
    with new_pdf() as pdf:
        pdf.set_font("hebrew" if rtl else "latin", size=11)
        y = TOP
        for row in rows:
            height = LEADING * max(cell.count("\n") + 1 for cell in row) + 2 * padding
            x = LEFT + sum(WIDTHS) if rtl else LEFT
            for cell, width in zip(row, WIDTHS, strict=False):
                left = x - width if rtl else x
                if ruled:
                    pdf.rect(left, y, width, height)
                for number, line in enumerate(cell.split("\n")):
                    baseline = y + padding + 11 + number * LEADING
                    drawn = line[::-1] if any("א" <= char <= "ת" for char in line) else line
                    at = left + width - 5 - pdf.get_string_width(drawn) if rtl else left + 5
                    pdf.text(at, baseline, drawn)
                x = left if rtl else x + width
            y += height
        pdf.output(str(path))
    return read_page(path, 1)


def cells(page: Page) -> list[list[str]]:
    (table,) = page.tables
    return [[page.text[cell.start : cell.end] for cell in row] for row in table.rows]


HEBREW = [
    ["סוג ההיעדרות", "ימים", "תנאים"],
    ["חופשה שנתית לעובדים\nבמשרה מלאה", "12", "באישור הממונה הישיר ובתיאום מראש של\nשבועיים לפחות"],
    ["מחלה", "18", "באישור רפואי"],
    ["אבל", "7", "הודעה בכתב של העובד או של בן משפחתו\nבתוך שבוע"],
]
JOINED = [[cell.replace("\n", " ") for cell in row] for row in HEBREW]


@pytest.mark.parametrize("ruled", [True, False])
def test_a_cell_of_several_lines_stays_in_its_row(tmp_path: Path, ruled: bool) -> None:
    page = lay(tmp_path / "table.pdf", HEBREW, ruled=ruled)
    assert cells(page) == JOINED
    assert page.text == "\n".join("\t".join(row) for row in JOINED)
    assert {line.role for line in page.lines} == {Role.ROW}


@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize(
    "rows",
    [
        [["Kind", "Days", "Terms"], ["Annual", "12", "By the manager"], ["Sick", "18", "A note"]],
        [["Вид", "Дни", "Условия"], ["Отпуск", "12", "По заявлению"], ["Болезнь", "18", "Справка"]],
    ],
)
def test_cells_of_other_scripts_are_read_from_left_to_right(
    tmp_path: Path, ruled: bool, rows: list[list[str]]
) -> None:
    with_latin = lay(tmp_path / "table.pdf", rows, ruled=ruled, rtl=False)
    assert cells(with_latin) == rows


def test_the_columns_of_a_hebrew_table_count_from_the_right(tmp_path: Path) -> None:
    page = lay(tmp_path / "table.pdf", HEBREW, ruled=True)
    (table,) = page.tables
    assert [[cell.column for cell in row] for row in table.rows] == [[0, 1, 2]] * 4
    assert table.head_rows == 1
    first, second = table.rows[1][0].box, table.rows[1][1].box
    assert first is not None
    assert second is not None
    assert first.left > second.right


def test_every_line_of_a_cell_keeps_its_own_box(tmp_path: Path) -> None:
    page = lay(tmp_path / "table.pdf", HEBREW, ruled=True)
    start = page.text.index("חופשה שנתית")
    upper, lower = page.boxes_of(start, start + len(JOINED[1][0]))
    assert lower.top - upper.top == pytest.approx(LEADING, abs=0.5)


def test_a_word_of_a_cell_that_is_broken_at_its_hyphen_is_whole(tmp_path: Path) -> None:
    rows = [
        ["מוצר", "כמות", "הערה"],
        ["צבע אקווה-\nמט לבן", "12", "לפי תקן בין-\nלאומי, בתוך 3-\n4 ימים"],
        ["כבל", "7", "אין -\nלברר"],
    ]
    page = lay(tmp_path / "table.pdf", rows, ruled=True)
    assert cells(page)[1:] == [
        ["צבע אקווה-מט לבן", "12", "לפי תקן בין-לאומי, בתוך 3- 4 ימים"],
        ["כבל", "7", "אין - לברר"],
    ]
    start = page.text.index("אקווה-מט")
    upper, lower = page.boxes_of(start, start + len("אקווה-מט"))
    assert lower.top - upper.top == pytest.approx(LEADING, abs=0.5)


def test_an_empty_cell_does_not_shift_its_row(tmp_path: Path) -> None:
    rows = [
        ["סוג", "ימים", "תנאים"],
        ["חופשה", "", "באישור"],
        ["מחלה", "18", ""],
        ["אבל", "7", "אין"],
    ]
    page = lay(tmp_path / "table.pdf", rows, ruled=True)
    (table,) = page.tables
    assert [[cell.column for cell in row] for row in table.rows] == [
        [0, 1, 2],
        [0, 2],
        [0, 1],
        [0, 1, 2],
    ]


def test_rows_as_close_as_lines_are_not_taken_for_one(tmp_path: Path) -> None:
    rows = [
        ["שם", "שנה", "סכום"],
        ["דנה", "2024", "120"],
        ["רות", "2025", "95"],
        ["נועם", "2026", "80"],
    ]
    assert cells(lay(tmp_path / "table.pdf", rows, ruled=False, padding=0)) == rows


def test_numbered_items_are_no_table(tmp_path: Path) -> None:
    rows = [
        [f"{number}.", "העובד יגיש את הבקשה לממונה הישיר שלו בתוך שבועיים"] for number in (1, 2, 3)
    ]
    with new_pdf() as pdf:
        pdf.set_font("hebrew", size=11)
        for at, (number, text) in enumerate(rows):
            pdf.text(530, 100 + 20 * at, number)
            pdf.text(500 - pdf.get_string_width(text), 100 + 20 * at, text[::-1])
        pdf.output(str(tmp_path / "list.pdf"))
    assert read_page(tmp_path / "list.pdf", 1).tables == ()


def rulings(across: Sequence[Sequence[float]], down: Sequence[Sequence[float]]) -> Rulings:
    return Rulings(*(np.array(lines, dtype=np.float32).reshape(-1, 3) for lines in (across, down)))


def test_a_missing_border_merges_cells() -> None:
    across = [[0, 0, 90], [20, 0, 90], [40, 0, 90]]
    down = [[0, 0, 40], [30, 20, 40], [60, 0, 40], [90, 0, 40]]
    (grid,) = find_grids(rulings(across, down))
    spans = {(cell.row, cell.column, cell.rows, cell.columns) for cell in grid.cells}
    assert spans == {(0, 0, 1, 2), (0, 2, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1), (1, 2, 1, 1)}


def test_borders_drawn_cell_by_cell_are_one_grid() -> None:
    across = [[y, x, x + 30] for y in (0, 20, 40) for x in (0, 30)]
    down = [[x, y, y + 20] for x in (0, 30, 60) for y in (0, 20)]
    (grid,) = find_grids(rulings(across, down))
    assert (grid.rows, grid.columns, len(grid.cells)) == (2, 2, 4)


def test_outer_borders_may_be_missing() -> None:
    (grid,) = find_grids(rulings([[20, 0, 90], [40, 0, 90]], [[30, 0, 60], [60, 0, 60]]))
    assert (grid.rows, grid.columns) == (3, 3)


def test_a_frame_and_a_rule_are_no_grids() -> None:
    frame = rulings([[0, 0, 90], [90, 0, 90]], [[0, 0, 90], [90, 0, 90]])
    assert find_grids(frame) == []
    assert find_grids(rulings([[10, 0, 90]], [])) == []

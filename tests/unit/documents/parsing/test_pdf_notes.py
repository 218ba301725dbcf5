"""Footnotes and tables of contents of drawn pages."""

from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw, right, width_of
from kesher.documents.parsing.pdf import read_page
from kesher.domain.document import Page, Role
from kesher.text.bidi import to_visual
from kesher.text.direction import direction

LINE = "העובד יגיש את הבקשה לממונה הישיר שלו ויקבל תשובה בכתב"
NOTE = "חוק חופשה שנתית וההסכם הקיבוצי"


def texts(page: Page, role: Role) -> list[str]:
    return [page.text[line.start : line.end] for line in page.lines if line.role is role]


def marked(y: float, mark: str, *, size: float = 7) -> list[Drawn]:
    """A line of body that ends with a raised mark."""
    width = width_of(LINE[::-1])
    return [right(LINE[::-1], y), Drawn(mark, 540 - width - 5, y - 5, size=size)]


def noted(y: float, mark: str, *, size: float = 8, x: float = 540) -> list[Drawn]:
    """A note, flush right, that begins with its mark."""
    start = x - width_of(mark, size) - 3
    return [right(mark, y, x, size=size), right(NOTE[::-1], y, start, size=size)]


def test_a_note_goes_after_the_body_and_its_mark_leads_to_it(tmp_path: Path) -> None:
    body = [right(LINE[::-1], 80 + 20 * at) for at in range(6)]
    page = read_page(draw(tmp_path / "a.pdf", [*body, *marked(220, "1"), *noted(700, "1")]), 1)
    assert texts(page, Role.NOTE) == [f"1 {NOTE}"]
    (line,) = [line for line in page.lines if line.marks and line.role is Role.BODY]
    assert page.text[line.start : line.end] == f"{LINE}1"
    assert [line.marks for line in page.lines if line.role is Role.NOTE] == [("1",)]


def test_a_mark_as_large_as_its_line_stays_with_it(tmp_path: Path) -> None:
    body = [right(LINE[::-1], 80 + 20 * at) for at in range(6)]
    drawn = [*body, *marked(220, "1", size=11.5), *noted(700, "1")]
    assert f"{LINE}1\n" in read_page(draw(tmp_path / "a.pdf", drawn), 1).text


def test_notes_of_a_column_do_not_break_into_the_next(tmp_path: Path) -> None:
    columns = [right(LINE[::-1], 80 + 20 * at, x, size=9) for x in (540, 280) for at in range(12)]
    mark = Drawn("1", 540 - width_of(LINE[::-1], 9) - 4, 80 + 20 * 11 - 4, size=6)
    drawn = [*columns, mark, *noted(700, "1", size=7)]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert page.lines[-1].role is Role.NOTE
    assert len(texts(page, Role.BODY)) == 24


def test_a_small_list_without_marks_in_the_body_is_no_note(tmp_path: Path) -> None:
    body = [right(LINE[::-1], 80 + 20 * at) for at in range(6)]
    page = read_page(draw(tmp_path / "a.pdf", [*body, *noted(700, "1")]), 1)
    assert texts(page, Role.NOTE) == []


def entry(y: float, title: str, number: str, leader: str = ".") -> list[Drawn]:
    """A line with a title at the right, its page at the left and a leader between."""
    start, end = 540 - width_of(title) - 4, 60 + width_of(number) + 4
    dots = leader * int((start - end) / width_of(leader))
    return [right(title[::-1], y), Drawn(dots, end, y), Drawn(number, 60, y)]


TITLES = ["מבוא", "זכאות לחופשה", "מחלה", "נסיעות"]


@pytest.mark.parametrize("leader", [".", ". ", "…", "-", "_"])
def test_the_leaders_of_a_table_of_contents_are_dropped(tmp_path: Path, leader: str) -> None:
    drawn = [
        piece
        for at, title in enumerate(TITLES)
        for piece in entry(100 + 25 * at, title, str(2 * at + 1), leader)
    ]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert texts(page, Role.CONTENTS) == [f"{t}\t{2 * at + 1}" for at, t in enumerate(TITLES)]
    assert len(page.char_boxes) == len(page.text)


def test_leaders_that_run_on_beyond_the_number_and_the_page_are_dropped(tmp_path: Path) -> None:
    drawn = [
        piece
        for at, title in enumerate(TITLES)
        for piece in [
            *entry(100 + 25 * at, title, str(2 * at + 1)),
            Drawn(". " * 25, -100, 100 + 25 * at),
        ]
    ]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert texts(page, Role.CONTENTS) == [f"{t}\t{2 * at + 1}" for at, t in enumerate(TITLES)]
    assert all(line.box.left >= 0 for line in page.lines if line.box)


@pytest.mark.parametrize(
    ("title", "font"),
    [("תוכן העניינים", "hebrew"), ("Table of Contents", "latin"), ("Содержание", "latin")],
)
def test_the_title_of_a_table_of_contents_is_part_of_it(
    tmp_path: Path, title: str, font: str
) -> None:
    drawn = [right(to_visual(title, direction(title)), 60, size=18, font=font)]
    for at, name in enumerate(TITLES):
        drawn += entry(100 + 25 * at, name, str(2 * at + 1))
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert texts(page, Role.CONTENTS)[0] == title


@pytest.mark.parametrize(
    ("line", "font"),
    [
        ("שם העובד: ________ תאריך: ________ (נא למלא)", "hebrew"),
        ("Name: ________ Date: ________ (please fill in)", "latin"),
        ("Подпись: -------- дата: -------- (заполнить)", "latin"),
    ],
)
def test_room_to_fill_in_is_kept(tmp_path: Path, line: str, font: str) -> None:
    drawn = [right(to_visual(line, direction(line)), 100, font=font), right(LINE[::-1], 130)]
    assert line in read_page(draw(tmp_path / "a.pdf", drawn), 1).text


def test_room_to_sign_in_cells_is_kept(tmp_path: Path) -> None:
    rows = [("המשכיר", "השוכר"), ("חתימה: ........", "חתימה: ........"), ("דנה", "יוסף")]
    drawn = [
        Drawn(to_visual(text, "rtl"), x, 100 + 24 * at, to_right=True)
        for at, row in enumerate(rows)
        for x, text in zip((540, 300), row, strict=True)
    ]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert page.text.split("\n") == ["\t".join(row) for row in rows]


def test_a_price_list_with_leaders_is_no_table_of_contents(tmp_path: Path) -> None:
    prices = ["45", "12", "38", "20"]
    drawn = [
        piece
        for at, (title, price) in enumerate(zip(TITLES, prices, strict=True))
        for piece in entry(100 + 25 * at, title, price)
    ]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert texts(page, Role.CONTENTS) == []
    assert page.text == "\n".join(f"{t}\t{p}" for t, p in zip(TITLES, prices, strict=True))


def test_an_ellipsis_inside_a_sentence_stays(tmp_path: Path) -> None:
    page = read_page(draw(tmp_path / "a.pdf", [right("...ךשמה הנה", 100)]), 1)
    assert page.text == "הנה המשך..."

"""Lines whose first character is set otherwise than the rest, as real letters and rulings have."""

from pathlib import Path

from drawn_pdf import Drawn, draw, renamed, right, width_of
from kesher.documents.parsing.pdf import read_page
from kesher.documents.parsing.trust import needs_ocr
from kesher.domain.document import Page, Role

LINE = "העובד יגיש את הבקשה לממונה הישיר שלו ויקבל תשובה בכתב"


def body(*, first: float = 80) -> list[Drawn]:
    return [right(LINE[::-1], first + 20 * at) for at in range(6)]


def told(page: Page, role: Role) -> list[str]:
    return [page.text[line.start : line.end] for line in page.lines if line.role is role]


def test_a_note_that_begins_with_its_mark_is_one_line_of_the_notes_size(tmp_path: Path) -> None:
    mark = Drawn("1", 540 - width_of(LINE[::-1]) - 5, 175, size=7)
    year = Drawn("1954", 160, 700, size=10, font="latin")
    note = [
        Drawn("1", 58, 697.5, size=6.5, font="latin"),
        Drawn("Закон об отпусках,", 64, 700, size=10, font="latin"),
    ]
    page = read_page(draw(tmp_path / "a.pdf", [year, *body(), mark, *note]), 1)
    assert told(page, Role.NOTE) == ["1 Закон об отпусках, 1954"]
    assert round(page.lines[-1].size_points) == 10


def test_a_list_number_lower_than_its_line_raises_no_other_number(tmp_path: Path) -> None:
    drawn = [
        right(".1", 102.5, 544, font="arabic"),
        right("לפי החוק וסעיף"[::-1], 100, 528),
        right("15", 100, 440),
        right("לכללים"[::-1], 100, 420),
        Drawn("3", 540 - width_of(LINE[::-1]) - 5, 235, size=7),
    ]
    page = read_page(draw(tmp_path / "a.pdf", [*drawn, *body(first=140)]), 1)
    assert page.text.startswith("1. לפי החוק וסעיף 15 לכללים\n")
    assert [line.marks for line in page.lines] == [()] * 6 + [("3",)]


def test_a_letter_that_the_file_does_not_name_is_not_lost_in_its_neighbour(tmp_path: Path) -> None:
    text = "יושבי ראש ועדות הכנסת ומנהלי הוועדות"
    tight = Drawn(text[::-1], 100, 100, spacing=-0.4)
    drawn = draw(tmp_path / "a.pdf", [tight], compress=False)
    page = read_page(renamed(drawn, tmp_path / "b.pdf", {"נ": "\0"}), 1)
    assert page.text == text.replace("נ", "\ufffd")
    assert needs_ocr(page) == "The file names other letters than it shows."


def test_an_address_below_a_date_is_read_after_it_though_they_stand_side_by_side(
    tmp_path: Path,
) -> None:
    date = ["סימוכין של המכתב", "ירושלים, יום ראשון בשבט", "אחד עשר בפברואר"]
    address = ["חברת הכנסת הנכבדה", "יושבת ראש הוועדה לחינוך", "שלום רב לך ולחברייך"]
    drawn = [right("היועצת המשפטית לכנסת"[::-1], 116, 355, size=11)]
    drawn += [Drawn(text[::-1], 85, 135 + 13 * at, size=11) for at, text in enumerate(date)]
    drawn += [right(text[::-1], 190 + 15 * at, 497, size=11) for at, text in enumerate(address)]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert page.text.split("\n") == ["היועצת המשפטית לכנסת", *date, *address]

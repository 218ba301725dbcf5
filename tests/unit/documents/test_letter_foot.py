"""The foot of a letter of one page is told from its body."""

from dataclasses import replace

import pytest

from kesher.documents.structuring import structured
from kesher.domain.document import Box, CharBoxes, Line, Page, PageSource, Role

HEIGHT = 800.0
BODY = [(100.0 + 20 * at, "אנו מתכבדים לאשר את קבלת הבקשה מיום 3.5.2027", 11.0) for at in range(9)]
Placed = tuple[float, str, float]  # top in points, text, size


def letter(*foot: Placed, source: PageSource = PageSource.TEXT_LAYER) -> Page:
    at, made = 0, []
    placed = [*BODY, *foot]
    for top, text, size in placed:
        made.append(Line(at, at + len(text), Box(60, top, 500, top + size), size_points=size))
        at += len(text) + 1
    text = "\n".join(text for _, text, _ in placed)
    boxes = CharBoxes.of([None] * len(text))
    return Page(1, text, tuple(made), boxes, 600.0, HEIGHT, source)


def feet(page: Page) -> list[str]:
    (found,) = structured([page])
    return [found.text[line.start : line.end] for line in found.lines if line.role is Role.FOOTER]


@pytest.mark.parametrize(
    "text",
    [
        "רחוב הדקל 12, חיפה, טל' 04-6789000, פקס 04-6789001",
        "הכנסת, ירושלים | office@knesset.example",
        "12 Palm St., Haifa, P.O. Box 88, www.office.example",
        "ул. Пальмовая 12, Хайфа, Тел. 04-6789000",
        "شارع النخيل 12، حيفا، هاتف 04-6789000",
    ],
)
def test_small_lines_at_the_bottom_that_tell_where_to_write_are_a_foot(text: str) -> None:
    street = "קומה 3, חדר 14"
    assert feet(letter((745, text, 8), (757, street, 8))) == [text, street]


def test_what_stands_close_below_the_body_is_none() -> None:
    high = [(top + 430, text, size) for top, text, size in BODY]
    made = letter(*high, (706, "טל' 04-6789000", 8))
    assert feet(made) == []


def test_lines_as_large_as_the_body_are_none() -> None:
    assert feet(letter((745, "לפרטים: טל' 04-6789000", 11))) == []


def test_small_lines_that_tell_something_else_are_none() -> None:
    assert feet(letter((745, "התמונה: אולם המליאה בשנת 1966", 8))) == []


def test_a_page_of_small_lines_alone_and_a_document_of_unknown_sizes_have_none() -> None:
    small = letter((745, "טל' 04-6789000", 8))
    alone = replace(small, lines=small.lines[-1:])
    unknown = replace(small, lines=tuple(replace(each, size_points=0.0) for each in small.lines))
    assert feet(alone) == []
    assert feet(unknown) == []


def test_a_note_at_the_foot_stays_a_note() -> None:
    made = letter((745, "1 ראו www.law.example", 8))
    noted = replace(made, lines=(*made.lines[:-1], replace(made.lines[-1], role=Role.NOTE)))
    assert feet(noted) == []

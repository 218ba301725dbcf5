"""Columns of drawn pages are read one after the other, whatever stands over and between them."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw, right, width_of
from kesher.documents.parsing.pdf import read_page

TEXT = (
    "העובד יגיש את הבקשה לממונה הישיר שלו ויקבל תשובה בכתב בתוך ימים מעטים ואם לא השיב רואים "
    "אותו כמי שאישר אותה כפי שהוגשה לו בלי שינוי"
)
WORDS = TEXT.split()


def prose(width: float, lines: int, *, size: float = 10) -> list[str]:
    """Wrap running words to a column's width."""
    wrapped: list[str] = []
    held: list[str] = []
    at = 0
    while len(wrapped) < lines:
        word = WORDS[at % len(WORDS)]
        if held and width_of(" ".join([*held, word])[::-1], size) > width:
            wrapped.append(" ".join(held))
            held = []
        held.append(word)
        at += 1
    return wrapped


def column(texts: Sequence[str], x: float, y: float, *, size: float = 10) -> Iterator[Drawn]:
    for at, text in enumerate(texts):
        yield right(text[::-1], y + 15 * at, x, size=size)


@pytest.mark.parametrize("offset", [0, 4, 7])
def test_three_columns_of_different_heights_below_a_heading(tmp_path: Path, offset: float) -> None:
    columns = [prose(140, lines) for lines in (18, 22, 14)]
    drawn = [right("ןולע", 60, size=20)]
    for number, (texts, x) in enumerate(zip(columns, (540, 380, 220), strict=True)):
        drawn += column(texts, x, 100 + offset * number)
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert page.text.split("\n") == ["עלון", *(text for texts in columns for text in texts)]


def test_a_heading_across_begins_columns_anew(tmp_path: Path) -> None:
    above = [prose(140, 10) for _ in range(3)]
    below = [prose(220, 10) for _ in range(2)]
    drawn: list[Drawn] = []
    for texts, x in zip(above, (540, 380, 220), strict=True):
        drawn += column(texts, x, 100)
    drawn.append(right("ב קלח", 285, size=16))
    for texts, x in zip(below, (540, 290), strict=True):
        drawn += column(texts, x, 320)
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    expected = [*chain(*above), "חלק ב", *chain(*below)]
    assert page.text.split("\n") == expected


def test_an_english_column_beside_a_hebrew_one(tmp_path: Path) -> None:
    hebrew = prose(220, 12)
    english = [f"The employee hands the request to clause {n}." for n in range(12)]
    drawn = [
        *column(hebrew, 540, 100),
        *(Drawn(text, 60, 100 + 15 * at, size=9, font="latin") for at, text in enumerate(english)),
    ]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert page.text.split("\n") == [*hebrew, *english]


def test_labels_and_values_of_a_form_stay_together(tmp_path: Path) -> None:
    fields = [
        ("שם", "דנה לוי"),
        ("טלפון", "050-1234567"),
        ("כתובת", "רחוב הרצל 5"),
        ("תאריך", "1.3.2026"),
    ]
    drawn = []
    for at, (label, value) in enumerate(fields):
        shown = value if value[0].isdigit() else value[::-1]
        drawn += [right(f":{label[::-1]}", 100 + 22 * at), right(shown, 100 + 22 * at, 400)]
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    rows = [line.split("\t") for line in page.text.split("\n")]
    assert [row[1] for row in rows] == [value for _, value in fields]


def test_columns_of_short_items_are_read_one_after_the_other(tmp_path: Path) -> None:
    """News in brief: paragraphs of a line and a half, each column at heights of its own."""
    brief = [*prose(140, 2), "בקרוב.", *prose(140, 1), "נגמר.", *prose(140, 1), "ועוד."]
    texts = [brief, [*prose(130, 1), *brief[1:]], [*prose(135, 2), "אין.", *brief[3:]]]
    drawn: list[Drawn] = []
    for number, (each, x) in enumerate(zip(texts, (540, 380, 220), strict=True)):
        drawn += column(each, x, 100 + 5 * number)
    page = read_page(draw(tmp_path / "a.pdf", drawn), 1)
    assert page.text.replace("\n", " ") == " ".join(chain(*texts))

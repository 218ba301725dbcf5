"""Headings are told from the body on pages that are given line by line."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from kesher.documents.headings import mark_headings
from kesher.domain.document import (
    Box,
    CharBoxes,
    Line,
    OutlineEntry,
    Page,
    PageSource,
    Role,
)


@dataclass(frozen=True)
class Set:
    """A line as it is set.

    Attributes:
        gap: Lines between it and the one above, from top to top.
    """

    text: str
    size: float = 11.0
    bold: bool = False
    gap: float = 1.4
    width: float = 1.0
    role: Role = Role.BODY
    level: int = 0


def laid(lines: Sequence[Set], number: int = 1) -> Page:
    at, top, made = 0, 60.0, []
    for line in lines:
        top += line.gap * line.size
        box = Box(540 - 480 * line.width, top, 540, top + line.size)
        end = at + len(line.text)
        made.append(Line(at, end, box, line.role, line.level, line.size, line.bold))
        at = end + 1
    text = "\n".join(line.text for line in lines)
    boxes = CharBoxes.of([None] * len(text))
    return Page(number, text, tuple(made), boxes, 600.0, 800.0, PageSource.TEXT_LAYER)


PARAGRAPH = [
    Set("העובד יגיש את הבקשה לממונה הישיר שלו לא יאוחר משבועיים לפני", gap=2.2),
    Set("המועד, והממונה ישיב לו בכתב בתוך שלושה ימי עבודה מיום הגשתה"),
    Set("של הבקשה.", width=0.2),
]


def headings(*pages: Page, outline: Sequence[OutlineEntry] = ()) -> list[tuple[str, int]]:
    return [
        (page.text[line.start : line.end], line.level)
        for page in mark_headings(pages, outline)
        for line in page.lines
        if line.role is Role.HEADING
    ]


def test_larger_lines_are_headings_ranked_by_size() -> None:
    page = laid(
        [Set("נוהל חופשה", 20, width=0.3), *PARAGRAPH, Set("זכאות", 14, width=0.2), *PARAGRAPH]
    )
    assert headings(page) == [("נוהל חופשה", 1), ("זכאות", 2)]


@pytest.mark.parametrize("text", ["Sick leave", "Отпуск по болезни", "الإجازة المرضية", "ימי מחלה"])
def test_a_bold_line_by_itself_is_a_heading_in_every_script(text: str) -> None:
    page = laid([*PARAGRAPH, Set(text, bold=True, gap=2.2, width=0.2), *PARAGRAPH])
    assert headings(page) == [(text, 1)]


def test_a_title_a_point_larger_is_one_though_whole_paragraphs_are_bold_too() -> None:
    bold = [Set(line.text, 13, bold=True, gap=line.gap) for line in PARAGRAPH]
    plain = [Set(line.text, 13, gap=line.gap) for line in PARAGRAPH]
    title = ["החלטה מס' 2/23", "החלטת ועדת האתיקה", "בעניין התבטאויות"]
    page = laid([*(Set(text, 14, bold=True, width=0.3) for text in title), *plain, *bold * 3])
    assert headings(page) == [(text, 1) for text in title]


def test_a_subject_of_two_full_lines_is_a_heading() -> None:
    subject = [
        "הנדון: הצעת חוק איסור שהייה וישיבה שלא כדין (תיקוני חקיקה), התשפ״ה–2025, וקיצור",
        ("התקופה של ששת החודשים שבין הנחתה לבין הדיון בה בשל שינוי בנסיבות"),
    ]
    first, second = (
        Set(text, bold=True, gap=gap) for text, gap in zip(subject, (2.2, 1.2), strict=True)
    )
    page = laid([*PARAGRAPH, first, second, Set(PARAGRAPH[0].text, gap=2.2), *PARAGRAPH])
    assert headings(page) == [(text, 1) for text in subject]


def test_a_bold_beginning_of_a_paragraph_is_none() -> None:
    bold = Set("שימו לב כי אין לעבוד בשעות הלילה אלא באישור מראש ובכתב של", bold=True, gap=2.2)
    page = laid(
        [*PARAGRAPH, bold, Set("הממונה הישיר על העובד ועל הצוות כולו, ואם אין"), *PARAGRAPH]
    )
    assert headings(page) == []


def test_a_bold_sentence_is_none() -> None:
    page = laid([*PARAGRAPH, Set("אין חריגים.", bold=True, gap=2.2, width=0.2), *PARAGRAPH])
    assert headings(page) == []


def test_a_page_set_bold_throughout_has_none() -> None:
    page = laid([Set(line.text, bold=True, gap=line.gap) for line in PARAGRAPH * 3])
    assert headings(page) == []


def test_a_chapter_is_known_by_its_name() -> None:
    page = laid([*PARAGRAPH, Set("פרק ג: חופשות", gap=2.2, width=0.3), *PARAGRAPH])
    assert headings(page) == [("פרק ג: חופשות", 1)]


def test_a_number_deepens_a_heading_of_the_same_look() -> None:
    page = laid(
        [
            *PARAGRAPH,
            Set("4. חופשה", bold=True, gap=2.2, width=0.2),
            *PARAGRAPH,
            Set("4.1 צבירה", bold=True, gap=2.2, width=0.2),
            *PARAGRAPH,
        ]
    )
    assert headings(page) == [("4. חופשה", 1), ("4.1 צבירה", 2)]


def test_the_rows_of_a_table_are_none() -> None:
    page = laid([*PARAGRAPH, Set("שנה\tימים", bold=True, gap=2.2), Set("1\t12"), *PARAGRAPH])
    assert headings(page) == []


def test_bookmarks_name_headings_that_look_like_the_body() -> None:
    page = laid([*PARAGRAPH, Set("הוראות מעבר", gap=2.2, width=0.2), *PARAGRAPH])
    outline = [OutlineEntry("הוראות  מעבר", 1, 2)]
    assert headings(page, outline=outline) == [("הוראות מעבר", 2)]
    assert headings(page, outline=[OutlineEntry("הוראות מעבר", 7, 2)]) == []


def test_what_the_file_names_leads_and_what_looks_like_a_heading_stands_below() -> None:
    named = Set("תקנון", 16, role=Role.HEADING, level=1, width=0.2)
    page = laid([named, *PARAGRAPH, Set("תחולה", bold=True, gap=2.2, width=0.2), *PARAGRAPH])
    assert headings(page) == [("תקנון", 1), ("תחולה", 2)]


def test_a_heading_of_two_lines_is_one_of_one_level() -> None:
    lines = [Set("בקשה להיתר עבודה", 16, width=0.6), Set("בשעות נוספות", 16, gap=1.3, width=0.4)]
    assert headings(laid([*lines, *PARAGRAPH])) == [("בקשה להיתר עבודה", 1), ("בשעות נוספות", 1)]

"""Running heads and feet are told from the body on pages that are given line by line."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kesher.documents.running import mark_running
from kesher.domain.document import Box, CharBoxes, Line, Page, PageSource, Role

HEIGHT = 800.0
Placed = tuple[float, str]  # top of a line in points, and its text


def laid(number: int, lines: Sequence[Placed], **fields: float) -> Page:
    at, made = 0, []
    for top, text in lines:
        box = Box(60, top, 500, top + 12)
        made.append(Line(at, at + len(text), box, size_points=fields.get("size", 11.0)))
        at += len(text) + 1
    text = "\n".join(text for _, text in lines)
    boxes = CharBoxes.of([None] * len(text))
    return Page(number, text, tuple(made), boxes, 600.0, HEIGHT, PageSource.TEXT_LAYER)


def body(number: int) -> list[Placed]:
    """Twenty lines of other words on each page."""
    words = ["חופשה", "מחלה", "נסיעות", "שכר", "פנסיה", "אימון", "ציוד", "ביטוח", "מועד", "אישור"]
    return [
        (100 + 20 * at, " ".join(words[(number * 3 + at * k) % 10] for k in range(1, 7)))
        for at in range(20)
    ]


def roles(page: Page) -> dict[str, Role]:
    return {
        page.text[line.start : line.end]: line.role
        for line in page.lines
        if line.role is not Role.BODY
    }


def test_heads_and_feet_of_three_pages_run() -> None:
    pages = [
        laid(n, [(30, "נוהל משאבי אנוש"), *body(n), (760, f"עמוד {n} מתוך 3")]) for n in (1, 2, 3)
    ]
    for number, page in enumerate(mark_running(pages), start=1):
        assert roles(page) == {
            "נוהל משאבי אנוש": Role.HEADER,
            f"עמוד {number} מתוך 3": Role.PAGE_NUMBER,
        }
        assert page.label == str(number)


@pytest.mark.parametrize("text", ["Employee handbook", "Положение об отпусках", "لائحة الإجازات"])
def test_a_head_runs_in_every_script(text: str) -> None:
    pages = [laid(n, [(30, text), *body(n)]) for n in (1, 2, 3, 4)]
    assert all(roles(page) == {text: Role.HEADER} for page in mark_running(pages))


def test_left_and_right_pages_have_heads_of_their_own() -> None:
    heads = {0: "חברת הדוגמה", 1: "תקנון עבודה"}
    pages = [laid(n, [(30, heads[n % 2]), *body(n)]) for n in range(1, 7)]
    assert [roles(page) for page in mark_running(pages)] == [
        {heads[n % 2]: Role.HEADER} for n in range(1, 7)
    ]


def test_a_file_of_two_pages_has_a_head_too() -> None:
    pages = [laid(n, [(30, f"חוזה שכירות - {n}"), *body(n)]) for n in (1, 2)]
    found = mark_running(pages)
    assert [page.label for page in found] == ["1", "2"]
    assert [list(roles(page).values()) for page in found] == [[Role.HEADER], [Role.HEADER]]


def test_one_page_has_none() -> None:
    (page,) = mark_running([laid(1, [(30, "חוזה שכירות"), *body(1)])])
    assert roles(page) == {}


def test_text_inside_the_page_does_not_run_however_often_it_stands_there() -> None:
    pages = [laid(n, [*body(n), (500, "לכבוד")]) for n in (1, 2, 3)]
    assert all(roles(page) == {} for page in mark_running(pages))


def test_a_numbered_heading_at_the_top_of_each_page_is_no_head() -> None:
    pages = []
    for number in (1, 2, 3):
        page = laid(number, [(40, f"שאלה {number}"), *body(number)])
        first, *rest = page.lines
        pages.append(replace(page, lines=(replace(first, size_points=18.0), *rest)))
    assert all(roles(page) == {} for page in mark_running(pages))


def test_a_letter_that_ocr_reads_otherwise_does_not_hide_a_head() -> None:
    texts = [
        "משרד הבריאות - חוזר",
        "משרד הבריאות - חוזר",
        "משרד הבריאות - תוזר",
        "משרד הבריאות - חוזר",
    ]
    read = [laid(n, [(30, text), *body(n)]) for n, text in enumerate(texts)]
    pages = [replace(page, source=PageSource.OCR) for page in read]
    assert [list(roles(page)) for page in mark_running(pages)] == [[text] for text in texts]


def test_copies_of_a_form_keep_what_is_filled_in() -> None:
    labels = [(100 + 20 * at, f"שדה קבוע {chr(0x5D0 + at)}") for at in range(20)]
    pages = [
        laid(n, [(30, "תלוש שכר"), (50, "שם המעסיק"), (70, "שם העובד"), *labels]) for n in range(4)
    ]
    assert all(roles(page) == {"תלוש שכר": Role.HEADER} for page in mark_running(pages))


def test_a_number_alone_that_does_not_count_on_stays() -> None:
    pages = [laid(n, [*body(n), (760, str(value))]) for n, value in ((1, 40), (2, 17), (3, 93))]
    assert all(roles(page) == {} for page in mark_running(pages))


def test_a_label_of_the_file_is_kept() -> None:
    pages = [replace(laid(n, [*body(n), (760, str(n))]), label="iv") for n in (1, 2)]
    assert [page.label for page in mark_running(pages)] == ["iv", "iv"]


def test_pages_of_a_format_with_a_structure_stay_as_they_are() -> None:
    pages = [
        replace(laid(n, [(30, "כותרת"), *body(n)]), source=PageSource.STRUCTURE) for n in (1, 2, 3)
    ]
    assert mark_running(pages) == pages


def test_texts_and_boxes_do_not_change() -> None:
    pages = [laid(n, [(30, "נוהל"), *body(n), (760, f"- {n} -")]) for n in (1, 2, 3)]
    for page, before in zip(mark_running(pages), pages, strict=True):
        assert (page.text, page.char_boxes) == (before.text, before.char_boxes)
        assert [(li.start, li.end, li.box) for li in page.lines] == [
            (li.start, li.end, li.box) for li in before.lines
        ]

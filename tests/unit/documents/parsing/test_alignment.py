"""The structure's text takes the places of the rendition's, page by page."""

import pytest

from kesher.documents.parsing.alignment import align
from kesher.documents.parsing.structure import CellSpan, Paragraph, Role
from kesher.domain.document import Box, CharBoxes, Line, Page, PageSource


def rendition(*pages: str, label: str | None = None) -> list[Page]:
    """Pages as a reader gives them: every letter 5 points wide and 10 high, a line every 20."""
    return [page(number, text, label) for number, text in enumerate(pages, start=1)]


def page(number: int, text: str, label: str | None) -> Page:
    boxes: list[Box | None] = []
    lines, start = [], 0
    for at, line in enumerate(text.split("\n")):
        boxes += [None] if at else []
        boxes += [
            None if char == " " else Box(5.0 * x, 20.0 * at, 5.0 * x + 5, 20.0 * at + 10)
            for x, char in enumerate(line)
        ]
        lines.append(Line(start, start + len(line), Box(0, 20.0 * at, 5.0, 20.0 * at + 10)))
        start += len(line) + 1
    return Page(
        number, text, tuple(lines), CharBoxes.of(boxes), 595, 842, PageSource.TEXT_LAYER, 0.5, label
    )


def body(*texts: str) -> list[Paragraph]:
    return [Paragraph(text) for text in texts]


def test_the_exact_text_stands_with_the_renditions_boxes() -> None:
    (found,) = align(body("סעיף 4.2(א): VPN"), rendition("סעיף 4.2(א): VPN", label="ז"))
    assert found.text == "סעיף 4.2(א): VPN"
    assert found.source is PageSource.STRUCTURE
    assert (found.number, found.label, found.trust_fraction) == (1, "ז", 1.0)
    assert list(found.char_boxes)[:5] == [
        Box(0, 0, 5, 10),
        Box(5, 0, 10, 10),
        Box(10, 0, 15, 10),
        Box(15, 0, 20, 10),
        None,
    ]


@pytest.mark.parametrize(
    ("exact", "read"),
    [
        ("מע״מ – 18%", 'מע"מ - 18%'),
        ("שָׁלוֹם לְכֻלָּם", "שלום לכלם"),
        ("• פריט ראשון", "פריט ראשון"),
        ("שם:\tדנה", "שם:    דנה"),
        ("Сотрудник имеет", "Сотрудник  имеет"),
        ("ساعات العمل", "ساعا\ufffdت الع\ufffdمل"),
    ],
)
def test_small_differences_of_reading_lose_no_place(exact: str, read: str) -> None:
    (found,) = align(body(exact), rendition(read))
    assert found.text == exact
    without = [
        char
        for char, box in zip(exact, found.char_boxes, strict=True)
        if box is None and not char.isspace()
    ]
    assert without in ([], ["•"])


def test_a_paragraph_has_one_line_for_each_line_that_it_takes_up() -> None:
    text = "שורה ראשונה של פסקה ארוכה"
    (found,) = align(body(text, "שנייה"), rendition("שורה ראשונה\nשל פסקה\nארוכה\nשנייה"))
    assert found.text == f"{text}\nשנייה"
    assert [found.text[line.start : line.end] for line in found.lines] == [
        "שורה ראשונה ",
        "של פסקה ",
        "ארוכה",
        "שנייה",
    ]
    assert len(found.boxes_of(0, len(text))) == 3


def test_a_word_that_is_broken_after_its_dash_has_a_line_for_each_part() -> None:
    text = "קבלת קהל בשעות 08:30–15:00, בית־הספר וב-VPN"
    drawn = rendition("קבלת קהל בשעות 08:30–\n15:00, בית־\nהספר וב-\nVPN")
    (found,) = align(body(text), drawn)
    assert [found.text[line.start : line.end] for line in found.lines] == [
        "קבלת קהל בשעות 08:30–",
        "15:00, בית־",
        "הספר וב-",
        "VPN",
    ]


def test_a_paragraph_over_a_pages_end_is_divided_there() -> None:
    pages = align(
        body("פסקה שנמשכת אל העמוד הבא", "סוף"), rendition("פסקה שנמשכת", "אל העמוד הבא\nסוף")
    )
    assert [found.text for found in pages] == ["פסקה שנמשכת", "אל העמוד הבא\nסוף"]


def test_headers_and_notes_stand_once_on_their_page_and_break_no_paragraph() -> None:
    paragraphs = [
        Paragraph("נוהל HR-12", Role.HEADER),
        Paragraph("עובד שנעדר ימציא אישור רפואי1 תוך שלושה ימי עבודה"),
        Paragraph("פסקה שנייה בעמוד השני"),
        Paragraph("1 אישור דיגיטלי מתקבל", Role.NOTE),
    ]
    pages = align(
        paragraphs,
        rendition(
            "נוהל HR-12\nעובד שנעדר ימציא אישור רפואי1\n1 אישור דיגיטלי מתקבל",
            "נוהל HR-12\nתוך שלושה ימי עבודה\nפסקה שנייה בעמוד השני",
        ),
    )
    assert [found.text for found in pages] == [
        "נוהל HR-12\nעובד שנעדר ימציא אישור רפואי1\n1 אישור דיגיטלי מתקבל",
        "תוך שלושה ימי עבודה\nפסקה שנייה בעמוד השני",
    ]


def test_what_is_not_found_stays_in_order_without_a_place() -> None:
    first, second = align(body("נמצא כאן", "נעדר לגמרי", "ואחריו"), rendition("נמצא כאן", "ואחריו"))
    assert (first.text, second.text) == ("נמצא כאן\nנעדר לגמרי", "ואחריו")
    assert first.boxes_of(9, len(first.text)) == ()


def test_a_page_without_text_stays_a_page() -> None:
    pages = align(body("אחת", "שלוש"), rendition("אחת", "", "שלוש"))
    assert [found.text for found in pages] == ["אחת", "", "שלוש"]


def test_repeated_lines_keep_to_their_own_pages() -> None:
    texts = [f"{at}. אין צורך בטופס 207" for at in range(40)]
    per_page = ["\n".join(texts[at : at + 10]) for at in range(0, 40, 10)]
    pages = align(body(*texts), rendition(*per_page))
    assert [found.text for found in pages] == per_page


def test_breaks_within_a_paragraph_part_lines() -> None:
    (found,) = align(body("שורה\nאחרי"), rendition("שורה\nאחרי"))
    assert [found.text[line.start : line.end] for line in found.lines] == ["שורה", "אחרי"]
    assert found.text == "שורה\nאחרי"


def test_rows_are_tables_with_their_heads_and_empty_cells_keep_the_columns() -> None:
    rows = [
        Paragraph("פריט\tמחיר\tימים", Role.ROW, starts_table=True, is_head=True),
        Paragraph("\t₪899\t", Role.ROW),
        Paragraph("Цена\t5\t7", Role.ROW, starts_table=True),
    ]
    given = rendition("פריט מחיר ימים\n₪899\nЦена 5 7")
    (found,) = align([Paragraph("לפני"), *rows, Paragraph("אחרי")], given)
    assert found.text == "לפני\nפריט\tמחיר\tימים\n\t₪899\t\nЦена\t5\t7\nאחרי"
    first, second = found.tables
    assert (first.head_rows, second.head_rows) == (1, 0)
    cells = [[(found.text[c.start : c.end], c.column) for c in row] for row in first.rows]
    assert cells == [[("פריט", 0), ("מחיר", 1), ("ימים", 2)], [("₪899", 1)]]
    assert first.rows[0][1].box == Box(25, 0, 45, 10)
    assert [line.role for line in found.lines] == [Role.BODY, *[Role.ROW] * 3, Role.BODY]


def test_cells_of_a_table_keep_what_they_span() -> None:
    rows = [
        Paragraph("אזור\tDays\t", Role.ROW, starts_table=True, spans=(CellSpan(1, 2),)),
        Paragraph("צפון\t5\t7", Role.ROW, spans=(CellSpan(0, rows=2),)),
        Paragraph("\t6\t8", Role.ROW),
    ]
    (found,) = align(rows, rendition("אזור Days\nצפון 5 7\n6 8"))
    spans = [[(c.column, c.columns, c.rows) for c in row] for row in found.tables[0].rows]
    assert spans == [
        [(0, 1, 1), (1, 2, 1)],
        [(0, 1, 2), (1, 1, 1), (2, 1, 1)],
        [(1, 1, 1), (2, 1, 1)],
    ]


def test_marks_of_notes_stand_on_the_lines_that_hold_them() -> None:
    text = "אישור רפואי3 תוך ימים ילד4 בשנה"
    paragraphs = [
        Paragraph(text, marks=("3", "4")),
        Paragraph("3 מקופת חולים", Role.NOTE, marks=("3",)),
    ]
    given = rendition("אישור רפואי3 תוך ימים\nילד4 בשנה\n3 מקופת חולים")
    (found,) = align(paragraphs, given)
    assert [line.marks for line in found.lines] == [("3",), ("4",), ("3",)]


def test_a_page_is_called_what_opens_it_and_one_that_goes_on_is_called_alike() -> None:
    found = align(
        [Paragraph("מבוא", label="1"), Paragraph("Итоги שנה", starts_page=True, label="גיליון ב")],
        rendition("מבוא", "Итоги", "שנה", "תמונה", label="x"),
    )
    assert [page.label for page in found] == ["1", "גיליון ב", "גיליון ב", "x"]


def test_a_turned_line_has_its_boxes_and_its_neighbours_keep_theirs() -> None:
    paragraphs = [Paragraph(text) for text in ("לפני 7", "גרסה 5.2 של VPN", "אחרי 7")]
    (found,) = align(paragraphs, rendition("לפני 7\nVPN של 5.2 גרסה\nאחרי 7"))
    assert found.text == "לפני 7\nגרסה 5.2 של VPN\nאחרי 7"
    boxes = list(found.char_boxes)
    assert all((box is None) == char.isspace() for char, box in zip(found.text, boxes, strict=True))
    tops = [{box.top for box in boxes[line.start : line.end] if box} for line in found.lines]
    assert tops == [{0.0}, {20.0}, {40.0}]


def test_a_full_stop_at_the_wrong_end_of_a_line_draws_no_word_over_two_lines() -> None:
    texts = ("החל מהשנה השלישית זכאי העובד לחופשה.", "בקשה מוגשת 30 יום מראש.", "Ask דנה.")
    read = "החל מהשנה השלישית זכאי העובד לחופשה\n.בקשה מוגשת 30 יום מראש\n.Ask דנה"
    (found,) = align(body(*texts), rendition(read))
    assert [found.text[line.start : line.end] for line in found.lines] == list(texts)
    heights = [line.box.bottom - line.box.top for line in found.lines if line.box]
    assert heights == [10.0, 10.0, 10.0]

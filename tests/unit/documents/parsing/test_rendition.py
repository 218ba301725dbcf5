"""Our own pages: every word in order, in every script, on A4."""

from pathlib import Path

import pytest

from docx_files import item, level, numbering, paragraph, write_docx
from kesher.documents.parsing.fonts import REPLACEMENT, drawable, visible
from kesher.documents.parsing.media import DOCX, MARKDOWN, TEXT
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.documents.parsing.rendition import typeset
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.documents.parsing.structured import read_structured, typeset_document
from kesher.domain.document import Page, PageSource
from kesher.errors import DocumentTooLargeError, EmptyDocumentError

HEBREW = "עובד במשרה מלאה זכאי ל-22 ימי חופשה (ראו סעיף 4.2(א)), החל מיום 12.08.2026."
MIXED = "יש להתחבר דרך VPN בלבד, גרסה 5.2 ומעלה; Microsoft Office 365 מותקן."


def set_pages(tmp_path: Path, *paragraphs: Paragraph) -> list[Page]:
    target = tmp_path / "made.pdf"
    typeset(paragraphs, target, title="נוהל", pages_limit=100)
    return [read_page(target, at + 1) for at in range(pdf_info(target).pages_total)]


@pytest.mark.parametrize(
    "text", [HEBREW, MIXED, "Сотрудник имеет право на 22 дня отпуска.", "Plain English (4.2)."]
)
def test_a_paragraph_is_drawn_as_it_reads(tmp_path: Path, text: str) -> None:
    (page,) = set_pages(tmp_path, Paragraph(text))
    assert page.text == text
    assert (round(page.width_points), round(page.height_points)) == (595, 842)


def test_hebrew_stands_at_the_right_edge_and_russian_at_the_left(tmp_path: Path) -> None:
    (page,) = set_pages(tmp_path, Paragraph("נוהל קצר"), Paragraph("Отпуск"))
    right, left = page.lines
    assert right.box is not None
    assert left.box is not None
    assert right.box.right > 530
    assert left.box.left < 60


def test_long_text_runs_over_pages_and_no_word_is_lost(tmp_path: Path) -> None:
    words = [f"מילה{at}" for at in range(4_000)]
    pages = set_pages(tmp_path, Paragraph(" ".join(words)))
    assert len(pages) > 3
    assert " ".join(page.text.replace("\n", " ") for page in pages).split() == words
    edges = [line.box for page in pages for line in page.lines if line.box]
    assert all(box.left > 50 and box.right < 545 and box.bottom < 800 for box in edges)


def test_a_word_wider_than_the_page_is_broken_and_stays_on_it(tmp_path: Path) -> None:
    (page,) = set_pages(tmp_path, Paragraph("א" * 300))
    assert page.text.replace("\n", "") == "א" * 300
    assert all(line.box is not None and line.box.left > 50 for line in page.lines)


def test_a_row_stands_side_by_side_first_cell_at_the_right(tmp_path: Path) -> None:
    rows = [Paragraph("פריט\tמחיר", Role.ROW), Paragraph("מסך\t₪899.00\tנוסף", Role.ROW)]
    (page,) = set_pages(tmp_path, *rows)
    assert "פריט" in page.text
    start = page.text.index("פריט")
    (first,) = page.boxes_of(start, start + 4)
    start = page.text.index("מחיר")
    (second,) = page.boxes_of(start, start + 4)
    assert first.left > second.right
    assert abs(first.top - second.top) < 3


@pytest.mark.parametrize(
    "cells",
    [[f"תא{at}" for at in range(40)], ["קצר", " ".join(f"מילה{at}" for at in range(3_000))]],
    ids=("wide", "tall"),
)
def test_a_row_too_wide_or_too_high_for_a_page_is_set_as_text_and_stays_on_it(
    tmp_path: Path, cells: list[str]
) -> None:
    pages = set_pages(tmp_path, Paragraph("\t".join(cells), Role.ROW), Paragraph("סוף"))
    words = " ".join(page.text for page in pages).split()
    assert words == [*" ".join(cells).split(), "סוף"]
    edges = [line.box for page in pages for line in page.lines if line.box]
    assert all(box.left > 50 and box.right < 545 and box.bottom < 800 for box in edges)


def test_a_long_cell_leaves_room_for_the_others(tmp_path: Path) -> None:
    (page,) = set_pages(tmp_path, Paragraph("03-1234567\t" + "מילה " * 40, Role.ROW))
    assert "03-1234567" in page.text


def test_a_page_is_turned_where_the_writer_turned_it(tmp_path: Path) -> None:
    pages = set_pages(tmp_path, Paragraph("אחד"), Paragraph("שניים", starts_page=True))
    assert [page.text for page in pages] == ["אחד", "שניים"]


def test_what_no_font_can_draw_is_replaced_visibly(tmp_path: Path) -> None:
    assert REPLACEMENT in drawable()
    assert visible("שלום 漢") == f"שלום {REPLACEMENT}"
    (page,) = set_pages(tmp_path, Paragraph("Знак: 漢字"))
    assert page.text.startswith("Знак:")


def test_more_pages_than_allowed_are_refused(tmp_path: Path) -> None:
    paragraphs = [Paragraph(HEBREW, starts_page=True)] * 4
    with pytest.raises(DocumentTooLargeError, match=r"נוהל.*3 pages.*pages_limit"):
        typeset(paragraphs, tmp_path / "made.pdf", title="נוהל", pages_limit=3)


def read(tmp_path: Path, source: Path, media_type: str) -> tuple[Page, ...]:
    target = tmp_path / "made.pdf"
    typeset_document(source, media_type, source.name, target, pages_limit=100)
    return read_structured(source, media_type, source.name, target)


def placed_fraction(page: Page) -> float:
    inked = [
        box for char, box in zip(page.text, page.char_boxes, strict=True) if not char.isspace()
    ]
    return sum(box is not None for box in inked) / len(inked)


def test_a_docx_has_pages_with_its_exact_text_and_places(tmp_path: Path) -> None:
    lists = numbering(level(0, "hebrew1", "%1."))
    source = write_docx(
        tmp_path / "נוהל.docx",
        paragraph("דו״ח – תש״ף") + item(HEBREW) + item(MIXED),
        parts={"numbering": lists},
    )
    (page,) = read(tmp_path, source, DOCX)
    assert page.text == f"דו״ח – תש״ף\nא. {HEBREW}\nב. {MIXED}"
    assert page.source is PageSource.STRUCTURE
    assert placed_fraction(page) == 1.0
    assert page.boxes_of(0, len(page.text))
    assert page.note is not None
    assert "plain layout" in page.note


@pytest.mark.parametrize(("name", "media_type"), [("a.txt", TEXT), ("a.md", MARKDOWN)])
def test_text_and_markdown_have_pages_too(tmp_path: Path, name: str, media_type: str) -> None:
    source = tmp_path / name
    source.write_text(f"{HEBREW}\n\f\nОтпуск 22 дня\n\nإجازة سنوية\n", encoding="utf-8")
    first, second = read(tmp_path, source, media_type)
    assert (first.text, second.text) == (HEBREW, "Отпуск 22 дня\nإجازة سنوية")
    assert placed_fraction(first) == 1.0
    assert placed_fraction(second) > 0.8
    assert first.note is None


def test_a_docx_without_text_is_empty(tmp_path: Path) -> None:
    source = write_docx(tmp_path / "ריק.docx", paragraph(" "))
    with pytest.raises(EmptyDocumentError, match=r"ריק\.docx"):
        read(tmp_path, source, DOCX)


@pytest.mark.parametrize("sign", ["=", ".", "_", "[", "😀", "ש", "-"])
def test_a_run_of_signs_without_a_blank_is_set_whatever_its_length(
    tmp_path: Path, sign: str
) -> None:
    (page, *_) = set_pages(tmp_path, Paragraph("שלום"), Paragraph(sign * 1_500))
    assert page.text.startswith("שלום")

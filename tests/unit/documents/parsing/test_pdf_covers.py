"""Text that a shape is painted over is hidden; text on a shape, or under a clear one, is not."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from fpdf import FPDF

from drawn_pdf import HEIGHT, new_pdf
from kesher.documents.parsing.pdf import read_page
from kesher.domain.document import Page, Role
from kesher.text.bidi import to_visual
from kesher.text.direction import direction

LINES = [
    ("העובד יגיש את הבקשה לממונה הישיר שלו", "hebrew"),
    ("שכר הבכיר: 48,200 ₪ לפי חוזה (Annex B)", "hebrew"),
    ("Платёж получен от заказчика", "latin"),
    ("ויקבל תשובה בכתב בתוך ימים מעטים", "hebrew"),
]
LEFT, TOP, STEP, SIZE = 120.0, 100.0, 30.0, 12.0


def read(path: Path, cover: Callable[[FPDF], None], under: Callable[[FPDF], None]) -> Page:
    """Read a page of four lines; `under` paints before them, `cover` after."""
    with new_pdf() as pdf:
        under(pdf)
        for at, (text, font) in enumerate(LINES):
            pdf.set_font(font, size=SIZE)
            pdf.text(LEFT, TOP + STEP * at, to_visual(text, direction(text)))
        cover(pdf)
        pdf.output(str(path))
    return read_page(path, 1)


def bar(
    line: int, shade: int, left: float = LEFT - 5, width: float = 400
) -> Callable[[FPDF], None]:
    """Paint an opaque rectangle over a line, or over a part of it."""

    def paint(pdf: FPDF) -> None:
        pdf.set_fill_color(shade, shade, shade)
        pdf.rect(left, TOP + STEP * line - SIZE, width, SIZE + 5, style="F")

    return paint


def nothing(pdf: FPDF) -> None:
    pdf.set_fill_color(0, 0, 0)


def texts(page: Page, role: Role) -> list[str]:
    return [page.text[line.start : line.end] for line in page.lines if line.role is role]


@pytest.mark.parametrize("shade", [0, 128, 255])
@pytest.mark.parametrize("line", [1, 2])
def test_a_line_under_a_bar_is_hidden_and_not_quoted(tmp_path: Path, line: int, shade: int) -> None:
    page = read(tmp_path / "a.pdf", bar(line, shade), nothing)
    others = [text for at, (text, _) in enumerate(LINES) if at != line]
    assert texts(page, Role.HIDDEN) == [LINES[line][0]]
    assert page.seen_text.split("\n") == others
    assert page.note is not None
    assert page.note.startswith("1 line under an opaque shape")
    assert LINES[line][0] not in page.note


def test_a_line_under_a_reviewers_rectangle_is_hidden(tmp_path: Path) -> None:
    read(tmp_path / "a.pdf", nothing, nothing)
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:  # type: ignore[no-untyped-call]  # pypdfium2 has no types
        page = document[0]
        remark = pdfium.FPDFPage_CreateAnnot(page, pdfium.FPDF_ANNOT_SQUARE)
        y = HEIGHT - TOP - STEP
        pdfium.FPDFAnnot_SetRect(remark, pdfium.FS_RECTF(LEFT - 5, y + SIZE, 560, y - 5))
        for part in (pdfium.FPDFANNOT_COLORTYPE_Color, pdfium.FPDFANNOT_COLORTYPE_InteriorColor):
            pdfium.FPDFAnnot_SetColor(remark, part, 0, 0, 0, 255)
        pdfium.FPDFPage_CloseAnnot(remark)
        page.close()
        document.save(tmp_path / "b.pdf")
    assert texts(read_page(tmp_path / "b.pdf", 1), Role.HIDDEN) == [LINES[1][0]]


def test_words_under_a_bar_are_hidden_and_the_rest_of_the_line_is_read(tmp_path: Path) -> None:
    with new_pdf() as pdf:
        pdf.set_font("hebrew", size=SIZE)
        seen = pdf.get_string_width(to_visual(" לפי חוזה (Annex B)", "rtl"))
    page = read(tmp_path / "a.pdf", bar(1, 0, left=LEFT + seen), nothing)
    assert texts(page, Role.HIDDEN) == ["שכר הבכיר: 48,200 ₪"]
    assert page.seen_text.split("\n")[1] == "לפי חוזה (Annex B)"


def test_text_on_a_ground_of_its_own_is_read(tmp_path: Path) -> None:
    page = read(tmp_path / "a.pdf", nothing, bar(1, 200))
    assert page.seen_text.split("\n") == [text for text, _ in LINES]
    assert page.note is None


def test_text_under_a_marker_that_shines_through_is_read(tmp_path: Path) -> None:
    def mark(pdf: FPDF) -> None:
        with pdf.local_context(fill_opacity=0.4):
            bar(1, 180)(pdf)

    assert read(tmp_path / "a.pdf", mark, nothing).note is None


def test_a_frame_around_text_covers_nothing(tmp_path: Path) -> None:
    def frame(pdf: FPDF) -> None:
        pdf.rect(LEFT - 5, TOP - SIZE, 400, 4 * STEP, style="D")

    assert read(tmp_path / "a.pdf", frame, nothing).note is None

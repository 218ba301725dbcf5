"""Pages of real PDF files, drawn by fpdf2 as the tests say."""

import math
import pickle
from pathlib import Path

import pytest
from fpdf.enums import AccessPermission, EncryptionMethod

from drawn_pdf import HEIGHT, WIDTH, Drawn, blank, cropped, draw, new_pdf, right, turned, typeset
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.domain.document import Box, Page, PageSource
from kesher.errors import (
    DamagedDocumentError,
    EmptyDocumentError,
    EncryptedDocumentError,
    PageError,
)
from kesher.text.bidi import to_visual

MARGIN = WIDTH - 60


def _box_of(page: Page, text: str) -> Box:
    start = page.text.index(text)
    (box,) = page.boxes_of(start, start + len(text))
    return box


# What a right-to-left page shows from left to right, and what it says.
VISUAL_LINES = [
    ("השפוח ימי 22-ל יאכז .1", "1. זכאי ל-22 ימי חופשה"),
    (".17:00–09:30 םויב ,12.08.2026", "12.08.2026, ביום 09:30–17:00."),
    ("(ב)4.2 ףיעסל ףופכב ,(HR-12 להונ) דבוע", "עובד (נוהל HR-12), בכפוף לסעיף 4.2(ב)"),
    (".helpdesk@example.co.il :הכימת", "תמיכה: helpdesk@example.co.il."),
    ('"ץעויה" :ןלהל ,ל"הצ םעטמ', 'מטעם צה"ל, להלן: "היועץ"'),
    ('₪1,250.50 ריחמ ,18% מ"עמ', 'מע"מ 18%, מחיר ₪1,250.50'),
    ("Employees may work (see 7 להונ) at home.", "Employees may work (see נוהל 7) at home."),
    ("Сотрудник имеет право на 22 дня.", "Сотрудник имеет право на 22 дня."),
    (".שרדנ VPN .2", "2. VPN נדרש."),
]


@pytest.mark.parametrize(("drawn", "said"), VISUAL_LINES)
def test_a_line_drawn_from_left_to_right_is_read_in_logical_order(
    tmp_path: Path, drawn: str, said: str
) -> None:
    neighbours = [right("דבועל הדובע להונ", 60), right("שדחמ קדביי להונה", 300)]
    font = "latin" if "Сотрудник" in drawn else "hebrew"
    path = draw(tmp_path / "line.pdf", [*neighbours, right(drawn, 100, font=font)])
    assert read_page(path, 1).text.split("\n")[1] == said


def test_lines_laid_out_by_another_bidi_are_read_as_they_were_written(tmp_path: Path) -> None:
    lines = [
        "1. עובד במשרה מלאה זכאי ל-22 ימי חופשה",
        "סעיף 4.2(ב) [ראו הערה (2)], בתוקף מיום 31.12.2027.",
        "הקיצור SLA פירושו Service Level Agreement (הסכם רמת שירות).",
        "את הטופס ממלאים באתר https://portal.example.co.il/forms/leave לפני היציאה.",
        "נפח הדיסק 16 GB בלבד, תקן ISO 27001.",
    ]
    assert read_page(typeset(tmp_path / "he.pdf", lines), 1).text.split("\n") == lines


@pytest.mark.parametrize("swap", [{}, {"(": ")", ")": "("}])
def test_brackets_that_pair_on_other_lines_keep_to_what_they_enclose(
    tmp_path: Path, swap: dict[str, str]
) -> None:
    lines = [
        "הצעת חוק מסגרות תקציב המדינה (הוראות",
        "מיוחדות לשנת 2025), התשפ״ה–2024, והצעת חוק התוכנית (תיקוני",
        "חקיקה), תקן ISO (גרסה",
        "שנייה); ומכתב (ביחס לתקן",
        "IEC), מיום 3.4.25",
    ]
    turn = str.maketrans(swap)
    pieces = [
        right(to_visual(line, "rtl").translate(turn), 100 + 24 * row)
        for row, line in enumerate(lines)
    ]
    text = read_page(draw(tmp_path / "brackets.pdf", pieces), 1).text
    assert text.replace('"', "״").split("\n") == lines


def test_arabic_words_are_read_whole(tmp_path: Path) -> None:
    lines = ["1. دليل العمل", "2. عدد 22 من مواد"]
    path = typeset(tmp_path / "ar.pdf", lines, font="arabic")
    assert read_page(path, 1).text.split("\n") == lines


@pytest.mark.parametrize("order", ["stored", "reversed", "shuffled"])
def test_only_the_place_of_characters_counts_not_the_order_in_the_file(
    tmp_path: Path, order: str
) -> None:
    pieces = [Drawn(char, 300 + 7 * place, 100) for place, char in enumerate("22 ימי(א) :םלוש")]
    if order == "reversed":
        pieces.reverse()
    elif order == "shuffled":
        pieces = pieces[::3] + pieces[1::3] + pieces[2::3]
    text = read_page(draw(tmp_path / "chars.pdf", pieces), 1).text
    assert text.replace("(", "").replace(")", "") == "שולם: אימי 22"


def test_every_code_point_has_a_cell_and_every_ink_a_box_on_the_page(tmp_path: Path) -> None:
    path = typeset(tmp_path / "boxes.pdf", ["שָׁלוֹם לְכֻלָּם, 22", "Hello (world)"])
    page = read_page(path, 1)
    assert len(page.char_boxes) == len(page.text)
    for char, box in zip(page.text, page.char_boxes, strict=True):
        assert (box is None) == char.isspace()
        if box is not None:
            assert 0 <= box.left < box.right <= page.width_points
            assert 0 <= box.top < box.bottom <= page.height_points


def test_lines_cover_the_text_but_for_line_breaks(tmp_path: Path) -> None:
    path = draw(tmp_path / "lines.pdf", [right("תחא", 100), right("םייתש", 140), right("22", 180)])
    page = read_page(path, 1)
    assert [page.text[line.start : line.end] for line in page.lines] == ["אחת", "שתיים", "22"]
    assert page.source is PageSource.TEXT_LAYER
    assert page.trust_fraction == 1.0


def test_a_word_is_found_where_it_is_drawn(tmp_path: Path) -> None:
    page = read_page(draw(tmp_path / "place.pdf", [right("תיבהמ הדובע", 100)]), 1)
    box = _box_of(page, "עבודה")
    assert math.isclose(box.right, MARGIN, abs_tol=1)
    assert box.top < 100 < box.bottom
    assert _box_of(page, "מהבית").right < box.left


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_boxes_follow_the_page_as_it_is_turned_at_display(tmp_path: Path, degrees: int) -> None:
    upright = draw(tmp_path / "upright.pdf", [Drawn("Hello", 100, 200, size=20)])
    before = _box_of(read_page(upright, 1), "Hello")
    page = read_page(turned(upright, tmp_path / "turned.pdf", degrees), 1)
    left, top, right_, bottom = before.left, before.top, before.right, before.bottom
    expected = {
        90: Box(HEIGHT - bottom, left, HEIGHT - top, right_),
        180: Box(WIDTH - right_, HEIGHT - bottom, WIDTH - left, HEIGHT - top),
        270: Box(top, WIDTH - right_, bottom, WIDTH - left),
    }[degrees]
    assert page.text == "Hello"
    box = _box_of(page, "Hello")
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx(
        (expected.left, expected.top, expected.right, expected.bottom), abs=0.1
    )
    size = (WIDTH, HEIGHT) if degrees == 180 else (HEIGHT, WIDTH)
    assert (page.width_points, page.height_points) == pytest.approx(size)
    assert pdf_info(tmp_path / "turned.pdf").sizes_points[0] == pytest.approx(size)


def test_boxes_are_counted_from_the_corner_of_the_crop_box(tmp_path: Path) -> None:
    whole = draw(tmp_path / "whole.pdf", [Drawn("Hello", 100, 200)])
    before = _box_of(read_page(whole, 1), "Hello")
    page = read_page(cropped(whole, tmp_path / "cropped.pdf", (50, 100, 550, 750)), 1)
    after = _box_of(page, "Hello")
    assert (page.width_points, page.height_points) == pytest.approx((500, 650))
    assert (before.left - after.left, before.top - after.top) == pytest.approx((50, 50), abs=0.01)


def test_labels_and_sizes_are_told_before_a_page_is_read(tmp_path: Path) -> None:
    with new_pdf() as pdf:
        pdf.set_page_label(label_style="R")
        pdf.add_page()
        pdf.output(str(tmp_path / "labels.pdf"))
    info = pdf_info(tmp_path / "labels.pdf")
    assert (info.pages_total, info.labels) == (2, ("I", "II"))
    assert info.sizes_points == ((WIDTH, HEIGHT), (WIDTH, HEIGHT))
    assert read_page(tmp_path / "labels.pdf", 2).label == "II"


def test_a_blank_page_has_no_text_and_needs_no_more(tmp_path: Path) -> None:
    page = read_page(blank(tmp_path / "blank.pdf", (300, 400)), 1)
    assert (page.text, page.lines, len(page.char_boxes)) == ("", (), 0)
    assert page.trust_fraction == 1.0


def test_a_page_survives_the_way_to_another_process(tmp_path: Path) -> None:
    page = read_page(typeset(tmp_path / "page.pdf", ["שלום 22"]), 1)
    assert pickle.loads(pickle.dumps(page)) == page  # noqa: S301 - our own bytes


def test_a_file_name_in_hebrew_is_opened(tmp_path: Path) -> None:
    path = draw(tmp_path / 'נוהל "חופשה" 7.pdf', [right("םולש", 100)])
    assert read_page(path, 1).text == "שלום"


def test_a_page_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = draw(tmp_path / "one.pdf", [right("םולש", 100)])
    with pytest.raises(PageError, match="There is no page 2"):
        read_page(path, 2)


def test_a_locked_file_says_that_it_is_locked(tmp_path: Path) -> None:
    with new_pdf() as pdf:
        pdf.set_encryption(
            owner_password="owner",  # noqa: S106
            user_password="user",  # noqa: S106
            encryption_method=EncryptionMethod.RC4,
            permissions=AccessPermission.none(),
        )
        pdf.output(str(tmp_path / "locked.pdf"))
    with pytest.raises(EncryptedDocumentError, match=r"locked\.pdf.*password"):
        pdf_info(tmp_path / "locked.pdf")


@pytest.mark.parametrize("content", [b"%PDF-1.7\n%%EOF", b"PK\x03\x04 not a pdf", b"\x00" * 500])
def test_a_damaged_or_mislabelled_file_says_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.pdf").write_bytes(content)
    with pytest.raises(DamagedDocumentError, match=r"bad\.pdf"):
        pdf_info(tmp_path / "bad.pdf")


def test_a_truncated_file_is_read_as_far_as_it_goes_or_refused(tmp_path: Path) -> None:
    whole = draw(tmp_path / "whole.pdf", [right("םולש", 100)]).read_bytes()
    (tmp_path / "cut.pdf").write_bytes(whole[: len(whole) // 3])
    with pytest.raises(DamagedDocumentError, match=r"cut\.pdf"):
        read_page(tmp_path / "cut.pdf", 1)


def test_a_file_without_bytes_says_so(tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").touch()
    with pytest.raises(EmptyDocumentError, match="no bytes"):
        pdf_info(tmp_path / "empty.pdf")


def test_a_file_without_pages_says_so(tmp_path: Path) -> None:
    blank(tmp_path / "none.pdf")
    with pytest.raises(EmptyDocumentError, match="without pages"):
        pdf_info(tmp_path / "none.pdf")

"""Tables, sizes and headings of a scan are told as on a page with a text layer."""

import numpy as np

from kesher.documents.headings import mark_headings
from kesher.documents.parsing.ocr_clean import CleanPage
from kesher.documents.parsing.ocr_order import SetLine, in_order
from kesher.documents.parsing.ocr_page import page_layout
from kesher.documents.parsing.ocr_rulings import rulings_of
from kesher.documents.parsing.ocr_setting import Setting
from kesher.documents.parsing.pdf_layout import Layout
from kesher.documents.parsing.pdf_rulings import Rulings
from kesher.domain.document import Box, CharBoxes, Page, PageSource, Role
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord
from kesher.text.bidi import levels, reorder

EM, STEP = 20.0, 10.0
NO_RULINGS = Rulings(np.empty((0, 3), np.float32), np.empty((0, 3), np.float32))
FLAT = CleanPage(np.full((10, 10), 255, np.uint8), np.eye(3))


def cell(
    text: str, right: float, baseline: float, *, em: float = EM, bold: bool = False
) -> SetLine:
    """A stretch of a line whose last character as drawn ends at `right`."""
    drawn = [text[place] for place in reorder(levels(list(text), "rtl"))]
    words: list[OcrWord] = []
    held: list[OcrSymbol] = []
    for at, char in enumerate([*drawn, " "]):
        if char == " ":
            words.append(OcrWord(tuple(held), 0.9))
            held = []
            continue
        left = right - STEP * (len(drawn) - at)
        held.append(OcrSymbol(char, Box(left, baseline - em / 2, left + 8, baseline), 0.9))
    boxes = [symbol.box for word in words for symbol in word.symbols]
    box = Box(boxes[0].left, boxes[0].top, boxes[-1].right, boxes[-1].bottom)
    return SetLine(OcrLine(tuple(words), box), Setting(baseline, em, 0.1, len(text), bold))


def laid_out(rows: list[list[SetLine]], rulings: Rulings = NO_RULINGS) -> Layout:
    ordered = in_order(rows, "rtl", lambda: rulings, 1.0)
    return page_layout(ordered, FLAT, "rtl", 1.0)


def texts(layout: Layout) -> list[list[str]]:
    (table,) = layout.tables
    return [[layout.text[cell.start : cell.end] for cell in row] for row in table.rows]


def price_list() -> list[list[SetLine]]:
    names = [("מוצר", "מחיר"), ('צינור PVC 110 מ"מ', "92.40"), ("חול (שק)", "18.90")]
    return [
        [cell(price, 200, 100 + 40 * at), cell(name, 500, 100 + 40 * at)]
        for at, (name, price) in enumerate(names)
    ]


def test_a_table_without_borders_has_rows_of_cells() -> None:
    layout = laid_out(price_list())

    assert texts(layout) == [
        ["מוצר", "מחיר"],
        ['צינור PVC 110 מ"מ', "92.40"],
        ["חול (שק)", "18.90"],
    ]
    assert {line.role for line in layout.lines} == {Role.ROW}
    assert layout.tables[0].head_rows == 1
    assert [cell.column for cell in layout.tables[0].rows[1]] == [0, 1]


def ruled(xs: list[int], ys: list[int]) -> Rulings:
    picture = np.full((400, 600), 255, np.uint8)
    for y in ys:
        picture[y : y + 2, xs[0] : xs[-1] + 2] = 0
    for x in xs:
        picture[ys[0] : ys[-1] + 2, x : x + 2] = 0
    return rulings_of(picture, 1.0)


def test_ruled_lines_of_a_picture_part_cells_whose_text_stands_close() -> None:
    rulings = ruled([50, 295, 520], [60, 120, 160, 200])
    rows = [
        [cell("דרגה", 500, 80)],
        [cell("שכר", 280, 90)],
        [cell("עובדת", 500, 110)],  # the second line of the cell above
        [cell("3,200", 290, 140), cell("ותיקה מאוד בעבודה זו", 500, 140)],
        [cell("2,900", 290, 180), cell("חדשה", 500, 180)],
    ]

    assert texts(laid_out(rows, rulings)) == [
        ["דרגה עובדת", "שכר"],
        ["ותיקה מאוד בעבודה זו", "3,200"],
        ["חדשה", "2,900"],
    ]


def test_parts_of_a_cell_that_stand_apart_keep_their_own_direction() -> None:
    rulings = ruled([50, 295, 520], [60, 120, 160])
    rows = [
        [cell("650.00", 200, 90), cell("4", 320, 90), cell("משלוח ב-UPS", 500, 90)],
        [cell("29.00", 200, 140), cell("1", 320, 140), cell("כתר", 500, 140)],
    ]

    assert texts(laid_out(rows, rulings))[0] == ["משלוח ב-UPS 4", "650.00"]


def test_a_picture_without_long_strokes_has_no_ruled_lines() -> None:
    picture = np.full((200, 300), 255, np.uint8)
    picture[50:60, 20:32] = 0
    picture[50:52, 60:72] = 0

    found = rulings_of(picture, 1.0)

    assert (len(found.across), len(found.down)) == (0, 0)


def test_a_bold_line_of_a_scan_is_a_heading() -> None:
    body = [[cell("שורה של גוף הטקסט שהיא ארוכה דיה", 500, 200 + 30 * at)] for at in range(8)]
    layout = laid_out([[cell("פיקוח על מחירים", 500, 120, em=1.3 * EM, bold=True)], *body])
    page = Page(
        number=1,
        text=layout.text,
        lines=layout.lines,
        char_boxes=CharBoxes(layout.boxes.tobytes()),
        width_points=600,
        height_points=800,
        source=PageSource.OCR,
    )

    (marked,) = mark_headings([page])

    assert [line.role for line in marked.lines][:2] == [Role.HEADING, Role.BODY]
    assert [round(line.size_points) for line in marked.lines][:2] == [26, 20]


def test_every_letter_of_a_row_leads_to_its_box() -> None:
    layout = laid_out(price_list())

    start = layout.text.index("92.40")
    boxes = layout.boxes[start : start + 5]

    assert boxes[:, 0].tolist() == [150, 160, 170, 180, 190]
    assert np.isnan(layout.boxes[start - 1]).all()

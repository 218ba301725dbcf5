"""A presentation is read slide by slide, as its show shows it."""

from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml.ns import qn
from pptx.util import Inches

from kesher.documents.parsing.pptx import read_pptx
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.errors import DamagedDocumentError

LINES = (
    "עובד זכאי ל-22 ימי חופשה (ראו 4.2(א))",
    "Employees may work from home, see נוהל 7",
    "Сотрудник имеет право на отпуск",
    "ساعات العمل 09:00-17:00",
)


def read(deck: Any, tmp_path: Path) -> tuple[Paragraph, ...]:
    path = tmp_path / "מצגת.pptx"
    deck.save(str(path))
    return read_pptx(path, name=path.name)


def slide_of(deck: Any, title: str, *lines: str) -> Any:
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = title
    slide.placeholders[1].text = "\n".join(lines)
    return slide


def test_a_slide_is_a_page_with_its_title_as_heading_and_its_notes(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck, "נוהל עבודה מהבית", *LINES).notes_slide.notes_text_frame.text = "לזכור: 14:30"
    slide_of(deck, "Отпуск", "14 дней")
    found = read(deck, tmp_path)
    assert [(item.text, item.role, item.level) for item in found] == [
        ("נוהל עבודה מהבית", Role.HEADING, 1),
        *((line, Role.BODY, 0) for line in LINES),
        ("לזכור: 14:30", Role.NOTE, 0),
        ("Отпуск", Role.HEADING, 1),
        ("14 дней", Role.BODY, 0),
    ]
    assert [item.label for item in found if item.label] == ["1", "2"]
    assert [item.starts_page for item in found] == [False] * 6 + [True, False]


def test_a_title_comes_first_wherever_it_stands_in_the_file(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, "כותרת", "גוף")
    tree = slide.shapes.title._element.getparent()
    tree.append(slide.shapes.title._element)
    assert [item.text for item in read(deck, tmp_path)] == ["כותרת", "גוף"]


def test_a_slide_that_the_show_skips_is_out_and_the_numbers_stay(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck, "גלוי", "א")
    slide_of(deck, "מוסתר", "ב")._element.set("show", "0")
    slide_of(deck, "אחרון", "ג")
    found = read(deck, tmp_path)
    assert [item.text for item in found] == ["גלוי", "א", "אחרון", "ג"]
    assert [item.label for item in found if item.label] == ["1", "3"]


def test_a_table_keeps_its_rows_and_its_head(tmp_path: Path) -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    frame = slide.shapes.add_table(3, 2, Inches(1), Inches(1), Inches(4), Inches(2))
    cells = ("פריט", "מחיר", "מסך 27", "₪899.00", "קו\nכפול", "")
    for at, text in enumerate(cells):
        frame.table.cell(at // 2, at % 2).text = text
    found = read(deck, tmp_path)
    assert [item.text for item in found] == ["פריט\tמחיר", "מסך 27\t₪899.00", "קו כפול\t"]
    assert [item.is_head for item in found] == [True, False, False]


def test_a_chart_is_the_table_that_it_draws(tmp_path: Path) -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    data = CategoryChartData()
    data.categories = ["צפון", "South"]
    data.add_series("מכירות", (19.2, 21))
    place = (Inches(1), Inches(1), Inches(4), Inches(3))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
    found = read(deck, tmp_path)
    assert [item.text for item in found] == ["\tמכירות", "צפון\t19.2", "South\t21"]


def numbered(paragraph: Any, scheme: str, start: str | None = None) -> None:
    properties = paragraph._p.get_or_add_pPr()
    number = properties.makeelement(qn("a:buAutoNum"), {"type": scheme})
    if start:
        number.set("startAt", start)
    properties.append(number)


@pytest.mark.parametrize(
    ("scheme", "start", "marks"),
    [
        ("arabicPeriod", None, ["1.", "2."]),
        ("arabicParenBoth", "9", ["(9)", "(10)"]),
        ("hebrew2Minus", None, ["א -", "ב -"]),
        ("alphaLcParenR", None, ["a)", "b)"]),
        ("romanUcPeriod", "4", ["IV.", "V."]),
        ("unheardOf", None, ["1.", "2."]),
    ],
)
def test_automatic_numbers_are_counted(
    tmp_path: Path, scheme: str, start: str | None, marks: list[str]
) -> None:
    deck = Presentation()
    slide = slide_of(deck, "סדר", "ראשון", "שני")
    for paragraph in slide.placeholders[1].text_frame.paragraphs:
        numbered(paragraph, scheme, start)
    found = read(deck, tmp_path)[1:]
    assert [item.text for item in found] == [f"{marks[0]} ראשון", f"{marks[1]} שני"]


def test_groups_are_read_and_hidden_shapes_and_slide_numbers_are_not(tmp_path: Path) -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = "בקבוצה"
    hidden = slide.shapes.add_textbox(0, 0, Inches(1), Inches(1))
    hidden.text_frame.text = "סוד"
    hidden._element.nvSpPr.cNvPr.set("hidden", "1")
    number = slide.shapes.add_textbox(0, 0, Inches(1), Inches(1))
    number.text_frame.text = "7"
    place = number._element.nvSpPr.nvPr.makeelement(qn("p:ph"), {"type": "sldNum"})
    number._element.nvSpPr.nvPr.append(place)
    assert [item.text for item in read(deck, tmp_path)] == ["בקבוצה"]


def test_a_presentation_that_is_cut_off_is_named(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck, "כותרת", "גוף")
    path = tmp_path / "whole.pptx"
    deck.save(str(path))
    cut = tmp_path / "קטועה.pptx"
    cut.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(DamagedDocumentError, match=r"קטועה\.pptx"):
        read_pptx(cut, name=cut.name)

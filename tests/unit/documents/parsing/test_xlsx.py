"""A workbook is read as its sheets show it."""

import io
import zipfile
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.table import Table

from kesher.documents.parsing import xlsx, xlsx_sheet
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.documents.parsing.xlsx import read_xlsx
from kesher.errors import DamagedDocumentError, DocumentTooLargeError


def read(book: Any, tmp_path: Path) -> tuple[Paragraph, ...]:
    path = tmp_path / "גיליון.xlsx"
    book.save(path)
    return read_xlsx(path, name=path.name)


def book_of(*rows: tuple[object, ...], title: str = "מחירון") -> Any:
    book: Any = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return book


def test_a_sheet_is_a_page_under_its_name(tmp_path: Path) -> None:
    book = book_of(("שם", "עיר", "ימים"), ("דנה", "חיפה", 22))
    other = book.create_sheet("Отпуск 2025")
    other.append(("Сотрудник", "Дни", "מנהל"))
    other.append(("Иван", 14, "أحمد"))
    book.create_sheet("נסתר").append(("סוד",))
    book["נסתר"].sheet_state = "hidden"
    found = read(book, tmp_path)
    assert [(item.text, item.role) for item in found] == [
        ("מחירון", Role.HEADING),
        ("שם\tעיר\tימים", Role.ROW),
        ("דנה\tחיפה\t22", Role.ROW),
        ("Отпуск 2025", Role.HEADING),
        ("Сотрудник\tДни\tמנהל", Role.ROW),
        ("Иван\t14\tأحمد", Role.ROW),
    ]
    assert [item.label for item in found if item.label] == ["מחירון", "Отпуск 2025"]
    assert [item.starts_page for item in found] == [False] * 3 + [True, False, False]


def test_numbers_and_dates_stand_as_their_cells_show_them(tmp_path: Path) -> None:
    book = book_of(("₪", "%", "תאריך", "שעה", "סכום", "נכון"))
    values = (1250.5, 0.185, date(2025, 1, 31), time(14, 30), datetime(2025, 1, 31, 9, 5), True)  # noqa: DTZ001 - a sheet's time is in no zone
    book.active.append(values)
    formats = ("[$₪-40D]#,##0.00", "0.0%", "dd/mm/yyyy", "hh:mm", "d.m.yy hh:mm", "General")
    for cell, code in zip(book.active[2], formats, strict=True):
        cell.number_format = code
    assert (
        read(book, tmp_path)[-1].text == "₪1,250.50\t18.5%\t31/01/2025\t14:30\t31.1.25 09:05\tTRUE"
    )


def test_a_workbook_that_counts_from_1904_has_the_same_dates(tmp_path: Path) -> None:
    book: Any = openpyxl.Workbook()
    book.epoch = datetime(1904, 1, 1)  # noqa: DTZ001 - a sheet's time is in no zone
    book.active.append((date(2025, 1, 31),))
    book.active["A1"].number_format = "dd/mm/yyyy"
    assert read(book, tmp_path)[-1].text == "31/01/2025"


def test_a_title_over_a_table_is_no_row_and_the_head_is_known(tmp_path: Path) -> None:
    book = book_of(
        ("מחירון הצפון",), ("פריט", "מחיר"), ("מסך 27", 899), ("עכבר", 59.9), (), ("סוף",)
    )
    book.active.merge_cells("A1:B1")
    found = read(book, tmp_path)[1:]
    assert [(item.text, item.role, item.is_head) for item in found] == [
        ("מחירון הצפון", Role.BODY, False),
        ("פריט\tמחיר", Role.ROW, True),
        ("מסך 27\t899", Role.ROW, False),
        ("עכבר\t59.9", Role.ROW, False),
        ("סוף", Role.BODY, False),
    ]


def test_the_head_of_a_table_that_excel_knows_is_one_even_of_years(tmp_path: Path) -> None:
    book = book_of(("2024", "2025"), (1, 2))
    book.active.add_table(Table(displayName="Years", ref="A1:B2"))
    assert [item.is_head for item in read(book, tmp_path)[1:]] == [True, False]


def test_a_cell_over_several_rows_stands_in_each_of_them(tmp_path: Path) -> None:
    book = book_of(("צפון", "חיפה", 3), (None, "עכו", 4), ("דרום", "אילת", 5))
    book.active.merge_cells("A1:A2")
    assert [item.text for item in read(book, tmp_path)[1:]] == [
        "צפון\tחיפה\t3",
        "צפון\tעכו\t4",
        "דרום\tאילת\t5",
    ]


def test_hidden_rows_and_columns_stay_out(tmp_path: Path) -> None:
    book = book_of(("שם", "שכר", "עיר"), ("דנה", 9000, "חיפה"), ("אבי", 8000, "עכו"))
    book.active.column_dimensions["B"].hidden = True
    book.active.row_dimensions[3].hidden = True
    assert [item.text for item in read(book, tmp_path)[1:]] == ["שם\tעיר", "דנה\tחיפה"]


def test_rows_that_a_filter_hides_are_read(tmp_path: Path) -> None:
    book = book_of(("שם", "עיר"), ("דנה", "חיפה"), ("אבי", "עכו"))
    book.active.auto_filter.ref = "A1:B3"
    book.active.auto_filter.add_filter_column(1, ["חיפה"])
    book.active.row_dimensions[3].hidden = True
    assert [item.text for item in read(book, tmp_path)[1:]] == ["שם\tעיר", "דנה\tחיפה", "אבי\tעכו"]


def test_a_formula_shows_what_it_last_came_to(tmp_path: Path) -> None:
    book = book_of(("סך", "=1+1"), ("שם", '="א"'))
    path = tmp_path / "a.xlsx"
    book.save(path)
    plain = path.read_bytes()
    assert [item.text for item in read_xlsx(path, name="a.xlsx")[1:]] == ["סך", "שם"]
    kept = with_part(plain, "<f>1+1</f><v></v>", "<f>1+1</f><v>2</v>", tmp_path)
    assert read_xlsx(kept, name="a.xlsx")[1].text == "סך\t2"


def with_part(package: bytes, old: str, new: str, tmp_path: Path) -> Path:
    """Replace text in the first sheet of a workbook."""
    target = tmp_path / "changed.xlsx"
    with (
        zipfile.ZipFile(io.BytesIO(package)) as source,
        zipfile.ZipFile(target, "w") as archive,
    ):
        for name in source.namelist():
            data = source.read(name)
            if name.endswith("sheet1.xml"):
                text = data.decode()
                assert old in text
                data = text.replace(old, new).encode()
            archive.writestr(name, data)
    return target


def test_text_in_the_cell_itself_and_error_values_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book_of((1,)).save(path)
    cells = (
        '<c r="A1" t="inlineStr"><is><r><t>של</t></r><r><t>ום</t></r><rPh><t>x</t></rPh></is></c>'
        '<c t="e"><v>#N/A</v></c><c t="str"><v>a_x000D_b</v></c><c t="d"><v>2025-01-31</v></c>'
    )
    text = '<c r="A1" t="n"><v>1</v></c>'
    changed = with_part(path.read_bytes(), text, cells, tmp_path)
    assert read_xlsx(changed, name="a.xlsx")[1].text == "שלום\t#N/A\ta b\t2025-01-31"


def test_a_million_formatted_rows_without_text_cost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book_of((1,)).save(path)
    many = '<c r="A1" t="n"><v>1</v></c></row>' + '<row><c s="0"/></row>' * 200_000 + "<row>"
    changed = with_part(
        path.read_bytes(), '<c r="A1" t="n"><v>1</v></c></row>', many[:-5], tmp_path
    )
    assert [item.text for item in read_xlsx(changed, name="a.xlsx")] == ["מחירון", "1"]


def test_too_many_cells_are_refused_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx, "CELLS_LIMIT", 5)
    book = book_of(*[("א", "ב")] * 3)
    with pytest.raises(DocumentTooLargeError, match=r"גיליון\.xlsx.*Divide"):
        read(book, tmp_path)


def test_cells_far_apart_are_read_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx_sheet, "PLACES_LIMIT", 5)
    book = book_of()
    for at, place in enumerate(("A1", "ZZ1", "B2", "XFD2")):
        book.active[place] = f"ת{at}"
    assert [item.text for item in read(book, tmp_path)[1:]] == ["ת0\tת1", "ת2\tת3"]


def test_a_workbook_that_is_cut_off_is_named(tmp_path: Path) -> None:
    path = tmp_path / "whole.xlsx"
    book_of(("א", 1)).save(path)
    cut = tmp_path / "קטוע.xlsx"
    cut.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(DamagedDocumentError, match=r"קטוע\.xlsx"):
        read_xlsx(cut, name=cut.name)

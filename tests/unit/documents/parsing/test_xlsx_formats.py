"""A number is written as its cell shows it."""

import math

import pytest

from kesher.documents.parsing.xlsx_formats import format_value


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (1250.5, "[$₪-40D]#,##0.00", "₪1,250.50"),
        (1250.5, '#,##0.00\\ "₪"', "1,250.50 ₪"),
        (-1250, '_-* #,##0.00\\ "₪"_-;\\-* #,##0.00\\ "₪"_-', "-1,250.00 ₪"),
        (-3, "#,##0;(#,##0)", "(3)"),
        (-5, "0", "-5"),
        (0, '0;-0;"אפס"', "אפס"),
        (0.185, "0%", "19%"),
        (0.185, "0.0%", "18.5%"),
        (1234567, '#,##0,"K"', "1,235K"),
        (31234567, "000-0000000", "003-1234567"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (0.75, "# ?/?", "3/4"),
        (2.75, "# ?/?", "2 3/4"),
        (0.1 + 0.2, "General", "0.3"),
        (3.14159, "General", "3.14159"),
        (123456789012, "General", "123456789012"),
        (1.5, "0.##", "1.5"),
        (0.5, "#.0", ".5"),
        (999.999, "0.00", "1000.00"),
        (12, "@", "12"),
        (150, '[>=100]"רב";0', "רב"),
        (5, '[>=100]"רב";[<0]"שלילי";0', "5"),
        (7, '"יום "0" מתוך 10"', "יום 7 מתוך 10"),
        (1e308, "0", "1e+308"),
        (math.inf, "0", "inf"),
    ],
)
def test_a_number_is_written_by_its_format(value: float, code: str, shown: str) -> None:
    assert format_value(value, code) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (45658, "dd/mm/yyyy", "01/01/2025"),
        (45658.604, "dd.mm.yy hh:mm", "01.01.25 14:29"),
        (45658, "[$-40D]d mmmm yyyy", "1 ינואר 2025"),
        (45658, "[$-419]d mmmm yyyy;@", "1 январь 2025"),
        (45658, "[$-2000401]d mmmm yyyy", "1 يناير 2025"),
        (45658, "d-mmm-yy", "1-Jan-25"),
        (45658, "[$-40D]dddd", "רביעי"),
        (0.6041666, "h:mm AM/PM", "2:30 PM"),
        (1.5, "[h]:mm", "36:00"),
        (0.000011574, "mm:ss.0", "00:01.0"),
        (-1, "dd/mm/yyyy", "-1"),
        (9e9, "dd/mm/yyyy", "9000000000"),
        (1, "dd/mm/yyyy", "01/01/1900"),
        (59, "dd/mm/yyyy", "28/02/1900"),
        (61, "dd/mm/yyyy", "01/03/1900"),
    ],
)
def test_a_date_is_written_by_its_format(value: float, code: str, shown: str) -> None:
    assert format_value(value, code) == shown


@pytest.mark.parametrize(
    "code", ["", ";", ";;;", "[", '"', "\\", "[$", "E+", "0" * 9_999, "/0", "."]
)
def test_a_broken_format_still_writes_something_or_nothing(code: str) -> None:
    assert isinstance(format_value(-12.5, code), str)

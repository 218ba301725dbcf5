"""Lines and cells whose letters do not tell which way they run, read as their writer meant them."""

from pathlib import Path

import pytest

from drawn_pdf import Drawn, draw, right
from kesher.documents.parsing.pdf import read_page

HEBREW_PAGE = right("תירבע תבותכ דומעה שאר", 60)


def lines_of(path: Path) -> list[str]:
    return read_page(path, 1).text.splitlines()


@pytest.mark.parametrize(
    ("drawn", "logical"),
    [
        ("127.40 ₪", "127.40 ₪"),
        ("₪ 127.40", "127.40 ₪"),
        ("+2.5%", "+2.5%"),
        ("2.5%+", "+2.5%"),
        ("-36", "-36"),
        ("36-", "-36"),
        ("+972-3-5550123", "+972-3-5550123"),
        ("+12", "12+"),
        ("₪88", "₪88"),
    ],
)
def test_an_amount_alone_in_its_line_runs_as_amounts_do(
    tmp_path: Path, drawn: str, logical: str
) -> None:
    path = draw(tmp_path / "amount.pdf", [HEBREW_PAGE, right(drawn, 100)])

    assert lines_of(path)[-1] == logical


def test_an_amount_of_a_latin_page_stays_as_it_is_drawn(tmp_path: Path) -> None:
    pieces = [
        Drawn("Head of an English page", 60, 60, font="latin"),
        Drawn("12 -", 60, 100, font="latin"),
    ]

    assert lines_of(draw(tmp_path / "latin.pdf", pieces))[-1] == "12 -"


@pytest.mark.parametrize(
    ("drawn", "logical"),
    [
        ("Lenovo ThinkPad 14 יתרבח בשחמ", "מחשב חברתי Lenovo ThinkPad 14"),
        ("Type H07 5x1.5 לבכ", "כבל Type H07 5x1.5"),
        (
            "3-כ וניתמה git clone --depth 1 הדוקפה תא ושיקה",
            "הקישו את הפקודה git clone --depth 1 המתינו כ-3",
        ),
    ],
)
def test_a_hebrew_line_of_more_latin_letters_still_runs_leftwards(
    tmp_path: Path, drawn: str, logical: str
) -> None:
    others = [right("תירבע הרוש דועו", 60 + 20 * at) for at in range(3)]
    path = draw(tmp_path / "mixed.pdf", [*others, right(drawn, 160, x=420)])

    assert lines_of(path)[-1] == logical


def test_an_english_line_that_names_one_hebrew_word_still_runs_rightwards(tmp_path: Path) -> None:
    line = "The hebrew word for peace between nations is םולש in every book"
    pieces = [HEBREW_PAGE, Drawn(line, 60, 160)]

    found = lines_of(draw(tmp_path / "quoted.pdf", pieces))[-1]

    assert found == "The hebrew word for peace between nations is שלום in every book"


@pytest.mark.parametrize(
    ("drawn", "logical"),
    [
        ("הנושארה הנעטל .3", None),
        ("הנושארה הנעטל 3.", "3. לטענה הראשונה"),
        ("הנושארה הנעטל 2.4.", "2.4. לטענה הראשונה"),
        ("הנושארה הנעטל א.", "א. לטענה הראשונה"),
    ],
)
def test_a_list_number_whose_point_is_drawn_right_of_it_keeps_its_form(
    tmp_path: Path, drawn: str, logical: str | None
) -> None:
    path = draw(tmp_path / "list.pdf", [HEBREW_PAGE, right(drawn, 100)])

    assert lines_of(path)[-1] == (logical or "3. לטענה הראשונה")


def test_a_phone_after_arabic_letters_begins_with_its_prefix_however_it_was_drawn(
    tmp_path: Path,
) -> None:
    ends = {"02-6543219", "6543219-02"}
    found = set()
    for number, drawn in enumerate(sorted(ends)):
        pieces = [
            right("ﻒﺗﺎﻫ", 100, font="arabic"),
            Drawn(drawn, 420, 100, font="latin"),
            right("ﺔﻴﺑﺮﻋ ﺔﻤﻠﻛ", 60, font="arabic"),
        ]
        found.add(lines_of(draw(tmp_path / f"{number}.pdf", pieces))[-1].split()[-1])

    assert found == {"02-6543219"}


@pytest.mark.parametrize(
    ("below", "first"),
    [("ןבל Mat", "צבע פנים Aqua-"), ("הדוקפה תא ונעיר", "צבע פנים -Aqua")],
)
def test_a_hyphen_belongs_to_the_latin_word_that_goes_on_in_the_line_below(
    tmp_path: Path, below: str, first: str
) -> None:
    pieces = [HEBREW_PAGE, right("Aqua- םינפ עבצ", 100), right(below, 120)]

    assert lines_of(draw(tmp_path / "broken.pdf", pieces))[1] == first

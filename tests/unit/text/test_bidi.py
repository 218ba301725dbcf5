import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.text import bidi
from kesher.text.direction import Direction

# Logical lines, each with how a right-to-left paragraph draws it, from left to right.
DRAWN = [
    ("שלום", "םולש"),
    ("1. עובד זכאי ל-22 ימי חופשה", "השפוח ימי 22-ל יאכז דבוע .1"),
    ("בתוקף מיום 12.08.2026.", ".12.08.2026 םוימ ףקותב"),
    ("שעות 09:30–17:00", "17:00–09:30 תועש"),
    ("רח׳ הברזל 24 (קומה 3)", "(3 המוק) 24 לזרבה ׳חר"),
    ("סעיף 4.2(ב)", "(ב)4.2 ףיעס"),
    ("דרך VPN בלבד", "דבלב VPN ךרד"),
    ("תקן ISO 27001 כאן", "ןאכ ISO 27001 ןקת"),
    ("תמיכה: help@example.co.il", "help@example.co.il :הכימת"),
    ("מחיר ₪1,250.50 כולל 18%", "18% ללוכ ₪1,250.50 ריחמ"),
    ("1. VPN נדרש", "שרדנ VPN .1"),
    ("נפח 16 GB בלבד", "דבלב GB 16 חפנ"),
    ("ראו 31.12.2027 (VPN)", "(VPN) 31.12.2027 ואר"),
    ("الموظف 22 يوما", "اموي 22 فظوملا"),
]


@pytest.mark.parametrize(("logical", "drawn"), DRAWN)
def test_a_hebrew_or_arabic_line_is_drawn_as_readers_know_it(logical: str, drawn: str) -> None:
    assert bidi.to_visual(logical, "rtl") == drawn


@pytest.mark.parametrize(("logical", "drawn"), DRAWN)
def test_a_drawn_line_becomes_the_logical_one_again(logical: str, drawn: str) -> None:
    assert bidi.to_logical(drawn, "rtl") == logical


@pytest.mark.parametrize(
    ("logical", "drawn"),
    [
        ("Employees (see נוהל 7) may work.", "Employees (see 7 להונ) may work."),
        ("The word שלום means peace.", "The word םולש means peace."),
        ("Слово שלום значит мир.", "Слово םולש значит мир."),
    ],
)
def test_hebrew_inside_a_latin_or_russian_line_is_turned_alone(logical: str, drawn: str) -> None:
    assert bidi.to_visual(logical, "ltr") == drawn
    assert bidi.to_logical(drawn, "ltr") == logical


def test_points_stay_behind_their_letter_in_both_orders() -> None:
    shalom = "שָׁלוֹם"
    drawn = bidi.to_visual(shalom, "rtl")
    assert drawn == "םוֹלשָׁ"
    assert bidi.to_logical(drawn, "rtl") == shalom


def test_numbers_after_arabic_letters_are_grouped_as_arabic_ones() -> None:
    assert bidi.to_visual("هاتف 03-1234567", "rtl") == "1234567-03 فتاه"


def test_digits_drawn_leftwards_are_read_leftwards() -> None:
    drawn = list("00:61-ל")  # an OCR layer that mirrors the whole word "ל-16:00"
    levels = bidi.visual_levels(drawn, "rtl", drawn_leftwards=range(7))
    order = bidi.reorder(levels)
    ordered = bidi.faced([drawn[place] for place in order], [levels[place] & 1 for place in order])
    assert "".join(ordered) == "ל-16:00"


_hebrew = st.text("אבגדהוזחטיכלמנסעפצקרשת", min_size=1, max_size=7)
_number = st.from_regex(r"[1-9][0-9]{0,3}([.,:/-][0-9]{1,2}){0,2}", fullmatch=True)
_latin = st.text("abcdefgXYZ", min_size=2, max_size=7)
_aside = st.builds("({} {})".format, _hebrew, _number)
# A Latin word keeps Hebrew on both sides: beside a number, its drawing has two readings.
_latin_inside = st.builds("{} {} {}".format, _hebrew, _latin, _hebrew)
_word = st.one_of(_hebrew, _number, _aside, _latin_inside)
_line = st.builds(
    lambda first, words, last: " ".join([first, *words, last]), _hebrew, st.lists(_word), _hebrew
)


@given(_line)
def test_drawing_a_hebrew_line_and_reading_it_back_gives_the_line(line: str) -> None:
    assert bidi.to_logical(bidi.to_visual(line, "rtl"), "rtl") == line


@given(st.text(), st.sampled_from(["rtl", "ltr"]))
def test_reordering_loses_and_adds_no_unit(text: str, base: Direction) -> None:
    units = bidi.units(text)
    for levels in (bidi.levels(units, base), bidi.visual_levels(units, base)):
        assert sorted(bidi.reorder(levels)) == list(range(len(units)))

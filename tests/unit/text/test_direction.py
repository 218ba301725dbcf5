import pytest

from kesher.text.direction import Direction, direction


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("נוהל עבודה מהבית", "rtl"),
        ("دليل الموظف", "rtl"),
        ("Employee handbook", "ltr"),
        ("Справочник сотрудника", "ltr"),
        ("PDF של הנוהל המעודכן", "rtl"),
        ("Employees may work from home (נוהל 7)", "ltr"),
        ("שָׁלוֹם hi", "rtl"),
    ],
)
def test_most_letters_decide_and_not_the_first(text: str, expected: Direction) -> None:
    assert direction(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ממלאים באתר https://portal.example.co.il/forms/leave/request",
        "לפנות אל helpdesk.department@example.co.il",
        "התיקייה C:\\Documents\\Policies\\Leave",
    ],
)
def test_an_address_does_not_make_a_hebrew_line_latin(text: str) -> None:
    assert direction(text) == "rtl"


@pytest.mark.parametrize("text", ["", "12.08.2026", "(4)", "אב ab"])
def test_a_text_without_majority_takes_the_default(text: str) -> None:
    assert direction(text, default="rtl") == "rtl"
    assert direction(text, default="ltr") == "ltr"

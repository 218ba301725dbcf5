"""A value stands in a text whole, or it does not stand there."""

from decimal import Decimal

import pytest

from kesher.context.guard.shapes import numbers
from kesher.context.guard.standing import is_in
from kesher.domain.json_value import Json


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("789", "the car 789GHI"),
        (789, "the car 789GHI"),
        ("789", "מספר הרכב 789אבג"),
        ("789", "رقم السيارة 789بجد"),
        ("789", "номер 789ГДЕ"),
        (12, "דירה 12ב"),
        ("12", "דירה 12ב"),
        ("5", "שער א5"),
        (789, "write to a789@x.com or https://x.com/789/a"),
        (121, "US133-000-121-212-212"),
        ("ann", "joanna"),
        ("דן", "הדנה"),
        ("123456789", "0123456789012"),
        ("2024-05-15", "2024-05-1"),
    ],
)
def test_a_piece_of_a_longer_word_does_not_stand_in_a_text(value: Json, text: str) -> None:
    assert not is_in(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("789GHI", "the car 789ghi."),
        (5, "ב5 בערב"),
        ("5", "ל-5 אנשים"),
        ("5", "نحتاج بـ5 مقاعد"),
        (22, "22 ימי חופשה"),
        (100, "pay USD100"),
        (100, 'שלם 100ש"ח'),
        (100, "заплати 100руб"),
        (10, "at 10am, 10km away"),
        (3, "on the 3rd"),
        (1200, "1,200.00 in all"),
        (0.5, "0.5%"),
        ("dana", "מייל לdana"),
        ("הדוח השנתי", "שלח את הדוח השנתי"),
        ("123456789", "account 123-456-789 please"),
        ("2024-05-15", "on 15.5.2024"),
    ],
)
def test_a_whole_value_stands_in_a_text_however_it_is_written(value: Json, text: str) -> None:
    assert is_in(value, text)


def test_digits_inside_words_and_addresses_are_no_numbers() -> None:
    text = "GPT4 read 12 pages of https://x.com/2024/99 for a7@b.com, v3beta, 5kg"
    assert numbers(text) == {Decimal(12), Decimal(5)}

"""Numbers that name no order, in messages that speak of orders, too."""

import pytest

from kesher.memory.rules.numbering import numbers_in
from unit.memory.rules.said import facts, heard

FOREIGN = (
    "where is my order? call me at (415) 555-0132",
    "where is my order? my number is 415-555-0132",
    "the refund for my order goes to DE89 3704 0044 0532 0130 00",
    "ההחזר על ההזמנה לחשבון IL620108000000099999999",
    "my order never came, ZIP code 90210",
    "ההזמנה לא הגיעה, המיקוד שלי 4428112",
    "my order comes to room 4012",
    "ההזמנה אצל השומר, טיסה 3458 נוחתת מאוחר",
    "deliver the order at 1430",
    "ההזמנה מאז 2019 לא זזה",
    "הרכב של המשלוח, רישוי 12-345-67",
    "the driver with plate 8821-KD-4 has my order",
    "המונה מראה 48213 וההזמנה לא פה",
    "заказ не пришёл, индекс 4428112",
    "الطلب لم يصل، الرمز 4428112",
)


@pytest.mark.parametrize("text", FOREIGN)
def test_no_order_is_named_by_another_things_number(text: str) -> None:
    found = heard(text)
    assert [r.text for r in found.references if r.kind == "number"] == []
    assert [s for s in found.statements if s.key == "order"] == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("הזמנה 4521 לא הגיעה", "4521"),
        ("order code FH-3310 is late", "FH-3310"),
        ("my booking 90210 is late", "90210"),
        ("מספר ההזמנה: 7314, הקוד לכניסה 90210", "7314"),
    ],
)
def test_an_order_is_named_by_its_own_number(text: str, number: str) -> None:
    found = heard(text)
    told = {r.text for r in found.references} | {s.subject.text for s in found.statements}
    assert number in told | {s.value for s in found.statements}


def test_an_order_is_known_by_the_word_before_its_number_in_russian_and_arabic() -> None:
    for text in ("заказ 7314 не пришёл", "طلب 7314 لم يصل"):
        assert [(n.text, n.type) for n in numbers_in(text)] == [("7314", "order")]


def test_a_telephone_of_the_united_states_is_one() -> None:
    assert facts("my number is (415) 555-0132") == ["user.phone=4155550132"]

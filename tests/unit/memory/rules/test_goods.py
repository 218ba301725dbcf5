"""Goods of an order: what they are, their colour and price, and numbers that name none."""

import pytest

from unit.memory.rules.said import facts, heard


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'הזמנתי מכם מקרר סמסונג 500 ליטר ב-3,490 ש"ח, מספר הזמנה 88213',
            {
                "88213.product=מקרר סמסונג 500 ליטר",
                "88213.price=3490 ILS",
                "user.order=88213",
            },
        ),
        (
            "I also ordered a washing machine, order 5522, for 2,150 NIS",
            {"5522.product=washing machine", "5522.price=2150 ILS", "user.order=5522"},
        ),
        (
            "I ordered a grey sofa for the living room, order A-5521",
            {"A-5521.product=sofa", "A-5521.color=grey", "user.order=A-5521"},
        ),
    ],
)
def test_goods_colour_and_price_are_the_orders(text: str, expected: set[str]) -> None:
    assert set(facts(text)) == expected


@pytest.mark.parametrize(
    ("text", "goods"),
    [
        ("הזמנה חדשה 90155: שתי כורסאות ירוקות", "שתי כורסאות ירוקות"),
        ("New order 90155: two green armchairs", "two green armchairs"),
    ],
)
def test_a_new_order_is_heard_with_its_goods(text: str, goods: str) -> None:
    assert set(facts(text)) == {f"90155.product={goods}", "user.order=90155"}


@pytest.mark.parametrize("text", ["מספר המעקב הוא RR700812IL", "The tracking number is RR700812IL"])
def test_the_number_of_a_parcel_is_one_word_and_names_no_order(text: str) -> None:
    extraction = heard(text)
    assert extraction.statements == ()
    assert not any(reference.text in ("RR", "IL", "700812") for reference in extraction.references)


def test_that_somebody_repaired_it_tells_nothing_of_what_was_done() -> None:
    before = ("הזמנתי ארון, מספר הזמנה 700812", "A: הזמנה 700812 בוטלה")
    assert facts("הטכנאי היה ותיקן, תודה", *before) == []

"""What is still to come of an order has not happened yet."""

import pytest

from kesher.domain.log import Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema
from unit.memory.rules.said import facts, message

_BOUGHT = "I ordered a sofa, order 5521"


def _told(text: str, before: str = _BOUGHT) -> dict[str, str]:
    said = message(text, Speaking.ASSISTANT)
    found = extract(said, [message(before)], shipped_schema()).statements
    return {statement.key: statement.value for statement in found}


@pytest.mark.parametrize(
    "text",
    [
        "Order 5521 will be delivered on February 15",
        "Your order 5521 will be shipped tomorrow",
        "Order 5521 is expected to be delivered by Friday",
        "Order 5521 is scheduled to be delivered on Sunday",
        "Order 5521 is going to be shipped next week",
        "Order 5521 should have been delivered yesterday",
        "It'll be delivered tomorrow",
        "הזמנה 5521 תהיה מוכנה לאיסוף מחר",
        "הזמנה 5521 אמורה להיות מוכנה לאיסוף ביום ראשון",
    ],
)
def test_what_is_promised_of_an_order_is_not_its_status(text: str) -> None:
    assert "order_status" not in _told(text)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Order 5521 was delivered today", "delivered"),
        ("Order 5521 has been shipped and will be delivered on Sunday", "shipped"),
        ("הזמנה 5521 מוכנה לאיסוף", "ready"),
        ("הזמנה 5521 נשלחה", "shipped"),
    ],
)
def test_what_has_happened_to_an_order_still_is_its_status(text: str, status: str) -> None:
    assert _told(text)["order_status"] == status


@pytest.mark.parametrize(
    "text",
    ["Order 5521 will be delivered on February 15", "Order 5521 is due to arrive on 15 February"],
)
def test_the_day_that_is_promised_is_kept(text: str) -> None:
    assert _told(text)["delivery_estimate"] == "2026-02-15"


def test_a_customer_who_was_promised_something_has_not_got_it() -> None:
    assert facts("The sofa was supposed to be delivered yesterday", _BOUGHT) == []

"""Addresses as they are said, mended in one part, and those that one delivery goes to."""

import pytest

from unit.memory.rules.said import facts


@pytest.mark.parametrize(
    ("before", "text", "right"),
    [
        (
            "אני גר ברחוב הגפן 14 דירה 6, רמת גן",
            "טעיתי, דירה 16 ולא 6",
            "רחוב הגפן 14 דירה 16, רמת גן",
        ),
        (
            "אני גר ברחוב הגפן 14 דירה 6, רמת גן",
            "סליחה, לא דירה 6 אלא דירה 16",
            "רחוב הגפן 14 דירה 16, רמת גן",
        ),
        (
            "אני גר ברחוב הגפן 14 דירה 6, רמת גן",
            "טעיתי, הגפן 15 ולא 14",
            "רחוב הגפן 15 דירה 6, רמת גן",
        ),
        (
            "I live at 40 Weizmann St, Kfar Saba",
            "sorry, it's 44 Weizmann, not 40",
            "44 Weizmann St, Kfar Saba",
        ),
        (
            "I live at 40 Weizmann St, Kfar Saba",
            "sorry, it's 44 Weizmann St, not 40",
            "44 Weizmann St, Kfar Saba",
        ),
        (
            "My address is 12 Dizengoff St, Tel Aviv, apartment 3",
            "sorry, apartment 5, not 3",
            "12 Dizengoff St apartment 5, Tel Aviv",
        ),
    ],
)
def test_a_part_of_an_address_is_put_right_within_the_whole(
    before: str, text: str, right: str
) -> None:
    (said,) = facts(before)
    assert facts(text, before) == [f"user.address={right} (not {said.partition('=')[2]})"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (
            "I live at 12 Dizengoff St, Tel Aviv, apartment 3",
            "12 Dizengoff St apartment 3, Tel Aviv",
        ),
        (
            "I live at 12 Dizengoff St, apartment 3, Tel Aviv",
            "12 Dizengoff St apartment 3, Tel Aviv",
        ),
        ("הכתובת שלי היא רחוב הרצל 5, דירה 3, חיפה", "רחוב הרצל 5 דירה 3, חיפה"),
        ("אני גר ברח' הרצל 5 חיפה", "רח' הרצל 5, חיפה"),
    ],
)
def test_flat_and_street_word_are_kept_as_they_were_said(text: str, address: str) -> None:
    assert facts(text) == [f"user.address={address}"]


def test_a_flat_behind_a_floor_belongs_to_the_address() -> None:
    assert facts("הכתובת שלי: הרצל 5 קומה 2 דירה 3, חיפה") == [
        "user.address=הרצל 5 דירה 3, חיפה",
        "user.floor=2",
    ]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        (
            "הזמנתי מקרר, מספר הזמנה 88213",
            "את המקרר תשלחו הפעם לאמא שלי, רחוב ויצמן 3 כפר סבא",
            "מקרר.delivery_address=רחוב ויצמן 3, כפר סבא",
        ),
        (
            "הזמנתי מקרר, מספר הזמנה 88213",
            "אפשר לשלוח לאחותי? רחוב ויצמן 3, כפר סבא",
            "88213.delivery_address=רחוב ויצמן 3, כפר סבא",
        ),
        (
            "הזמנתי מקרר, מספר הזמנה 88213",
            "הפעם תשלחו לכתובת ויצמן 3",
            "88213.delivery_address=ויצמן 3",
        ),
        (
            "I ordered a fridge, order 88213",
            "Please send the fridge to my brother, 3 Weizmann St, Kfar Saba",
            "fridge.delivery_address=3 Weizmann St, Kfar Saba",
        ),
    ],
)
def test_where_one_delivery_goes_to_another_is_no_home(
    before: str, text: str, expected: str
) -> None:
    assert facts(text, before) == [expected]


def test_a_new_address_of_ones_own_is_still_ones_home() -> None:
    assert facts("תשלחו לכתובת החדשה שלי, ויצמן 3 כפר סבא") == ["user.address=ויצמן 3, כפר סבא"]

"""What shops, garages and insurers tell of orders and claims, and what people want of them."""

import pytest

from unit.memory.rules.said import facts
from unit.memory.rules.told import missing, told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("הזמנה 81120 אושרה: כיסא גיימינג, 890 ₪", ["81120.product=כיסא גיימינג"]),
        ("הזמנה 81121: סטטוס מאושרת", ["81121.order_status=confirmed"]),
        ("Order 81122 is out for delivery", ["81122.order_status=shipped"]),
        ("הזמנה 81123 ממתינה לאיסוף בסניף", ["81123.order_status=ready"]),
        ("ההזמנה 81124 נדחתה ל-20.2", ["81124.order_status=delayed"]),
        ("Order 81125: linen dress, teal, $60", ["81125.price=60 USD"]),
        ("הזמנה 81126: וילון, גוון שמנת, 300 ₪", ["81126.color=שמנת"]),
        ("Booking 81127: cabin, 400 EUR. Paid with Visa 5512.", ["81127.payment_method=Visa 5512"]),
    ],
)
def test_what_agents_read_out_of_an_order_is_read(text: str, expected: list[str]) -> None:
    assert missing(expected, told(text)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("הזמנה 4410 בוטלה. דמי ביטול 35 ₪", "4410.cancellation_fee=35 ILS"),
        ("Booking 4411 is cancelled. Cancellation fee: 20 EUR", "4411.cancellation_fee=20 EUR"),
        ("Claim 4412: the excess is $150", "4412.deductible=150 USD"),
        ("תביעה 4413 אושרה, סכום הפיצוי 900 ₪", "4413.approved_amount=900 ILS"),
        ("הזמנה 4414 עודכנה בתוספת 60 ₪", "4414.extra_charge=60 ILS"),
    ],
)
def test_a_sum_is_what_the_words_beside_it_call_it(text: str, expected: str) -> None:
    found = told(text)
    assert expected in found
    assert not [fact for fact in found if ".price=" in fact or ".refund_amount=" in fact]


@pytest.mark.parametrize(
    "text",
    [
        "דמי ביטול הם 5% או 80 ₪, הנמוך מביניהם",
        "The cancellation fee is 10 EUR or 5% of the price",
        "אפשר דגם אחר בתוספת 90 ₪, או החזר מלא?",
        "Комиссия за отмену 50 шекелей?",
        "رسوم الإلغاء 50 شيكل؟",
    ],
)
def test_a_rule_for_everybody_is_no_sum_of_an_order(text: str) -> None:
    assert told(text, "הזמנתי אצלכם מנורה") == []


def test_a_refund_in_a_later_sentence_leaves_the_goods_their_price() -> None:
    found = told("הזמנה 5501 אושרה: שולחן גינה, 700 ₪. ההפרש, 40 ₪, יוחזר לכרטיס 1188.")
    assert "5501.price=700 ILS" in found
    assert [fact for fact in found if "refund_amount" in fact] == ["5501.refund_amount=40 ILS"]


def test_a_bare_stretch_answers_when_the_money_comes() -> None:
    before = ("A: הזמנה 5502 בוטלה, 80 ₪ יוחזרו לכרטיס.", "מתי?")
    assert told("תוך 9 ימים", *before) == ["5502.refund_eta=9 ימים"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("נעמה: 054-555-0188", ["נעמה.phone=054-5550188"]),
        ("The driver Boaz: 052-555-0171", ["Boaz.phone=052-5550171"]),
        ("רשמתי: 058-555-0199", []),
    ],
)
def test_a_number_behind_a_name_is_that_persons(text: str, expected: list[str]) -> None:
    phones = [fact for fact in told(text, "הזמנה 5503") if ".phone=" in fact]
    assert phones == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אני מעדיף החלפה", "6601.resolution=החלפה"),
        ("I'd like my money back", "6601.resolution=refund"),
        ("they gave me a voucher of 50", "6601.resolution=voucher of 50"),
    ],
)
def test_how_a_ticket_is_to_be_settled_is_read(text: str, expected: str) -> None:
    assert expected in facts(text, "A: פתחתי פנייה 6601")


def test_a_card_named_in_talk_of_a_refund_is_where_the_money_goes() -> None:
    found = facts("לכרטיס 7712 בבקשה", "הזמנה 6602", "A: הזיכוי על הזמנה 6602 יועבר לכרטיס")
    assert "6602.refund_method=כרטיס 7712" in found
    assert not [fact for fact in found if "payment_method" in fact]


def test_why_somebody_cancels_is_read_beside_the_wish() -> None:
    found = facts("I need to cancel booking 6603, my father is in hospital")
    assert "6603.cancellation_reason=my father is in hospital" in found


def test_who_denies_that_they_cancelled_gives_no_reason() -> None:
    assert facts("ביטול? לא ביטלתי שום דבר", "הזמנה 6605") == []


def test_a_cancelled_card_cancels_no_order() -> None:
    found = facts("לא לכרטיס הזה, הוא בוטל", "הזמנה 6604", "A: הזיכוי על 6604 יועבר לכרטיס 1234")
    assert not [fact for fact in found if "order_status" in fact]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("הרכב מוכן, אפשר לבוא", "repair_status=ready"),
        ("צריך שמאי לפני שנתחיל", "repair_status=awaiting_appraiser"),
        ("We started work today", "repair_status=in_progress"),
    ],
)
def test_how_far_a_cars_repair_is_told_by_the_garage(text: str, expected: str) -> None:
    assert any(fact.endswith(expected) for fact in told(text, "השארתי את הרכב במוסך"))


def test_a_car_fetched_is_collected_that_day() -> None:
    found = facts("אספתי את האוטו", "A: הרכב מוכן במוסך")
    assert "אוטו.repair_status=collected" in found
    assert "אוטו.pickup=2026-02-10" in found


def test_a_work_card_is_a_ticket_and_a_plate_no_order() -> None:
    found = told("פתחתי כרטיס עבודה 3390 לרכב 410-22-817")
    assert "3390.ticket_status=open" in found
    assert not [fact for fact in found if "order" in fact]

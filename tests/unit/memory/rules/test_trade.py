import pytest

from unit.memory.rules.said import facts
from unit.memory.rules.told import missing, told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "הזמנתי אצלכם ספה לפני שבוע, הזמנה 5120",
            ["5120.product=ספה", "5120.order_date=2026-02-03", "user.order=5120"],
        ),
        (
            "I ordered a blender yesterday, order 8812, still nothing",
            ["8812.product=blender", "8812.order_date=2026-02-09", "user.order=8812"],
        ),
        ("הזמנה 9034 הגיעה סוף סוף", ["9034.order_status=delivered"]),
        ("my order QX-5519 arrived today", ["QX-5519.order_status=delivered"]),
        ("ביטלתי את הזמנה 41002", ["41002.order_status=cancelled"]),
        ("החזרתי את הנעליים, הזמנה 5561", ["5561.order_status=returned"]),
        ("I sent back order QX-5520", ["QX-5520.order_status=returned"]),
        ("הזמנה 77-301 אבדה בדרך", ["77-301.order_status=lost"]),
        ("ההזמנה 6612 עדיין בייצור", ["6612.order_status=in_production"]),
        ("my refund for QX-5520 came through", ["QX-5520.refund_status=paid"]),
    ],
)
def test_what_became_of_an_order_is_read(text: str, expected: list[str]) -> None:
    assert missing(expected, facts(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "הזמנה 30877 עדיין לא הגיעה",
        "תבטלו לי את 41002 בבקשה",
        "לא ביטלתי שום הזמנה",
        "אם ההזמנה 30877 הייתה מגיעה הייתי רוקד",
        "ההזמנה 30877 הגיעה?",
        "should I cancel order 8812?",
        "I never ordered a second one",
        "if my order arrived I would dance",
        "הסתיו הגיע",
        "אחותי הגיעה אתמול",
        "заказ 8812 где?",
        "أين الطلب 8812؟",
    ],
)
def test_what_is_asked_denied_or_supposed_of_orders_is_not_stated(text: str) -> None:
    assert [fact for fact in facts(text) if "order" in fact] == []


def test_an_order_read_out_gives_goods_price_payment_and_window() -> None:
    found = told(
        "הזמנה 6120: ארון הזזה לבן, 3,200 ₪, שולם בכרטיס שמסתיים ב-9931. "
        "אספקה ביום שני 16.2 בין 10 ל-14."
    )
    expected = [
        "6120.product=ארון הזזה לבן",
        "6120.price=3200 ILS",
        "6120.payment_method=כרטיס 9931",
        "user.order=6120",
    ]
    assert missing(expected, found) == []
    assert any(fact.endswith("delivery_window=2026-02-16 10:00-14:00") for fact in found)


def test_an_english_order_read_out_gives_the_same() -> None:
    found = told(
        "Found it, thanks Priya. 9034: four Frostline tyres, 1,880 ILS, paid with Visa 2275. "
        "Delivery Thursday February 12 between 12:00 and 16:00.",
        "where is order 9034?",
    )
    expected = [
        "user.name=Priya",
        "9034.product=four Frostline tyres",
        "9034.price=1880 ILS",
        "9034.payment_method=Visa 2275",
        "9034.delivery_window=2026-02-12 12:00-16:00",
    ]
    assert missing(expected, found) == []


def test_an_offered_window_holds_only_once_it_is_agreed_to() -> None:
    offer = "להזמנה 6120 יש חלון ביום חמישי 12.2 בין 16:00 ל-20:00. להעביר?"
    assert [fact for fact in told(offer) if "window" in fact] == []
    assert facts("כן כן", f"A: {offer}") == ["6120.delivery_window=2026-02-12 16:00-20:00"]
    assert facts("לא, זה לא מתאים", f"A: {offer}") == []


def test_a_cancelled_order_and_its_refund_are_told_apart_from_what_was_offered() -> None:
    found = told("הזמנה 88240 בוטלה. החזר של 2,150 ₪ לכרטיס 4410 תוך 10 ימי עסקים.")
    expected = [
        "88240.order_status=cancelled",
        "88240.refund_amount=2150 ILS",
        "88240.refund_method=כרטיס 4410",
        "88240.refund_eta=10 ימי עסקים",
        "88240.refund_status=pending",
    ]
    assert missing(expected, found) == []
    assert told("אפשר שולחן דומה ב-2,100 ₪, או החזר של 1,890 ₪.") == []


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("הזיכוי על הזמנה 5561 עבר לאישור הנהלת חשבונות", "awaiting_approval"),
        ("מנהל הסניף אישר את ההחזר על הזמנה 5561", "approved"),
        ("ההחזר על הזמנה 5561 בוצע היום לכרטיס 4410", "paid"),
        ("The refund for order 5561 was paid to Visa 2275 today", "paid"),
        ("The refund for order 5561 was rejected by the bank", "refused"),
    ],
)
def test_a_refund_is_as_far_as_it_is_said_to_be(text: str, status: str) -> None:
    statuses = [fact for fact in told(text) if "refund_status" in fact]
    assert statuses == [f"5561.refund_status={status}"]


def test_an_order_in_place_of_another_replaces_it() -> None:
    found = told("יצרתי הזמנת החלפה 4602 במקום 4521, ללא עלות.", "הזמנה 4521 שבורה")
    assert missing(["4602.replaces=4521", "4521.order_status=replaced"], found) == []


def test_a_ticket_is_opened_about_an_order_and_closed() -> None:
    found = told("פתחתי פנייה 5520 על הזמנה 88240. נחזור אליך עד מחר ב-12:00.")
    expected = ["5520.ticket_status=open", "5520.about=88240"]
    assert missing(expected, found) == []
    assert any("waiting_for" in fact for fact in found)
    assert told("סוגר את פנייה 5520.") == ["5520.ticket_status=closed"]
    assert told("לסגור את פנייה 5520?") == []


def test_a_visit_names_the_technician_and_the_hours() -> None:
    found = told("פתחתי קריאה C-7781. טכנאי, רועי, יגיע ביום רביעי 18.2 בין 9 ל-12.")
    expected = ["C-7781.technician=רועי", "C-7781.visit_window=2026-02-18 09:00-12:00"]
    assert missing(expected, found) == []


def test_numbers_of_cards_phones_and_prices_are_no_orders() -> None:
    for text in ("ויזה שמסתיימת ב-4410", "שילמתי 1890 ₪", "2580#", "הקוד 4417"):
        assert [fact for fact in facts(text, "A: מה מספר ההזמנה?") if ".order=" in fact] == []

"""What is told in few words is read by what was said before it: whose number, what came of it."""

import pytest

from unit.memory.rules.said import facts
from unit.memory.rules.told import told

_OPEN = ("יש לי נזילה מתחת לכיור", "A: פתחתי קריאה 2207.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("השותף שלי גלעד יהיה בבית, אז שיצלצלו לו 054-555-0117", "גלעד.phone=054-5550117"),
        ("אצל המוסכניק שלי, אלברט, 04 555 0120", "אלברט.phone=04-5550120"),
        ("המטפלת שלו, נינו. הנייד שלה 052-555-0166", "נינו.phone=052-5550166"),
        ("שיתקשר לאשתי רונית, היא תהיה בבית. 054 555 0191", "רונית.phone=054-5550191"),
        ("my brother Gal will open, call him on 054 555 0135", "Gal.phone=054-5550135"),
    ],
)
def test_a_number_belongs_to_whom_the_words_before_it_point_at(text: str, expected: str) -> None:
    found = facts(text)
    assert expected in found
    assert not [each for each in found if each.startswith("user.phone")]


def test_a_number_answers_for_the_person_whom_the_question_names() -> None:
    assert "מאיה.phone=058-5550139" in facts("שלה 058 555 0139", "A: תודה. הטלפון של מאיה?")


def test_a_number_with_a_pronoun_for_nobody_known_is_nobodys() -> None:
    assert not [each for each in facts("תתקשרו אליו 054 555 0122") if ".phone=" in each]


def test_a_number_asked_of_the_person_stays_theirs() -> None:
    found = facts("תגידו לרונית. 054 555 0191", "A: ומה הטלפון שלך?")
    assert "user.phone=054-5550191" in found


def test_a_full_name_before_an_address_introduces_the_person() -> None:
    found = facts("אוקי אז שירה קורן, מרחוב הדקל 19 דירה 5 בחולון. יש לי נזילה")
    assert "user.name=שירה קורן" in found
    assert any(each.startswith("user.address=") and "הדקל 19" in each for each in found)


def test_the_town_behind_an_address_is_no_name() -> None:
    found = facts("יואב שמעוני, האורן 8 דירה 3, רחובות", "A: איך קוראים לך ומה הכתובת?")
    assert [each for each in found if each.startswith("user.name=")] == ["user.name=יואב שמעוני"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("רק שלא ישלחו לי הודעות בשבת בבקשה", "שלא ישלחו לי הודעות בשבת"),
        ("אני במשמרת, אז לא להתקשר בבוקר בבקשה", "לא להתקשר בבוקר"),
        ("אל תתקשרו אחרי שמונה בערב, הקטנים ישנים", "אל תתקשרו אחרי שמונה בערב"),
        ("please don't ring before ten", "don't ring before ten"),
    ],
)
def test_when_not_to_call_is_a_wish_for_how_to_be_reached(text: str, value: str) -> None:
    assert facts(text).count(f"user.contact_preference={value}") == 1
    assert len([each for each in facts(text) if "contact_preference" in each]) == 1


@pytest.mark.parametrize(
    "text", ["הם לא התקשרו בבוקר", "למה לא להתקשר בבוקר?", "לא להתקשר", "he never called me"]
)
def test_a_call_that_was_not_made_is_no_wish(text: str) -> None:
    assert not [each for each in facts(text) if "contact_preference" in each]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("הוא היה פה, החליף נתב ומתח כבל", "החליף נתב ומתח כבל"),
        ("אז האינסטלטור שלכם היה. החליף סיפון ואמר שזה הקיר", "החליף סיפון"),
        ("סודר, החליף צילינדר. תחזירו לי?", "החליף צילינדר"),
        ("the plumber came, replaced the trap", "replaced the trap"),
    ],
)
def test_what_is_told_behind_a_visit_came_of_it(text: str, value: str) -> None:
    assert f"2207.repair_result={value}" in facts(text, *_OPEN)


def test_without_a_ticket_or_a_visit_nothing_came_of_it() -> None:
    assert not [each for each in facts("הוא היה פה, ישב ודיבר") if "repair_result" in each]
    assert not [each for each in facts("הוא לא בא, ישבנו לחכות", *_OPEN) if "repair_result" in each]


def test_who_opens_the_hours_of_a_visit_is_who_comes() -> None:
    assert "2207.technician=רמי" in told("רמי יכול בחמישי 12.2 בין 9:00 ל-12:00.", *_OPEN)
    assert "2207.technician=אמיר" in told("הטכנאי שלנו, אמיר, יתקשר לפני.", *_OPEN)


def test_an_answer_to_a_question_about_a_refund_is_about_the_refund() -> None:
    found = told("עד יום ראשון 15.2, לכרטיס שמסתיים ב-3390.", *_OPEN, "מתי הזיכוי נכנס?")
    assert "2207.refund_eta=2026-02-15" in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("מחר יש לי תור לרופא בשעה 10", "תור.time=2026-02-11T10:00"),
        ("מחר יש לי פגישה עם דנה ב-10:30", "פגישה.time=2026-02-11T10:30"),
        ("tomorrow I have a meeting with Dana at 10", "meeting.time=2026-02-11T10:00"),
    ],
)
def test_an_hour_apart_from_its_day_is_that_of_the_appointment(text: str, expected: str) -> None:
    found = facts(text)
    assert expected in found
    assert not [each for each in found if each.endswith("with=בשעה")]


def test_what_a_doctor_is_for_is_not_whom_one_sees() -> None:
    assert not [
        each for each in facts("יש לי תור לרופאת עור ביום חמישי בשעה 9") if ".with=" in each
    ]

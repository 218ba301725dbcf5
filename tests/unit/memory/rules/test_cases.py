"""The ticket of a talk: what it was opened for, and which of the offered hours was taken."""

import pytest

from unit.memory.rules.said import facts
from unit.memory.rules.told import told

_HEBREW = ("יש לי נזילה מתחת לכיור במטבח", "A: פתחתי קריאה 2207.")
_OFFER = "A: אפשר ביום רביעי 11.2 בין 12:00 ל-15:00 או בחמישי 12.2 בין 8:00 ל-10:00. מה נוח?"


def test_what_was_wrong_is_the_issue_of_the_ticket_that_is_opened_for_it() -> None:
    assert "2207.issue=נזילה מתחת לכיור במטבח" in told("פתחתי קריאה 2207.", _HEBREW[0])
    found = told("I've opened case 88120 for you.", "the boiler keeps leaking on the floor")
    assert any(each.startswith("88120.issue=") and "leaking" in each for each in found)


def test_a_ticket_named_for_the_first_time_right_after_the_trouble_is_open() -> None:
    found = told("קריאה 2260 דחופה, מנעולן בדרך.", "המנעול בדלת הכניסה נתקע לגמרי")
    assert "2260.ticket_status=open" in found
    assert "2260.issue=המנעול בדלת הכניסה נתקע לגמרי" in found


def test_a_name_given_for_an_answer_is_no_trouble() -> None:
    found = told("נפתחה פנייה 61540.", "A: איך קוראים לך?", "יואב שמעוני")
    assert not [each for each in found if ".issue=" in each]


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("חמישי עדיף", "2026-02-12 08:00-10:00"),
        ("רביעי", "2026-02-11 12:00-15:00"),
        ("8:00 בבקשה", "2026-02-12 08:00-10:00"),
    ],
)
def test_a_word_of_one_offer_chooses_it(answer: str, value: str) -> None:
    assert f"2207.visit_window={value}" in facts(answer, *_HEBREW, _OFFER)


@pytest.mark.parametrize("answer", ["מה?", "לא רביעי", "לא יודעת עדיין", "שבת"])
def test_an_answer_that_names_none_of_the_offers_chooses_nothing(answer: str) -> None:
    assert not [each for each in facts(answer, *_HEBREW, _OFFER) if "visit_window" in each]


def test_hours_of_the_same_day_lie_on_the_day_told_before() -> None:
    talk = (*_HEBREW, "A: הוא יגיע ביום חמישי 12.2 בין 8:00 ל-10:00.", "אין מצב בבוקר")
    offer = "A: אפשר באותו יום 16:00-18:00. מתאים?"
    assert "2207.visit_window=2026-02-12 16:00-18:00" in facts("כן מושלם", *talk, offer)


def test_an_hour_told_of_a_ticket_is_that_of_the_visit() -> None:
    found = told("הבודק מגיע ביום ראשון 15.2 בשעה 17:00.", *_HEBREW)
    assert "2207.visit_window=2026-02-15T17:00" in found
    found = told("She'll be there on February 15 at 17:00.", "A: I opened case 88120.")
    assert "88120.visit_window=2026-02-15T17:00" in found


def test_an_order_talked_of_later_is_not_visited() -> None:
    found = told("יגיע ביום ראשון 15.2 בשעה 17:00.", *_HEBREW, "ומה עם הזמנה 4521?")
    assert not [each for each in found if "visit_window" in each]

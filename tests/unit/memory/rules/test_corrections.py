import pytest

from unit.memory.rules.said import facts, heard


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("אני בז'בוטינסקי 21", "טעיתי, זה 12 ולא 21", "user.house_number=12 (not 21)"),
        (
            "המייל שלי danad@kav.example",
            "שכחתי נקודה, dana.d@kav.example",
            "user.email=dana.d@kav.example (not danad@kav.example)",
        ),
        (
            "הנייד שלי 053-555-0180",
            "סליחה, הנייד הנכון 053-555-0108",
            "user.phone=053-5550108 (not 053-5550180)",
        ),
        (
            "my birthday is May 6",
            "oops, meant the 8th of May, not the 6th",
            "user.birthday=8th of May (not May 6)",
        ),
        ("אני גר בקומה 4", "עשיתי טעות, הקומה היא 5 ולא 4", "user.floor=5 (not 4)"),
        ("I live in Leeds", "sorry, I meant Bristol", "user.city=Bristol (not Leeds)"),
        ("my name is Anna Lee", "actually it's Anne, not Anna", "user.name=Anne (not Anna Lee)"),
    ],
)
def test_a_correction_says_what_was_wrong(before: str, text: str, expected: str) -> None:
    assert facts(text, before) == [expected]


def test_without_a_sign_of_error_a_new_value_is_only_new() -> None:
    assert facts("אני גר בחיפה", "אני גר ביבנה") == ["user.city=חיפה"]


def test_doubts_about_a_sensitive_value_are_told_and_state_nothing() -> None:
    extraction = heard("אני בכלל לא בטוח שאני אלרגי")
    assert extraction.statements == ()
    assert [key for key, _ in extraction.doubts] == ["allergy"]


def test_a_relatives_opinion_with_a_wish_to_delete_is_a_doubt() -> None:
    extraction = heard("גיסי אומר שאלרגיה מהילדות עוברת אצל כולם, תמחק את זה")
    assert [key for key, _ in extraction.doubts] == ["allergy"]


@pytest.mark.parametrize(
    ("text", "who"), [("השמאי התקשר סופסוף", "השמאי"), ("Tom got back to me", "Tom")]
)
def test_an_answer_that_came_is_a_trigger(text: str, who: str) -> None:
    assert [(name, whose.text) for name, whose in heard(text).triggers] == [("reply", who)]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("קוראים לי דנה", "דינה, לא דנה. טעות הקלדה", "user.name=דינה (not דנה)"),
        ("אני גר בקומה 3", "לא, קומה 2", "user.floor=2 (not 3)"),
        ("My address is 41 Alder Road", "sorry, 14 Alder Road", "user.address=14 Alder Road"),
        ("אני אלרגי לבוטנים", "טעיתי, לאגוזי לוז ולא לבוטנים", "user.allergy=אגוזי לוז"),
    ],
)
def test_a_correction_takes_the_words_beside_what_it_denies(
    before: str, text: str, expected: str
) -> None:
    found = facts(text, before)
    assert len(found) == 1
    assert found[0].startswith(expected)


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("אני עובד בגלידת הכפר", "נגמר לי בגלידת הכפר", "user.employer=גלידת הכפר (end)"),
        ("I love coffee", "I gave up coffee", "user.likes=coffee (end)"),
        ("יש לי מנוי פרימיום", "ביטלתי אותו", "user.plan=מנוי פרימיום (end)"),
    ],
)
def test_what_was_said_before_ends_where_a_message_says_that_it_is_over(
    before: str, text: str, expected: str
) -> None:
    assert facts(text, before) == [expected]


def test_what_is_over_ends_nothing_that_it_does_not_name() -> None:
    assert "user.employer=גלידת הכפר (end)" not in facts("סיימתי את הספר", "אני עובד בגלידת הכפר")

"""Places that look like people, and people of whom the speaker only tells."""

import pytest

from unit.memory.rules.said import facts, heard

PLACES = (
    "תשלחו את זה לכפר סבא",
    "אני נוסע היום לפרדס חנה",
    "נפגשנו ברחוב הרצל ליד הדואר",
    "בשדרות רוטשילד יש מלא עצים",
    "הסניף ברח' דוד בן גוריון סגור",
    "we met at Baker Street near the bank",
    "send it to Kfar Saba",
    "the shop on Herzl Street is closed",
    "встретились на улице Герцля",
    "вчера ездили в Одессу",
    "доставьте на улицу Пушкина 5",
    "التقينا في شارع هرتسل",
    "سافرنا إلى حيفا أمس",
)


@pytest.mark.parametrize("text", PLACES)
def test_no_town_or_street_is_a_person(text: str) -> None:
    found = heard(text)
    assert found.references == ()
    assert found.statements == ()


def test_a_relations_age_names_nobody_elses_son() -> None:
    assert facts("אחי בן 30") == ["אחי.age=30"]
    assert "my sister.age=30" in [fact.lower() for fact in facts("My sister is 30")]


def test_who_lives_in_a_town_named_after_a_grandfather_is_still_heard() -> None:
    assert facts("סבא שלי גר בכפר סבא") == ["סבא שלי.city=כפר סבא"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אחותה של רותם, מיכל, גרה בירושלים", ["מיכל.city=ירושלים"]),
        ("הבעל של אחותי, דן, עובד באינטל", ["דן.employer=אינטל"]),
        ("My sister's husband, Dan, works at Intel", ["Dan.employer=Intel"]),
        ("My neighbour, Paul, is a vegetarian", ["Paul.diet=vegetarian"]),
        ("Paul, my neighbour, is a vegetarian", []),
        ("בעלה של רותי עובד בבנק לאומי", []),
        ("אמא שלי מדברת רק יידיש", []),
        ("השכן שלנו גר בחיפה", []),
        ("השכן שלנו אלרגי לבוטנים", []),
        ("my boss's daughter lives in Haifa", []),
        ("the guy who fixed my car lives in Leeds", []),
        ("האישה שפגשתי אתמול גרה בלוד", []),
        ("הרופא שאליו אני הולכת גר בנתניה", []),
        ("брат соседа живёт в Хайфе", []),
    ],
)
def test_what_is_said_of_another_is_theirs_or_nobodys(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("живу в Хайфе", "Хайфа"),
        ("я из Тель-Авива", "Тель-Авив"),
        ("переехал в Беэр-Шеву", "Беэр-Шева"),
        ("мы живём в Герцлии", "Герцлия"),
        ("родом из Киева", "Киев"),
        ("أسكن بحيفا", "حيفا"),
        ("ساكنة بعكا", "عكا"),
        ("أنا من يافا", "يافا"),
        ("أعيش في القدس", "القدس"),
        ("انتقلت إلى الناصرة", "الناصرة"),
    ],
)
def test_a_town_is_heard_in_russian_cases_and_behind_arabic_prefixes(text: str, town: str) -> None:
    assert facts(text) == [f"user.city={town}"]

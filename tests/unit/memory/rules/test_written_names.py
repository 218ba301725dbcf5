"""Names in quotation marks, brackets and hyphens, and professions of two words."""

import pytest

from unit.memory.rules.said import facts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('אני עובד ב"נתיב"', "user.employer=נתיב"),
        ('אני עובדת ב"נתיב הגליל"', "user.employer=נתיב הגליל"),
        ("אני עובד ב\u05f4נתיב\u05f4", "user.employer=נתיב"),
        ('I work at "North Star"', "user.employer=North Star"),
        ("I work for [Acme-Tools]", "user.employer=Acme-Tools"),
        ('My name is "Bobby" Fischer', 'user.name="Bobby" Fischer'),
        ("My name is Jean-Luc O'Neill", "user.name=Jean-Luc O'Neill"),
        ("שמי בן-ציון אבו-ראס", "user.name=בן-ציון אבו-ראס"),
        ('קוראים לי "ג\'וני"', "user.name=ג'וני"),
        ('הכלב שלי נקרא "רקס"', "user.pet=רקס"),
    ],
)
def test_a_name_is_whole_and_has_no_half_of_a_quotation(text: str, expected: str) -> None:
    assert expected in facts(text)


def test_gershayim_of_an_abbreviation_open_no_quotation() -> None:
    assert facts('אני עובד בבנק הפועלים בע"מ') == ['user.employer=בנק הפועלים בע"מ']
    assert 'user.role=סמנכ"ל כספים' in facts('אני סמנכ"ל כספים')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אני מעצבת ראשית", "user.job=מעצבת ראשית"),
        ("אני מנהלת חשבונות ראשית", "user.job=מנהלת חשבונות ראשית"),
        ("אני ראש תחום תפעול", "user.role=ראש תחום תפעול"),
        ("I'm a chief designer", "user.job=chief designer"),
        ("I'm a senior data analyst", "user.job=senior data analyst"),
        ("I'm a self-employed upholsterer", "user.job=self-employed upholsterer"),
        ("I was promoted to shift supervisor", "user.role=shift supervisor"),
        ("I got the job at Siemens", "user.employer=Siemens"),
        ("קיבלתי את העבודה באלביט", "user.employer=אלביט"),
        ("I started at Siemens last month", "user.employer=Siemens"),
        ("I left Deloitte for Lumora", "user.employer=Lumora"),
        ("עזבתי את דלויט לטובת אלביט", "user.employer=אלביט"),
        ('קודמתי לתפקיד סמנכ"ל', 'user.role=סמנכ"ל'),
    ],
)
def test_a_profession_is_whole_and_a_new_place_of_work_is_known(text: str, expected: str) -> None:
    assert expected in facts(text)

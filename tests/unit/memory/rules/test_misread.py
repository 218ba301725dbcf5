"""Words that look like a fact and are none: idioms, measures, sums of something else, endings."""

import pytest

from unit.memory.rules.said import facts


@pytest.mark.parametrize(
    "text",
    [
        "אני אלרגי לישיבות של הבוקר",
        "I'm allergic to Mondays",
        "אלרגי לשטויות חחח",
        "אני לא מתקרב לזה בשום אופן",
        "Say I'm a teacher with two kids, what would I pay?",
        "I wouldn't say I dislike opera",
        "לא הייתי אומר שאני שונא אופרה",
        "התשלום היה 4500 לחודש",
        "the gym membership is 4,500 a month",
        "my promo code is 40312",
        "קוד השגיאה הוא 40312",
        "I'm five minutes away",
        "קמתי והלכתי לישון",
        "قال الممثل في الفيلم: أنا أسكن في القاهرة",
        "В книге герой живёт в Одессе",
    ],
)
def test_nothing_is_taken_from(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm six foot two", ["user.height=six foot two"]),
        ("I go to bed at 21:30 every night", ["user.habit=21:30"]),
        ("אני גרושה ואם לשניים", ["user.marital_status=גרושה"]),
        ("אני אלרגית לשום", ["user.allergy=שום"]),
        ("שכר הדירה אצלנו 5,300 בחודש", ["user.rent=5300 ILS"]),
        ("הקוד לכניסה הוא 4821", ["user.entrance_code=4821"]),
        ('הרופא שלי הוא ד"ר קעדאן', ['user.doctor=ד"ר קעדאן']),
        ("אני לומדת ארכאולוגיה", ["user.studies=ארכאולוגיה"]),
        ("I'm fluent in Tagalog", ["user.languages=Tagalog"]),
    ],
)
def test_its_neighbour_is_heard(text: str, expected: list[str]) -> None:
    assert facts(text) == expected

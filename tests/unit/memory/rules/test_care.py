import pytest

from unit.memory.rules.said import facts, heard
from unit.memory.rules.told import missing


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'אני לוקח אומפרדקס 20 מ"ג כל בוקר',
            ["user.medication=אומפרדקס", 'אומפרדקס.dose=20 מ"ג'],
        ),
        (
            "I take metformin 500 mg twice a day",
            ["user.medication=metformin", "metformin.dose=500 mg"],
        ),
        ("העלתה לי את הלוטרפין ל10", ["לוטרפין.dose=10"]),
        ("My doctor raised the metformin to 850 mg", ["metformin.dose=850 mg"]),
        ("הרופאה הפסיקה לי את הסלבוטן", ["סלבוטן.medication_status=stopped"]),
        ("my doctor took me off Belotra", ["Belotra.medication_status=stopped"]),
        ("מדדתי לחץ דם 141/88 הבוקר", ["user.blood_pressure=141/88"]),
        ("158 על 96, לפני הקפה", ["user.blood_pressure=158/96"]),
        ("יעד מתחת ל-130/80", ["user.blood_pressure_target=מתחת ל-130/80"]),
        ("שקלתי את עצמי, 78 קילו", ["user.weight=78 קילו"]),
        ("חום 38.4 מאתמול", ["user.temperature=38.4"]),
        ("אשלגן יצא 3.2", ["user.lab_result=אשלגן 3.2"]),
        ("the blood test came back normal", ["user.lab_result=blood test normal"]),
        ("כבר שבוע יש לי סחרחורות", ["user.symptom=סחרחורות"]),
        ("הגב כואב לי מאוד", ["user.symptom=כאבי גב"]),
        ("my knee hurts since Monday", ["user.symptom=knee pain"]),
        ("מלח עד 2 גרם ליום", ["user.restriction=מלח עד 2 גרם"]),
    ],
)
def test_what_is_taken_measured_and_felt_is_read(text: str, expected: list[str]) -> None:
    assert missing(expected, facts(text)) == []


def test_a_course_of_some_days_ends_with_them() -> None:
    taken = heard("הרופא נתן אזימקס 500 פעם ביום, שלושה ימים").statements
    (medication,) = [s for s in taken if s.key == "medication"]
    assert medication.kind == "temporary"
    assert medication.expires is not None
    assert f"{medication.expires.at:%Y-%m-%d}" == "2026-02-13"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("הסחרחורות עברו לגמרי", "symptom"),
        ("the rash is gone", "symptom"),
        ("החום ירד", "temperature"),
    ],
)
def test_what_passed_ends(text: str, key: str) -> None:
    (ended,) = heard(text).statements
    assert (ended.key, ended.action) == (key, "end")


def test_one_drug_in_place_of_another_ends_the_first() -> None:
    found = heard("החליפו לי מנשימול לנשימול פורטה").statements
    told = [(s.value, s.action.value) for s in found if s.key == "medication"]
    assert told == [("נשימול", "end"), ("נשימול פורטה", "set")]


@pytest.mark.parametrize(
    "text",
    [
        'השכן לוקח אומפרדקס 20 מ"ג',
        "my neighbour takes Belotra and hates it",
        'כמה זה 20 מ"ג?',
        "אם היה לי חום 38.4 הייתי נשאר בבית",
        "אין לי סחרחורות",
        "אני על אנדרואיד 14",
        "הבניין בקומה 5",
        "הרופא אמר שאולי אצטרך ניתוח",
        "температура нормальная",
        "ما هي الجرعة؟",
    ],
)
def test_other_peoples_and_supposed_ailments_are_not_the_speakers(text: str) -> None:
    mine = ("medication", "dose", "symptom", "temperature")
    assert [fact for fact in facts(text) if fact.split(".")[1].split("=")[0] in mine] == []


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("יואב עבר תגר והוא כבר לא אלרגי לשומשום", "pronoun"),
        ("יואב כבר לא אלרגי לשומשום", "name"),
        ("כבר לא אלרגית לשומשום", "speaker"),
    ],
)
def test_the_end_of_an_allergy_is_his_who_had_it(text: str, whose: str) -> None:
    found = heard(text).statements
    ends = [each.subject.kind for each in found if each.key.startswith("allergy")]
    assert ends
    assert set(ends) == {whose}

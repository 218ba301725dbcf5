import pytest

from unit.memory.rules.said import facts, heard, quotes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("קוראים לי רמי ואני מאשקלון", ["user.name=רמי", "user.city=אשקלון"]),
        ("קָרְאוּ לִי דָּנָה", ["user.nickname=דָּנָה"]),
        ("אפשר לקרוא לי בני", ["user.nickname=בני"]),
        ("My full name is Grace O'Connell", ["user.name=Grace O'Connell"]),
        ("meh. friends call me Dee", ["user.nickname=Dee"]),
        ("אני כמעט בן ארבעים", ["user.age=40"]),
        ("I just turned 30", ["user.age=30"]),
        ("נולדתי ב-3.3.1990", ["user.birthday=1990-03-03"]),
        ("יום ההולדת שלי ב-12 באפריל", ["user.birthday=12 באפריל"]),
        ("תפנה אליי בלשון נקבה", ["user.gender=נקבה"]),
        ("my pronouns are she/her", ["user.gender=she/her"]),
        ("меня зовут Олег", ["user.name=Олег"]),
        ("اسمي ليلى", ["user.name=ليلى"]),
        ("я живу в Хайфе", ["user.city=Хайфа"]),
        ("أنا من الناصرة", ["user.city=الناصرة"]),
    ],
)
def test_who_the_speaker_is(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אנחנו מתגוררים ברחוב הדקל 14 בגדרה", {"address=רחוב הדקל 14, גדרה"}),
        ("המען שלי: דרך בגין 120 תל אביב", {"address=דרך בגין 120, תל אביב"}),
        ("I live at 22 Oak Lane, Oxford", {"address=22 Oak Lane, Oxford"}),
        ("אני גר עם שותפים בפלורנטין, תל אביב", {"city=תל אביב"}),
        ("גרה בקיבוץ עין גדי", {"city=קיבוץ עין גדי"}),
        ("אנחנו בקומה השלישית ואין מעלית", {"floor=3", "elevator=אין מעלית"}),
        ("אני גר בקומה 7", {"floor=7"}),
        ("הקוד בדלת 1590#", {"entrance_code=1590#"}),
        ("I'm on Pacific time", {"time_zone=Pacific time"}),
        ("אני בלונדון עד יום שישי", {"current_location=לונדון"}),
    ],
)
def test_where_the_speaker_lives_and_is(text: str, expected: set[str]) -> None:
    assert {fact.removeprefix("user.") for fact in facts(text)} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("הסלולרי שלי 0525550134", ["user.phone=052-5550134"]),
        ("call me at +972 54 555 0171", ["user.phone=054-5550171"]),
        ("הטלפון של דנה זה 052-5550133", ["דנה.phone=052-5550133"]),
        ("התקשרתי ל-03-5550199 ולא ענו", []),
        ("email: jo.k@meadow.example", ["user.email=jo.k@meadow.example"]),
        ("мой телефон 052-555-0133", ["user.phone=052-5550133"]),
    ],
)
def test_telephone_numbers_and_addresses_belong_to_whom_they_are_given_for(
    text: str, expected: list[str]
) -> None:
    assert facts(text) == expected


def test_a_wifes_number_is_hers_and_tells_of_her() -> None:
    assert facts("אם אני לא עונה אז נסו את אשתי 050-555-0122") == [
        "user.spouse=אשתי",
        "אשתי.phone=050-5550122",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("עובד בתור נהג משאית", {"job=נהג משאית"}),
        ("I work as a barista at Lowland Coffee", {"job=barista", "employer=Lowland Coffee"}),
        ("אני product manager ב-Wix", {"job=product manager", "employer=Wix"}),
        ('מוניתי לסמנכ"לית שיווק', {'role=סמנכ"לית שיווק'}),
        ("פוטרתי ממגדלי הים", {"employer=מגדלי הים (end)"}),
        ("I no longer work at Veridia", {"employer=Veridia (end)"}),
        ("שעות העבודה שלי 9 עד 18", {"work_hours=9 עד 18"}),
        ("אני במשמרות לילה", {"work_hours=לילה"}),
        ("I work from home on Fridays", {"work_mode=from home on Fridays"}),
    ],
)
def test_work(text: str, expected: set[str]) -> None:
    assert {fact.removeprefix("user.") for fact in facts(text)} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אחי הגדול גיל גר בברלין", {"user.brother=גיל", "גיל.city=ברלין"}),
        ("יש לנו בת, עלמה, בת 3", {"user.daughter=עלמה", "עלמה.age=3"}),
        ("הבן הקטן שלנו, יואב, בן שנתיים", {"user.son=יואב", "יואב.age=2"}),
        ("I have two kids, Ella and Noah", {"user.daughter=Ella", "user.son=Noah"}),
        ("אני נשוי לרונית", {"user.spouse=רונית"}),
        ("בעלי קוראים לו אסף", {"user.spouse=אסף"}),
        ("אבא שלי נהג מונית", {"אבא שלי.job=נהג מונית"}),
        ("יש לי שני חתולים, מיצי ופיצי", {"user.pet=מיצי", "user.pet=פיצי"}),
        ("my dog Rex", {"user.pet=Rex", "Rex.pet_type=dog"}),
        ("הבן של השכן אורי בן 5", set()),
        ("טיפול בבעלי חיים", set()),
    ],
)
def test_relations_and_animals(text: str, expected: set[str]) -> None:
    assert set(facts(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אני אלרגית לאגוזים ולשומשום", ["user.allergy=אגוזים", "user.allergy=שומשום"]),
        ("משרימפס אני מקבלת פריחה", ["user.allergy=שרימפס"]),
        ("הבן שלי אלרגי לבוטנים", ["הבן שלי.allergy=בוטנים"]),
        ("I'm lactose intolerant", ["user.allergy=lactose"]),
        ("הפכתי לטבעוני", ["user.diet=טבעוני"]),
        ("I'm not vegan anymore", ["user.diet=vegan (end)"]),
        ("כבר לא אוכל קטו", ["user.diet=קטו (end)"]),
        ("הפיצה הכי טובה זה מרגריטה", ["user.favourite_food=מרגריטה"]),
        ("my favourite colour is teal", ["user.favourite_color=teal"]),
        ("לא נוגעת בקפה", ["user.dislikes=קפה"]),
        ("מעדיפה תה על קפה", ["user.likes=תה"]),
        ("רץ שלוש פעמים בשבוע", ["user.exercise=רץ שלוש פעמים בשבוע"]),
    ],
)
def test_taste_and_habits(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("אפשר בערבית?", ["user.language_preference=ערבית"]),
        ("please reply in French", ["user.language_preference=French"]),
        ("תשובות קצרות בבקשה", ["user.reply_style=תשובות קצרות"]),
        ("no emojis please", ["user.reply_style=no emojis"]),
        ("יש לי סמסונג גלקסי S22", ["user.device=סמסונג גלקסי S22"]),
        ("my laptop runs Ubuntu 22.04", ["user.os=Ubuntu 22.04"]),
        ("we're on the Starter tier", ["user.plan=Starter"]),
        ("התקציב 8K", ["user.budget=8000 ILS"]),
        ("my budget is $800", ["user.budget=800 USD"]),
        ("שכר הדירה שלי 4,800 שקל", ["user.rent=4800 ILS"]),
    ],
)
def test_settings_and_sums(text: str, expected: list[str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("asked", "answer", "expected"),
    [
        ("A: מה הטלפון שלך?", "0505550173", ["user.phone=050-5550173"]),
        ("A: Which city do you live in?", "Haifa", ["user.city=Haifa"]),
        ("A: What's your name?", "Dror", ["user.name=Dror"]),
        ("A: איזו קומה?", "3", ["user.floor=3"]),
        ("A: יש לך אלרגיות?", "כן, לבוטנים", ["user.allergy=בוטנים"]),
        ("A: רשמתי.", "3", []),
    ],
)
def test_a_bare_answer_is_read_by_the_question_before(
    asked: str, answer: str, expected: list[str]
) -> None:
    assert facts(answer, asked) == expected


def test_every_quote_holds_the_value_as_it_was_written() -> None:
    text = "אני מיכל, בת 34, מפרדס חנה, מורה לאנגלית בתיכון"
    statements = heard(text).statements
    assert quotes(text, statements) == ["מיכל", "34", "פרדס חנה", "מורה לאנגלית"]
    assert [s.value for s in statements] == quotes(text, statements)


def test_a_coming_job_holds_from_its_first_day() -> None:
    found = {s.key: s for s in heard("התקבלתי למדרון! מעצבת מוצר, מתחילה ב3.5").statements}
    assert found["employer"].value == "מדרון"
    assert found["employer"].valid_from is not None
    assert found["employer"].valid_from.date().isoformat() == "2026-05-03"
    assert found["work_start"].value == "2026-05-03"


def test_an_unsure_speaker_is_believed_less() -> None:
    sure, unsure = heard("אני גר בחיפה").statements, heard("I'm probably based in Haifa").statements
    assert unsure[0].hedged
    assert unsure[0].confidence < sure[0].confidence

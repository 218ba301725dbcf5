"""What people tell of themselves and theirs in passing, in other words than any data set's."""

import pytest

from unit.memory.rules.said import facts


def said(text: str, *before: str) -> set[str]:
    return {fact.removeprefix("user.") for fact in facts(text, *before)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("מדבר בועז שטרית, אפשר לשאול משהו?", {"name=בועז שטרית"}),
        ("בתעודה אני שמואל, ביום יום פשוט שמוליק", {"nickname=שמוליק"}),
        ("Hello, Marcus Bell on the line", {"name=Marcus Bell"}),
        ("תפנו אליי כגבר בבקשה", {"gender=גבר"}),
        ("they/them for me please", {"gender=they/them"}),
        ("היומולדת שלי נופלת על 4 ביולי", {"birthday=4 ביולי"}),
    ],
)
def test_names_and_forms_of_address_in_passing(text: str, expected: set[str]) -> None:
    assert expected <= said(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("תמר בת 7 ועידו בן 3", {"תמר.age=7", "עידו.age=3"}),
        ("my kids Dylan and Tess just turned nine", {"Dylan.age=nine"}),
        ("our kids Dylan (9) and Tess (4)", {"Dylan.age=9", "Tess.age=4"}),
        ("אחותי בת שלושים ושבע", {"אחותי.age=37"}),
        ("אני בן חמישים ואחת", {"age=51"}),
    ],
)
def test_the_ages_of_several_people_and_in_words(text: str, expected: set[str]) -> None:
    found = {fact.replace("=nine", "=9") for fact in said(text)}
    assert {fact.replace("=nine", "=9") for fact in expected} <= found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("קנינו דירה ברחובות, ברחוב הנביאים 6", {"city=רחובות", "address=רחוב הנביאים 6, רחובות"}),
        ("עזבנו את תל אביב ועכשיו אנחנו בחריש", {"city=חריש"}),
        ("אנחנו כבר שלוש שנים במיתר", {"city=מיתר"}),
        ("signed a lease: 14 Orchard Road, Leeds", {"address=14 Orchard Road, Leeds"}),
        ("renting a flat in Ashdod for now", {"city=Ashdod"}),
        ("renting in Netanya, 3,900 a month", {"city=Netanya", "rent=3900 ILS"}),
        ("סבא שלי עבר לעפולה", {"סבא שלי.city=עפולה"}),
    ],
)
def test_where_people_live_told_as_news(text: str, expected: set[str]) -> None:
    assert expected <= said(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("רתך עצמאי, 15 שנה בתחום", {"job=רתך"}),
        ("מתחילה ב-3.5 כגננת בניצני השדה", {"job=גננת"}),
        ("i mend clocks for a living", {"job=mend clocks"}),
        ("מהיום אני סגן המנהל של הסניף", {"role=סגן המנהל של הסניף"}),
        ("got an offer from Quillmark, first day is March 2", {"employer=Quillmark"}),
        ("עברתי לפני שבוע ממגדלית לרום-קשת", {"employer=רום-קשת"}),
        ("פוטרתי מנחלית", {"employer=נחלית (end)"}),
        ("i'm the sales lead now", {"role=sales lead"}),
        ("we do nights now", {"work_hours=nights"}),
        ("split up with Marcus in the spring", {"partner=Marcus (end)"}),
    ],
)
def test_work_told_as_news(text: str, expected: set[str]) -> None:
    assert expected <= said(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("כל פעם שאני אוכל מנגו הלשון מתנפחת", {"allergy=מנגו"}),
        ("sesame sends me straight to hospital", {"allergy=sesame"}),
        ("if I touch latex I come out in hives", {"allergy=latex"}),
        ("my niece Ella can't have eggs, she swells up", {"Ella.allergy=eggs"}),
        ("ברוקולי? פיכס", {"dislikes=ברוקולי"}),
        ("coriander is the devil", {"dislikes=coriander"}),
        ("can't get enough of halva", {"likes=halva"}),
        ('הסרט האהוב עליי הוא "השביל הצפוני"', {"likes=השביל הצפוני"}),
        ("אצלנו בבית הכל צמחוני, עברנו לאכול צמחוני", {"diet=צמחוני"}),
        ("no gluten for me", {"diet=no gluten for me"}),
        ("יש לי אסתמה וצליאק", {"condition=אסתמה", "condition=צליאק"}),
        ("אמא שלי שברה את היד", {"אמא שלי.condition=שברה את היד"}),
    ],
)
def test_taste_and_health_told_with_feeling(text: str, expected: set[str]) -> None:
    assert expected <= said(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("נוהגת על קיה פיקנטו 2018, מספר 44-512-87", {"car=קיה פיקנטו", "plate_number=44-512-87"}),
        ("my car is a 2015 Fiesta, reg BD63 SMR", {"car=Fiesta", "plate_number=BD63 SMR"}),
        ("דרכון מספר 29911847 בתוקף עד 3.2030", {"passport_number=29911847"}),
        ("passport number 30118822 please", {"passport_number=30118822"}),
        ("מבוטחת בארזים, פוליסה 8812045", {"insurer=ארזים", "policy_number=8812045"}),
        ("שדרגתי מאייפון לפיקסל 9", {"device=פיקסל 9"}),
        ("switched from Samsung to a Pixel 9", {"device=Pixel 9"}),
    ],
)
def test_papers_vehicles_and_devices(text: str, expected: set[str]) -> None:
    found = said(text)
    assert expected <= found
    assert not any(fact.startswith("medication") for fact in found)


def test_an_english_verb_without_a_person_is_of_the_relation_before_it() -> None:
    assert said("my uncle moved to Bristol") == {"my uncle.city=Bristol"}
    assert said("grandma's moved to Bristol") == set()


def test_a_change_of_phones_or_firms_is_none_of_drugs() -> None:
    told = said("עברתי מחלקת תוכנה אחרת לאורן-ים")
    assert not any(fact.startswith("medication") for fact in told)


def test_a_bare_number_answers_where_a_passport_was_asked_for() -> None:
    asked = "A: מה מספר הדרכון?"
    assert said("נועה 31200456 ועידו 31200457", asked) == {
        "נועה.passport_number=31200456",
        "עידו.passport_number=31200457",
    }


@pytest.mark.parametrize(
    "text",
    [
        "the shop is closed from Nov 3",
        "coffee from Brazil is great",
        "בננות? איפה הן בחנות?",
        "הבניין בן 8 קומות",
        "the road from Haifa to Eilat is long",
        "the service is the worst",
        "מישהו נחנק מבוטנים בסדרה",
        "how many miles is 6?",
        "חזרתי מהטיול בצפת",
        "מצאתי מלון באילת",
        "rent a car in Rome",
        "i opened a ticket",
    ],
)
def test_what_only_looks_like_it_states_nothing(text: str) -> None:
    assert said(text) == set()

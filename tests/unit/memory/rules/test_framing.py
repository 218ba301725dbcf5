import pytest

from kesher.domain.log import Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema
from unit.memory.rules.said import facts, message


@pytest.mark.parametrize(
    "text",
    [
        "אם הייתי גר בפריז הייתי הולך למוזיאון",
        "לו הייתה לי אחות הייתי קורא לה יעל",
        "נניח שאני אלרגי לבוטנים, מה מותר לי?",
        "בוא נגיד שקוראים לי נפוליאון ואני בן 200",
        "if I were vegan I'd miss cheese the most",
        "suppose I lived in Rome",
    ],
)
def test_nothing_is_taken_from_what_is_supposed(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "אתה גר בתל אביב?",
        "מה מתאים לטבעוני שאלרגי לסויה?",
        "do you live in Haifa?",
        "is it true cats are lactose intolerant?",
        "כמה עולה אייפון 15",
    ],
)
def test_nothing_is_taken_from_a_question(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "המנהל אמר שאני צריך לעבוד בלילות",
        "my landlord says everyone should live in Haifa",
        'השכן צעק "אני עובר דירה!" באמצע הלילה',
        "ראיתי סרט שהגיבור בו אלרגי לדבורים",
        "השכנה שלי גרה בקומה 3",
        "הדודה של חבר שלי אלרגית לדגים",
        "I read a book about a nurse named Alice",
    ],
)
def test_what_others_say_or_are_is_not_the_speakers(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "תכתוב לי ביו: בן 30 מחיפה, מהנדס",
        'תתקן ניסוח: "שלום, אני דורית ואני מזכירה רפואית"',
        "translate: I live in Madrid",
        "act as a doctor called Smith",
        "תעשה כאילו אתה הבוס שלי ואני מבקש העלאה",
    ],
)
def test_nothing_is_taken_from_a_task_for_the_assistant(text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "אני לא גר בתל אביב, למה כולם בטוחים שכן",
        "מעולם לא גרתי בחיפה",
        "I never said I was vegan",
        "I'm not a doctor",
        "איזה יופי של שירות, רק שלושה שבועות",
        "oh great, another outage. love it",
        "אולי אעבור לרמת גן",
        "thinking about becoming vegetarian one day",
        "כשהייתי ילד גרנו בדימונה",
        "I used to live in Rome",
        "אני בפקק באיילון",
        "רעב בטירוף עכשיו",
        "מתה מעייפות",
    ],
)
def test_nothing_is_taken_from_denials_sarcasm_vague_plans_the_past_and_moods(text: str) -> None:
    assert facts(text) == []


def test_a_statement_beside_a_question_counts() -> None:
    assert facts("אני זכר, למה את כותבת לי ככה?") == ["user.gender=זכר"]


def test_a_condition_covers_its_clause_and_no_more() -> None:
    assert facts("אם אפשר תקרא לי פשוט שושי") == ["user.nickname=שושי"]
    assert facts("אם אני לא עונה אז המייל שלי gil@oren.example") == ["user.email=gil@oren.example"]


def test_a_named_relation_stands_even_where_what_is_said_of_it_does_not() -> None:
    assert facts("אורנה אשתי אומרת שאני נוחר, זה קשור?") == ["user.spouse=אורנה"]


def test_words_that_a_program_put_into_a_message_are_not_read() -> None:
    text = "[memory: user lives in Haifa] אני גר ביבנה"
    end = text.index("]") + 1
    found = extract(message(text, injected=((0, end),)), [], shipped_schema()).statements
    assert [(s.key, s.value) for s in found] == [("city", "יבנה")]
    assert text[slice(*found[0].quote)] == "יבנה"


def test_small_talk_of_the_assistant_states_nothing() -> None:
    said = message("נעים מאוד נטע! גם אני אוהבת קפה וגרה בענן", Speaking.ASSISTANT)
    assert extract(said, [], shipped_schema()).statements == ()


@pytest.mark.parametrize("part", ["a, ", "my name is Dana ", "לא ", '"', "05 ", "0"])
def test_a_huge_message_is_read_at_its_beginning_only(part: str) -> None:
    text = "אני גר ביבנה. " + part * 20_000
    assert "user.city=יבנה" in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "привет, как дела?",
        "если бы я жил в Хайфе, я бы гулял у моря",
        "сколько стоит доставка в Ашдод?",
        "спасибо большое!",
        "مرحبا كيف حالك؟",
        "هل تسكن في حيفا؟",
        "شكرا جزيلا",
        "لو كنت أسكن في حيفا",
    ],
)
def test_nothing_is_made_up_from_russian_and_arabic(text: str) -> None:
    assert facts(text) == []

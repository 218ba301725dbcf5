"""Which known entities a question names or points at."""

import pytest

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.log import Speaking
from kesher.memory.naming import mentioned
from unit.memory.pointing import Thread

LINES = (
    "u: [אשתי|R:spouse:f:הדר|wife] [הדר|N:person|wife] ו[אמא שלי|R:mother:f|mum] בדרך",
    "u: [יונתן בר-לב|N:person|jon] ו[Grace Obi|N:person|grace] באו",
    "u: שניהם עובדים ב[אולפני סהר|N:company|sahar]",
    'u: קבעתי [תור|D:appointment|dentist] לשיניים אצל [ד"ר אלמוג|N:person|doc]',
    "u: הזמנתי [מזרן|D:order|bed], הזמנה [QK-40177|#:order|bed]",
    "u: ועוד [שולחן|D:order|table] בהזמנה [40255|#:order|table]",
    "u: אני לוקח [קרדיופלן|N:medication|pill]",
    "u: [Сергей Власов|N:person|sergey] и [ليلى حداد|N:person|layla]",
    "a: [טכנאי|D:person:m|tech], [ולרי|N:person|tech], יגיע מחר",
    "u: [שירה כהן|N:person|shira] ו[שירן כהן|N:person|shiran]",
    "u: לכלב קוראים [בוטן|N:pet|dog], [הכלב שלי|R:pet:m:בוטן|dog]",
)


@pytest.fixture(scope="module")
def known() -> tuple[Thread, dict[str, str]]:
    thread = Thread()
    thread.hear(Speaking.USER, "היי", [Reference(ReferenceKind.SPEAKER)])
    ids: dict[str, str] = {}
    for line in LINES:
        ids |= dict(thread.say(line))
    return thread, ids


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("מה הטלפון של אשתי?", {"wife"}),
        ("what is my wife's name?", {"wife"}),
        ("как зовут мою жену?", {"wife"}),
        ("ما اسم زوجتي؟", {"wife"}),
        ("מתי אמא שלי מגיעה?", {"mum"}),
        ("איפה יונתן עובד?", {"jon"}),
        ("Where does Jonathan work?", {"jon"}),
        ("где работает Ионатан?", {"jon"}),
        ("מה אמרה גרייס?", {"grace"}),
        ("מי עובד בסהר?", {"sahar"}),
        ("when is my dentist appointment?", {"dentist"}),
        ("когда мне к стоматологу?", {"dentist"}),
        ("מה אמר אלמוג?", {"doc"}),
        ("what did Dr. Almog say?", {"doc"}),
        ("מה קורה עם הזמנה 40177?", {"bed"}),
        ("any news on QK-40177?", {"bed"}),
        ("where is the mattress?", {"bed"}),
        ("где мой стол?", {"table"}),
        ("מתי מגיע השולחן?", {"table"}),
        ("how much Cardioplan do I take?", {"pill"}),
        ("מה עם סרגיי ולאסוב?", {"sergey"}),
        ("where does Layla live?", {"layla"}),
        ("who is the technician?", {"tech"}),
        ("מה שירן צריכה?", {"shiran"}),
        ("מה שירה צריכה?", {"shira"}),
        ("איפה שירן כהן גרה?", {"shiran"}),
        ("where does Shira Cohen live?", {"shira"}),
        ("what does my dog eat?", {"dog"}),
        ("מה השעה?", set()),
        ("what is the weather in Oslo?", set()),
    ],
)
def test_a_question_finds_what_it_names_in_any_language_and_nothing_else(
    known: tuple[Thread, dict[str, str]], question: str, labels: set[str]
) -> None:
    thread, ids = known
    assert set(mentioned(question, thread.memory, "t")) == {ids[label] for label in labels}


def test_the_surest_comes_first(known: tuple[Thread, dict[str, str]]) -> None:
    thread, ids = known
    found = mentioned("האם הדר שילמה על המזרן QK-40177?", thread.memory, "t")
    assert found[0] in (ids["bed"], ids["wife"])
    assert set(found) == {ids["bed"], ids["wife"]}

"""Which known entities a question names or points at."""

import pytest

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import Speaking
from kesher.memory.naming import mentioned
from kesher.ports.memory import MemoryChange
from unit.memory.pointing import START, Thread

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
    assert set(mentioned(question, thread.memory, "t").ids) == {ids[label] for label in labels}


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("מתי תגיע מכונת הכביסה?", {"60101"}),
        ("when is the washing machine coming?", {"60101"}),
        ("где мои наушники?", {"60102"}),
        ("what about my order?", {"60102"}),
        ("נו, מה עם ההחזר?", {"60101"}),
        ("any news on my refund?", {"60101"}),
        ("האם יורד גשם?", set()),
    ],
)
def test_an_order_known_by_number_is_found_by_what_facts_tell_of_it(
    question: str, numbers: set[str]
) -> None:
    thread = Thread()
    thread.hear(Speaking.USER, "היי", [Reference(ReferenceKind.SPEAKER)])
    ids = dict(thread.say("u: הזמנות [60101|#:order|60101] ו-[60102|#:order|60102]"))
    told = (
        ("60101", "product", "מכונת כביסה"),
        ("60101", "order_status", "cancelled"),
        ("60101", "refund_status", "pending"),
        ("60102", "product", "wireless headphones"),
        ("60102", "refund_status", "paid"),
    )
    facts = tuple(
        Fact(f"f{at}", ids[label], key, value, FactKind.STABLE, 0.9, "t", "m2", (0, 1),
             Speaking.USER, START, START)
        for at, (label, key, value) in enumerate(told)
    )  # fmt: skip
    thread.memory.apply(MemoryChange(facts=facts))
    found = mentioned(question, thread.memory, "t").ids
    assert set(found) == {ids[number] for number in numbers}


def test_the_surest_comes_first(known: tuple[Thread, dict[str, str]]) -> None:
    thread, ids = known
    found = mentioned("האם הדר שילמה על המזרן QK-40177?", thread.memory, "t").ids
    assert found[0] in (ids["bed"], ids["wife"])
    assert set(found) == {ids["bed"], ids["wife"]}

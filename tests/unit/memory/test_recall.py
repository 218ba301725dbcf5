"""What holds is given as holding, what is past as past, and what is not known as not known."""

from datetime import UTC, datetime, timedelta

import pytest

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactKind, FactState
from kesher.domain.log import Speaking
from kesher.memory.fact_ranking import FactIndex, described
from kesher.memory.knowing import Asked
from kesher.memory.recall import Choice, choose
from kesher.memory.rendering import Known, Page
from kesher.memory.schema import shipped_schema
from kesher.memory.wording import Words

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)
SCHEMA = shipped_schema()
USER = Entity("ent_user", "person", "נועה", NOW, speaker="user")
TABLE = Entity("ent_table", "order", "הזמנה 4521", NOW)
BED = Entity("ent_bed", "order", "הזמנה 4688", NOW)
DANA = Entity("ent_dana", "person", "דנה", NOW)


def known(
    subject: Entity, key: str, value: str, *, until_days: int | None = None, days: int = 20
) -> Known:
    began = NOW - timedelta(days=days)
    ended = NOW - timedelta(days=until_days) if until_days is not None else None
    fact = Fact(
        id=f"fct_{subject.id}_{key}_{value}",
        subject_id=subject.id,
        key=key,
        value=value,
        kind=FactKind.STABLE,
        confidence=0.9,
        thread_id="t",
        source_message_id="m1",
        quote=(0, 1),
        said_by=Speaking.USER,
        valid_from=began,
        recorded_from=began,
        valid_until=ended,
    )
    return Known(fact, subject, FactState.SUPERSEDED if ended else FactState.CURRENT)


FACTS = [
    known(USER, "address", "הגליל 9, כפר סבא", days=5),
    known(USER, "address", "ויצמן 22, כפר סבא", until_days=5),
    known(USER, "phone", "052-5550146"),
    known(USER, "diet", "צמחונית"),
    known(USER, "allergy", "בוטנים"),
    known(TABLE, "product", "שולחן אוכל"),
    known(TABLE, "order_status", "cancelled", days=4),
    known(TABLE, "order_status", "placed", until_days=4),
    known(TABLE, "refund_amount", "1890 ILS", days=4),
    known(TABLE, "refund_status", "pending", days=4),
    known(BED, "product", "מזרן"),
    known(BED, "order_status", "delivered", days=8),
    known(DANA, "city", "חיפה"),
]


def ask(
    question: str, *, budget: int = 120, named: frozenset[str] = frozenset(), words: Words = "he"
) -> Choice:
    index = FactIndex(SCHEMA)
    for each in FACTS:
        also = "שולחן אוכל" if each.subject is TABLE else "מזרן" if each.subject is BED else ""
        index.add(each.fact, each.subject, also=also, vector=None)
    by_id = {each.fact.id: each for each in FACTS}
    ranked = index.rank(question, None, named=named, top=50)
    page = Page(SCHEMA, words, "Asia/Jerusalem", budget, lambda text: len(text.split()))
    return choose([(by_id[i], score) for i, score in ranked], Asked(question, NOW, named), page)


def values(choice: Choice) -> list[str]:
    return [each.fact.value for each in choice.facts]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("מה קורה עם ההחזר הכספי?", "1890 ILS"),
        ("what is my phone number", "052-5550146"),
        ("Какой у меня адрес?", "הגליל 9, כפר סבא"),
        ("ما هو رقم هاتفي؟", "052-5550146"),
        ("אפשר לבשל לה משהו עם בוטנים?", "בוטנים"),
        ("כבר קיבלתי את המזרן?", "delivered"),
    ],
)
def test_the_first_facts_answer_the_question(question: str, value: str) -> None:
    assert value in values(ask(question, budget=30))


def test_what_no_longer_holds_is_never_given_as_current() -> None:
    for question in ("מה הכתובת שלי?", "מה מצב ההזמנה של השולחן?", "where do I live"):
        for each in ask(question, budget=400).facts:
            assert each.is_past == (each.fact.valid_until is not None)
        for line in ask(question, budget=400).text.splitlines():
            if "ויצמן 22" in line or "placed" in line:
                assert line.startswith("[עבר]")


def test_a_question_about_the_past_brings_what_held_before() -> None:
    assert "ויצמן 22, כפר סבא" in values(ask("איפה גרתי לפני שעברתי?", budget=20))
    assert "ויצמן 22, כפר סבא" in values(ask("where was I living before?", budget=20, words="en"))


@pytest.mark.parametrize("budget", [8, 15, 30, 60])
def test_the_lines_stay_inside_the_budget(budget: int) -> None:
    choice = ask("מה קורה עם ההחזר הכספי?", budget=budget)
    assert len(choice.text.split()) <= budget
    assert choice.facts


def test_labels_follow_the_language_asked_for_and_values_their_source() -> None:
    assert "אמצעי" not in ask("refund", words="en").text
    assert "refund status pending; amount ₪1890" in ask("refund", words="en").text
    assert "מצב ההחזר בטיפול; סכום 1890 ₪" in ask("החזר").text


def test_what_is_not_known_of_the_one_named_is_said_to_be_unknown() -> None:
    dana = frozenset({DANA.id})
    assert not ask("מה הטלפון של דנה?", named=dana).is_known
    assert ask("איפה דנה גרה?", named=dana).is_known
    assert not ask("מה המשכורת שלי?").is_known
    assert ask("מה הטלפון שלי?").is_known


def test_an_allergy_is_among_the_facts_of_every_question_with_room() -> None:
    assert "בוטנים" in values(ask("מה להכין לארוחת ערב?", budget=40))


def test_a_description_names_the_thing_and_the_key_in_two_languages() -> None:
    text = described(FACTS[8].fact, TABLE, SCHEMA, also="שולחן אוכל")
    assert text == "הזמנה 4521 שולחן אוכל סכום ההחזר refund amount: 1890 ILS"
    assert described(FACTS[2].fact, USER, SCHEMA) == "טלפון phone: 052-5550146"


def test_nothing_known_gives_nothing() -> None:
    assert FactIndex(SCHEMA).rank("שאלה", None, top=5) == []


def test_facts_recorded_later_change_neither_the_order_nor_a_score_of_then() -> None:
    then, now = FactIndex(SCHEMA), FactIndex(SCHEMA)
    for each in FACTS:
        now.add(each.fact, each.subject, vector=None)
        if each.fact.recorded_from <= NOW - timedelta(days=8):
            then.add(each.fact, each.subject, vector=None)
    for question in ("מה עם ההחזר על השולחן?", "where do I live?", "где мой заказ", "أين أسكن؟"):
        expected = then.rank(question, None, top=50)
        asked = now.rank(question, None, top=50, believed_at=NOW - timedelta(days=8))
        assert [fact_id for fact_id, _ in asked] == [fact_id for fact_id, _ in expected]
        assert [score for _, score in asked] == pytest.approx([score for _, score in expected])

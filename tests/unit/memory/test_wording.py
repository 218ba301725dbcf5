"""Every key and status is written in Hebrew and in English, as people write."""

import re
import tomllib
from datetime import UTC, datetime
from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactKind, FactState
from kesher.domain.log import Speaking
from kesher.memory.rendering import Known, Page, rendered
from kesher.memory.schema import shipped_schema
from kesher.memory.wording import Manner, Words, day, named, statement, status_words

AT = datetime(2026, 3, 10, 9, tzinfo=UTC)
SCHEMA = shipped_schema()
LANGUAGES: tuple[Words, ...] = ("he", "en")
STATUSES = tomllib.loads(files("kesher.memory").joinpath("statuses.toml").read_text("utf-8"))
EACH_STATUS = [(key, word) for key, table in STATUSES.items() for word in table]
HEBREW, LATIN = re.compile("[א-ת]"), re.compile("[A-Za-z]")
BED = Entity("ent_bed", "order", "הזמנה 4688", AT)
USER = Entity("ent_user", "person", "נועה", AT, speaker="user")


def fact(key: str, value: str, *, object_id: str | None = None, **changed: object) -> Fact:
    given: dict[str, object] = {
        "id": f"{key} {value}",
        "subject_id": BED.id,
        "key": key,
        "value": value,
        "object_id": object_id,
        "kind": FactKind.STABLE,
        "confidence": 0.9,
        "thread_id": "t",
        "source_message_id": "m",
        "quote": (0, 1),
        "said_by": Speaking.USER,
        "valid_from": AT,
        "recorded_from": AT,
    }
    return Fact(**(given | changed))  # type: ignore[arg-type]  # a table of the fields above


def lines(*facts: Fact, words: Words, subject: Entity = BED, year: int | None = 2026) -> str:
    page = Page(SCHEMA, words, "Asia/Jerusalem", 500, len, year)
    known = [Known(each, subject, FactState.CURRENT) for each in facts]
    return rendered(known, page)


@pytest.mark.parametrize("name", SCHEMA.names())
def test_a_key_has_a_label_of_its_own_in_both_languages(name: str) -> None:
    key = SCHEMA.key(name)
    assert HEBREW.search(key.he)
    assert not LATIN.search(key.he)
    assert LATIN.search(key.en)
    assert not HEBREW.search(key.en)
    assert "_" not in key.he + key.en


@pytest.mark.parametrize(("key", "word"), EACH_STATUS)
def test_a_status_is_written_in_the_language_of_its_line(key: str, word: str) -> None:
    in_hebrew = statement(fact(key, word), SCHEMA.key(key), Manner("he"))
    in_english = statement(fact(key, word), SCHEMA.key(key), Manner("en"))
    assert not LATIN.search(in_hebrew)
    assert not HEBREW.search(in_english)
    assert "_" not in in_english


@pytest.mark.parametrize("words", LANGUAGES)
def test_no_word_is_given_for_a_status_that_is_none(words: Words) -> None:
    for key, table in STATUSES.items():
        assert status_words(key, words).keys() <= table.keys()


@pytest.mark.parametrize(
    ("key", "value", "object_id", "expected"),
    [
        ("waiting_for", "תשובה מהספק", None, "מחכה לתשובה מהספק"),
        ("waiting_for", "Dana", None, "מחכה ל־Dana"),
        ("order", "הזמנה 4521", "ent_1", "הזמנה 4521"),
        ("replaces", "order FH-3327", "ent_1", "מחליפה את הזמנה FH-3327"),
        ("order_status", "return_in_transit", None, "מצב ההזמנה בדרך חזרה"),
        ("expected_ready", "2026-03-01", None, "צפי לסיום 1.3"),
        ("expected_ready", "2025-03-01", None, "צפי לסיום 2025-03-01"),
        ("delivery_window", "2026-05-07 09:00-12:00", None, "חלון משלוח 7.5 09:00-12:00"),
        ("city", "القدس", None, "עיר القدس"),
        ("city", "Хайфа", None, "עיר Хайфа"),
    ],
)
def test_a_statement_reads_as_hebrew_is_written(
    key: str, value: str, object_id: str | None, expected: str
) -> None:
    told = fact(key, value, object_id=object_id)
    assert statement(told, SCHEMA.key(key), Manner("he", year=2026)) == expected


def test_a_statement_reads_as_english_is_written() -> None:
    order = fact("order", "הזמנה 4521", object_id="ent_1")
    assert statement(order, SCHEMA.key("order"), Manner("en")) == "order 4521"
    ready = fact("expected_ready", "2026-03-01")
    assert statement(ready, SCHEMA.key("expected_ready"), Manner("en", year=2026)).endswith("1 Mar")


def test_the_matter_of_a_line_is_named_once_until_another_one_is() -> None:
    told = (
        fact("order_status", "cancelled"),
        fact("refund_amount", "2350 ILS"),
        fact("refund_status", "awaiting_approval"),
        fact("order_status", "returned"),
    )
    assert lines(*told, words="he") == (
        "הזמנה 4688: מצב בוטלה; סכום ההחזר 2350 ₪; מצב ממתין לאישור; מצב ההזמנה הוחזרה"
    )
    assert lines(*told, words="en") == (
        "order 4688: status cancelled; refund amount ₪2350; status awaiting approval; "
        "order status returned"
    )


def test_a_frozen_line_says_every_day_with_its_year() -> None:
    assert "2026" in lines(fact("delivered_at", "2026-03-01"), words="he", year=None)
    assert "2026" not in lines(fact("delivered_at", "2026-03-01"), words="he", year=2026)
    zone = ZoneInfo("Asia/Jerusalem")
    assert day(AT, zone, "he", year=None) == "10.3.2026"
    assert day(AT, zone, "en", year=2026) == "10 Mar"


def test_a_numbered_thing_is_named_in_the_language_of_the_line() -> None:
    assert named(BED, "en") == "order 4688"
    assert named(Entity("e", "ticket", "90317", AT), "he") == "פנייה 90317"
    assert named(USER, "en") == "נועה"

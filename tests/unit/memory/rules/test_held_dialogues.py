"""Conversations that the rules were not written on: floors that a change must not break."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.domain.fact import Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema
from unit.memory.rules.said import heard
from unit.memory.rules.told import told

_FOLDER = Path(__file__).parents[3] / "data" / "memory_dialogues"
_DIALOGUES = sorted(_FOLDER.glob("held_*.json"))
_RECALL = 0.8
_LOOK_BACK = 6


def _heard(dialogue: dict[str, Any]) -> Iterator[tuple[str, list[Statement]]]:
    before: list[LogMessage] = []
    for given_ in dialogue["messages"]:
        message = LogMessage(
            given_["id"],
            dialogue["id"],
            Speaking(given_["role"]),
            datetime.fromisoformat(given_["at"]),
            given_["text"],
        )
        found = extract(message, before[-_LOOK_BACK:], shipped_schema())
        yield message.id, list(found.statements)
        before.append(message)


def _said(fact: dict[str, Any], statements: list[Statement]) -> bool:
    keys, values = set(fact["key_accepted"]), [v.casefold() for v in fact["value_accepted"]]
    return any(
        statement.key in keys and any(value in said or said in value for value in values)
        for statement in statements
        for said in (statement.value.casefold(),)
    )


@pytest.mark.parametrize("path", _DIALOGUES, ids=lambda path: path.stem)
def test_small_talk_questions_and_mockery_state_nothing(path: Path) -> None:
    dialogue = json.loads(path.read_text("utf-8"))
    quiet = set(dialogue["messages_without_facts"])
    assert {key: found for key, found in _heard(dialogue) if key in quiet and found} == {}


@pytest.mark.parametrize("path", _DIALOGUES, ids=lambda path: path.stem)
def test_most_facts_are_read_where_they_are_said(path: Path) -> None:
    dialogue = json.loads(path.read_text("utf-8"))
    found = dict(_heard(dialogue))
    due = [fact for fact in dialogue["facts"] if not fact.get("optional")]
    missed = [f["id"] for f in due if not _said(f, found[f["source_message"]])]
    assert len(missed) <= (1 - _RECALL) * len(due), missed


_WORDS = [
    "הזמנתי",
    "הזמנה",
    "4521",
    "ספה",
    "ב-1,890",
    "₪",
    "הגיעה",
    "לא",
    "ביטלתי",
    "את",
    "פנייה",
    "90317",
    "הזיכוי",
    "אושר",
    "כרטיס",
    "7719",
    "תור",
    "אצל",
    "ד״ר",
    "כהן",
    "מחר",
    "ב8",
    "לוקח",
    "אומפרדקס",
    "20",
    "מ״ג",
    "עד",
    "סוף",
    "החודש",
    "134/84",
    "חום",
    "38.4",
    ",",
    ".",
    "?",
    "!",
    ":",
    "(",
    ")",
    "I",
    "ordered",
    "order",
    "QX-5519",
    "is",
    "cancelled",
    "refund",
    "to",
    "Visa",
    "6021",
    "within",
    "5",
    "business",
    "days",
    "my",
    "knee",
    "hurts",
    "שלי",
    "אני",
    "заказ",
    "8812",
    "وصل",
    "الطلب",
    "\u200f",
    "שְׁלִישִׁי",
    "מחכה",
    "לתשובה",
    "remind",
    "me",
    "tomorrow",
    "at",
    "8am",
    "סיימתי",
    "את",
    "הדוח",
]


@given(st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join))
def test_every_statement_quotes_words_of_its_message(text: str) -> None:
    for statement in heard(text, "A: הזמנה 4521 בדרך אליך. מתאים לך?").statements:
        start, end = statement.quote
        assert 0 <= start < end <= len(text)
        assert 0 <= statement.subject.start <= statement.subject.end <= len(text)


@given(st.text(max_size=80))
def test_any_text_of_an_assistant_can_be_read(text: str) -> None:
    assert isinstance(told(text), list)

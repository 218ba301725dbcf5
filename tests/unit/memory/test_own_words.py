"""Remembered lines that come back in a message are never extracted again."""

from datetime import UTC, datetime

import pytest

from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import schema_with

SCHEMA = schema_with(None)
LIVES = {
    "he": "אני גר בחיפה.",
    "en": "I live in Haifa.",
}
TAGGED = "<remembered_facts>\n{}\n</remembered_facts>\n{}"


def said(text: str) -> LogMessage:
    return LogMessage("m1", "t", Speaking.USER, datetime(2026, 3, 1, 9, tzinfo=UTC), text)


def cities(text: str) -> list[str]:
    stated = extract(said(text), (), SCHEMA).statements
    return [each.value for each in stated if each.key == "city"]


@pytest.mark.parametrize("sentence", LIVES.values(), ids=LIVES)
def test_a_sentence_in_our_tags_states_nothing_and_one_beside_them_does(sentence: str) -> None:
    assert cities(sentence)
    assert cities(TAGGED.format(sentence, "?")) == []
    assert cities(TAGGED.format("—", sentence)) == cities(sentence)

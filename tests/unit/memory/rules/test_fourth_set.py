"""Service talks of other trades than the development's: floors that a change must not break."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from kesher.domain.fact import Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema

_FOLDER = Path(__file__).parents[3] / "data" / "memory_fourth"
_DIALOGUES = sorted(_FOLDER.glob("fourth_*.json"))
_LOOK_BACK = 6
_RECALL = 0.7


def _heard(dialogue: dict[str, Any]) -> dict[str, list[Statement]]:
    before: list[LogMessage] = []
    found: dict[str, list[Statement]] = {}
    for told in dialogue["messages"]:
        role, at = Speaking(told["role"]), datetime.fromisoformat(told["at"])
        message = LogMessage(told["id"], dialogue["id"], role, at, told["text"])
        found[message.id] = list(
            extract(message, before[-_LOOK_BACK:], shipped_schema()).statements
        )
        before.append(message)
    return found


def _said(fact: dict[str, Any], statements: list[Statement], names: dict[str, str]) -> bool:
    told = [fact["value"], *fact["value_accepted"], names.get(fact["value"], "")]
    values = {value.casefold() for value in told if value}
    return any(
        statement.key in fact["key_accepted"]
        and any(value in said or said in value for value in values)
        for statement in statements
        for said in (statement.value.casefold(),)
    )


def test_the_set_holds_its_three_trades() -> None:
    assert [path.stem for path in _DIALOGUES] == [
        "fourth_insurance",
        "fourth_pharmacy",
        "fourth_telecom",
    ]


@pytest.mark.parametrize("path", _DIALOGUES, ids=lambda path: path.stem)
def test_questions_quotations_and_small_talk_state_nothing(path: Path) -> None:
    dialogue = json.loads(path.read_text("utf-8"))
    quiet = set(dialogue["messages_without_facts"])
    assert {at: found for at, found in _heard(dialogue).items() if at in quiet and found} == {}


@pytest.mark.parametrize("path", _DIALOGUES, ids=lambda path: path.stem)
def test_most_facts_of_a_service_talk_are_read_where_they_are_said(path: Path) -> None:
    dialogue = json.loads(path.read_text("utf-8"))
    names = {entity["id"]: entity["name"] for entity in dialogue["entities"]}
    found = _heard(dialogue)
    due = [fact for fact in dialogue["facts"] if not fact.get("optional")]
    missed = [f["id"] for f in due if not _said(f, found[f["source_message"]], names)]
    assert len(missed) <= (1 - _RECALL) * len(due), missed

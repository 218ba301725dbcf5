"""Our own utterances, half of them never looked at while the rules were tuned."""

import json
from pathlib import Path
from typing import Any

import pytest

from kesher.domain.entity import ReferenceKind
from kesher.domain.fact import StatementAction
from unit.memory.rules.said import heard

DATA = Path(__file__).parents[3] / "data"
PARTS = ("a", "b")


def lines(part: str) -> list[dict[str, Any]]:
    written = (DATA / f"memory_utterances_{part}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in written.splitlines()]


def _values(record: dict[str, Any]) -> list[str]:
    return [record["value"], *record["value_accepted"]]


def _stated(text: str) -> list[str]:
    """Return the keys stated of somebody known; whom a pronoun means is for resolution to say."""
    statements = heard(text).statements
    return [s.key for s in statements if s.subject.kind is not ReferenceKind.PRONOUN]


@pytest.mark.parametrize("part", PARTS)
def test_quiet_utterances_state_nothing(part: str) -> None:
    loud = [line["text"] for line in lines(part) if not line["records"] and _stated(line["text"])]
    assert loud == []


@pytest.mark.parametrize("part", PARTS)
def test_four_fifths_of_the_facts_are_found(part: str) -> None:
    gold = found = 0
    for line in lines(part):
        before = [said["text"] for said in line.get("context", ())]
        stated = {
            (s.key, s.value, s.action is StatementAction.END)
            for s in heard(line["text"], *before).statements
        }
        for record in (r for r in line["records"] if not r.get("optional")):
            gold += 1
            found += any(
                key in record["key_accepted"]
                and any(accepted in value or value in accepted for accepted in _values(record))
                and ends == (record["op"] == "end")
                for key, value, ends in stated
            )
    assert found >= 0.8 * gold

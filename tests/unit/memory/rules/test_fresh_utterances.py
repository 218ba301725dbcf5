"""Utterances in words that no rule was made for: what must stay quiet, and what must be heard."""

import json
from pathlib import Path
from typing import Any

import pytest

from kesher.domain.entity import ReferenceKind
from kesher.domain.fact import Statement
from unit.memory.rules.said import facts, heard

DATA = Path(__file__).parents[3] / "data"


def lines(name: str) -> list[dict[str, Any]]:
    written = (DATA / f"memory_{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in written.splitlines()]


def fits(statement: Statement, line: dict[str, Any]) -> bool:
    own = statement.subject.kind is ReferenceKind.SPEAKER
    value = statement.value.lower()
    right = any(accepted.lower() in value for accepted in line["values"])
    return statement.key in line["keys"] and right and own == (line["who"] == "user")


def test_at_most_one_in_fifty_quiet_utterances_states_a_fact() -> None:
    quiet = [*lines("quiet"), *lines("quiet_second")]
    loud = [f"{line['text']}: {facts(line['text'])}" for line in quiet if facts(line["text"])]
    assert len(loud) <= 0.02 * len(quiet), loud


@pytest.mark.parametrize("lang", ["he", "en"])
def test_three_quarters_of_the_told_facts_are_heard(lang: str) -> None:
    told = [line for line in lines("told") if line["lang"] == lang]
    missed = [
        line["text"]
        for line in told
        if not any(fits(statement, line) for statement in heard(line["text"]).statements)
    ]
    assert len(missed) <= 0.25 * len(told), missed

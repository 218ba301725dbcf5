"""Shares over the marked lines: what rules hear of lines by themselves does not fall."""

import re
from pathlib import Path

import pytest

from kesher.domain.log import Speaking
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema
from unit.memory.rules.said import message

DATA = Path(__file__).parents[3] / "data" / "memory_wordings"
MARK = re.compile(r"\[([a-z_]+)(?:=[a-z_]+)?:([^\]]*)\]")
ROLES = {"u": Speaking.USER, "a": Speaking.ASSISTANT}


def lines(name: str) -> list[str]:
    return (DATA / name).read_text("utf-8").splitlines()


def heard_keys(line: str) -> set[str]:
    said = message(MARK.sub(r"\2", line[2:]), ROLES[line[0]])
    return {statement.key for statement in extract(said, [], shipped_schema()).statements}


@pytest.mark.parametrize(("name", "least"), [("en.txt", 0.33), ("he.txt", 0.28)])
def test_the_share_of_keys_heard_in_single_lines_does_not_fall(name: str, least: float) -> None:
    marked = [(line, [key for key, _ in MARK.findall(line)]) for line in lines(name)]
    hits = sum(
        key in heard for line, keys in marked for heard in [heard_keys(line)] for key in keys
    )
    assert hits / sum(len(keys) for _, keys in marked) >= least


def test_quiet_lines_leave_nothing_behind_but_for_a_few() -> None:
    quiet = lines("quiet.txt")
    assert sum(bool(heard_keys(line)) for line in quiet) <= 0.03 * len(quiet)

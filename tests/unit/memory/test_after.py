"""A view as it will be after facts have moved."""

from dataclasses import replace
from datetime import UTC, datetime

from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.after import ViewAfter
from kesher.ports.memory import MemoryChange
from kesher.testing.memory_view import MemoryLists

START = datetime(2026, 5, 1, tzinfo=UTC)
CITY = Fact(
    "f1", "dana", "city", "חיפה", FactKind.STABLE, 0.9, "t", "m1", (0, 4), Speaking.USER,
    START, START,
)  # fmt: skip


def test_a_moved_fact_is_found_with_its_new_subject_and_no_longer_with_the_old() -> None:
    memory = MemoryLists([LogMessage("m1", "t", Speaking.USER, START, "חיפה")])
    other = replace(CITY, id="f2", key="phone", value="0501234567")
    memory.apply(MemoryChange(facts=(CITY, other)))
    after = ViewAfter(memory, [replace(CITY, subject_id="דנה")])
    assert [fact.id for fact in after.facts(subjects={"דנה"})] == ["f1"]
    assert [fact.id for fact in after.facts(subjects={"dana"})] == ["f2"]
    assert [fact.subject_id for fact in after.facts_by_id(["f1", "f2"])] == ["דנה", "dana"]
    assert after.facts(subjects={"דנה"}, keys={"phone"}) == []
    assert after.message("t", "m1") == memory.message("t", "m1")

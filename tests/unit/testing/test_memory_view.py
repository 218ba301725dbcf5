"""The in-memory memory of tests keeps the promises of the store."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kesher.domain.entity import Entity, EntityName, Mention
from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import LogMessage, Speaking
from kesher.errors import ConflictError
from kesher.ports.memory import MemoryChange
from kesher.testing.memory_view import MemoryLists

START = datetime(2026, 2, 1, 8, tzinfo=UTC)


def said(number: int, text: str) -> LogMessage:
    return LogMessage(f"m{number}", "t", Speaking.USER, START + timedelta(hours=number), text)


def city(id_: str, value: str, **changes: object) -> Fact:
    fact = Fact(
        id_, "e1", "city", value, FactKind.STABLE, 0.9, "t", "m1", (0, 4), Speaking.USER,
        START, START, single=True,
    )  # fmt: skip
    return replace(fact, **changes)  # type: ignore[arg-type]


def test_messages_before_one_come_oldest_first_and_a_message_counts_once() -> None:
    memory = MemoryLists([said(1, "שלום"), said(2, "hello"), said(2, "hello"), said(3, "привет")])
    assert [m.text for m in memory.messages_before("t", "m3", limit=9)] == ["שלום", "hello"]
    assert [m.text for m in memory.messages_before("t", None, limit=2)] == ["hello", "привет"]
    assert list(memory.messages_before("no such thread", None, limit=2)) == []


def test_a_name_of_a_merged_entity_finds_the_one_it_stands_in() -> None:
    memory = MemoryLists()
    kept, absorbed = Entity("e1", "person", "חווה", START), Entity("e2", "person", "אמא", START)
    name = EntityName("e2", "אמא", "אמא שלי")
    memory.apply(MemoryChange(entities=(kept, absorbed), names=(name,)))
    memory.apply(MemoryChange(entities=(replace(absorbed, merged_into="e1"),)))
    assert memory.entities_named({"אמא"}) == [(name, kept)]
    assert memory.names({"e1"}) == [name]
    memory.apply(MemoryChange(entities=(absorbed,)))
    assert memory.entities_named({"אמא"}) == [(name, absorbed)]
    assert memory.names({"e1"}) == []


def test_mentions_come_newest_first_and_only_from_before_the_message() -> None:
    memory = MemoryLists([said(1, "יונתן ותמר"), said(2, "תמר"), said(3, "היא")])
    placed = (("jon", "m1", 0), ("tamar", "m1", 6), ("tamar", "m2", 0))
    mentions = [Mention(who, "t", m, at, at + 1, who, False) for who, m, at in placed]
    memory.apply(MemoryChange(mentions=tuple(mentions)))
    found = memory.recent_mentions("t", "m2", limit=5)
    assert [mention.entity_id for mention in found] == ["tamar", "jon"]
    assert len(memory.recent_mentions("t", "m3", limit=1)) == 1


def test_facts_are_found_by_subject_object_and_key_and_old_beliefs_only_when_asked() -> None:
    memory = MemoryLists()
    wife = city("f2", "דנה", key="spouse", object_id="e9", single=False)
    memory.apply(MemoryChange(facts=(city("f1", "חיפה", recorded_until=START), wife)))
    assert memory.facts(objects={"e9"}) == [wife]
    assert memory.facts(subjects={"e1"}, keys={"city"}) == []
    assert len(memory.facts(subjects={"e1"}, history=True)) == 2


def test_two_open_values_of_a_single_valued_key_are_refused() -> None:
    memory = MemoryLists()
    memory.apply(MemoryChange(facts=(city("f1", "חיפה"),)))
    with pytest.raises(ConflictError, match="two open values"):
        memory.apply(MemoryChange(facts=(city("f2", "רחובות"),)))


def test_a_value_that_ended_leaves_room_for_the_next() -> None:
    memory = MemoryLists()
    memory.apply(MemoryChange(facts=(city("f1", "חיפה"),)))
    memory.apply(MemoryChange(facts=(city("f1", "חיפה", valid_until=START), city("f2", "رحوفوت"))))
    assert [fact.id for fact in memory.facts(subjects={"e1"})] == ["f1", "f2"]

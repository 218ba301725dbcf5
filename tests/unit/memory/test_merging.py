"""Merging two entities and undoing it gives back what was, in any order of nested merges."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.domain.entity import Entity, EntityName
from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import Speaking
from kesher.errors import ConflictError, NotFoundError
from kesher.memory.merging import Decision, merge, undo
from kesher.memory.names import name_keys
from kesher.ports.memory import MemoryChange
from kesher.testing.memory_view import MemoryLists

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
PEOPLE = {"a": "אלונה", "b": "Alona Peri", "c": "Алёна", "d": "ألونا", "x": "חברת צפון"}
KEYS = ("city", "phone", "likes", "employer")


def decision(number: int) -> Decision:
    return Decision(f"merge{number}", "אותו אדם", "נועם", START + timedelta(days=30, hours=number))


def fact(id_: str, subject: str, key: str, day: int, target: str | None = None) -> Fact:
    at = START + timedelta(days=day)
    return Fact(
        id=id_,
        subject_id=subject,
        key=key,
        value=f"ערך {id_}",
        kind=FactKind.STABLE,
        confidence=0.9,
        thread_id="t",
        source_message_id=f"m{day}",
        quote=(0, 3),
        said_by=Speaking.USER,
        valid_from=at,
        recorded_from=at,
        object_id=target,
        single=key in ("city", "phone"),
    )


def memory_of(*facts: Fact) -> MemoryLists:
    memory = MemoryLists()
    for id_, text in PEOPLE.items():
        type_ = "company" if id_ == "x" else "person"
        names = tuple(EntityName(id_, key, text) for key in name_keys(text, type_))
        memory.apply(MemoryChange(entities=(Entity(id_, type_, text, START),), names=names))
    memory.apply(MemoryChange(facts=facts))
    return memory


def state(memory: MemoryLists) -> tuple[object, ...]:
    """All that a merge may touch: entities, facts, and whom each name finds."""
    keys = [key for text in PEOPLE.values() for key in name_keys(text, "person")]
    facts = {one.id: one for one in memory.facts(history=True)}
    named = sorted((name.key, entity.id) for name, entity in memory.entities_named(keys))
    return memory.entities(PEOPLE), facts, named


@st.composite
def facts_of_people(draw: st.DrawFn) -> list[Fact]:
    """Facts of four people, at most one open value each of a single-valued key."""
    rows = draw(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(KEYS)), max_size=14))
    taken: set[tuple[str, str]] = set()
    found = []
    for number, (subject, key) in enumerate(rows):
        if key in ("city", "phone") and (subject, key) in taken:
            continue
        taken.add((subject, key))
        day = draw(st.integers(0, 20))
        target = "x" if key == "employer" else None
        found.append(fact(f"f{number}", subject, key, day, target))
    return found


@given(facts_of_people(), st.permutations("abcd"))
def test_undoing_in_reverse_gives_back_facts_entities_and_names(
    facts: list[Fact], order: list[str]
) -> None:
    memory = memory_of(*facts)
    states = [state(memory)]
    kept = order[0]
    for number, absorbed in enumerate(order[1:]):
        memory.apply(merge(memory, kept, absorbed, decision(number)))
        states.append(state(memory))
    for number in reversed(range(3)):
        memory.apply(undo(memory, memory.merges[f"merge{number}"], at=START))
        assert state(memory) == states[number]


@given(facts_of_people(), st.permutations(range(3)), st.booleans())
def test_undoing_in_any_order_gives_all_back(
    facts: list[Fact], order: list[int], in_a_chain: bool
) -> None:
    memory = memory_of(*facts)
    before = state(memory)
    pairs = [("c", "d"), ("b", "c"), ("a", "b")] if in_a_chain else [("a", x) for x in "bcd"]
    for number, (kept, absorbed) in enumerate(pairs):
        memory.apply(merge(memory, kept, absorbed, decision(number)))
    for number in order:
        memory.apply(undo(memory, memory.merges[f"merge{number}"], at=START))
    assert state(memory) == before


def test_of_two_open_values_the_later_stays_and_the_merge_has_ended_the_other() -> None:
    memory = memory_of(fact("old", "a", "city", 1), fact("new", "b", "city", 5))
    memory.apply(merge(memory, "a", "b", decision(1)))
    old, new = memory.facts_by_id(["old", "new"])
    assert (new.subject_id, new.valid_until) == ("a", None)
    assert (old.superseded_by, old.valid_until, old.ended_by) == ("new", new.valid_from, "merge1")


def test_names_of_the_absorbed_find_the_one_that_was_kept() -> None:
    memory = memory_of()
    memory.apply(merge(memory, "a", "c", decision(1)))
    found = {entity.id for _, entity in memory.entities_named(name_keys("Алёна", "person"))}
    assert "a" in found
    assert "c" not in found


def test_a_value_learned_after_the_merge_stays_and_ends_the_one_that_opens_again() -> None:
    memory = memory_of(fact("old", "a", "city", 1), fact("moved", "b", "city", 5))
    memory.apply(merge(memory, "a", "b", decision(1)))
    later = fact("later", "a", "city", 40)
    moved = replace(
        memory.facts_by_id(["moved"])[0],
        valid_until=later.valid_from,
        superseded_by="later",
        ended_by=later.source_message_id,
    )
    memory.apply(MemoryChange(facts=(moved, later)))
    memory.apply(undo(memory, memory.merges["merge1"], at=START + timedelta(days=50)))
    old, moved, later = memory.facts_by_id(["old", "moved", "later"])
    assert (old.subject_id, old.superseded_by) == ("a", "later")
    assert moved.subject_id == "b"
    assert (later.subject_id, later.valid_until) == ("a", None)


def test_the_one_who_speaks_is_found_by_speaker_during_and_after_a_merge() -> None:
    memory = memory_of()
    speaking = replace(memory.entities({"b"})[0], speaker="alona")
    memory.apply(MemoryChange(entities=(speaking,)))
    memory.apply(merge(memory, "a", "b", decision(1)))
    during = memory.speaker("alona")
    memory.apply(undo(memory, memory.merges["merge1"], at=START))
    after = memory.speaker("alona")
    assert during is not None
    assert during.id == "a"
    assert after is not None
    assert after.id == "b"


@pytest.mark.parametrize("key", ["brother", "replaces"])
def test_two_that_a_fact_joins_are_never_one(key: str) -> None:
    memory = memory_of(fact("f", "a", key, 1, "b"))
    with pytest.raises(ConflictError, match=f"the fact `{key}` joins"):
        merge(memory, "b", "a", decision(1))


def test_what_was_merged_or_undone_already_is_refused_with_what_to_do() -> None:
    memory = memory_of()
    memory.apply(merge(memory, "a", "b", decision(1)))
    with pytest.raises(ConflictError, match="part of `a` already"):
        merge(memory, "c", "b", decision(2))
    memory.apply(undo(memory, memory.merges["merge1"], at=START))
    with pytest.raises(ConflictError, match="not in force"):
        undo(memory, memory.merges["merge1"], at=START)
    with pytest.raises(NotFoundError):
        merge(memory, "a", "nobody", decision(3))

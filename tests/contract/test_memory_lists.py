"""The memory in lists that tests of the stages use answers as the database does."""

import random
from collections.abc import Callable

import pytest

from contract.memory_story import KEYS, PEOPLE, THREADS, story
from contract.remembered import TENANT
from kesher.adapters.sql.memory.store import SqlMemory
from kesher.ports.memory import MemoryView
from kesher.testing.memory_view import MemoryLists

pytestmark = pytest.mark.anyio

READS: dict[str, Callable[[MemoryView], object]] = {
    "log": lambda view: [view.messages_before(each, None, limit=9) for each in THREADS],
    "before": lambda view: view.messages_before(THREADS[0], "m20", limit=5),
    "speakers": lambda view: [view.speaker(each) for each in (*PEOPLE, "nobody")],
    "entities": lambda view: view.entities(PEOPLE),
    "named": lambda view: {each: view.entities_named([each]) for each in PEOPLE},
    "names": lambda view: {each: set(view.names([each])) for each in PEOPLE},
    "mentions": lambda view: [view.recent_mentions(each, None, limit=30) for each in THREADS],
    "all facts": lambda view: view.facts(),
    "history": lambda view: view.facts(history=True),
    "by subject": lambda view: {each: view.facts(subjects=[each]) for each in PEOPLE},
    "by object": lambda view: view.facts(objects=PEOPLE[:2], history=True),
    "by key": lambda view: view.facts(subjects=PEOPLE, keys=KEYS[:2]),
    "by id": lambda view: view.facts_by_id(["f9", "none", "f3", "f7"]),
}


@pytest.mark.parametrize("seed", range(4))
async def test_both_memories_tell_the_same_of_the_same_story(memory: SqlMemory, seed: int) -> None:
    lists = MemoryLists()
    stored = random.Random(seed)  # noqa: S311 - a story, not a secret
    told = random.Random(seed)  # noqa: S311 - the same one
    for (said, deciding), (_, again) in zip(story(stored), story(told), strict=True):
        await memory.add_message(TENANT, said, deciding)
        lists.add(said)
        lists.apply(again(lists)[0])
    for name, read in READS.items():
        assert await memory.look(TENANT, read) == read(lists), name

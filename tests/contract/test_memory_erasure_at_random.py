"""Long stories at random, erased piece by piece: what must hold after every erasure."""

import random

import pytest

from contract.memory_story import PEOPLE, THREADS, story
from contract.remembered import TENANT, row_counts
from kesher.adapters.sql.database import Database
from kesher.errors import NotFoundError
from kesher.ports.memory import Erased, MemoryStore

pytestmark = pytest.mark.anyio

SEEDS = range(6)


async def check(memory: MemoryStore) -> None:
    """Assert that nothing leads to what is gone."""
    facts = await memory.look(TENANT, lambda view: view.facts(history=True))
    entities = await memory.look(TENANT, lambda view: view.entities(PEOPLE))
    ids, known = {one.id for one in facts}, {one.id for one in entities}
    assert {one.superseded_by for one in facts} - {None} <= ids
    assert {one.merged_into for one in entities} - {None} <= known
    for review in await memory.review_list(TENANT, pending=False):
        assert {review.old_fact_id, review.new_fact_id} - {None} <= ids
    for merge in await memory.merge_list(TENANT):
        assert {merge.kept_id, merge.absorbed_id} <= known
        assert set(merge.moved_facts) <= ids


async def erase_one(memory: MemoryStore, chance: random.Random) -> Erased | None:
    if chance.random() < 0.1:
        try:
            return await memory.erase_entity(TENANT, chance.choice(PEOPLE))
        except NotFoundError:
            return None
    thread = chance.choice(THREADS)
    log = await memory.log(TENANT, thread)
    if not log:
        return None
    return await memory.erase_message(TENANT, thread, chance.choice(log).id)


@pytest.mark.parametrize("seed", SEEDS)
async def test_whatever_is_erased_the_receipts_add_up_and_nothing_is_left_dangling(
    memory: MemoryStore, database: Database, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - a story, not a secret
    for said, deciding in story(chance):
        await memory.add_message(TENANT, said, deciding)
    await check(memory)
    before = row_counts(database)
    while before["messages"]:
        receipt = await erase_one(memory, chance)
        await check(memory)
        after = row_counts(database)
        if receipt is not None:
            assert {name: before[name] - after[name] for name in before} == {
                name: getattr(receipt, name) for name in before
            }
        before = after
    assert before["facts"] == before["mentions"] == before["names"] == 0

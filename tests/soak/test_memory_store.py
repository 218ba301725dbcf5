"""The long form of what the suite shows briefly: many writers, and many kills in mid-write."""

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from contract.memory_workers import (
    PROCESSES,
    THREADS,
    Killed,
    check_tenant,
    fill_together,
    said,
    tenants,
)
from contract.remembered import TENANT, THREAD, add, apply, entity, fact, instant
from databases import KINDS, new_database
from kesher.adapters.sql.checking import look_over
from kesher.adapters.sql.store import SqlStore
from kesher.domain.entity import EntityName
from kesher.ports.memory import MemoryChange, MemoryStore

pytestmark = pytest.mark.soak

ROUNDS = 20
KILLS = 20
FACTS = 100_000
ENTITIES = 2_000
SLOW_MS = 50


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_database(request.param, tmp_path)


def test_sixteen_thousand_messages_of_fifty_tenants_stand_each_in_its_place(
    database_url: str,
) -> None:
    store = SqlStore.open(database_url)
    fill_together(database_url, rounds=ROUNDS)

    async def check() -> None:
        for scope in tenants():
            await check_tenant(store.parts.memory, scope, messages=PROCESSES * THREADS * ROUNDS)
        await store.close()

    asyncio.run(check())


def test_twenty_kills_lose_nothing_that_was_told_and_leave_no_half_message(
    database_url: str,
) -> None:
    store = SqlStore.open(database_url)
    chance = random.Random(4521)  # noqa: S311 - which moment, not a secret
    told: list[str] = []
    for number in range(KILLS):
        told += Killed(database_url, TENANT, prefix=str(number)).after(chance.randint(1, 60))

    async def check() -> None:
        await check_tenant(store.parts.memory, TENANT)
        stored = {each.id for each in await store.parts.memory.log(TENANT, THREAD)}
        assert stored >= set(told)
        assert len(stored) <= len(told) + KILLS
        await store.close()

    asyncio.run(check())
    assert look_over(database_url).faults == ()


async def _many_facts(memory: MemoryStore) -> None:
    """Store 100,000 facts about 2,000 entities, most of them history."""
    people = [entity(f"ent_{n}", f"שם {n}") for n in range(ENTITIES)]
    names = [EntityName(each.id, each.name, each.name) for each in people]
    await add(memory, entities=people, names=names)
    for first in range(0, FACTS, 5_000):
        facts = (
            fact(
                f"fct_{n}",
                f"ערך {n}",
                subject_id=f"ent_{n % ENTITIES}",
                key=f"key_{n // ENTITIES}",
                object_id=f"ent_{n * 7 % ENTITIES}" if n % 5 == 0 else None,
                valid_until=instant(1) if n % 3 else None,
            )
            for n in range(first, first + 5_000)
        )
        await apply(memory, MemoryChange(facts=tuple(facts)))


async def _median_ms(call: Callable[[int], Awaitable[object]]) -> float:
    took = []
    for number in range(101):
        begun = time.perf_counter()
        await call(number * 19 % ENTITIES)
        took.append((time.perf_counter() - begun) * 1000)
    return statistics.median(took)


def test_among_a_hundred_thousand_facts_a_read_and_a_message_take_milliseconds(
    database_url: str,
) -> None:
    store = SqlStore.open(database_url)
    memory = store.parts.memory

    async def measure() -> dict[str, float]:
        await _many_facts(memory)
        medians = {
            "facts": await _median_ms(
                lambda n: memory.look(TENANT, lambda view: view.facts(subjects=[f"ent_{n}"]))
            ),
            "named": await _median_ms(
                lambda n: memory.look(TENANT, lambda view: view.entities_named([f"שם {n}"]))
            ),
            "message": await _median_ms(
                lambda n: memory.add_message(TENANT, *said(TENANT, f"m{n}"))
            ),
        }
        await store.close()
        return medians

    medians = asyncio.run(measure())
    assert max(medians.values()) < SLOW_MS, medians

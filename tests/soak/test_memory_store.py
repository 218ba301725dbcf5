"""The long form of what the suite shows briefly: many writers, and many kills in mid-write."""

import asyncio
import random
from pathlib import Path

import pytest

from contract.memory_workers import PROCESSES, THREADS, Killed, check_tenant, fill_together, tenants
from contract.remembered import TENANT, THREAD
from databases import KINDS, new_database
from kesher.adapters.sql.checking import look_over
from kesher.adapters.sql.store import SqlStore

pytestmark = pytest.mark.soak

ROUNDS = 20
KILLS = 20


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
            await check_tenant(store.memory, scope, messages=PROCESSES * THREADS * ROUNDS)
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
        await check_tenant(store.memory, TENANT)
        stored = {each.id for each in await store.memory.log(TENANT, THREAD)}
        assert stored >= set(told)
        assert len(stored) <= len(told) + KILLS
        await store.close()

    asyncio.run(check())
    assert look_over(database_url).faults == ()

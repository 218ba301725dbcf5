"""Several programs on the memory of one database, and programs that are killed while they write."""

import asyncio

from contract.memory_workers import PROCESSES, THREADS, Killed, check_tenant, fill_together, tenants
from contract.remembered import TENANT, THREAD
from kesher.adapters.sql.store import SqlStore

ROUNDS = 1
KILLS = 3


def test_fifty_tenants_filled_at_once_by_two_programs_keep_their_own_and_lose_nothing(
    database_url: str,
) -> None:
    store = SqlStore.open(database_url)
    fill_together(database_url, rounds=ROUNDS)

    async def check() -> None:
        for scope in tenants():
            await check_tenant(store.parts.memory, scope, messages=PROCESSES * THREADS * ROUNDS)
        await store.close()

    asyncio.run(check())


def test_a_program_that_is_killed_leaves_whole_messages_and_all_that_it_was_told_are_stored(
    database_url: str,
) -> None:
    store = SqlStore.open(database_url)
    told: list[str] = []
    for number in range(KILLS):
        told += Killed(database_url, TENANT, prefix=str(number)).after(5 + number)

    async def check() -> None:
        await check_tenant(store.parts.memory, TENANT)
        stored = {each.id for each in await store.parts.memory.log(TENANT, THREAD)}
        assert stored >= set(told)
        assert len(stored) <= len(told) + KILLS
        await store.close()

    asyncio.run(check())

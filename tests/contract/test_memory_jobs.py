"""Messages that a model is to read: queued with the message, leased by thread, gone with it."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from contract.remembered import TENANT, THREAD, add, changing, instant, message
from contract.samples import NOW, OTHER_TENANT
from kesher.adapters.sql.memory.store import SqlMemory
from kesher.domain.job import MemoryJob
from kesher.domain.scope import Scope
from kesher.errors import ConflictError
from kesher.ports.memory import Backlog, MemoryChange

pytestmark = pytest.mark.anyio


async def say(
    memory: SqlMemory,
    *ids: str,
    thread: str = THREAD,
    scope: Scope = TENANT,
    due_minutes: int = 0,
) -> None:
    for identifier in ids:
        said = message(identifier, thread=thread)
        due = instant(due_minutes)
        await memory.add_message(scope, said, changing(MemoryChange()), read_at=due)


async def take(memory: SqlMemory, *, minutes: int = 0, limit: int = 9) -> MemoryJob | None:
    return await memory.take_memory_job(now=instant(minutes), lease_seconds=60, limit=limit)


async def taken(memory: SqlMemory, *, minutes: int = 0, limit: int = 9) -> Sequence[str]:
    job = await take(memory, minutes=minutes, limit=limit)
    assert job is not None
    return job.message_ids


async def test_what_is_due_in_a_thread_is_taken_together_in_its_order(memory: SqlMemory) -> None:
    await say(memory, "m3", "m1")
    await say(memory, "m2", due_minutes=5)
    await add(memory, "quiet")
    await say(memory, "n1", thread="אחרת", due_minutes=1)
    assert await memory.memory_backlog(TENANT) == Backlog(waiting=4, failed=0)
    job = await take(memory)
    assert job is not None
    assert (job.tenant_id, job.thread_id, job.attempt) == (TENANT.tenant_id, THREAD, 1)
    assert job.message_ids == ("m3", "m1", "m2")
    assert await take(memory) is None
    await memory.finish_memory_job(job)
    assert await memory.memory_backlog(TENANT) == Backlog(waiting=1, failed=0)
    assert await taken(memory, minutes=1) == ("n1",)


async def test_the_thread_that_waited_longest_comes_first_whosoever_it_is(
    memory: SqlMemory,
) -> None:
    await say(memory, "m1", due_minutes=2)
    await say(memory, "m2", scope=OTHER_TENANT, due_minutes=1)
    first, second = await take(memory, minutes=2), await take(memory, minutes=2)
    assert first is not None
    assert second is not None
    assert (first.tenant_id, second.tenant_id) == (OTHER_TENANT.tenant_id, TENANT.tenant_id)


async def test_nothing_is_read_before_it_is_due(memory: SqlMemory) -> None:
    await say(memory, "m1", due_minutes=1)
    assert await take(memory) is None
    assert await taken(memory, minutes=1) == ("m1",)


async def test_a_thread_that_is_being_read_is_given_to_nobody_else(memory: SqlMemory) -> None:
    await say(memory, "m1")
    job = await take(memory)
    assert job is not None
    await say(memory, "m2")
    assert await take(memory) is None
    await memory.finish_memory_job(job)
    assert await taken(memory) == ("m2",)


async def test_a_job_takes_no_more_than_its_limit(memory: SqlMemory) -> None:
    await say(memory, *"abc")
    job = await take(memory, limit=2)
    assert job is not None
    assert job.message_ids == ("a", "b")
    await memory.finish_memory_job(job)
    assert await taken(memory, limit=2) == ("c",)


async def test_a_lapsed_lease_is_taken_again_and_the_first_taker_hears_of_it(
    memory: SqlMemory,
) -> None:
    await say(memory, "m1")
    first = await take(memory)
    assert first is not None
    later = instant() + timedelta(seconds=60)
    assert await memory.renew_memory_job(first, now=later, lease_seconds=60)
    assert await take(memory, minutes=1) is None
    second = await take(memory, minutes=2)
    assert second is not None
    assert (second.attempt, second.message_ids) == (2, ("m1",))
    assert not await memory.renew_memory_job(first, now=instant(2), lease_seconds=60)
    await memory.finish_memory_job(first)
    assert await memory.memory_backlog(TENANT) == Backlog(waiting=1, failed=0)
    await memory.finish_memory_job(second)
    assert await memory.memory_backlog(TENANT) == Backlog(waiting=0, failed=0)


async def test_what_failed_is_read_again_later_or_stays_to_be_seen(memory: SqlMemory) -> None:
    await say(memory, "m1")
    job = await take(memory)
    assert job is not None
    await memory.finish_memory_job(
        job, error_code="model.stream", error="לא JSON", again_at=instant(5)
    )
    assert await take(memory, minutes=4) is None
    again = await take(memory, minutes=5)
    assert again is not None
    assert again.attempt == 2
    await memory.finish_memory_job(again, error_code="model.stream", error="לא JSON")
    assert await memory.memory_backlog(TENANT) == Backlog(waiting=0, failed=1)
    assert await take(memory, minutes=99) is None
    assert len(await memory.log(TENANT, THREAD)) == 1
    assert await memory.retry_memory_jobs(OTHER_TENANT) == 0
    assert await memory.retry_memory_jobs(TENANT) == 1
    anew = await take(memory)
    assert anew is not None
    assert (anew.attempt, anew.message_ids) == (1, ("m1",))


async def test_the_only_process_takes_up_what_a_dead_one_had(memory: SqlMemory) -> None:
    await say(memory, "m1", "m2")
    assert await take(memory) is not None
    assert await memory.release_memory_jobs() == 2
    assert await taken(memory) == ("m1", "m2")


async def test_what_is_given_back_is_free_at_once_as_if_it_had_not_been_taken(
    memory: SqlMemory,
) -> None:
    await say(memory, "m1", "m2")
    first = await take(memory)
    assert first is not None
    await memory.give_back_memory_job(first)
    second = await take(memory)
    assert second is not None
    assert (second.message_ids, second.attempt) == (("m1", "m2"), 1)
    await memory.give_back_memory_job(first)  # they are another's by now
    assert await take(memory) is None


async def test_an_erased_message_takes_its_job_along(memory: SqlMemory) -> None:
    await say(memory, "m1", "m2")
    job = await take(memory)
    assert job is not None
    await memory.erase_message(TENANT, THREAD, "m1")
    assert await memory.renew_memory_job(job, now=NOW, lease_seconds=60)
    await memory.erase_message(TENANT, THREAD, "m2")
    assert not await memory.renew_memory_job(job, now=NOW, lease_seconds=60)
    await memory.finish_memory_job(job)
    assert await memory.memory_backlog(TENANT) == Backlog(waiting=0, failed=0)


async def test_a_message_that_is_not_stored_queues_nothing(memory: SqlMemory) -> None:
    await say(memory, "m1")
    job = await take(memory)
    assert job is not None
    await memory.finish_memory_job(job)
    await say(memory, "m1")
    other = message("m1", "אחר")
    with pytest.raises(ConflictError):
        await memory.add_message(TENANT, other, changing(MemoryChange()), read_at=NOW)
    assert await take(memory) is None

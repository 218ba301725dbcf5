"""The job loop on a real SQLite store: what becomes of a job in every way that it can end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import anyio
import pytest

from contract.samples import NOW, ROOM, SCOPE, add, document, job
from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.migrating import migrate
from kesher.adapters.sql.store import SqlStore
from kesher.app.jobs import JobLoop, JobSettings
from kesher.domain.document import Document, DocumentState
from kesher.domain.job import Job
from kesher.errors import DamagedDocumentError, StoreBusyError

pytestmark = pytest.mark.anyio

S = TypeVar("S", bound=SqlStore)

QUICK = JobSettings(parallel=2, lease_seconds=60, idle_seconds=0.02, hold_seconds=0.02)
PATIENT = JobSettings(parallel=1, idle_seconds=60, hold_seconds=60)


class Clock:
    """Time that moves when a test says so."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


class Work:
    """Work that tells how it goes; it ends when `go_on` is set."""

    def __init__(self, *, error: Exception | None = None) -> None:
        self.begun: asyncio.Queue[Job] = asyncio.Queue()
        self.go_on = asyncio.Event()
        self.cancelled = asyncio.Event()
        self._error = error

    async def __call__(self, job: Job) -> None:
        self.begun.put_nowait(job)
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        if self._error is not None:
            raise self._error


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    store = opened(SqlStore, tmp_path, Clock())
    await store.create_room(SCOPE, ROOM)
    yield store
    await store.close()


def opened(kind: type[S], folder: Path, clock: Clock) -> S:
    database = Database(sqlite_url(folder), busy_seconds=10)
    migrate(database)
    return kind(database, clock=clock)


@asynccontextmanager
async def running(
    store: SqlStore,
    work: Callable[[Job], Awaitable[None]],
    *,
    clock: Clock | None = None,
    settings: JobSettings = QUICK,
) -> AsyncIterator[tuple[JobLoop, "asyncio.Queue[Job]"]]:
    """A loop that runs meanwhile, and the jobs that it has finished."""
    finished: asyncio.Queue[Job] = asyncio.Queue()
    loop = JobLoop(
        store, work, clock=clock or Clock(), finished=finished.put_nowait, settings=settings
    )
    task = asyncio.create_task(loop.run())
    try:
        with anyio.fail_after(10):
            yield loop, finished
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def stored(store: SqlStore, identifier: str = "doc_a") -> Document:
    return await store.document(SCOPE, identifier)


async def test_a_queued_job_is_done_and_closed(store: SqlStore) -> None:
    work = Work()
    work.go_on.set()
    await add(store)
    async with running(store, work) as (_, finished):
        assert (await finished.get()).document_id == "doc_a"
    assert await store.take(now=NOW + timedelta(days=1), lease_seconds=1) is None
    assert (await stored(store)).error is None


async def test_a_document_that_cannot_be_taken_in_fails_with_the_reason(store: SqlStore) -> None:
    work = Work(error=DamagedDocumentError("`נוהל.pdf` is cut off."))
    work.go_on.set()
    await add(store)
    async with running(store, work) as (_, finished):
        await finished.get()
    failed = await stored(store)
    assert failed.state is DocumentState.FAILED
    assert (failed.error_code, failed.error) == ("document.damaged", "`נוהל.pdf` is cut off.")


async def test_an_error_of_our_own_fails_the_job_without_its_inner_words(
    store: SqlStore,
) -> None:
    work = Work(error=ZeroDivisionError("secret inner words"))
    work.go_on.set()
    await add(store)
    async with running(store, work) as (_, finished):
        await finished.get()
    failed = await stored(store)
    assert (failed.state, failed.error_code) == (DocumentState.FAILED, "internal")
    assert "ZeroDivisionError" in (failed.error or "")
    assert "secret" not in (failed.error or "")


async def test_a_job_that_fails_leaves_the_loop_to_the_next(store: SqlStore) -> None:
    failing = Work(error=ZeroDivisionError())
    failing.go_on.set()
    await add(store, "doc_a")
    async with running(store, failing) as (loop, finished):
        await finished.get()
        await add(store, "doc_b")
        loop.wake()
        assert (await finished.get()).document_id == "doc_b"


async def test_a_cancelled_job_ends_while_it_works(store: SqlStore) -> None:
    work = Work()
    await add(store)
    async with running(store, work) as (_, finished):
        await work.begun.get()
        assert await store.cancel(SCOPE, "doc_a")
        await work.cancelled.wait()
    assert finished.empty()
    assert (await stored(store)).state is DocumentState.CANCELLED


async def test_a_cancelled_document_can_be_queued_again_at_once(store: SqlStore) -> None:
    work = Work()
    await add(store)
    async with running(store, work) as (loop, finished):
        await work.begun.get()
        await store.cancel(SCOPE, "doc_a")
        await work.cancelled.wait()
        assert await store.requeue(SCOPE, "doc_a", job(name="job_2"))
        work.go_on.set()
        loop.wake()
        assert (await finished.get()).id == "job_2"


async def test_work_on_a_document_that_was_removed_ends_without_a_trace(store: SqlStore) -> None:
    work = Work()
    await add(store)
    async with running(store, work) as (_, finished):
        await work.begun.get()
        await store.delete_document(SCOPE, "doc_a")
        await work.cancelled.wait()
    assert finished.empty()


async def test_what_a_dead_process_had_taken_is_done_once_its_lease_has_lapsed(
    store: SqlStore,
) -> None:
    clock, work = Clock(), Work()
    work.go_on.set()
    await add(store)
    dead = await store.take(now=clock(), lease_seconds=60)
    assert dead is not None
    async with running(store, work, clock=clock) as (_, finished):
        await add(store, "doc_b")
        assert (await finished.get()).document_id == "doc_b"  # the lease of doc_a still holds
        clock.now += timedelta(seconds=61)
        taken = await finished.get()
    assert (taken.document_id, taken.attempt) == ("doc_a", 2)


async def test_a_loop_that_is_ended_gives_its_job_back_to_whoever_looks_next(
    store: SqlStore,
) -> None:
    work = Work()
    await add(store)
    async with running(store, work):
        await work.begun.get()
    assert work.cancelled.is_set()
    work.go_on.set()
    async with running(store, work) as (_, finished):
        assert (await finished.get()).attempt == 2


async def test_no_more_jobs_run_at_once_than_are_set(store: SqlStore) -> None:
    work = Work()
    for name in ("doc_a", "doc_b", "doc_c"):
        await add(store, name)
    async with running(store, work) as (_, finished):
        first = [await work.begun.get(), await work.begun.get()]
        assert work.begun.empty()
        work.go_on.set()
        third = await work.begun.get()
        for _ in range(3):
            await finished.get()
    assert {item.document_id for item in (*first, third)} == {"doc_a", "doc_b", "doc_c"}


class Late(SqlStore):
    """A store on which a job is queued just after the loop has looked for one."""

    after_looking: Callable[[], Awaitable[None]] | None = None

    async def take(self, *, now: datetime, lease_seconds: float) -> Job | None:
        found = await super().take(now=now, lease_seconds=lease_seconds)
        if self.after_looking is not None:
            queue, self.after_looking = self.after_looking, None
            await queue()
        return found


async def test_a_job_that_is_queued_while_the_loop_looks_is_not_left_waiting(
    tmp_path: Path,
) -> None:
    late = opened(Late, tmp_path, Clock())
    await late.create_room(SCOPE, ROOM)
    work = Work()
    work.go_on.set()
    loop: JobLoop

    async def queue() -> None:
        await late.add_document(SCOPE, document(), job())
        loop.wake()

    late.after_looking = queue
    async with running(late, work, settings=PATIENT) as (loop, finished):
        done = await finished.get()
    assert done.document_id == document().id
    await late.close()


class Busy(SqlStore):
    """A store that is locked by another program at the first attempt to close a job."""

    def __init__(self, database: Database, *, clock: Callable[[], datetime]) -> None:
        super().__init__(database, clock=clock)
        self.refused = asyncio.Event()

    async def finish(
        self, job: Job, *, error_code: str | None = None, error: str | None = None
    ) -> None:
        if not self.refused.is_set():
            self.refused.set()
            raise StoreBusyError("The database is locked.")
        await super().finish(job, error_code=error_code, error=error)


async def test_a_store_that_is_locked_for_a_while_does_not_end_the_loop(tmp_path: Path) -> None:
    clock = Clock()
    busy = opened(Busy, tmp_path, clock)
    await busy.create_room(SCOPE, ROOM)
    await add(busy)
    work = Work()
    work.go_on.set()
    async with running(busy, work, clock=clock) as (_, finished):
        await busy.refused.wait()
        clock.now += timedelta(seconds=61)
        assert (await finished.get()).attempt == 2
    await busy.close()


async def test_draining_does_what_there_is_and_returns(store: SqlStore) -> None:
    work = Work()
    finished: list[Job] = []
    work.go_on.set()
    await add(store, "doc_a")
    await add(store, "doc_b")
    loop = JobLoop(store, work, clock=Clock(), finished=finished.append, settings=QUICK)
    with anyio.fail_after(10):
        await loop.drain()
    assert sorted(item.document_id for item in finished) == ["doc_a", "doc_b"]

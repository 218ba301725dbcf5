"""The job loop: takes durable work from the store and does it, in the server or in a worker."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from kesher.domain.job import Job
from kesher.errors import KesherError
from kesher.ports.clock import Clock
from kesher.ports.stores import JobStore

LEASE_SECONDS = 60.0
IDLE_SECONDS = 2.0
"""How long a job queued by another process may wait unseen; one of our own wakes the loop."""
HOLD_SECONDS = 3.0
"""Between two looks at whether a running job was cancelled; each prolongs its lease."""

_log = structlog.get_logger("kesher.jobs")


Work = Callable[[Job], Awaitable[None]]
"""Does one job. Raises KesherError where it fails for good."""


@dataclass(frozen=True, slots=True)
class JobSettings:
    """How many jobs run at the same time."""

    parallel: int = 2


class JobLoop:
    """Runs until it is cancelled. What it had taken is then queued again by the next process.

    Args:
        finished: Told of each job that has ended, well or not.
    """

    def __init__(
        self,
        store: JobStore,
        work: Work,
        *,
        clock: Clock,
        finished: Callable[[Job], None],
        settings: JobSettings | None = None,
    ) -> None:
        self._store = store
        self._work = work
        self._clock = clock
        self._finished = finished
        self._parallel = (settings or JobSettings()).parallel
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Look for work now."""
        self._wake.set()

    async def run(self) -> None:
        """Take and do jobs, up to the set number at once, for ever."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._parallel):
                group.create_task(self._slot())

    async def drain(self) -> None:
        """Do jobs until none is left to take, then return: for a program without a server."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._parallel):
                group.create_task(self._until_empty())

    async def _slot(self) -> None:
        while True:
            if not await self._take_one():
                self._wake.clear()
                try:
                    async with asyncio.timeout(IDLE_SECONDS):
                        await self._wake.wait()
                except TimeoutError:
                    continue

    async def _until_empty(self) -> None:
        while await self._take_one():
            continue

    async def _take_one(self) -> bool:
        try:
            job = await self._store.take(now=self._clock(), lease_seconds=LEASE_SECONDS)
        except KesherError as error:
            _log.error("jobs.take_failed", code=error.code, error=str(error))
            return False
        if job is None:
            return False
        await self._do(job)
        return True

    async def _do(self, job: Job) -> None:
        """Run one job beside the task that renews its lease; the first to end ends both."""
        work = asyncio.ensure_future(self._work(job))
        lease = asyncio.create_task(self._hold(job))
        try:
            await asyncio.wait({work, lease}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (work, lease):
                task.cancel()
            await asyncio.gather(work, lease, return_exceptions=True)
        await self._close(job, work)

    async def _hold(self, job: Job) -> None:
        while True:
            await asyncio.sleep(HOLD_SECONDS)
            if not await self._store.renew(job, now=self._clock(), lease_seconds=LEASE_SECONDS):
                return

    async def _close(self, job: Job, work: "asyncio.Future[None]") -> None:
        if work.cancelled() or not await self._store.renew(
            job, now=self._clock(), lease_seconds=LEASE_SECONDS
        ):
            return  # cancelled, removed or taken by another, who has said what becomes of it
        error = work.exception()
        if error is None:
            await self._store.finish(job)
        else:
            code = error.code if isinstance(error, KesherError) else "internal"
            unexpected = None if isinstance(error, KesherError) else error
            _log.error("job.failed", job=job.id, code=code, exc_info=unexpected)
            await self._store.finish(job, error_code=code, error=_said(error))
        self._finished(job)


def _said(error: BaseException) -> str:
    if isinstance(error, KesherError):
        return str(error)
    return (
        f"An internal error ({type(error).__name__}) stopped the work. What had been done is kept: "
        f"try again, and report it if it comes back."
    )

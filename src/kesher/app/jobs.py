"""The job loop: takes durable work from the store and does it, in the server or in a worker."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

import structlog

from kesher.domain.job import Job
from kesher.errors import KesherError, StoreBusyError
from kesher.ports.clock import Clock
from kesher.ports.stores import JobStore
from kesher.telemetry import raised
from kesher.telemetry.instrument import begun, count, timed
from kesher.telemetry.measures import JOB_SECONDS, JOBS

_log = structlog.get_logger("kesher.jobs")


Work = Callable[[Job], Awaitable[None]]
"""Does one job. Raises KesherError where it fails for good."""


@dataclass(frozen=True, slots=True)
class JobSettings:
    """How many jobs run at the same time, and how often the loop looks.

    Attributes:
        lease_seconds: After this long without a sign of life a job is taken by another process.
        idle_seconds: How long a job queued by another process may wait unseen; one of our own
            wakes the loop.
        hold_seconds: Between two looks at whether a running job was cancelled; each prolongs its
            lease.
        attempts: So many times a job is begun anew because the store did not serve; then it fails.
    """

    parallel: int = 2
    lease_seconds: float = 60.0
    idle_seconds: float = 2.0
    hold_seconds: float = 3.0
    attempts: int = 10


class _Outcome(StrEnum):
    """How work on a job ended, as it is counted."""

    DONE = "done"
    FAILED = "failed"
    AGAIN = "again"
    LOST = "lost"


class JobLoop:
    """Runs until it is cancelled. What it had taken is then given back, for whoever comes next.

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
        self._settings = settings or JobSettings()
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Look for work now."""
        self._wake.set()

    async def run(self) -> None:
        """Take and do jobs, up to the set number at once, for ever."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._settings.parallel):
                group.create_task(self._slot())

    async def drain(self) -> None:
        """Do jobs until none is left to take, then return: for a program without a server."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._settings.parallel):
                group.create_task(self._until_empty())

    async def _slot(self) -> None:
        while True:
            self._wake.clear()  # before looking: what is queued meanwhile is not missed
            if not await self._take_one():
                try:
                    async with asyncio.timeout(self._settings.idle_seconds):
                        await self._wake.wait()
                except TimeoutError:
                    continue

    async def _until_empty(self) -> None:
        while await self._take_one():
            continue

    async def _take_one(self) -> bool:
        """Take and do one job; False where there was none, or the store could not be asked."""
        try:
            job = await self._store.take(
                now=self._clock(), lease_seconds=self._settings.lease_seconds
            )
            if job is not None:
                await self._do(job)
        except Exception as error:  # noqa: BLE001 - whatever befalls one job, the loop goes on
            # A job that could not be closed is taken again when its lease has lapsed.
            _log.error("jobs.failed", exception=raised(error))
            return False
        return job is not None

    async def _do(self, job: Job) -> None:
        """Run one job, in a trace of its own."""
        made = begun(f"job {job.kind}", {"kesher.job.attempt": job.attempt}, parent={})
        try:
            with made.current(), timed(JOB_SECONDS, kind=job.kind):
                outcome = await self._done(job)
            if outcome is _Outcome.FAILED:
                made.fail(outcome)
            count(JOBS, kind=job.kind, outcome=outcome)
        finally:
            made.end()

    async def _done(self, job: Job) -> "_Outcome":
        """Run one job beside the task that renews its lease; the first to end ends both."""
        work = asyncio.ensure_future(self._work(job))
        lease = asyncio.create_task(self._hold(job))
        try:
            await asyncio.wait({work, lease}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await _end(work, lease)
            with suppress(KesherError):  # then others wait until its lease lapses
                await self._store.give_back(job)
            raise
        await _end(work, lease)
        return await self._close(job, work)

    async def _hold(self, job: Job) -> None:
        """Prolong the lease until that is refused, or was not possible for as long as it holds."""
        held = time.monotonic()
        while time.monotonic() - held < self._settings.lease_seconds:
            await asyncio.sleep(self._settings.hold_seconds)
            try:
                if not await self._renew(job):
                    return
            except StoreBusyError:  # a database that is started again; the work may not notice
                continue
            held = time.monotonic()

    async def _renew(self, job: Job) -> bool:
        return await self._store.renew(
            job, now=self._clock(), lease_seconds=self._settings.lease_seconds
        )

    async def _close(self, job: Job, work: "asyncio.Future[None]") -> "_Outcome":
        if work.cancelled() or not await self._renew(job):
            # Cancelled, removed or taken by another, who has said what becomes of it.
            return _Outcome.LOST
        error = work.exception()
        if error is None:
            await self._store.finish(job)
        elif isinstance(error, StoreBusyError) and job.attempt < self._settings.attempts:
            _log.warning("job.again", job=job.id, code=error.code)
            await self._store.give_back(job)  # no fault of the document's: it goes on from here
            return _Outcome.AGAIN
        else:
            code = error.code if isinstance(error, KesherError) else "internal"
            if code == "internal":
                _log.error("job.failed", job=job.id, code=code, exception=raised(error))
            else:  # told with the document; the log only counts it
                _log.info("job.failed", job=job.id, code=code)
            await self._store.finish(job, error_code=code, error=_said(error))
        self._finished(job)
        return _Outcome.DONE if error is None else _Outcome.FAILED


async def _end(*tasks: "asyncio.Future[None]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _said(error: BaseException) -> str:
    if isinstance(error, KesherError):
        return str(error)
    return (
        f"An internal error ({type(error).__name__}) stopped the work. What had been done is kept: "
        f"try again, and report it if it comes back."
    )

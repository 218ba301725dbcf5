"""Memory on one SQL database: each call is one transaction of the modules beside this."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar

from typing_extensions import override

from kesher.adapters.sql.database import Database, utc_now
from kesher.adapters.sql.memory import erasing, jobs, writing
from kesher.adapters.sql.memory import reading as lists
from kesher.adapters.sql.memory.view import SqlMemoryView
from kesher.domain.entity import Entity, Merge
from kesher.domain.fact import Fact, Review
from kesher.domain.job import MemoryJob
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.ports.clock import Clock
from kesher.ports.memory import (
    Backlog,
    Deciding,
    Erased,
    Erasing,
    Erasure,
    Foreseen,
    MemoryJobStore,
    MemoryStore,
    Reading,
    ThreadHead,
)

T = TypeVar("T")


_WORK: Mapping[Erasing, Callable[..., Erased]] = MappingProxyType(
    {
        Erasing.MESSAGE: erasing.erase_message,
        Erasing.THREAD: erasing.erase_thread,
        Erasing.ENTITY: erasing.erase_entity,
        Erasing.TENANT: erasing.erase_tenant,
    }
)


class SqlMemory(MemoryStore, MemoryJobStore):
    """The memory of all tenants, in the database of `SqlStore`. What each call promises: the port.

    Beyond it: every call may raise `StoreError` and its kinds, and a call that raises has changed
    nothing.
    """

    def __init__(self, database: Database, *, clock: Clock = utc_now) -> None:
        """Use a database whose tables are up to date.

        Args:
            clock: For the time on receipts.
        """
        self._database = database
        self._clock = clock

    @override
    async def add_message(
        self,
        scope: Scope,
        message: LogMessage,
        deciding: Deciding[T],
        *,
        read_at: datetime | None = None,
    ) -> tuple[bool, T | None]:
        return await self._database.write(
            writing.add_message, scope, message, deciding, read_at=read_at
        )

    @override
    async def decide(self, scope: Scope, deciding: Deciding[T]) -> T:
        return await self._database.write(writing.decide, scope, deciding)

    @override
    async def look(self, scope: Scope, reading: Reading[T]) -> T:
        return await self._database.read(
            lambda held, mine: reading(SqlMemoryView(held, mine)), scope
        )

    @override
    async def log(
        self, scope: Scope, thread_id: str, *, after: str | None = None, limit: int | None = None
    ) -> Sequence[LogMessage]:
        return await self._database.read(lists.read_log, scope, thread_id, after=after, limit=limit)

    @override
    async def log_threads(self, scope: Scope) -> Sequence[ThreadHead]:
        return await self._database.read(lists.list_threads, scope)

    @override
    async def entity_list(self, scope: Scope) -> Sequence[Entity]:
        return await self._database.read(lists.list_entities, scope)

    @override
    async def review_list(self, scope: Scope, *, pending: bool) -> Sequence[Review]:
        return await self._database.read(lists.list_reviews, scope, pending=pending)

    @override
    async def merge_list(self, scope: Scope) -> Sequence[Merge]:
        return await self._database.read(lists.list_merges, scope)

    @override
    async def lapse(self, scope: Scope, *, now: datetime) -> Sequence[Fact]:
        return await self._database.write(writing.lapse, scope, now=now)

    @override
    async def due_tenants(self, *, now: datetime) -> Sequence[str]:
        return await self._database.read_all(writing.due_tenants, now=now)

    @override
    async def facts_to_review(self, *, now: datetime) -> Sequence[tuple[str, Sequence[str]]]:
        return await self._database.read_all(lists.facts_to_review, now=now)

    @override
    async def erase_message(self, scope: Scope, thread_id: str, message_id: str) -> Erased:
        return await self._erased(erasing.erase_message, scope, thread_id, message_id)

    @override
    async def erase_entity(self, scope: Scope, entity_id: str) -> Erased:
        return await self._erased(erasing.erase_entity, scope, entity_id)

    @override
    async def erase_tenant(self, scope: Scope) -> Erased:
        return await self._erased(erasing.erase_tenant, scope)

    @override
    async def erase_thread(self, scope: Scope, thread_id: str) -> Erased:
        return await self._erased(erasing.erase_thread, scope, thread_id)

    @override
    async def foresee(self, scope: Scope, erasure: Erasure) -> Foreseen:
        work, what = _WORK[erasure.kind], erasure.ids
        return await self._database.write(erasing.foresee, scope, work, *what, now=self._clock())

    @override
    async def erasure_list(self, scope: Scope) -> Sequence[Erased]:
        return await self._database.read(erasing.list_erasures, scope)

    @override
    async def take_memory_job(
        self, *, now: datetime, lease_seconds: float, limit: int
    ) -> MemoryJob | None:
        if not await self._database.read_all(jobs.is_any_due, now=now):
            return None
        return await self._database.write_all(
            jobs.take_memory_job, now=now, lease_seconds=lease_seconds, limit=limit
        )

    @override
    async def renew_memory_job(
        self, job: MemoryJob, *, now: datetime, lease_seconds: float
    ) -> bool:
        return await self._database.write(
            jobs.renew_memory_job, Scope(job.tenant_id), job, now=now, lease_seconds=lease_seconds
        )

    @override
    async def finish_memory_job(
        self,
        job: MemoryJob,
        *,
        error_code: str | None = None,
        error: str | None = None,
        again_at: datetime | None = None,
    ) -> None:
        await self._database.write(
            jobs.finish_memory_job,
            Scope(job.tenant_id),
            job,
            error_code=error_code,
            error=error,
            again_at=again_at,
        )

    @override
    async def give_back_memory_job(self, job: MemoryJob) -> None:
        await self._database.write(
            jobs.give_back_memory_job, Scope(job.tenant_id), job, now=self._clock()
        )

    @override
    async def release_memory_jobs(self) -> int:
        return await self._database.write_all(jobs.release_memory_jobs, now=self._clock())

    @override
    async def retry_memory_jobs(self, scope: Scope) -> int:
        return await self._database.write(jobs.retry_memory_jobs, scope, now=self._clock())

    @override
    async def memory_backlog(self, scope: Scope) -> Backlog:
        return await self._database.read(jobs.count_backlog, scope)

    async def _erased(self, work: Callable[..., Erased], scope: Scope, *what: str) -> Erased:
        receipt = await self._database.write(work, scope, *what, now=self._clock())
        await self._database.empty_log()
        return receipt

"""Memory on one SQL database: each call is one transaction of the modules beside this."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.memory import reading as lists
from kesher.adapters.sql.memory import writing
from kesher.adapters.sql.memory.view import SqlMemoryView
from kesher.domain.entity import Entity, Merge
from kesher.domain.fact import Fact, Review
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.ports.clock import Clock
from kesher.ports.memory import Deciding, Reading, ThreadHead

T = TypeVar("T")

_utc_now: Clock = partial(datetime.now, UTC)


class SqlMemory:
    """The memory of all tenants, in the database of `SqlStore`. What each call promises: the port.

    Beyond it: every call may raise `StoreError` and its kinds, and a call that raises has changed
    nothing.
    """

    def __init__(self, database: Database, *, clock: Clock = _utc_now) -> None:
        """Use a database whose tables are up to date.

        Args:
            clock: For the time on receipts.
        """
        self._database = database
        self._clock = clock

    async def add_message(
        self, scope: Scope, message: LogMessage, deciding: Deciding[T]
    ) -> tuple[bool, T | None]:
        return await self._database.write(writing.add_message, scope, message, deciding)

    async def decide(self, scope: Scope, deciding: Deciding[T]) -> T:
        return await self._database.write(writing.decide, scope, deciding)

    async def look(self, scope: Scope, reading: Reading[T]) -> T:
        return await self._database.read(lambda held: reading(SqlMemoryView(held, scope)))

    async def log(
        self, scope: Scope, thread_id: str, *, after: str | None = None, limit: int | None = None
    ) -> Sequence[LogMessage]:
        return await self._database.read(lists.read_log, scope, thread_id, after=after, limit=limit)

    async def log_threads(self, scope: Scope) -> Sequence[ThreadHead]:
        return await self._database.read(lists.list_threads, scope)

    async def entity_list(self, scope: Scope) -> Sequence[Entity]:
        return await self._database.read(lists.list_entities, scope)

    async def review_list(self, scope: Scope, *, pending: bool) -> Sequence[Review]:
        return await self._database.read(lists.list_reviews, scope, pending=pending)

    async def merge_list(self, scope: Scope) -> Sequence[Merge]:
        return await self._database.read(lists.list_merges, scope)

    async def lapse(self, scope: Scope, *, now: datetime) -> Sequence[Fact]:
        return await self._database.write(writing.lapse, scope, now=now)

    async def due_tenants(self, *, now: datetime) -> Sequence[str]:
        return await self._database.read(writing.due_tenants, now=now)

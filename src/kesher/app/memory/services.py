"""The use cases of memory, together."""

from dataclasses import dataclass

from kesher.app.memory.conversing import Conversing
from kesher.app.memory.deciding import Decide
from kesher.app.memory.erasing import Erase
from kesher.app.memory.looking import Looking
from kesher.app.memory.recalling import Recall
from kesher.app.memory.remembering import Remember
from kesher.app.memory.sampling import SampleTalk
from kesher.app.memory.tending import Tending
from kesher.domain.scope import Scope
from kesher.memory.schema import Schema
from kesher.ports.memory import MemoryJobStore, MemoryStore


@dataclass(frozen=True, slots=True)
class MemoryBacklog:
    """What the background has still to do for one tenant's memory.

    Attributes:
        waiting: Messages in line for a model.
        failed: Messages that a model could not read; `MemoryServices.retry` queues them again.
        without_vectors: Messages and facts that are found by their words only, until then.
    """

    waiting: int
    failed: int
    without_vectors: int


@dataclass(frozen=True, slots=True)
class MemoryServices:
    """Everything that is done with memory."""

    store: MemoryStore
    jobs: MemoryJobStore
    schema: Schema
    remember: Remember
    recall: Recall
    looking: Looking
    conversing: Conversing
    decide: Decide
    erase: Erase
    sample: SampleTalk
    tending: Tending
    zone: str
    context_tokens: int

    async def backlog(self, scope: Scope) -> MemoryBacklog:
        """Count what the background has still to do for a tenant."""
        models = await self.jobs.memory_backlog(scope)
        return MemoryBacklog(models.waiting, models.failed, await self.tending.lacking(scope))

    async def retry(self, scope: Scope) -> int:
        """Let a model read again what it failed on; count the messages."""
        queued = await self.jobs.retry_memory_jobs(scope)
        self.tending.wake()
        return queued

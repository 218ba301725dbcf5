"""Background work on memory: vectors for what lacks one, facts that lapse, what a model reads."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import structlog

from kesher.app.memory.embedding import embedded
from kesher.app.memory.indexes import described_subjects
from kesher.app.memory.reading import ModelReading
from kesher.domain.log import MessageRef
from kesher.domain.scope import Scope
from kesher.errors import KesherError
from kesher.memory.fact_ranking import described
from kesher.memory.forgetting import due_reviews
from kesher.memory.schema import Schema
from kesher.memory.turn_ranking import spoken
from kesher.ports.clock import Clock, NewId
from kesher.ports.memory import Deciding, MemoryStore
from kesher.ports.memory_vectors import MemoryVectorStore, Vectorless
from kesher.ports.models import Embedder
from kesher.telemetry import raised

_log = structlog.get_logger("kesher.memory")

BATCH = 32
"""Messages and facts that get their vectors in one step, so that a stop is heard soon."""

IDLE_SECONDS = 5.0
"""How long work that another process queued may wait unseen; our own wakes the loop."""

SWEEP_SECONDS = 30.0
"""How often facts whose time has come are given their end. Reading never waits for it."""


@dataclass(slots=True)
class Tending:
    """Runs until it is cancelled. Whatever it had begun is found again by the next process.

    Attributes:
        reading: Reads messages with a model; None: rules alone.
        is_loaded: Whether the embedding model is in memory.
    """

    store: MemoryStore
    vectors: MemoryVectorStore
    embedder: Embedder
    schema: Schema
    clock: Clock
    new_id: NewId
    reading: ModelReading | None
    is_loaded: Callable[[], bool]
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def wake(self) -> None:
        """Look for work now."""
        self._wake.set()

    async def run(self, *, loads: bool = True) -> None:
        """Do what there is to do, for ever.

        Args:
            loads: May load the embedding model; else vectors are made once something else has
                loaded it, so that a process that lives for one command does not wait for it.
        """
        swept: float | None = None
        while True:
            self._wake.clear()  # before looking: what is queued meanwhile is not missed
            busy = await self._safely(self._read)
            if loads or self.is_loaded():
                busy = await self._safely(self._embed) or busy
            # By a clock that no one sets back: else nothing would lapse until it has caught up.
            if swept is None or time.monotonic() - swept >= SWEEP_SECONDS:
                swept = time.monotonic()
                await self._safely(self._sweep)
            if not busy:
                await self._pause()

    async def drain(self) -> None:
        """Do everything there is to do now, then return: for programs without a server."""
        while await self.step():
            continue
        await self.sweep()

    async def step(self) -> bool:
        """Do one piece of work, after the one that is under way; False where there was none."""
        read = await self._read()
        return await self._embed() or read

    async def lacking(self, scope: Scope) -> int:
        """Count the tenant's messages and facts that still lack a vector."""
        return await self.vectors.vectorless_count(scope, embedder=self.embedder.name)

    async def sweep(self) -> int:
        """End what has lapsed and ask about what is to be looked at again; count the ended."""
        ended = 0
        now = self.clock()
        for tenant in await self.store.due_tenants(now=now):
            ended += len(await self.store.lapse(Scope(tenant), now=now))
        for tenant, facts in await self.store.facts_to_review(now=now):
            await self.store.decide(Scope(tenant), self._asking(facts, now))
        return ended

    def _asking(self, fact_ids: Sequence[str], now: datetime) -> Deciding[None]:
        return lambda view: (due_reviews(view.facts_by_id(fact_ids), now, self.new_id), None)

    async def _read(self) -> bool:
        if self.reading is None:
            return False
        async with self._turn:
            return await self.reading.step()

    async def _embed(self) -> bool:
        async with self._turn:
            return await self._embed_some()

    async def _embed_some(self) -> bool:
        lacking = await self.vectors.vectorless(embedder=self.embedder.name, limit=BATCH)
        if lacking is None:
            return False
        texts = await self._texts(lacking)
        made = await embedded(self.embedder, texts)
        turns = [MessageRef(each.thread_id, each.id) for each in lacking.messages]
        facts = [fact.id for fact in lacking.facts]
        await self.vectors.save_memory_vectors(
            lacking.scope,
            embedder=self.embedder.name,
            turns=dict(zip(turns, made[: len(turns)], strict=True)),
            facts=dict(zip(facts, made[len(turns) :], strict=True)),
        )
        return True

    async def _texts(self, lacking: Vectorless) -> list[str]:
        ids = {fact.subject_id for fact in lacking.facts}
        subjects = await self.store.look(lacking.scope, lambda view: described_subjects(view, ids))
        turns = [spoken(each.speaker, each.text) for each in lacking.messages]
        facts = []
        for fact in lacking.facts:
            entity, also = subjects[fact.subject_id]
            facts.append(described(fact, entity, self.schema, also=also))
        return turns + facts

    async def _sweep(self) -> bool:
        await self.sweep()
        return False

    async def _safely(self, work: Callable[[], Awaitable[bool]]) -> bool:
        """Do one kind of work; whatever befalls it, the others and the loop go on."""
        try:
            return await work()
        except KesherError as error:
            _log.warning("memory.step_failed", code=error.code)
        except Exception as error:  # noqa: BLE001 - as above
            _log.error("memory.step_failed", exception=raised(error))
        return False

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            return

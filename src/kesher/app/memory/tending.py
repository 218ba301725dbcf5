"""Background work on memory: vectors for what lacks one, facts that lapse, what a model reads."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

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

SWEEP_EVERY = timedelta(seconds=30)
"""How often facts whose time has come are given their end. Reading never waits for it."""


@dataclass(slots=True)
class Tending:
    """Runs until it is cancelled. Whatever it had begun is found again by the next process.

    Attributes:
        reading: Reads messages with a model; None: rules alone.
    """

    store: MemoryStore
    vectors: MemoryVectorStore
    embedder: Embedder
    schema: Schema
    clock: Clock
    new_id: NewId
    reading: ModelReading | None
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def wake(self) -> None:
        """Look for work now."""
        self._wake.set()

    async def run(self) -> None:
        """Do what there is to do, for ever."""
        swept = self.clock() - SWEEP_EVERY
        while True:
            self._wake.clear()  # before looking: what is queued meanwhile is not missed
            busy = await self._step_safely()
            if self.clock() - swept >= SWEEP_EVERY:
                swept = self.clock()
                await self._sweep_safely()
            if not busy:
                await self._pause()

    async def drain(self) -> None:
        """Do everything there is to do now, then return: for programs without a server."""
        while await self.step():
            continue
        await self.sweep()

    async def step(self) -> bool:
        """Do one piece of work, after the one that is under way; False where there was none."""
        async with self._turn:
            embedded = await self._embed()
            read = await self.reading.step() if self.reading is not None else False
            return embedded or read

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

    async def _embed(self) -> bool:
        lacking = await self.vectors.vectorless(embedder=self.embedder.name, limit=BATCH)
        if lacking is None:
            return False
        texts = await self._texts(lacking)
        made = await self.embedder.embed_passages(texts)
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

    async def _step_safely(self) -> bool:
        try:
            return await self.step()
        except KesherError as error:
            _log.warning("memory.step_failed", code=error.code)
        except Exception as error:  # noqa: BLE001 - whatever befalls one step, the loop goes on
            _log.error("memory.step_failed", exception=raised(error))
        return False

    async def _sweep_safely(self) -> None:
        try:
            await self.sweep()
        except Exception as error:  # noqa: BLE001 - the next sweep finds the same facts
            _log.error("memory.sweep_failed", exception=raised(error))

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            return

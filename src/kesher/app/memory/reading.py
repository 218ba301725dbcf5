"""What a model reads of the log: batches of a thread's messages, one call each, nothing lost."""

import asyncio
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import structlog

from kesher.app.billing import billed_to, memory_of
from kesher.app.stopping import until
from kesher.domain.job import MemoryJob
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.errors import KesherError, ModelError
from kesher.memory.hearing import Hearing, take_in
from kesher.memory.model_extraction import OUTPUT_TOKENS, Reading, read, request
from kesher.memory.schema import Schema
from kesher.ports.clock import Clock, NewId
from kesher.ports.memory import MemoryJobStore, MemoryStore, MemoryView
from kesher.ports.models import ChatModel, ChatRequest

_log = structlog.get_logger("kesher.memory")

LEASE_SECONDS = 180.0
CALL_SECONDS = 120.0
"""A call that takes longer is given up, well before another process may take the job."""

BEFORE = 6
"""Earlier messages that are shown for understanding."""

ATTEMPTS = 4
"""After so many failures a batch waits until someone asks for it again."""

_PAUSE = timedelta(seconds=30)
_CHARS_A_TOKEN = 10
"""More than a token of any language holds on average; bounds a model that never stops."""


@dataclass(frozen=True, slots=True)
class ModelReading:
    """Reads with a model what rules have heard already; both count, the same fact once.

    Attributes:
        batch: Most messages of one call.
    """

    store: MemoryStore
    jobs: MemoryJobStore
    chat: ChatModel
    schema: Schema
    clock: Clock
    new_id: NewId
    batch: int

    async def step(self) -> bool:
        """Read one batch; False where none is due."""
        job = await self.jobs.take_memory_job(
            now=self.clock(), lease_seconds=LEASE_SECONDS, limit=self.batch
        )
        if job is None:
            return False
        try:
            if job.attempt > ATTEMPTS:  # of an attempt that ended with its process nothing tells
                raise ModelError(f"Reading was begun {ATTEMPTS} times and never came to an end.")
            await self._read(job)
        except KesherError as error:
            await self._failed(job, error)
        except asyncio.CancelledError:
            with suppress(KesherError):  # then others wait until its lease lapses
                await self.jobs.give_back_memory_job(job)
            raise
        else:
            await self.jobs.finish_memory_job(job)
        return True

    async def _read(self, job: MemoryJob) -> None:
        scope = Scope(job.tenant_id)
        messages, before = await self._messages(scope, job)
        if not messages:
            return
        with billed_to(memory_of(job.tenant_id)):
            answer = await self._answer(request(messages, before, self.schema))
        reading = read(answer, messages, self.schema)
        if not reading.is_whole:
            raise ModelError(
                f"The model's answer for {len(messages)} message(s) was not the JSON asked for. "
                f"They are kept and read again; what rules found in them stands."
            )
        if reading.dropped:
            _log.info("memory.records_dropped", count=len(reading.dropped))
        await self._take_in(scope, messages, reading)

    async def _messages(
        self, scope: Scope, job: MemoryJob
    ) -> tuple[list[LogMessage], list[LogMessage]]:
        def found(view: MemoryView) -> tuple[list[LogMessage], list[LogMessage]]:
            held = [view.message(job.thread_id, each) for each in job.message_ids]
            messages = [message for message in held if message is not None]
            if not messages:
                return [], []
            before = view.messages_before(job.thread_id, messages[0].id, limit=BEFORE)
            return messages, list(before)

        return await self.store.look(scope, found)

    async def _take_in(self, scope: Scope, messages: list[LogMessage], reading: Reading) -> None:
        for message in messages:
            extraction = reading.by_message.get(message.id)
            if extraction is None:
                continue
            hearing = Hearing(self.schema, self.new_id, self.clock())
            await self.store.decide(scope, partial(take_in, extraction, message, hearing=hearing))

    async def _answer(self, asked: ChatRequest) -> str:
        text = ""
        try:
            stream = until(self.chat.stream(asked), asyncio.Event())
            async with asyncio.timeout(CALL_SECONDS), aclosing(stream) as deltas:
                async for delta in deltas:
                    text += delta.text
                    if len(text) > OUTPUT_TOKENS * _CHARS_A_TOKEN:
                        break
        except TimeoutError as error:
            raise ModelError(
                f"The model did not end its answer within {CALL_SECONDS:.0f} seconds. The messages "
                f"are kept and read again."
            ) from error
        return text

    async def _failed(self, job: MemoryJob, error: KesherError) -> None:
        _log.warning("memory.reading_failed", code=error.code, attempt=job.attempt)
        again = self.clock() + _PAUSE * 2**job.attempt if job.attempt < ATTEMPTS else None
        await self.jobs.finish_memory_job(
            job, error_code=error.code, error=str(error), again_at=again
        )

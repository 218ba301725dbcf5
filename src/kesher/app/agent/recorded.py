"""Requests beside a run's turns, recorded as the turns are: before they are sent."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from kesher.app.agent.log import Log
from kesher.app.agent.pending import request_ids
from kesher.app.stopping import until
from kesher.context.cost import price_usd, usage_of
from kesher.context.recording import Sending, record_apart
from kesher.domain.profile import Profile
from kesher.domain.request import Purpose, SentRequest, Usage
from kesher.domain.trajectory import Event
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatDelta, ChatModel, ChatRequest, TokenCounter
from kesher.ports.stores import TrajectoryStore


@dataclass(frozen=True, slots=True)
class Recording:
    """Where and by what rules such requests are recorded."""

    store: TrajectoryStore
    profile: Profile
    counter: TokenCounter
    clock: Clock
    new_id: NewId

    def of(self, chat: ChatModel, log: Log, stop: asyncio.Event, purpose: Purpose) -> ChatModel:
        """Return a model that records for a trajectory what it is sent, and what that took."""
        return _RecordedChat(chat, self, log, stop, purpose)


@dataclass(frozen=True, slots=True)
class _RecordedChat:
    chat: ChatModel
    recording: Recording
    log: Log
    stop: asyncio.Event
    purpose: Purpose

    @property
    def name(self) -> str:
        return self.chat.name

    async def stream(self, request: ChatRequest) -> AsyncIterator[ChatDelta]:
        sent = self._record(request)
        store, scope = self.recording.store, self.log.scope
        await store.save_request(scope, sent)
        usage: Usage | None = None
        try:
            async with aclosing(until(self.chat.stream(request), self.stop)) as deltas:
                async for delta in deltas:
                    usage = usage_of(delta) or usage
                    yield delta
        finally:
            if usage is not None:
                price = price_usd(self.recording.profile, usage)
                await store.save_request(scope, replace(sent, usage=usage, price_usd=price))

    def _record(self, request: ChatRequest) -> SentRequest:
        keeping = self.recording
        sending = Sending(
            keeping.new_id("req"),
            self.log.id,
            keeping.clock(),
            self.chat.name,
            max_output_tokens=request.max_output_tokens,
            temperature=request.temperature,
        )
        return record_apart(
            request.messages,
            self.log.trajectory,
            sending,
            self.purpose,
            profile=keeping.profile,
            count=keeping.counter.count,
        )


def sent_in(stored: Sequence[SentRequest], events: Sequence[Event]) -> list[SentRequest]:
    """Return the requests that these last events of a trajectory sent, summaries included.

    Args:
        stored: All of the trajectory.
    """
    if not events:
        return []
    ids, first = set(request_ids(events)), events[0].sequence
    return [
        request
        for request in stored
        if request.id in ids or (request.purpose is not Purpose.TURN and request.sequence >= first)
    ]


def turns(requests: Sequence[SentRequest]) -> int:
    """Return how many of these are turns: what a run's limit of requests counts."""
    return sum(request.purpose is Purpose.TURN for request in requests)

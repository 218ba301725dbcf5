"""Counts what is asked of models beside the requests that the store counts by itself.

Those are texts that an endpoint makes vectors of, and messages that a model reads for memory.
Neither knows for whom it works; whoever begins such work says so by `billed_to`.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.app.stopping import until
from kesher.context.cost import price_usd, usage_of
from kesher.domain.profile import Profile
from kesher.domain.request import Usage
from kesher.domain.scope import DEFAULT_TENANT, RoomScope, Scope
from kesher.domain.usage import EMBEDDING, READING, Sums, UsageKey
from kesher.ports.clock import Clock
from kesher.ports.models import ChatDelta, ChatModel, ChatRequest, Embedder, TokenCounter
from kesher.ports.usage import UsageStore

_NOBODY = Scope()
_billed: ContextVar[Scope] = ContextVar("kesher_billed_to", default=_NOBODY)


@contextmanager
def billed_to(scope: Scope) -> Iterator[None]:
    """Count for this person, and this room where the scope is of one, what is asked inside."""
    before = _billed.set(scope)
    try:
        yield
    finally:
        _billed.reset(before)


def bill_to(scope: Scope) -> None:
    """Count for this person and room whatever the present task, and those it begins, ask."""
    _billed.set(scope)


def memory_of(tenant_id: str) -> Scope:
    """Return the scope of whose memory it is: its name is a person's id where there are people."""
    return Scope(user_id=None if tenant_id == DEFAULT_TENANT else tenant_id)


@dataclass(frozen=True, slots=True)
class Meter:
    """Where such usage is counted. All people of a server are one tenant's."""

    usage: UsageStore
    clock: Clock

    async def add(self, model: str, purpose: str, sums: Sums) -> None:
        """Count for whom the present work is."""
        scope = _billed.get()
        key = UsageKey(
            day=self.clock().date(),
            user_id=scope.user_id or "",
            room_id=scope.room_id if isinstance(scope, RoomScope) else "",
            model=model,
            purpose=purpose,
        )
        await self.usage.count(Scope(), key, sums)


@dataclass(frozen=True, slots=True)
class CountedEmbedder:
    """An `Embedder` whose texts are counted, by our own counter, once they have their vectors."""

    embedder: Embedder
    counter: TokenCounter
    meter: Meter

    @property
    def name(self) -> str:
        """Of the embedder itself: its vectors are the same."""
        return self.embedder.name

    @property
    def dimensions(self) -> int:
        """Numbers a vector."""
        return self.embedder.dimensions

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return what the embedder gives, counted."""
        vectors = await self.embedder.embed_passages(texts)
        await self._count(texts)
        return vectors

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return what the embedder gives, counted."""
        vector = await self.embedder.embed_query(text)
        await self._count([text])
        return vector

    async def _count(self, texts: Sequence[str]) -> None:
        tokens = sum(self.counter.count(text) for text in texts)
        await self.meter.add(self.name, EMBEDDING, Sums(requests=1, input_tokens=tokens))


@dataclass(frozen=True, slots=True)
class CountedChat:
    """A `ChatModel` of memory's, whose requests are counted as their answers end."""

    chat: ChatModel
    profile: Profile
    meter: Meter

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.chat.name

    async def stream(self, request: ChatRequest) -> AsyncIterator[ChatDelta]:
        """Yield what the model writes. Raises as it does."""
        usage: Usage | None = None
        try:
            async with aclosing(until(self.chat.stream(request), asyncio.Event())) as deltas:
                async for delta in deltas:
                    usage = usage_of(delta) or usage
                    yield delta
        finally:
            await self.meter.add(self.name, READING, self._sums(usage))

    def _sums(self, usage: Usage | None) -> Sums:
        if usage is None:
            return Sums(requests=1)
        return Sums(
            requests=1,
            input_tokens=usage.input_tokens or 0,
            cached_tokens=usage.cached_tokens or 0,
            output_tokens=usage.output_tokens or 0,
            reasoning_tokens=usage.reasoning_tokens or 0,
            price_usd=price_usd(self.profile, usage) or 0.0,
        )

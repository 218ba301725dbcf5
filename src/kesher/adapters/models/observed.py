"""Models whose calls are told as spans and measures, by OpenTelemetry's GenAI conventions."""

import json
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from kesher.domain.message import Message
from kesher.errors import ModelError
from kesher.ports.models import ChatDelta, ChatModel, ChatRequest, Embedder
from kesher.telemetry import gen_ai
from kesher.telemetry.instrument import Attribute, Kind, begun, count, records_content, span, took
from kesher.telemetry.measures import EMBEDDING_SECONDS, EMBEDDINGS, MODEL_CALLS, MODEL_SECONDS

_OK, _CLOSED = "ok", "closed"


class ObservedChat:
    """A `ChatModel` as the one inside it is, each of whose calls is told.

    Args:
        provider: As the conventions name it: `openai`, `anthropic`, `gcp.gemini` ...
    """

    def __init__(self, chat: ChatModel, *, provider: str) -> None:
        self._chat = chat
        self._provider = provider

    @property
    def name(self) -> str:
        """The model's name as its endpoint knows it."""
        return self._chat.name

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatDelta, None]:
        """Yield the answer piece by piece; raises as the model inside."""
        call = _Call(self._chat.name, self._provider, request)
        deltas = self._chat.stream(request)
        try:
            async for delta in deltas:
                call.take(delta)
                yield delta
            call.outcome = _OK
        except ModelError as error:
            call.outcome = error.code
            raise
        finally:
            call.end()
            close = getattr(deltas, "aclose", None)
            if close is not None:
                await close()


class _Call:
    """One call of a model that writes. Its span is nobody's parent, and lives as long as the call.

    Attributes:
        outcome: `ok`, `closed` by whoever reads, or an error's code.
    """

    def __init__(self, model: str, provider: str, request: ChatRequest) -> None:
        self._model = model
        self._began = time.perf_counter()
        self._first: float | None = None
        self._written: list[str] | None = [] if records_content() else None
        self._told: dict[str, Attribute] = {}
        self.outcome = _CLOSED
        known: dict[str, Attribute] = {
            gen_ai.OPERATION: gen_ai.CHAT,
            gen_ai.PROVIDER: provider,
            gen_ai.REQUEST_MODEL: model,
            gen_ai.REQUEST_MAX_TOKENS: request.max_output_tokens,
            gen_ai.REQUEST_TEMPERATURE: request.temperature,
            gen_ai.REQUEST_STREAM: True,
        }
        if self._written is not None:
            known[gen_ai.INPUT_MESSAGES] = _messages(request.messages)
        self._span = begun(f"{gen_ai.CHAT} {model}", known, kind=Kind.CLIENT)

    def take(self, delta: ChatDelta) -> None:
        """Note what a piece tells."""
        if self._first is None:
            self._first = time.perf_counter() - self._began
        if self._written is not None:
            self._written.append(delta.text)
        if delta.finish is not None:
            self._told[gen_ai.FINISH_REASONS] = (delta.finish.value,)
        for name, number in (
            (gen_ai.INPUT_TOKENS, delta.input_tokens),
            (gen_ai.OUTPUT_TOKENS, delta.output_tokens),
            (gen_ai.CACHED_TOKENS, delta.cached_tokens),
            (gen_ai.WRITTEN_TOKENS, delta.written_tokens),
            (gen_ai.REASONING_TOKENS, delta.reasoning_tokens),
        ):
            if number is not None:
                self._told[name] = number

    def end(self) -> None:
        """Tell the call."""
        count(MODEL_CALLS, model=self._model, outcome=self.outcome)
        took(MODEL_SECONDS, time.perf_counter() - self._began, model=self._model)
        if self._first is not None:
            self._told[gen_ai.FIRST_CHUNK_SECONDS] = self._first
        if self._written is not None:
            parts = [{"type": "text", "content": "".join(self._written)}]
            said = [{"role": "assistant", "parts": parts}]
            self._told[gen_ai.OUTPUT_MESSAGES] = json.dumps(said, ensure_ascii=False)
        self._span.set(self._told)
        if self.outcome not in (_OK, _CLOSED):
            self._span.fail(self.outcome)
        self._span.end()


class ObservedEmbedder:
    """An `Embedder` as the one inside it is, each of whose calls is told."""

    def __init__(self, embedder: Embedder, *, provider: str) -> None:
        self._embedder = embedder
        self._provider = provider

    @property
    def name(self) -> str:
        """Model and version."""
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        """Numbers a vector."""
        return self._embedder.dimensions

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, shape (len(texts), dimensions), rows of unit length."""
        with self._told("passage", len(texts)):
            return await self._embedder.embed_passages(texts)

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, shape (dimensions,), of unit length."""
        with self._told("query", 1):
            return await self._embedder.embed_query(text)

    @contextmanager
    def _told(self, of: str, texts: int) -> Iterator[None]:
        name = self._embedder.name
        known: dict[str, Attribute] = {
            gen_ai.OPERATION: gen_ai.EMBEDDINGS,
            gen_ai.PROVIDER: self._provider,
            gen_ai.REQUEST_MODEL: name,
            gen_ai.DIMENSIONS: self._embedder.dimensions,
            "kesher.texts": texts,
        }
        began = time.perf_counter()
        with span(f"{gen_ai.EMBEDDINGS} {name}", known, kind=Kind.CLIENT):
            yield
        count(EMBEDDINGS, texts, model=name, of=of)
        took(EMBEDDING_SECONDS, time.perf_counter() - began, model=name, of=of)


def _messages(messages: Sequence[Message]) -> str:
    """Return messages as the conventions write them, for who has content recorded."""
    said = [
        {"role": each.role.value, "parts": [{"type": "text", "content": each.text or ""}]}
        for each in messages
    ]
    return json.dumps(said, ensure_ascii=False)

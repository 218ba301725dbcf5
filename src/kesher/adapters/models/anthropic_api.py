"""Chat from Anthropic's Messages API, or an endpoint that speaks it.

As with OpenAI's protocol, a client is made for each call and runs on aiohttp.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import anthropic
import anyio.to_thread
import httpx2

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.failures import (
    broken_stream,
    connection_failure,
    status_failure,
    without_key,
)
from kesher.adapters.models.payload import count, error_words, mapping, text
from kesher.adapters.models.surrogates import PairJoiner
from kesher.adapters.models.transport import retried_stream, timeouts, tls
from kesher.domain.message import Role
from kesher.errors import ModelError
from kesher.ports.models import ChatDelta, ChatRequest, FinishReason
from kesher.text.storable import storable

_ANTHROPIC_URL = "https://api.anthropic.com"
_NO_KEY = "none"
_FINISH = {
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "refusal": FinishReason.FILTERED,
}
_INPUT_COUNTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_FOREIGN_ERRORS = (
    anthropic.AnthropicError,
    httpx2.HTTPError,
    aiohttp.ClientError,
    OSError,
    ValueError,
)


class AnthropicChat:
    """A `ChatModel` by Anthropic's messages. Safe for many callers."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The model's name as its endpoint knows it."""
        return self._endpoint.model

    def stream(self, request: ChatRequest) -> AsyncGenerator[ChatDelta]:
        """Yield the answer piece by piece, the last with `finish`. Closing the iterator stops it.

        The model's thinking is left out. An unknown reason for the end counts as `STOP`.

        Raises:
            ModelUnreachableError: no connection, or the endpoint is out of order (5xx).
            ModelRefusedError: wrong key, model name or request (4xx).
            ModelRateLimitedError: 429 after the allowed retries.
            ModelTimeoutError: nothing came within the limit.
            ModelStreamError: the stream broke off before its end, or is not of the protocol.
        """
        return retried_stream(lambda: self._attempt(request), self._endpoint)

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[ChatDelta]:
        reading = _Reading()
        began = False
        try:
            async with _client(self._endpoint) as client:
                answer = await _post(client, _fields(self._endpoint, request))
                began = True
                async with answer as events:
                    async for event in events:
                        if piece := reading.take(event):
                            yield ChatDelta(piece)
        except _FOREIGN_ERRORS as error:
            failure = _translated(self._endpoint, error, began=began)
            raise failure from without_key(self._endpoint, error)
        yield reading.last(self._endpoint)


class _Reading:
    """What is known of one answer while its events come in."""

    def __init__(self) -> None:
        self._joiner = PairJoiner()
        self._finish: FinishReason | None = None
        self._ended = False
        self._input_tokens: int | None = None
        self._output_tokens: int | None = None

    def take(self, event: object) -> str:
        """Return the text of one event, which may be none.

        Raises:
            ValueError: the event is no JSON object.
        """
        if not isinstance(event, dict):
            raise ValueError(f"an event is {str(event)[:80]!r}")
        self._count(mapping(event.get("usage") or mapping(event.get("message")).get("usage")))
        self._ended = self._ended or event.get("type") == "message_stop"
        delta = mapping(event.get("delta"))
        if reason := text(delta.get("stop_reason")):
            self._finish = _FINISH.get(reason, FinishReason.STOP)
        is_text = delta.get("type") == "text_delta"
        return self._joiner.feed(text(delta.get("text"))) if is_text else ""

    def last(self, endpoint: Endpoint) -> ChatDelta:
        """Return the end.

        Raises:
            ModelStreamError: the stream ended before the message did.
        """
        if self._finish is None or not self._ended:
            raise broken_stream(endpoint, "it ended before the message did")
        return ChatDelta(self._joiner.rest(), self._finish, self._input_tokens, self._output_tokens)

    def _count(self, usage: object) -> None:
        counts = mapping(usage)
        read = [count(counts.get(name)) for name in _INPUT_COUNTS]
        if read[0] is not None:
            # Cached tokens are counted apart; all of them were read.
            self._input_tokens = sum(tokens or 0 for tokens in read)
        written = count(counts.get("output_tokens"))
        self._output_tokens = self._output_tokens if written is None else written


@asynccontextmanager
async def _client(endpoint: Endpoint) -> AsyncIterator[anthropic.AsyncAnthropic]:
    certificates = await anyio.to_thread.run_sync(tls)
    limits = timeouts(endpoint)
    transport = anthropic.DefaultAioHttpClient(verify=certificates, timeout=limits)
    async with anthropic.AsyncAnthropic(
        api_key=endpoint.key or _NO_KEY,
        base_url=_base_url(endpoint),
        http_client=transport,
        timeout=limits,
        max_retries=0,
    ) as client:
        yield client


def _base_url(endpoint: Endpoint) -> str:
    """Return the URL without `/v1`, which this client adds and OpenAI's does not."""
    return endpoint.url.rstrip("/").removesuffix("/v1") or _ANTHROPIC_URL


async def _post(
    client: anthropic.AsyncAnthropic, fields: dict[str, object]
) -> anthropic.AsyncStream[object]:
    """Open the stream, without `temperature` where the model refuses it."""
    try:
        return await _open(client, fields)
    except anthropic.BadRequestError as error:
        if "temperature" not in error.message:
            raise
    return await _open(client, {k: v for k, v in fields.items() if k != "temperature"})


async def _open(
    client: anthropic.AsyncAnthropic, fields: dict[str, object]
) -> anthropic.AsyncStream[object]:
    return await client.post(
        "/v1/messages",
        cast_to=object,
        body=fields,
        stream=True,
        stream_cls=anthropic.AsyncStream[object],
    )


def _fields(endpoint: Endpoint, request: ChatRequest) -> dict[str, object]:
    """Return the body. The system's text is a field of its own in this protocol."""
    system = [storable(m.text or "") for m in request.messages if m.role is Role.SYSTEM]
    fields: dict[str, object] = {
        "model": endpoint.model,
        "max_tokens": request.max_output_tokens,
        "temperature": request.temperature,
        "stream": True,
        "messages": [
            {"role": message.role.value, "content": storable(message.text or "")}
            for message in request.messages
            if message.role is not Role.SYSTEM
        ],
    }
    return {**fields, "system": "\n\n".join(system)} if system else fields


def _translated(endpoint: Endpoint, error: Exception, *, began: bool) -> ModelError:
    if isinstance(error, anthropic.APIStatusError):
        return _status_failure(endpoint, error, began=began)
    if isinstance(
        error, anthropic.APIConnectionError | httpx2.HTTPError | aiohttp.ClientError | OSError
    ):
        return connection_failure(endpoint, error, began=began)
    return broken_stream(endpoint, f"it is not of the protocol ({error})")


def _status_failure(
    endpoint: Endpoint, error: anthropic.APIStatusError, *, began: bool
) -> ModelError:
    words = error_words(error.body) or error.message
    if began:  # an error event inside a stream that had begun with status 200
        return broken_stream(endpoint, f"it says “{words}”")
    return status_failure(endpoint, error.status_code, words, error.response.headers)

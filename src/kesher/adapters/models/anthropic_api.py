"""Chat from Anthropic's Messages API, or an endpoint that speaks it.

As with OpenAI's protocol, a client is made for each call and runs on aiohttp.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import anthropic
import anyio.to_thread
import httpx2

from kesher.adapters.models.anthropic_reading import AnthropicReading
from kesher.adapters.models.anthropic_request import message_fields
from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.failures import (
    broken_stream,
    connection_failure,
    status_failure,
    without_key,
)
from kesher.adapters.models.payload import as_json, error_words
from kesher.adapters.models.transport import retried_stream, timeouts, tls
from kesher.errors import ModelError
from kesher.ports.models import ChatDelta, ChatRequest

_ANTHROPIC_URL = "https://api.anthropic.com"
_NO_KEY = "none"
_OPTIONAL = ("temperature", "output_config")
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

        Thinking comes as `thinking` while it is written, and once more as one whole `reasoning`,
        signature included, at the end of its block. A call's `ended` comes with its block's end.
        An unknown reason for the end counts as `STOP`.

        Raises:
            ModelUnreachableError: no connection, or the endpoint is out of order (5xx).
            ModelRefusedError: wrong key, model name or request (4xx).
            ModelRateLimitedError: 429 after the allowed retries.
            ModelTimeoutError: nothing came within the limit.
            ModelStreamError: the stream broke off before its end, or is not of the protocol.
        """
        return retried_stream(lambda: self._attempt(request), self._endpoint)

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[ChatDelta]:
        reading = AnthropicReading(self._endpoint)
        began = False
        try:
            async with _client(self._endpoint) as client:
                answer = await _post(client, message_fields(self._endpoint, request))
                began = True
                async with answer as events:
                    async for event in events:
                        if request.raw:
                            yield ChatDelta(raw=as_json(event))
                        for delta in reading.take(event):
                            yield delta
        except _FOREIGN_ERRORS as error:
            failure = _translated(self._endpoint, error, began=began)
            raise failure from without_key(self._endpoint, error)
        for delta in reading.close():
            yield delta


@asynccontextmanager
async def _client(endpoint: Endpoint) -> AsyncIterator[anthropic.AsyncAnthropic]:
    certificates = await anyio.to_thread.run_sync(tls)
    limits = timeouts(endpoint)
    transport = anthropic.DefaultAioHttpClient(
        verify=certificates,
        timeout=limits,
        follow_redirects=False,  # as in `openai_client`
    )
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
    """Open the stream, without the optional fields that the model refuses."""
    while True:
        try:
            return await _open(client, fields)
        except anthropic.BadRequestError as error:
            refused = [name for name in _OPTIONAL if name in fields and name in error.message]
            if not refused:
                raise
            fields = {name: value for name, value in fields.items() if name not in refused}


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

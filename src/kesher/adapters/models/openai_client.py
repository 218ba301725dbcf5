"""One call to an endpoint that speaks OpenAI's protocol, its failures told in our own errors.

A client is made for each call: its connections belong to one event loop, and it costs a
millisecond. It runs on aiohttp, since httpx's own transport collapses at hundreds of streams.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

import aiohttp
import anyio.to_thread
import httpx2
import openai

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.event_data import EventData
from kesher.adapters.models.failures import broken_stream, connection_failure, status_failure
from kesher.adapters.models.payload import error_words, mapping
from kesher.adapters.models.transport import timeouts, tls
from kesher.errors import ModelError

Fields = Mapping[str, object]
"""Fields of a request's body."""

Lessen = Callable[[Fields, str], Fields | None]
"""Gives fields that an endpoint may take after it refused some in these words; None: no others."""

FOREIGN_ERRORS = (openai.OpenAIError, httpx2.HTTPError, aiohttp.ClientError, OSError, ValueError)
"""What the package and its transport raise, `ValueError` for JSON that is none."""

_OPENAI_URL = "https://api.openai.com/v1"
# Local servers ask for no key, but the client insists on one.
_NO_KEY = "none"
_END = "[DONE]"


@asynccontextmanager
async def openai_client(endpoint: Endpoint) -> AsyncIterator[openai.AsyncOpenAI]:
    """Give a client for one call, and close its connections afterwards."""
    certificates = await anyio.to_thread.run_sync(tls)
    limits = timeouts(endpoint)
    # No endpoint moves; one that leads elsewhere could have the server ask where none may ask.
    transport = openai.DefaultAioHttpClient(
        verify=certificates, timeout=limits, follow_redirects=False
    )
    async with openai.AsyncOpenAI(
        api_key=endpoint.key or _NO_KEY,
        base_url=endpoint.url or _OPENAI_URL,
        http_client=transport,
        timeout=limits,
        max_retries=0,
    ) as client:
        # The package takes these from the environment, whatever endpoint it is pointed at.
        client.organization = client.project = None
        yield client


async def post(client: openai.AsyncOpenAI, path: str, fields: Fields, *, lessen: Lessen) -> object:
    """Return the decoded JSON of the answer, having left out what the endpoint refuses."""
    while True:
        try:
            return await client.post(path, cast_to=object, body=dict(fields))
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            fields = _lessened(fields, error, lessen)


async def post_stream(
    client: openai.AsyncOpenAI, path: str, fields: Fields, *, lessen: Lessen
) -> openai.AsyncStream[object]:
    """Return the stream that the endpoint answers with, having left out what it refuses."""
    while True:
        try:
            return await client.post(
                path,
                cast_to=object,
                body=dict(fields),
                stream=True,
                stream_cls=openai.AsyncStream[object],
            )
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            fields = _lessened(fields, error, lessen)


async def decoded(endpoint: Endpoint, answer: openai.AsyncStream[object]) -> AsyncGenerator[object]:
    """Yield the decoded events of a stream.

    The package's own reading makes an object, a task and a look at a schema of each event, which
    for hundreds of streams takes longer than all else.

    Raises:
        ModelStreamError: the endpoint tells an error.
        ValueError: an event is no JSON.
    """
    reader = EventData()
    async for piece in answer.response.aiter_bytes():
        for data in reader.feed(piece):
            if data.startswith(_END):
                return
            yield _event(endpoint, data)


def _event(endpoint: Endpoint, data: str) -> object:
    event = json.loads(data)
    if mapping(event).get("error"):
        words = error_words(event) or "An error occurred during streaming"
        raise broken_stream(endpoint, f"it says “{words}”")
    return event


def translated(endpoint: Endpoint, error: Exception, *, began: bool) -> ModelError:
    """Return our own error for one of FOREIGN_ERRORS.

    Args:
        began: Whether the answer's headers had come.
    """
    if isinstance(error, openai.APIStatusError):
        words = error_words(error.body) or error.message
        return status_failure(endpoint, error.status_code, words, error.response.headers)
    if isinstance(error, openai.APIConnectionError | httpx2.HTTPError | OSError):
        return connection_failure(endpoint, error, began=began)
    if isinstance(error, aiohttp.ClientError):
        return connection_failure(endpoint, error, began=began)
    return broken_stream(endpoint, f"it is not of the protocol ({error})")


def _lessened(fields: Fields, error: openai.APIStatusError, lessen: Lessen) -> Fields:
    lesser = lessen(fields, error.message)
    if lesser is None:
        raise error
    return lesser

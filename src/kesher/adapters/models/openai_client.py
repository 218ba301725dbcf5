"""One call to an endpoint that speaks OpenAI's protocol, its failures told in our own errors.

A client is made for each call: its connections belong to one event loop, and it costs a
millisecond. It runs on aiohttp, since httpx's own transport collapses at hundreds of streams.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

import aiohttp
import anyio.to_thread
import httpx2
import openai

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.failures import broken_stream, connection_failure, status_failure
from kesher.adapters.models.payload import error_words
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


@asynccontextmanager
async def openai_client(endpoint: Endpoint) -> AsyncIterator[openai.AsyncOpenAI]:
    """Give a client for one call, and close its connections afterwards."""
    certificates = await anyio.to_thread.run_sync(tls)
    limits = timeouts(endpoint)
    transport = openai.DefaultAioHttpClient(verify=certificates, timeout=limits)
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
    """Return the stream of decoded events, having left out what the endpoint refuses."""
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
    if isinstance(error, openai.APIError):
        return broken_stream(endpoint, f"it says “{error.message}”")
    return broken_stream(endpoint, f"it is not of the protocol ({error})")


def _lessened(fields: Fields, error: openai.APIStatusError, lessen: Lessen) -> Fields:
    lesser = lessen(fields, error.message)
    if lesser is None:
        raise error
    return lesser

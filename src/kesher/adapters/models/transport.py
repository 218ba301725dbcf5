"""What all hosted models share: the HTTP client's settings, and when to try again."""

import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from functools import cache
from typing import TypeVar

import anyio
import httpx2

from kesher.adapters.models.endpoint import Endpoint
from kesher.errors import ModelError, ModelRateLimitedError, ModelStreamError, ModelUnreachableError
from kesher.ports.models import ChatDelta

T = TypeVar("T")

_CONNECT_SECONDS = 10.0
_FIRST_PAUSE_SECONDS = 0.5
# A person waits for the answer: an endpoint that asks for more is given up at once.
_LONGEST_PAUSE_SECONDS = 20.0


def timeouts(endpoint: Endpoint) -> httpx2.Timeout:
    """Return the client's limits: the endpoint's silence for reading, ten seconds to connect."""
    silence = endpoint.timeout_seconds
    return httpx2.Timeout(silence, connect=min(_CONNECT_SECONDS, silence))


@cache
def tls() -> ssl.SSLContext:
    """Return the one TLS context of the process; reading the certificates takes 20 ms or more."""
    return httpx2.create_ssl_context()


async def retried_stream(
    open_stream: Callable[[], AsyncGenerator[ChatDelta]], endpoint: Endpoint
) -> AsyncGenerator[ChatDelta]:
    """Yield what a stream yields; open it again if it fails before its first piece.

    Raises:
        ModelError: as the stream raises it, once a piece came or the retries are used up.
    """
    for tried in range(endpoint.retries + 1):
        began = False
        try:
            async with aclosing(open_stream()) as deltas:
                async for delta in deltas:
                    began = True
                    yield delta
            return
        except ModelError as error:
            pause = _pause_seconds(error, tried, endpoint)
            if began or pause is None:
                raise
        await anyio.sleep(pause)


async def retried(call: Callable[[], Awaitable[T]], endpoint: Endpoint) -> T:
    """Return what a call returns; make it again after 429 or a failed connection.

    Raises:
        ModelError: as the call raises it, once the retries are used up.
    """
    tried = 0
    while True:
        try:
            return await call()
        except ModelError as error:
            pause = _pause_seconds(error, tried, endpoint)
            if pause is None:
                raise
        tried += 1
        await anyio.sleep(pause)


def _pause_seconds(error: ModelError, tried: int, endpoint: Endpoint) -> float | None:
    """Return how long to wait before the next try; None: there is none."""
    if tried >= endpoint.retries:
        return None
    growing = _FIRST_PAUSE_SECONDS * 2.0**tried
    if isinstance(error, ModelRateLimitedError):
        asked = error.retry_after_seconds
        wait = growing if asked is None else asked
        return wait if wait <= _LONGEST_PAUSE_SECONDS else None
    return growing if isinstance(error, ModelUnreachableError | ModelStreamError) else None

"""One call to an endpoint that speaks OpenAI's protocol, its failures told in our own errors.

The protocol is a POST of JSON. The provider's own package makes of each call and of each event of
an answer a dozen objects that nobody looks at: of 500 streams that is most of the time.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import anyio.to_thread

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


class RefusalError(Exception):
    """An answer without success.

    Attributes:
        text: Its body, as far as a refusal needs one.
    """

    def __init__(self, status: int, text: str, headers: Mapping[str, str]) -> None:
        self.status = status
        self.text = text
        self.headers = headers
        super().__init__(f"{status}: {text}")

    @property
    def words(self) -> str:
        """The endpoint's own words in it."""
        try:
            return error_words(json.loads(self.text)) or self.text
        except ValueError:
            return self.text


FOREIGN_ERRORS = (RefusalError, aiohttp.ClientError, OSError, ValueError)
"""What a call raises, `ValueError` for JSON that is none."""

_OPENAI_URL = "https://api.openai.com/v1"
# Some local servers ask for no key, but for the header.
_NO_KEY = "none"
_END = "[DONE]"
_REDIRECTS_FROM = 300
_MALFORMED = (400, 422)
_REFUSAL_BYTES = 65_536


@asynccontextmanager
async def posted(
    endpoint: Endpoint, path: str, fields: Fields, *, lessen: Lessen
) -> AsyncIterator[aiohttp.ClientResponse]:
    """Give the answer to a request, having left out of it what the endpoint refuses.

    Raises:
        RefusalError: the endpoint refuses it.
        aiohttp.ClientError, OSError: it cannot be reached.
    """
    url = (endpoint.url or _OPENAI_URL).rstrip("/") + path
    place = urlsplit(url)
    proxy = _proxy(place.scheme, place.hostname or "")
    headers = {
        "Authorization": f"Bearer {endpoint.key or _NO_KEY}",
        "Content-Type": "application/json",
    }
    async with _session(endpoint, url) as session:
        while True:
            body = json.dumps(fields, ensure_ascii=False).encode()
            # No endpoint moves; one that leads elsewhere could have the server ask where none may.
            async with session.post(
                url, data=body, headers=headers, proxy=proxy, allow_redirects=False
            ) as answer:
                if answer.status < _REDIRECTS_FROM:
                    yield answer
                    return
                refusal = await _refusal(answer)
            fields = _lessened(fields, refusal, lessen)


async def streamed(answer: aiohttp.ClientResponse) -> AsyncGenerator[list[str]]:
    """Yield the data of a stream's events, as many at a time as came together.

    Raises:
        ValueError: it is no UTF-8.
    """
    reader = EventData()
    async for piece in answer.content.iter_any():
        found = reader.feed(piece)
        end = next((at for at, data in enumerate(found) if data.startswith(_END)), None)
        yield found[:end]
        if end is not None:
            return


def decoded(endpoint: Endpoint, data: str) -> object:
    """Return the event that data of a stream holds.

    Raises:
        ModelStreamError: the endpoint tells an error.
        ValueError: it is no JSON.
    """
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
    if isinstance(error, RefusalError):
        return status_failure(endpoint, error.status, error.words, error.headers)
    if isinstance(error, aiohttp.ClientError | OSError):
        return connection_failure(endpoint, error, began=began)
    return broken_stream(endpoint, f"it is not of the protocol ({error})")


@asynccontextmanager
async def _session(endpoint: Endpoint, url: str) -> AsyncIterator[aiohttp.ClientSession]:
    """Give a session for one call: its connections belong to one event loop."""
    certificates = await anyio.to_thread.run_sync(tls) if url.startswith("https") else True
    limits = timeouts(endpoint)
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(ssl=certificates),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(sock_connect=limits.connect, sock_read=limits.read),
    ) as session:
        yield session


@cache
def _proxy(scheme: str, host: str) -> str | None:
    """Return the proxy that the environment names; to look through all of it takes its time."""
    if proxy_bypass(host):
        return None
    found = getproxies()
    return found.get(scheme) or found.get("all")


async def _refusal(answer: aiohttp.ClientResponse) -> RefusalError:
    body = await answer.content.read(_REFUSAL_BYTES)
    return RefusalError(answer.status, body.decode(errors="replace"), answer.headers)


def _lessened(fields: Fields, refusal: RefusalError, lessen: Lessen) -> Fields:
    lesser = lessen(fields, refusal.text) if refusal.status in _MALFORMED else None
    if lesser is None:
        raise refusal
    return lesser

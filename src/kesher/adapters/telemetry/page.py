"""The few pages of a process that serves nothing else, each for one GET."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from kesher.errors import ConfigurationError

_HEAD_BYTES = 8 * 1024
_SECONDS = 5.0
_REASONS = {200: "OK", 401: "Unauthorized", 404: "Not Found", 503: "Service Unavailable"}
_TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """What one address answers.

    Attributes:
        made: Gives the status and the body; what it raises is the program's end.
        open: Whether it is for those, too, who do not have the token.
    """

    made: Callable[[], Awaitable[tuple[int, bytes]]]
    media_type: str = _TEXT
    open: bool = False


@asynccontextmanager
async def serving(
    pages: Mapping[str, Page], *, host: str, port: int, token: str
) -> AsyncIterator[int]:
    """Serve pages by their paths for as long as the context lasts; gives the port.

    Args:
        port: 0 takes a free one.
        token: Wanted as `Authorization: Bearer` by all that are not open; empty: of nobody.

    Raises:
        ConfigurationError: the address is taken, or not one of this machine's.
    """

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(
            TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(await _answer(pages, head.decode("latin-1"), token))
                await writer.drain()
        writer.close()

    try:
        server = await asyncio.start_server(answer, host, port, limit=_HEAD_BYTES)
    except OSError as error:
        raise ConfigurationError(
            f"Cannot serve measures on {host}, port {port}: {error.strerror}. Set another "
            f"`metrics_port`."
        ) from error
    async with server:
        yield int(server.sockets[0].getsockname()[1])


async def _answer(pages: Mapping[str, Page], head: str, token: str) -> bytes:
    line, *headers = head.split("\r\n")
    method, _, rest = line.partition(" ")
    page = pages.get(rest.partition(" ")[0].partition("?")[0])
    if page is None or method != "GET":
        return _response(404, _TEXT, b"There is nothing here.\n")
    if not page.open and token and not _carries(headers, token):
        return _response(401, _TEXT, b"Send `Authorization: Bearer` with `metrics_token`.\n")
    status, body = await page.made()
    return _response(status, page.media_type, body)


def _carries(headers: list[str], token: str) -> bool:
    fields = [each.partition(":") for each in headers]
    given = next((value for name, _, value in fields if name.lower() == "authorization"), "")
    return secrets.compare_digest(given.strip().encode("latin-1"), f"Bearer {token}".encode())


def _response(status: int, media_type: str, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: {media_type}\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body

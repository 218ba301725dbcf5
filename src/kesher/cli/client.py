"""How a command reaches the data folder: through the server that holds it, or one of its own.

Either way a command speaks the HTTP API, so that it does the same in both cases.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from kesher.cli.failures import CommandError
from kesher.config.settings import Settings
from kesher.wiring.folder import folder_holder
from kesher.wiring.local import local_bearer

JsonObject = dict[str, Any]

_WAIT_SECONDS = 10.0
"""How long a folder may be held by a process that does not say its address yet."""


class Client:
    """The HTTP API of one server."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    async def call(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401
        """Send a request and return its JSON, or None for an answer without a body.

        Raises:
            CommandError: the server answered with a problem.
        """
        async with self._session.request(method, self._url + path, json=body) as response:
            return await _read(response)

    async def lines(self, path: str) -> AsyncIterator[str]:
        """Yield the lines of an answer that is no JSON value, without their ends, as they come.

        Raises:
            CommandError: the server answered with a problem.
        """
        async with self._session.get(self._url + path) as response:
            if response.status >= 400:
                await _read(response)
            async for line in response.content:
                yield line.decode().rstrip("\n")

    async def upload(self, room_id: str, path: Path, *, version_of: str = "") -> Any:  # noqa: ANN401
        """Send a file to a room, or as a version of a document of that id; return the `Upload`."""
        with path.open("rb") as file:
            form = aiohttp.FormData(quote_fields=False)
            # Written as browsers write it, and read again by the server.
            form.add_field("file", file, filename=path.name.replace('"', "%22"))
            place = (
                f"documents/{version_of}/versions" if version_of else f"rooms/{room_id}/documents"
            )
            url = f"{self._url}/api/{place}"
            async with self._session.post(url, data=form) as response:
                return await _read(response)

    async def events(
        self, method: str, path: str, body: object = None
    ) -> AsyncIterator[tuple[str, Any]]:
        """Send a request and yield the server-sent events of its answer as (name, data)."""
        async with self._session.request(method, self._url + path, json=body) as response:
            if response.status >= 400:
                await _read(response)
            name = ""
            async for raw in response.content:
                field, _, value = raw.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)

    async def room(self, name_or_id: str) -> JsonObject:
        """Return the room of that id, else of that name: one may be named like another's id.

        Raises:
            CommandError: there is none.
        """
        rooms: list[JsonObject] = await self.call("GET", "/api/rooms")
        for field in ("id", "name"):
            for room in rooms:
                if name_or_id == room[field]:
                    return room
        names = ", ".join(f"`{room['name']}`" for room in rooms) or "none yet"
        raise CommandError(
            "not_found",
            f"There is no room `{name_or_id}`. Rooms: {names}. "
            f"`kesher room create NAME` makes one.",
        )


_PLACE = re.compile(r"`(?:body|query|path)\.")
"""Where in a request a wrong value stood: a person who typed a command made none."""


async def _read(response: aiohttp.ClientResponse) -> Any:  # noqa: ANN401
    if response.status == 204:
        return None
    try:
        value = await response.json(content_type=None)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise CommandError(
            "server", f"The server answered {response.status} with something other than JSON."
        ) from error
    if response.status >= 400:
        detail = value.get("detail", str(value))
        raise CommandError(value.get("code", "server"), _PLACE.sub("`", detail))
    return value


def page_base(settings: Settings) -> str:
    """Return where people open the page: not of a server that lives for one command alone."""
    held = folder_holder(settings)
    usual = f"http://{settings.host}:{settings.port}"
    return (settings.public_url or (held.url if held else usual)).rstrip("/")


@asynccontextmanager
async def connected(settings: Settings) -> AsyncIterator[Client]:
    """Give a client of the server that holds the data folder; start one for the time if none does.

    Raises:
        CommandError: a program that serves nothing holds the folder, or the server is gone.
    """
    held = folder_holder(settings)
    if held is None:
        from kesher.server.run import temporary_server

        async with temporary_server(settings) as url, _client(settings, url) as client:
            yield client
        return
    url = await _address(settings)
    async with _client(settings, url) as client:
        yield client


async def _address(settings: Settings) -> str:
    for _ in range(int(_WAIT_SECONDS * 10)):
        held = folder_holder(settings)
        if held is None or held.url:
            break
        await asyncio.sleep(0.1)
    if held is None or not held.url:
        pid = held.pid if held else "gone"
        raise CommandError(
            "store.in_use",
            f"`{settings.data_folder}` is in use by a program (process {pid}) that serves no "
            f"address. End it, or work through it.",
        )
    return held.url


@asynccontextmanager
async def _client(settings: Settings, url: str) -> AsyncIterator[Client]:
    bearer = local_bearer(settings)
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=10)
    async with aiohttp.ClientSession(
        headers=headers, timeout=timeout, read_bufsize=1 << 22
    ) as session:
        try:
            yield Client(session, url)
        except aiohttp.ClientConnectionError as error:
            raise CommandError(
                "server.unreachable",
                f"The server at {url} does not answer ({error}). Is it still running?",
            ) from error
        except aiohttp.ClientPayloadError as error:
            raise CommandError(
                "server.unreachable",
                f"The server at {url} ended in the middle of its answer. What it had stored is "
                f"kept, and files that it had taken in are read on: start it again with `kesher "
                f"serve` and look.",
            ) from error

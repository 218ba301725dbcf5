"""How many streams and uploads one caller and all callers may have under way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from re import compile as pattern
from typing import Any

import pytest

from kesher.config.settings import Settings
from kesher.domain.access import LOCAL, Caller, User
from kesher.server.addresses import Address, Addresses
from kesher.server.limits import Slots

pytestmark = pytest.mark.anyio

STREAMS = Addresses(uploads=(), streams=(Address(frozenset({"GET"}), pattern("^/api/events$")),))
SETTINGS = Settings.model_validate({"streams_limit": 3, "streams_per_caller": 2})


class Held:
    """An application whose answers last until they are let go."""

    def __init__(self) -> None:
        self.released = asyncio.Event()
        self.tasks: list[asyncio.Future[None]] = []
        self.slots = Slots(self._app, settings=SETTINGS, addresses=STREAMS)

    async def _app(self, _scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.released.wait()

    async def asked(self, caller: Caller, path: str = "/api/events") -> tuple[int, dict[str, str]]:
        """Ask, and return the status and headers as soon as they are told."""
        told: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            if not told.done():
                told.set_result(message)

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        scope = {"type": "http", "method": "GET", "path": path, "state": {"caller": caller}}
        self.tasks.append(asyncio.ensure_future(self.slots(scope, receive, send)))
        message = await told
        return message["status"], {k.decode(): v.decode() for k, v in message["headers"]}


@asynccontextmanager
async def held() -> AsyncIterator[Held]:
    server = Held()
    try:
        yield server
    finally:
        server.released.set()
        await asyncio.gather(*server.tasks)


def person(name: str) -> Caller:
    return Caller(
        User(f"user_{name}", f"{name}@example.org", "דנה", datetime(2026, 1, 1, tzinfo=UTC))
    )


async def test_one_account_has_no_more_than_its_share_and_others_have_theirs() -> None:
    async with held() as server:
        assert (await server.asked(person("a")))[0] == 200
        assert (await server.asked(person("a")))[0] == 200
        status, headers = await server.asked(person("a"))
        assert (status, headers["retry-after"]) == (429, "5")
        assert (await server.asked(person("b")))[0] == 200


async def test_the_server_takes_no_more_than_its_own_share_from_all() -> None:
    async with held() as server:
        assert [(await server.asked(LOCAL))[0] for _ in range(3)] == [200, 200, 200]
        status, headers = await server.asked(person("b"))
        assert (status, headers["retry-after"]) == (503, "5")


async def test_what_is_no_stream_is_not_counted() -> None:
    async with held() as server:
        answers = [await server.asked(person("a"), "/api/rooms") for _ in range(5)]
        assert {status for status, _ in answers} == {200}


async def test_a_place_is_free_again_once_a_stream_has_ended() -> None:
    async with held() as server:
        for _ in range(2):
            await server.asked(person("a"))
        server.released.set()
        await asyncio.gather(*server.tasks)
        assert (await server.asked(person("a")))[0] == 200

"""Streams that were open when their reader was shut out: they tell nothing more."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from starlette.types import Message

from in_process import InProcess
from kesher.server import lasting
from peopled import Peopled, mark

pytestmark = pytest.mark.anyio

HOME = "/api/rooms/room_home"
_SECONDS = 20.0


@asynccontextmanager
async def watching(caller: InProcess) -> AsyncIterator[Callable[[], Awaitable[str]]]:
    """Open the events of a room; what is given waits for the next piece."""
    pieces: asyncio.Queue[str] = asyncio.Queue()
    gone = asyncio.Event()

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def take(message: Message) -> None:
        if message["type"] == "http.response.body":
            pieces.put_nowait(message.get("body", b"").decode())

    async def following() -> str:
        async with asyncio.timeout(_SECONDS):
            return await pieces.get()

    work = asyncio.create_task(caller.opened(f"{HOME}/events", receive, take))
    try:
        yield following
    finally:
        gone.set()
        async with asyncio.timeout(_SECONDS):
            await work


async def removed(place: Peopled) -> None:
    path = f"{HOME}/members/{place.users['member'].id}"
    assert (await place.callers["owner"].send("DELETE", path)).status == 204


async def signed_out(place: Peopled) -> None:
    assert (await place.callers["member"].send("POST", "/api/sign-out")).status == 204


async def disabled(place: Peopled) -> None:
    path = f"/api/people/{place.users['member'].id}"
    change = {"disabled": True}
    assert (await place.callers["administrator"].send("PATCH", path, change)).status == 200


@pytest.mark.parametrize("shut_out", [removed, signed_out, disabled])
async def test_whoever_is_shut_out_hears_no_more_of_a_room_that_they_watched(
    changing: Peopled,
    monkeypatch: pytest.MonkeyPatch,
    shut_out: Callable[[Peopled], Awaitable[None]],
) -> None:
    monkeypatch.setattr(lasting, "EVERY_SECONDS", 0.0)
    async with (
        watching(changing.callers["member"]) as of_member,
        watching(changing.callers["viewer"]) as of_viewer,
    ):
        assert mark("home") in await of_member()
        assert mark("home") in await of_viewer()
        await shut_out(changing)
        gone = await changing.callers["owner"].send("DELETE", "/api/documents/doc_home")
        assert gone.status == 204
        last = await of_member()
        assert last.startswith("event: error\n")
        assert await of_member() == ""  # the end
        assert "event: documents\ndata: []" in await of_viewer()

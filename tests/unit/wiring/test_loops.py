"""Loops that go on behind requests, brought from some services to others."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from kesher.wiring.work import Loops

pytestmark = pytest.mark.anyio


class Told:
    """Notes what begins and what ends."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def loop(self, name: str) -> Callable[[], Coroutine[Any, Any, None]]:
        async def run() -> None:
            self.events.append(f"{name} begins")
            try:
                await asyncio.Event().wait()
            finally:
                self.events.append(f"{name} ends")

        return run


async def test_only_what_has_another_owner_ends_and_begins_anew() -> None:
    told, loops = Told(), Loops()
    same, first, second = object(), object(), object()
    await loops.bring_to({"a": (same, told.loop("a")), "b": (first, told.loop("b"))})
    await asyncio.sleep(0)
    await loops.bring_to({"a": (same, told.loop("a again")), "b": (second, told.loop("b anew"))})
    await asyncio.sleep(0)
    assert told.events == ["a begins", "b begins", "b ends", "b anew begins"]
    await loops.end()
    assert set(told.events[4:]) == {"a ends", "b anew ends"}


async def test_what_is_not_wanted_any_more_ends() -> None:
    told, loops = Told(), Loops()
    await loops.bring_to({"a": (told, told.loop("a"))})
    await asyncio.sleep(0)
    await loops.bring_to({})
    assert told.events == ["a begins", "a ends"]
    assert loops.tasks == []


async def test_a_loop_that_failed_ends_no_other_and_can_be_begun_anew() -> None:
    async def fails() -> None:
        raise OSError("מלא")

    told, loops = Told(), Loops()
    await loops.bring_to({"a": (told, told.loop("a")), "b": (told, fails)})
    await asyncio.sleep(0)
    await loops.bring_to({"a": (told, told.loop("a")), "b": (loops, told.loop("b"))})
    await asyncio.sleep(0)
    assert told.events == ["a begins", "b begins"]
    await loops.end()

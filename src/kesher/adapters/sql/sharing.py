"""Work that several callers wait for, each to its end."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class Sharing:
    """Does once what several ask for before it has begun."""

    def __init__(self) -> None:
        self._asked: dict[Hashable, asyncio.Future[Any]] = {}

    async def once(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what `work` gives, which begins after this call and is shared by its key.

        Whoever is cancelled hears of it when the work has ended.
        """
        # What waits on one event loop cannot be waited for on another.
        place = (asyncio.get_running_loop(), key)
        running: asyncio.Future[T] | None = self._asked.get(place)
        if running is None:
            running = asyncio.ensure_future(self._begun(place, work))
            self._asked[place] = running
        return await outwaited(running)

    async def _begun(self, place: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        # A task begins only after all who are at work now: those who ask the same find it.
        del self._asked[place]
        return await work()


async def outwaited(running: asyncio.Future[T]) -> T:
    """Return what comes of work that nobody can cancel; who is cancelled waits for its end."""
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([running])
        if not running.cancelled():
            running.exception()  # looked at, so that it is not reported as forgotten
        raise

"""What a piece of work tells, kept for the reader of its stream."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Generic, TypeVar

from kesher.errors import KesherError
from kesher.server.stream import PING_SECONDS

T = TypeVar("T")


class Told(Generic[T]):
    """What work has told and its one reader has not taken yet."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._begun: asyncio.Future[None] = self._loop.create_future()
        self._items: list[T | KesherError | None] = []
        self._waiting: asyncio.Future[None] | None = None

    def emit(self, event: T) -> None:
        """Take an event."""
        self._begin()
        self._put(event)

    def fail(self, error: KesherError) -> None:
        """Take what ended the work: a refusal where nothing was told before."""
        if self._begun.done():
            self._put(error)
        else:
            self._begun.set_exception(error)

    def end(self) -> None:
        """Say that nothing more comes."""
        self._begin()
        self._put(None)

    async def begun(self) -> None:
        """Wait until something was told, or for as long as a reader can be kept without a sign.

        Raises:
            KesherError: the work was refused.
        """
        await asyncio.wait({self._begun}, timeout=PING_SECONDS)
        self._begin()
        self._begun.result()

    async def batch(self) -> Sequence[T | KesherError | None]:
        """Take all that was told since, waiting for the first; the last is None at the end.

        Nothing at all: a sign of life is due.
        """
        if not self._items:
            # No task and no context: hundreds of streams wait here ten times a second.
            self._waiting = self._loop.create_future()
            due = self._loop.call_later(PING_SECONDS, _wake, self._waiting)
            try:
                await self._waiting
            finally:
                due.cancel()
                self._waiting = None
        taken, self._items = self._items, []
        return taken

    async def items(self) -> AsyncIterator[T | KesherError | None]:
        """Yield what was told to its end; None where a sign of life is due."""
        while True:
            taken = await self.batch()
            for item in taken:
                if item is None:
                    return
                yield item
            if not taken:
                yield None

    def _put(self, item: T | KesherError | None) -> None:
        self._items.append(item)
        if self._waiting is not None:
            _wake(self._waiting)

    def _begin(self) -> None:
        if not self._begun.done():
            self._begun.set_result(None)


def _wake(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)

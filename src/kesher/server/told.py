"""What a piece of work tells, kept for the reader of its stream."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import Generic, TypeGuard, TypeVar

from kesher.app.ask_events import TextPiece
from kesher.errors import KesherError
from kesher.server.stream import PING_SECONDS

T = TypeVar("T")


def waiting(first: T, items: "asyncio.Queue[T]") -> list[T]:
    """Return an item and all that wait behind it, without waiting for more."""
    found = [first]
    while not items.empty():
        found.append(items.get_nowait())
    return found


def joined(items: Sequence[T]) -> list[T | TextPiece]:
    """Return items in their order, with pieces of text that follow each other made one.

    A reader who is slower than the writer, or one of hundreds, then gets few events for many.
    """
    found: list[T | TextPiece] = []
    for is_text, group in groupby(items, lambda item: isinstance(item, TextPiece)):
        if is_text:
            found.append(TextPiece("".join(item.text for item in group if _is_text(item))))
        else:
            found.extend(group)
    return found


def _is_text(item: object) -> TypeGuard[TextPiece]:
    return isinstance(item, TextPiece)


class Told(Generic[T]):
    """What work has told and its reader has not taken yet."""

    def __init__(self) -> None:
        self._begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._items: asyncio.Queue[T | KesherError | None] = asyncio.Queue()

    def emit(self, event: T) -> None:
        """Take an event."""
        self._begin()
        self._items.put_nowait(event)

    def fail(self, error: KesherError) -> None:
        """Take what ended the work: a refusal where nothing was told before."""
        if self._begun.done():
            self._items.put_nowait(error)
        else:
            self._begun.set_exception(error)

    def end(self) -> None:
        """Say that nothing more comes."""
        self._begin()
        self._items.put_nowait(None)

    async def begun(self) -> None:
        """Wait until something was told, or for as long as a reader can be kept without a sign.

        Raises:
            KesherError: the work was refused.
        """
        await asyncio.wait({self._begun}, timeout=PING_SECONDS)
        self._begin()
        self._begun.result()

    async def items(self) -> AsyncIterator[T | KesherError | None]:
        """Yield what was told to its end; None where a sign of life is due."""
        while True:
            try:
                async with asyncio.timeout(PING_SECONDS):
                    item = await self._items.get()
            except TimeoutError:
                yield None
                continue
            if item is None:
                return
            yield item

    def _begin(self) -> None:
        if not self._begun.done():
            self._begun.set_result(None)

"""All that a piece of work tells while it lasts, for readers who may go away and come back."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Generic, TypeVar

from kesher.app.ask_events import TextPiece, ThinkingPiece
from kesher.errors import KesherError
from kesher.server.stream import PING_SECONDS

T = TypeVar("T")

_PIECES = (TextPiece, ThinkingPiece)


class Telling(Generic[T]):
    """What one piece of work has told so far.

    A reader asks for what comes after a position: the number of things told before it. A reader
    who was cut off asks again from there, and neither misses nor hears twice a single one. All is
    kept until the work is forgotten: what bounds an answer's length bounds this.

    Attributes:
        readers: How many read it now.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._begun: asyncio.Future[None] = self._loop.create_future()
        self._items: list[T | KesherError] = []
        self._waiting: set[asyncio.Future[None]] = set()
        self._left = asyncio.Event()
        self.has_ended = False
        self.readers = 0

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
        self.has_ended = True
        self._wake()

    async def begun(self) -> None:
        """Wait until something was told, or for as long as a reader can be kept without a sign.

        Raises:
            KesherError: the work was refused.
        """
        await asyncio.wait({self._begun}, timeout=PING_SECONDS)
        self._begin()
        self._begun.result()

    async def after(self, position: int) -> Sequence[T | KesherError]:
        """Return what was told after that position, waiting for the first of it.

        Nothing at all: a sign of life is due, or, where `has_ended`, nothing more comes.
        """
        if len(self._items) <= position and not self.has_ended:
            # No task and no context: hundreds of streams wait here ten times a second.
            waiting = self._loop.create_future()
            self._waiting.add(waiting)
            due = self._loop.call_later(PING_SECONDS, _wake, waiting)
            try:
                await waiting
            finally:
                due.cancel()
                self._waiting.discard(waiting)
        return self._items[position:]

    @contextmanager
    def read(self) -> Iterator[None]:
        """Count a reader for as long as the context lasts."""
        self.readers += 1
        try:
            yield
        finally:
            self.readers -= 1
            self._left.set()

    async def without_readers(self, seconds: float) -> bool:
        """Wait until a reader has left, that long at most; tell whether there is none now."""
        self._left.clear()
        due = self._loop.call_later(seconds, self._left.set)
        try:
            await self._left.wait()
        finally:
            due.cancel()
        return self.readers == 0

    def _put(self, item: T | KesherError) -> None:
        self._items.append(item)
        self._wake()

    def _wake(self) -> None:
        for waiting in self._waiting:
            _wake(waiting)

    def _begin(self) -> None:
        if not self._begun.done():
            self._begun.set_result(None)


def joined(items: Sequence[T], position: int) -> list[tuple[int, T | TextPiece | ThinkingPiece]]:
    """Return items in their order, with pieces of one kind that follow each other made one.

    A reader who is slower than the writer, or one of hundreds, then gets few events for many.

    Args:
        position: Where the first of the items stands.

    Returns:
        Each with the position after it, from which its reader goes on.
    """
    found: list[tuple[int, T | TextPiece | ThinkingPiece]] = []
    for kind, group in groupby(items, type):
        members = list(group)
        if issubclass(kind, _PIECES):
            position += len(members)
            found.append((position, kind("".join(_text(each) for each in members))))
            continue
        for each in members:
            position += 1
            found.append((position, each))
    return found


def _text(piece: object) -> str:
    return piece.text if isinstance(piece, _PIECES) else ""


def _wake(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)

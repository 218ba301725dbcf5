"""Reading a stream until it ends or somebody says stop."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Literal, TypeVar

T = TypeVar("T")


async def until(stream: AsyncIterator[T], stop: asyncio.Event) -> AsyncGenerator[T, None]:
    """Yield what `stream` yields until it ends or `stop` is set; then close it at once.

    The stop takes effect also while the stream is silent.
    """
    watched = _Watched()
    stopping = asyncio.ensure_future(stop.wait())
    stopping.add_done_callback(watched.interrupt)
    try:
        while not stop.is_set():
            try:
                with watched:
                    item = await anext(stream)
            except (StopAsyncIteration, _StoppedError):
                return
            yield item
    finally:
        stopping.cancel()
        close = getattr(stream, "aclose", None)
        if close is not None:
            await close()


class _StoppedError(Exception):
    """What was waited for was interrupted by the stop, and by nobody else."""


class _Watched:
    """A wait of the current task that a stop may interrupt, as a timeout would.

    No task of its own reads the stream: that costs more than most pieces of it.
    """

    def __init__(self) -> None:
        self._waiting: asyncio.Task[object] | None = None
        self._interrupted = False

    def interrupt(self, stopping: "asyncio.Future[Literal[True]]") -> None:
        """Cancel what waits now, once the stop is there."""
        if self._waiting is not None and not stopping.cancelled():
            self._interrupted = True
            self._waiting.cancel()

    def __enter__(self) -> None:
        self._waiting = asyncio.current_task()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        waited, self._waiting = self._waiting, None
        if not self._interrupted or waited is None:
            return
        self._interrupted = False
        cancelled_by_others = waited.uncancel() > 0
        if kind is asyncio.CancelledError and not cancelled_by_others:
            raise _StoppedError

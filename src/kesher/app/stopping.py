"""Reading a stream until it ends or somebody says stop."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def until(stream: AsyncIterator[T], stop: asyncio.Event) -> AsyncGenerator[T, None]:
    """Yield what `stream` yields until it ends or `stop` is set; then close it at once.

    The stop takes effect also while the stream is silent.
    """
    reading: asyncio.Future[T] | None = None

    def end(_stopped: object) -> None:
        if reading is not None:
            reading.cancel()

    stopped = asyncio.ensure_future(stop.wait())
    stopped.add_done_callback(end)
    try:
        while not stop.is_set():
            # Awaited as it is, it is over when we go on: a stream at work cannot be closed.
            reading = asyncio.ensure_future(anext(stream))
            try:
                item = await reading
            except StopAsyncIteration:
                return
            except asyncio.CancelledError:
                if stop.is_set() and not _is_cancelled():
                    return
                raise
            yield item
    finally:
        stopped.cancel()
        close = getattr(stream, "aclose", None)
        if close is not None:
            await close()


def _is_cancelled() -> bool:
    """Tell whether the caller itself was cancelled, and not only what it was waiting for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0

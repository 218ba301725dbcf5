"""Reading a stream until it ends or somebody says stop."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

T = TypeVar("T")


async def until(stream: AsyncIterator[T], stop: asyncio.Event) -> AsyncGenerator[T, None]:
    """Yield what `stream` yields until it ends or `stop` is set; then close it at once.

    The stop takes effect also while the stream is silent.
    """
    stopped = asyncio.ensure_future(stop.wait())
    try:
        while not stop.is_set():
            item = asyncio.ensure_future(anext(stream))
            try:
                await asyncio.wait({item, stopped}, return_when=asyncio.FIRST_COMPLETED)
            finally:  # also where the caller was cancelled: a stream at work cannot be closed
                done = item.done()
                item.cancel()
                await asyncio.gather(item, return_exceptions=True)
            if not done:
                return
            try:
                yield item.result()
            except StopAsyncIteration:
                return
    finally:
        stopped.cancel()
        close = getattr(stream, "aclose", None)
        if close is not None:
            await close()

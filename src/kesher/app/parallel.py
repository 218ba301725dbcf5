"""A few things at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence


async def in_parallel(tasks: Sequence[Callable[[], Awaitable[None]]], *, limit: int) -> None:
    """Run tasks, `limit` at a time, started in order; the first error ends the others."""
    waiting = iter(tasks)

    async def lane() -> None:
        for task in waiting:
            await task()

    lanes = [asyncio.ensure_future(lane()) for _ in range(min(limit, len(tasks)))]
    try:
        await asyncio.gather(*lanes)
    finally:
        for running in lanes:
            running.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)

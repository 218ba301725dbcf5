import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import anyio
import pytest

from kesher.app.parallel import in_parallel
from kesher.errors import PageError

pytestmark = pytest.mark.anyio


class Pages:
    """Tasks that say when they begin and how many run at the same time."""

    def __init__(self, count: int) -> None:
        self.begun: list[int] = []
        self.ended: list[int] = []
        self.most_at_once = 0
        self.tasks: list[Callable[[], Awaitable[None]]] = [
            partial(self.read, number) for number in range(count)
        ]

    async def read(self, number: int) -> None:
        self.begun.append(number)
        self.most_at_once = max(self.most_at_once, len(self.begun) - len(self.ended))
        await asyncio.sleep(0)
        self.ended.append(number)


@pytest.mark.parametrize("limit", [1, 3, 50])
async def test_every_task_is_done_in_order_with_no_more_than_the_limit_at_once(limit: int) -> None:
    pages = Pages(10)
    await in_parallel(pages.tasks, limit=limit)
    assert pages.begun == list(range(10))
    assert sorted(pages.ended) == pages.begun
    assert pages.most_at_once == min(limit, 10)


async def test_nothing_to_do_is_done_at_once() -> None:
    with anyio.move_on_after(5) as waiting:
        await in_parallel([], limit=3)
    assert not waiting.cancelled_caught


async def test_the_first_error_ends_the_others_and_is_told() -> None:
    ended = asyncio.Event()

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def fails() -> None:
        raise PageError("עמוד 2 פגום")

    with anyio.fail_after(5), pytest.raises(PageError, match="עמוד 2"):
        await in_parallel([waits, fails], limit=2)
    assert ended.is_set()


async def test_a_caller_that_is_cancelled_takes_the_tasks_along() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def waits() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            ended.set()

    running = asyncio.create_task(in_parallel([waits], limit=1))
    with anyio.fail_after(5):
        await begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
    assert ended.is_set()

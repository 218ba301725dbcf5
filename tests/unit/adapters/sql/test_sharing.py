"""Work that several callers wait for is done once, and to its end."""

import asyncio

import pytest

from kesher.adapters.sql.sharing import Sharing
from kesher.errors import NotFoundError

pytestmark = pytest.mark.anyio


class Counter:
    """Counts how often it was asked, and answers when it may."""

    def __init__(self) -> None:
        self.asked = 0
        self.begun, self.may = asyncio.Event(), asyncio.Event()

    async def work(self) -> int:
        self.asked += 1
        self.begun.set()
        number = self.asked
        await self.may.wait()
        return number


async def test_who_asks_before_it_has_begun_shares_it_and_who_asks_later_has_it_anew() -> None:
    sharing, counter = Sharing(), Counter()
    together = [asyncio.ensure_future(sharing.once("חדר", counter.work)) for _ in range(3)]
    await counter.begun.wait()
    later = asyncio.ensure_future(sharing.once("חדר", counter.work))
    counter.may.set()
    assert await asyncio.gather(*together, later) == [1, 1, 1, 2]


async def test_other_questions_are_not_shared() -> None:
    sharing, counter = Sharing(), Counter()
    counter.may.set()
    asked = [sharing.once(key, counter.work) for key in ("חדר", "غرفة")]
    assert sorted(await asyncio.gather(*asked)) == [1, 2]


async def test_a_failure_is_told_to_all_who_share_it() -> None:
    async def fails() -> None:
        raise NotFoundError("room", "room_gone")

    sharing = Sharing()
    asked = [sharing.once("room", fails) for _ in range(2)]
    failures = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(each) for each in failures] == [NotFoundError, NotFoundError]


async def test_one_who_is_cancelled_takes_nothing_from_the_others_and_waits_for_the_end() -> None:
    sharing, counter = Sharing(), Counter()
    first = asyncio.ensure_future(sharing.once("room", counter.work))
    other = asyncio.ensure_future(sharing.once("room", counter.work))
    await counter.begun.wait()
    first.cancel()
    await asyncio.wait([first], timeout=0.01)
    assert not first.done()
    counter.may.set()
    assert await other == 1
    with pytest.raises(asyncio.CancelledError):
        await first

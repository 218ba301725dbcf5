import asyncio

import anyio
import pytest

from kesher.app.turns import Turns

pytestmark = pytest.mark.anyio


async def test_turns_come_in_the_order_of_asking() -> None:
    turns, done = Turns(2), list[str]()

    async def ask(name: str) -> None:
        async with turns.taken():
            await asyncio.sleep(0)
            done.append(name)

    names = ["נועה", "Dana", "Олег", "ليلى", "משה"]
    with anyio.fail_after(5):
        await asyncio.gather(*(ask(name) for name in names))
    assert done == names


async def test_a_turn_that_is_lent_lets_another_go_on() -> None:
    turns = Turns(1)
    with anyio.fail_after(5):
        async with turns.taken() as turn, turn.lent(), turns.taken():
            pass
        async with turns.taken():
            pass


async def test_whoever_is_cancelled_while_a_turn_is_lent_gives_no_place_back_twice() -> None:
    turns, lent, ended = Turns(1), asyncio.Event(), asyncio.Event()

    async def ask() -> None:
        async with turns.taken() as turn, turn.lent():
            lent.set()
            await ended.wait()

    with anyio.fail_after(5):
        asking = asyncio.create_task(ask())
        await lent.wait()
        async with turns.taken():
            ended.set()
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            third = asyncio.create_task(_enter(turns))
            await asyncio.sleep(0)
            assert not third.done()
        await third


async def _enter(turns: Turns) -> None:
    async with turns.taken():
        await asyncio.sleep(0)

import asyncio
from collections.abc import AsyncIterator

import anyio
import pytest

from kesher.app.stopping import until

pytestmark = pytest.mark.anyio


class Words:
    """A stream of words that then stays silent, fails or ends; it knows whether it was closed."""

    def __init__(
        self, *words: str, then: BaseException | None = None, silent: bool = False
    ) -> None:
        self._words = words
        self._then = then
        self._silent = silent
        self.closed = False

    async def stream(self) -> AsyncIterator[str]:
        try:
            for word in self._words:
                yield word
            if self._silent:
                await asyncio.Event().wait()
            if self._then is not None:
                raise self._then
        finally:
            self.closed = True


async def test_a_stream_that_nobody_stops_is_read_to_its_end() -> None:
    words = Words("שלום", "hello", "привет")
    assert [word async for word in until(words.stream(), asyncio.Event())] == [
        "שלום",
        "hello",
        "привет",
    ]
    assert words.closed


async def test_a_stop_ends_the_reading_after_the_word_at_hand() -> None:
    words, stop, heard = Words("אחת", "שתיים", "שלוש"), asyncio.Event(), []
    async for word in until(words.stream(), stop):
        heard.append(word)
        if word == "שתיים":
            stop.set()
    assert heard == ["אחת", "שתיים"]
    assert words.closed


async def test_a_stop_before_the_beginning_lets_nothing_through() -> None:
    words, stop = Words("אחת"), asyncio.Event()
    stop.set()
    assert [word async for word in until(words.stream(), stop)] == []


async def test_a_stop_takes_effect_while_the_stream_is_silent() -> None:
    words, stop = Words("אחת", silent=True), asyncio.Event()
    asyncio.get_running_loop().call_later(0.02, stop.set)
    with anyio.fail_after(5):
        assert [word async for word in until(words.stream(), stop)] == ["אחת"]
    assert words.closed


async def test_an_error_of_the_stream_reaches_the_reader_and_the_stream_is_closed() -> None:
    words = Words("אחת", then=ConnectionError("נותק"))
    reading = until(words.stream(), asyncio.Event())
    assert await anext(reading) == "אחת"
    with pytest.raises(ConnectionError, match="נותק"):
        await anext(reading)
    assert words.closed


async def test_a_reader_that_is_cancelled_while_the_stream_is_silent_closes_it() -> None:
    words = Words("אחת", silent=True)

    async def read() -> None:
        async for _ in until(words.stream(), asyncio.Event()):
            reading.set()

    reading = asyncio.Event()
    task = asyncio.create_task(read())
    with anyio.fail_after(5):
        await reading.wait()
        await asyncio.sleep(0)  # the reader now waits for what does not come
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert words.closed


async def test_a_cancellation_that_comes_with_the_stop_still_reaches_the_reader() -> None:
    words, stop, reading = Words("אחת", silent=True), asyncio.Event(), asyncio.Event()

    async def read() -> None:
        async for _ in until(words.stream(), stop):
            reading.set()

    task = asyncio.create_task(read())
    with anyio.fail_after(5):
        await reading.wait()
        await asyncio.sleep(0)
        stop.set()
        await asyncio.sleep(0)  # the stop is heard in this step, the cancellation in the same
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert words.closed


async def test_a_stop_leaves_no_cancellation_behind_in_the_reader() -> None:
    words, stop = Words("אחת", silent=True), asyncio.Event()
    asyncio.get_running_loop().call_later(0.02, stop.set)
    with anyio.fail_after(5):
        async for _ in until(words.stream(), stop):
            continue
        await asyncio.sleep(0)
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0

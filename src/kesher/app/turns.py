"""Questions that come at once are prepared a few at a time, the first of them first."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PLACES = 8
"""More at once share the processors and the database, so that all of them wait for the last."""


class Turn:
    """One question's turn."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places = places
        self._kept = False

    async def take(self) -> None:
        """Wait for a place, behind those who wait already."""
        await self._places.acquire()
        self._kept = True

    def give_back(self) -> None:
        """Let the next one go on; nothing where the place was given back before."""
        if self._kept:
            self._kept = False
            self._places.release()

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[None]:
        """Let others go on while this question waits for a model, and then wait for a place."""
        self.give_back()
        try:
            yield
        finally:
            await self.take()


class Turns:
    """Gives turns in the order of asking. One for the questions of a process, on one event loop."""

    def __init__(self, places: int = PLACES) -> None:
        self._places = asyncio.Semaphore(places)

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[Turn]:
        """Wait for a turn and keep it to the end of the context."""
        turn = Turn(self._places)
        await turn.take()
        try:
            yield turn
        finally:
            turn.give_back()

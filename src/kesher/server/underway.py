"""Answers that are under way in this server, each found by the person who asked."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from kesher.domain.scope import Scope
from kesher.server.lasting import EVERY_SECONDS, Still, refusal
from kesher.server.stops import name_of
from kesher.server.telling import Telling

KEPT_SECONDS = 60.0
"""How long the end of an answer that failed can be read; of others there is what is stored."""

Show = Callable[[Any, int], Awaitable[bytes]]
"""Makes a told thing and the position after it into an event; empty: a reader needs it not."""


@dataclass(frozen=True, slots=True, eq=False)
class Underway:
    """One answer under way.

    Attributes:
        run_id: Of the research that it will be the answer of; None: of none.
    """

    thread_id: str
    answer_id: str
    question: str
    telling: Telling[Any]
    show: Show
    run_id: str | None = None


class Answering:
    """The answers under way here, by tenant, person and id."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], Underway] = {}

    def add(self, scope: Scope, underway: Underway) -> None:
        """Let the scope's person find it, unless the same answer is under way already."""
        held = self._held.get(_key(scope, underway.answer_id))
        if held is None or held.telling.has_ended:
            self._held[_key(scope, underway.answer_id)] = underway

    def remove(self, scope: Scope, underway: Underway, *, stored: bool) -> None:
        """Forget it: at once where the answer is stored, else once its reader could come back."""
        if stored:
            self._forget(scope, underway)
        else:
            later = asyncio.get_running_loop()
            later.call_later(KEPT_SECONDS, self._forget, scope, underway)

    def find(self, scope: Scope, answer_id: str) -> Underway | None:
        """Return the person's own answer of that id."""
        return self._held.get(_key(scope, answer_id))

    def in_thread(self, scope: Scope, thread_id: str) -> Underway | None:
        """Return the person's own answer that is being written in a thread."""
        for (tenant_id, name), each in self._held.items():
            own = tenant_id == scope.tenant_id and name == name_of(scope, each.answer_id)
            if own and each.thread_id == thread_id and not each.telling.has_ended:
                return each
        return None

    def _forget(self, scope: Scope, underway: Underway) -> None:
        key = _key(scope, underway.answer_id)
        if self._held.get(key) is underway:
            del self._held[key]


@contextlib.asynccontextmanager
async def watched(
    telling: Telling[Any], still: Still | None, *stops: asyncio.Event
) -> AsyncGenerator[None]:
    """Stop the work within the context once its person may have it no more and nobody reads.

    While somebody reads, the reader's own stream looks.

    Args:
        still: Raises once the person who asked may have no more; None: without accounts.
        stops: What ends the work.
    """
    if still is None:
        yield
        return
    watching = asyncio.ensure_future(_stop_if_shut_out(telling, still, stops))
    try:
        yield
    finally:
        watching.cancel()


async def _stop_if_shut_out(
    telling: Telling[Any], still: Still, stops: tuple[asyncio.Event, ...]
) -> None:
    while not telling.has_ended:
        if await telling.without_readers(EVERY_SECONDS) and await refusal(still) is not None:
            for stop in stops:
                stop.set()
            return


def _key(scope: Scope, answer_id: str) -> tuple[str, str]:
    return scope.tenant_id, name_of(scope, answer_id)

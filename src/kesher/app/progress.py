"""Tells those who watch a room that something in it has moved on.

Whoever watches in this process is woken at once. Other processes on the database are told too where
there may be any, and reading the store again every few seconds sees what such a telling missed.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable

from kesher.domain.scope import RoomScope


class RoomChanges:
    """Wakes the watchers of a room; a burst of changes wakes them once."""

    def __init__(self) -> None:
        self._watchers: defaultdict[RoomScope, set[asyncio.Event]] = defaultdict(set)
        self._elsewhere: Callable[[RoomScope], None] | None = None

    def tell_others(self, elsewhere: Callable[[RoomScope], None]) -> None:
        """Let what is announced here be passed to other processes too."""
        self._elsewhere = elsewhere

    def announce(self, scope: RoomScope) -> None:
        """Say that the room has changed. Call it from the event loop."""
        self.announce_here(scope)
        if self._elsewhere is not None:
            self._elsewhere(scope)

    def announce_here(self, scope: RoomScope) -> None:
        """Wake those who watch in this process alone: another has told of the change."""
        for event in self._watchers.get(scope, ()):
            event.set()

    def announce_all_here(self) -> None:
        """Wake all who watch in this process: any room may have changed."""
        for scope in self._watchers:
            self.announce_here(scope)

    async def watch(
        self, scope: RoomScope, *, at_least_every_seconds: float
    ) -> AsyncIterator[bool]:
        """Yield at once, then True at each change, False when none came for so long; no end."""
        event = asyncio.Event()
        self._watchers[scope].add(event)
        try:
            yield True
            while True:
                try:
                    async with asyncio.timeout(at_least_every_seconds):
                        await event.wait()
                    changed = True
                except TimeoutError:
                    changed = False
                event.clear()
                yield changed
        finally:
            self._watchers[scope].discard(event)
            if not self._watchers[scope]:
                del self._watchers[scope]

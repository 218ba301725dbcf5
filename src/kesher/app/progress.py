"""Tells those who watch a room that something in it has moved on. In this process only.

Another process's progress is seen by reading the store again every few seconds.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator

from kesher.domain.scope import RoomScope


class RoomChanges:
    """Wakes the watchers of a room; a burst of changes wakes them once."""

    def __init__(self) -> None:
        self._watchers: defaultdict[RoomScope, set[asyncio.Event]] = defaultdict(set)

    def announce(self, scope: RoomScope) -> None:
        """Say that the room has changed. Call it from the event loop."""
        for event in self._watchers.get(scope, ()):
            event.set()

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

"""Removing what is kept no longer, and what removed things left in the files of indexes."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import structlog

from kesher.app.auditing import Auditing
from kesher.app.originals import Originals
from kesher.app.progress import RoomChanges
from kesher.domain.audit import Action, Detail
from kesher.domain.retention import Kept, Retention
from kesher.domain.scope import RoomScope
from kesher.errors import KesherError
from kesher.ports.clock import Clock
from kesher.ports.indexes import Rewritten
from kesher.ports.retention import RetentionStore
from kesher.telemetry import raised

_log = structlog.get_logger("kesher.retention")

BATCH = 20
"""Things removed in one step, for which other writers wait."""

SWEEP_SECONDS = 15 * 60.0
"""How often it is looked whether something is over; days are what is counted in."""

AGAIN_SECONDS = 2.0
"""After how long it is tried again to empty a log that others read."""

SHOWN = 10_000
"""Things of one kind and room that a look counts at most."""


@dataclass(frozen=True, slots=True)
class RoomRetention:
    """How long a room keeps what it keeps.

    Attributes:
        own: Its own days; a kind that is absent follows the settings.
        rule: What holds.
        due: Ids of what is over, by kind; at most `SHOWN` of each.
    """

    own: Mapping[Kept, int]
    rule: Retention
    due: Mapping[Kept, tuple[str, ...]]


@dataclass(slots=True)
class Retaining:
    """Runs until it is cancelled.

    Attributes:
        settings: For rooms without rules of their own; nothing in it: all is kept.
        indexes: Keep words of removed documents until they are written anew.
        auditing: Notes what was removed; None: nobody does.
    """

    store: RetentionStore
    originals: Originals
    indexes: Rewritten
    changes: RoomChanges
    clock: Clock
    settings: Retention
    auditing: Auditing | None = None
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        """Look now: something was removed."""
        self._wake.set()

    async def of_room(self, scope: RoomScope) -> RoomRetention:
        """Return what holds in a room, and what a sweep would remove there now. Changes nothing.

        Raises:
            NotFoundError: no such room.
        """
        own = await self.store.room_days(scope)
        rule = self.settings.over(own)
        due = {}
        for kind in Kept:
            before = rule.before(kind, self.clock())
            if before is not None:
                ids = await self.store.due(scope, kind, before=before, limit=SHOWN)
                due[kind] = tuple(ids)
        return RoomRetention(own, rule, due)

    async def keep(self, scope: RoomScope, days: Mapping[Kept, int]) -> None:
        """Give a room days of its own in place of all that it had; 0 is for ever.

        What is over by them is removed within the quarter of an hour.

        Raises:
            NotFoundError: no such room.
        """
        await self.store.set_room_days(scope, days)

    async def sweep(self) -> int:
        """Remove what is over, a few things at a time, and return how many went."""
        removed = 0
        for scope, rule in await self.store.rules(self.settings):
            for kind in Kept:
                removed += await self._kind(scope, rule, kind)
        return removed

    async def rewrite(self) -> int:
        """Write anew the indexes that may hold words of removed documents; return how many."""
        written = 0
        for scope in await self.store.all_rooms():
            written += await self.indexes.rewrite(scope)
        return written

    async def run(self) -> None:
        """Sweep and rewrite now and then, for ever."""
        while True:
            self._wake.clear()
            whole = await self._safely()
            try:
                async with asyncio.timeout(SWEEP_SECONDS if whole else AGAIN_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _kind(self, scope: RoomScope, rule: Retention, kind: Kept) -> int:
        before, removed = rule.before(kind, self.clock()), 0
        while before is not None:
            ids = await self.store.due(scope, kind, before=before, limit=BATCH)
            if not ids:
                break
            count, left_over = await self.store.remove(scope, kind, ids, before=before)
            await self.originals.drop(left_over)
            await self._tell(scope, kind, count)
            removed += count
            if not count:  # another process was quicker, or uses them again
                break
        return removed

    async def _tell(self, scope: RoomScope, kind: Kept, count: int) -> None:
        """Say what was removed: the one place for whoever keeps account of it."""
        if self.auditing is not None and count:
            told: dict[str, Detail] = {"kind": kind.value, "count": count}
            await self.auditing.system(
                Action.RETENTION_REMOVED, room_id=scope.room_id, details=told
            )
        _log.info("retention.removed", room=scope.room_id, kind=kind.value, count=count)
        self.changes.announce(scope)

    async def _safely(self) -> bool:
        """Do all there is to do; False where something of what was removed may be left."""
        try:
            await self.sweep()
            written = await self.rewrite()
            return await self.store.empty_log() and not written
        except KesherError as error:
            _log.warning("retention.failed", code=error.code)
        except Exception as error:  # noqa: BLE001 - the loop goes on whatever befalls one sweep
            _log.error("retention.failed", exception=raised(error))
        return True

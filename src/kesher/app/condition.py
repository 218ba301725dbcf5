"""Whether a server may be sent requests, and figures that are looked up when they are asked for."""

import asyncio
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from kesher.domain.scope import Scope
from kesher.errors import StoreError
from kesher.ports.clock import Clock
from kesher.ports.condition import Condition, Queue
from kesher.ports.indexes import WatchedIndex

_PATIENCE_SECONDS = 3.0
"""Shorter than a probe waits, and than the database's own patience."""


class Check(StrEnum):
    """What must be well."""

    DATABASE = "database"
    TABLES = "tables"
    DISK = "disk"
    INDEXES = "indexes"


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether requests can be served.

    Attributes:
        wrong: What is not well and why, in words that tell no place or name; empty: ready.
        embedder: Whether the embedding model answers at once; it is not needed for being ready.
    """

    wrong: Mapping[Check, str]
    embedder: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """What is looked up for one scrape.

    Attributes:
        queue, lag: None where the database gave no answer.
        lag: By how many changes indexes are behind, by their names.
        free_bytes: Of the disks, by what lies there.
    """

    queue: Queue | None
    oldest_seconds: float
    lag: Mapping[str, int] | None
    connections: Mapping[str, int]
    free_bytes: Mapping[str, int]


@dataclass(slots=True)
class Watching:
    """Looks at what a process stands on.

    Whoever asks while a look is under way has that one's findings: probes that come faster than a
    slow database answers take no more than one of its connections.

    Attributes:
        folders: What must have room, by what it is for.
        least_free_bytes: Of each disk.
        embedder_ready: Tells whether the model that is in force by now answers at once.
    """

    condition: Condition
    indexes: Mapping[str, WatchedIndex]
    folders: Mapping[str, Path]
    least_free_bytes: int
    embedder_ready: Callable[[], bool]
    clock: Clock
    _looking: "asyncio.Task[Mapping[Check, str]] | None" = field(default=None, init=False)
    _counting: "asyncio.Task[_Counted] | None" = field(default=None, init=False)

    async def readiness(self) -> Readiness:
        """Look whether requests can be served."""
        wrong = dict(await asyncio.to_thread(self._disks))
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        await asyncio.wait({self._looking}, timeout=_PATIENCE_SECONDS)
        if self._looking.done():
            wrong.update(self._looking.result())
        else:
            wrong[Check.DATABASE] = f"It has not answered for {_PATIENCE_SECONDS:g} seconds."
        return Readiness(wrong, self.embedder_ready())

    async def figures(self) -> Figures:
        """Look up what changes without anybody telling."""
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count())
        await asyncio.wait({self._counting}, timeout=_PATIENCE_SECONDS)
        counted = self._counting.result() if self._counting.done() else _Counted(None, None)
        oldest = counted.queue.oldest if counted.queue else None
        return Figures(
            counted.queue,
            max(0.0, (self.clock() - oldest).total_seconds()) if oldest else 0.0,
            counted.lag,
            self.condition.connections(),
            await asyncio.to_thread(self._free),
        )

    async def _look(self) -> Mapping[Check, str]:
        wrong: dict[Check, str] = {}
        try:
            if not await self.condition.is_current():
                wrong[Check.TABLES] = "They have another Kesher's form. Start this server again."
        except StoreError as error:
            wrong[Check.DATABASE] = f"It does not answer (`{error.code}`)."
        try:
            await asyncio.gather(*(index.check() for index in self.indexes.values()))
        except StoreError as error:
            wrong[Check.INDEXES] = f"They cannot be opened (`{error.code}`)."
        return wrong

    async def _count(self) -> "_Counted":
        try:
            queue = await self.condition.queue(Scope())
            newest = await self.condition.sequences(Scope())
        except StoreError:
            return _Counted(None, None)
        lag = {
            name: sum(max(0, newest.get(room, at) - at) for room, at in index.applied().items())
            for name, index in self.indexes.items()
        }
        return _Counted(queue, lag)

    def _disks(self) -> Sequence[tuple[Check, str]]:
        full = [name for name, free in self._free().items() if free < self.least_free_bytes]
        if not full:
            return ()
        least = self.least_free_bytes
        return ((Check.DISK, f"Fewer than {least:,} bytes are free for: {', '.join(full)}."),)

    def _free(self) -> Mapping[str, int]:
        return {name: _free_bytes(folder) for name, folder in self.folders.items()}


@dataclass(frozen=True, slots=True)
class _Counted:
    queue: Queue | None
    lag: Mapping[str, int] | None


def _free_bytes(folder: Path) -> int:
    """Return the room for a folder; 0 where it cannot be told, as for a disk that went away."""
    try:
        return shutil.disk_usage(_there(folder)).free
    except OSError:
        return 0


def _there(folder: Path) -> Path:
    """Return the folder, or the nearest above it while it is not made yet."""
    return next((each for each in (folder, *folder.parents) if each.exists()), folder)

"""Backups of a running server: when somebody asks for one, and by the clock."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import structlog

from kesher.app.auditing import Auditing
from kesher.domain.audit import Action
from kesher.domain.backup import BackupProgress, KeptBackup, LastBackup
from kesher.errors import BackupStoppedError, ConflictError, KesherError
from kesher.ports.backup import BackupFolder, Watch
from kesher.ports.clock import Clock

_log = structlog.get_logger("kesher.backup")

LOOK_SECONDS = 60.0
"""How often it is looked whether another process has made the backup that is due."""

RETRY = timedelta(minutes=15)
"""How long after a failure it is tried again, unless the next is due sooner."""

_TOLD_SECONDS = 0.2

Tell = Callable[[BackupProgress], None]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a backup is due, and how many stay.

    Attributes:
        every: Zero: never by itself.
    """

    every: timedelta
    keep: int

    def due(self, newest: datetime | None, last: LastBackup | None, now: datetime) -> datetime:
        """Return when the next is due: at once where there is none, later after a failure."""
        due = now if newest is None else newest + self.every
        if last is not None and last.error is not None and last.at + RETRY > due:
            return last.at + min(RETRY, self.every)
        return due


@dataclass(slots=True)
class Keeping:
    """Makes one backup at a time into their folder.

    Attributes:
        write: Writes a backup into a file. Blocks.
        progress: How far the one under way in this process is; None: none is.
        auditing: Notes those that are made by the clock; None: nobody does.
    """

    folder: BackupFolder
    write: Callable[[Path, Watch], object]
    clock: Clock
    schedule: Schedule
    progress: BackupProgress | None = None
    auditing: Auditing | None = None
    _stopped: threading.Event = field(default_factory=threading.Event)

    async def make(self, tell: Tell | None = None) -> KeptBackup:
        """Make a backup, clear away the oldest, and note what became of it.

        Args:
            tell: Told of its progress, some times a second, on the event loop.

        Raises:
            ConflictError: one is under way, here or in another process.
            BackupStoppedError: somebody stopped it; nothing is left of it.
            BackupError, StoreError: it could not be made; nothing is left of it.
        """
        return await self._one(self._make, tell)

    async def _one(self, how: Callable[[datetime, Watch], T], tell: Tell | None = None) -> T:
        if self.progress is not None:
            raise ConflictError("A backup is being made already. Wait for its end, or stop it.")
        self._stopped.clear()
        self.progress = BackupProgress("tables", "", 0, 0)
        at = self.clock()
        try:
            return await self._made(partial(how, at, self._watch(tell)))
        except ConflictError:
            raise  # another process makes one, and notes what becomes of it
        except KesherError as error:
            await asyncio.to_thread(self.folder.note, LastBackup(at, "", str(error)))
            raise
        finally:
            self.progress = None

    def stop(self) -> bool:
        """Stop the one under way in this process; False: there is none."""
        self._stopped.set()
        return self.progress is not None

    async def run(self) -> None:
        """Make the backups that are due, until cancelled; one that fails is tried again."""
        while self.schedule.every:
            wait_seconds = (await asyncio.to_thread(self._due) - self.clock()).total_seconds()
            if wait_seconds > 0:
                await asyncio.sleep(min(wait_seconds, LOOK_SECONDS))
                continue
            try:
                made = await self._one(self._make_if_due)
            except ConflictError:
                await asyncio.sleep(LOOK_SECONDS)
            except KesherError as error:
                _log.warning("backup.failed", code=error.code, reason=str(error))
            else:
                if made is not None and self.auditing is not None:
                    await self.auditing.system(Action.BACKUP_MADE, thing_id=made.name)

    def _due(self) -> datetime:
        newest = next((each.created_at for each in self.folder.kept() if not each.special), None)
        return self.schedule.due(newest, self.folder.last(), self.clock())

    async def _made(self, how: Callable[[], T]) -> T:
        work = asyncio.ensure_future(asyncio.to_thread(how))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self._stopped.set()  # the thread hears of it at its next row or file
            await asyncio.wait([work])
            work.exception()  # looked at, so that it is not reported as forgotten
            raise

    def _make(self, at: datetime, watch: Watch) -> KeptBackup:
        with self.folder.new(at) as file:
            return self._write(file, at, watch)

    def _make_if_due(self, at: datetime, watch: Watch) -> KeptBackup | None:
        with self.folder.new(at) as file:
            # Asked once more with the folder held: another server may just have made it.
            return self._write(file, at, watch) if self._due() <= at else None

    def _write(self, file: Path, at: datetime, watch: Watch) -> KeptBackup:
        self.write(file, watch)
        plain = [each for each in self.folder.kept() if not each.special]
        for old in plain[self.schedule.keep :]:
            self.folder.delete(old.name)
        self.folder.note(LastBackup(at, file.name))
        return next(each for each in self.folder.kept() if each.name == file.name)

    def _watch(self, tell: Tell | None) -> Watch:
        loop, told = asyncio.get_running_loop(), time.monotonic()

        def watch(now: BackupProgress) -> None:
            nonlocal told
            if self._stopped.is_set():
                raise BackupStoppedError
            self.progress = now
            if tell is not None and time.monotonic() - told > _TOLD_SECONDS:
                told = time.monotonic()
                loop.call_soon_threadsafe(tell, now)

        return watch

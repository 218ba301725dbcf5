"""The folder of backups: what is in it, by name and date, and what became of the last attempt."""

import fcntl
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from kesher.adapters.backup_zip_failures import write_failures_mean
from kesher.domain.backup import KeptBackup, LastBackup
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.backup import BackupFolder

_LAST = "last.json"
_LOCK = ".lock"
_KEPT = "kesher-*.zip"
_FORM = "%Y-%m-%dT%H-%M-%SZ"
_NAME = re.compile(r"kesher-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(-[a-z0-9-]{1,40})?\.zip")


class KeptBackups(BackupFolder):
    """Backups as files named by their instant. Nothing is made before the first is written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        """The folder itself."""
        return self._folder

    @contextmanager
    def new(self, at: datetime, *, note: str = "") -> Iterator[Path]:
        """Give where to write a backup; of all processes on the folder one writes at a time."""
        with write_failures_mean(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "r+b") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ConflictError(
                    f"A backup is being written into `{self.folder}` already. Wait for its end, "
                    f"or stop it."
                ) from error
            self._clear()
            yield self.folder / f"kesher-{at.astimezone(UTC):{_FORM}}{note and '-'}{note}.zip"

    def _clear(self) -> None:
        """Remove what killed backups left half written; one that somebody writes stays."""
        for left in self.folder.glob(f".{_KEPT}.part"):
            with left.open("rb") as half, suppress(BlockingIOError):
                fcntl.flock(half, fcntl.LOCK_EX | fcntl.LOCK_NB)
                left.unlink(missing_ok=True)

    def kept(self) -> Sequence[KeptBackup]:
        """Return the backups in the folder, newest first."""
        found = []
        for path in self.folder.glob(_KEPT):
            named = _NAME.fullmatch(path.name)
            if named is not None:
                at = datetime.strptime(named[1], _FORM).replace(tzinfo=UTC)
                found.append(KeptBackup(path.name, path.stat().st_size, at, named[2] is not None))
        return sorted(found, key=lambda backup: (backup.created_at, backup.name), reverse=True)

    def find(self, name: str) -> Path:
        """Return where a backup lies. A name that leads elsewhere is that of none."""
        if name not in {backup.name for backup in self.kept()}:
            raise NotFoundError("backup", name)
        return self.folder / name

    def delete(self, name: str) -> None:
        """Remove a backup."""
        self.find(name).unlink(missing_ok=True)

    def note(self, last: LastBackup) -> None:
        """Keep what became of an attempt."""
        beside = self.folder / f".{_LAST}.part"
        said = {"at": last.at.isoformat(), "name": last.name, "error": last.error}
        with write_failures_mean(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")
            beside.replace(self.folder / _LAST)

    def last(self) -> LastBackup | None:
        """Return what became of the last attempt; None: none was noted, or nothing readable."""
        try:
            said = json.loads((self.folder / _LAST).read_text(encoding="utf-8"))
            error = said["error"]
            at = datetime.fromisoformat(said["at"])
            return LastBackup(at, str(said["name"]), None if error is None else str(error))
        except (OSError, ValueError, KeyError, TypeError):
            return None

"""Backups made, checked and restored on the data that the settings name. All of it blocks."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from kesher import __version__
from kesher.app.auditing import Auditing
from kesher.app.backup.keeping import Keeping, Schedule
from kesher.app.backup.making import Making
from kesher.app.backup.restoring import Restoring, check, manifest_of
from kesher.config.settings import Settings
from kesher.domain.backup import BackupProgress, Manifest
from kesher.errors import NotFoundError
from kesher.ports.backup import Watch
from kesher.wiring.folder import files_folder

if TYPE_CHECKING:
    from kesher.adapters.backup_folder import KeptBackups
    from kesher.adapters.sql.database import Database

_BUSY_SECONDS = 30
_SPARE_BYTES = 64 * 1024 * 1024
"""What stays free on a disk that a backup is unpacked to."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of a restoring.

    Attributes:
        saved: The backup of what was replaced; None: nothing was.
    """

    manifest: Manifest
    saved: Path | None


def kept_backups(settings: Settings) -> "KeptBackups":
    """Return the folder where backups are kept."""
    from kesher.adapters.backup_folder import KeptBackups

    return KeptBackups(settings.backup_folder or settings.data_folder / "backups")


def make_keeping(settings: Settings, auditing: Auditing) -> Keeping:
    """Return what makes backups of a server that runs, as the settings say."""
    from kesher.adapters.system import utc_now

    def write(file: Path, watch: Watch) -> Manifest:
        return make_backup(settings, file, watch=watch)

    schedule = Schedule(timedelta(hours=settings.backup_every_hours), settings.backup_keep)
    return Keeping(kept_backups(settings), write, utc_now, schedule, auditing=auditing)


def make_backup(
    settings: Settings, file: Path, *, watch: Watch | None = None, replace: bool = False
) -> Manifest:
    """Write the whole store into `file`, while it is served or not.

    Args:
        replace: Whether a file that is there gives way to the new one, once that is whole.

    Raises:
        NotFoundError: nothing is stored yet.
        ConflictError: `file` is there.
        BackupError, StoreError: the store cannot be read whole, or the file not be written.
    """
    from kesher.adapters.backup_zip import new_backup
    from kesher.adapters.blob_pins import BlobPins
    from kesher.adapters.sql.loading import SqlBackupTables
    from kesher.adapters.system import utc_now

    _check_stored(settings)
    with _database(settings) as database, new_backup(file, replace=replace) as archive:
        pins = BlobPins(files_folder(settings))
        making = Making(SqlBackupTables(database), pins, utc_now, __version__)
        return making.make(archive, watch or _unwatched)


def check_backup(file: Path, *, watch: Watch | None = None) -> Manifest:
    """Hold each part of a backup against its manifest, and restore its tables aside.

    Raises:
        BackupError: it is damaged, unsafe, of a newer Kesher, or its rows do not fit each other.
    """
    from kesher.adapters.backup_zip import open_backup
    from kesher.adapters.sql.database import Database, sqlite_url
    from kesher.adapters.sql.loading import SqlBackupTables

    with tempfile.TemporaryDirectory(prefix="kesher-check-") as aside:
        folder = Path(aside)
        database = Database(sqlite_url(folder), busy_seconds=_BUSY_SECONDS)
        try:
            with open_backup(file, room_bytes=_room_bytes(folder)) as archive:
                return check(archive, SqlBackupTables(database), watch or _unwatched)
        finally:
            database.close_now()


def restore_backup(
    settings: Settings, file: Path, *, watch: Watch | None = None, replace: bool = False
) -> Restored:
    """Put a backup into the store, which nobody may serve meanwhile: all of it or nothing.

    Args:
        replace: Whether what is stored gives way, after a backup was made of it.

    Raises:
        FolderInUseError: a server holds the data folder.
        ConflictError: something is stored and `replace` is not given.
        BackupError, StoreError: the file cannot be restored, or the store not be written.
    """
    from kesher.adapters.folder_lock import FolderLock

    with FolderLock(settings.data_folder) as lock:
        lock.acquire()
        saved = _save(settings, file, watch) if replace else None
        manifest = _restore(settings, file, watch or _unwatched, replace=replace)
    return Restored(manifest, saved)


def save_before_upgrade(settings: Settings, revision: str) -> Path:
    """Make a backup of a store of that form, which is about to be brought to a newer one."""
    from kesher.adapters.system import utc_now

    note = f"before-upgrade-from-{revision}"
    with kept_backups(settings).new(utc_now(), note=note) as saved:
        make_backup(settings, saved)
    return saved


def _restore(settings: Settings, file: Path, watch: Watch, *, replace: bool) -> Manifest:
    from kesher.adapters.backup_zip import open_backup
    from kesher.adapters.blob_files import BlobFiles
    from kesher.adapters.sql.loading import SqlBackupTables

    room_bytes = _room_bytes(settings.data_folder)
    with (
        _database(settings) as database,
        open_backup(file, room_bytes=room_bytes) as archive,
    ):
        restoring = Restoring(SqlBackupTables(database), BlobFiles(files_folder(settings)))
        manifest = restoring.restore(archive, watch, replace=replace)
    # They are derived, and count changes that the restored rooms have not had.
    for place in (settings.data_folder, *(settings.data_folder / "processes").glob("*")):
        shutil.rmtree(place / "indexes", ignore_errors=True)
    return manifest


def _save(settings: Settings, file: Path, watch: Watch | None) -> Path | None:
    """Make a backup of what is to be replaced, once it is known that something can replace it."""
    from kesher.adapters.backup_zip import open_backup
    from kesher.adapters.system import utc_now

    with open_backup(file, room_bytes=_room_bytes(settings.data_folder)) as archive:
        manifest_of(archive)
    with kept_backups(settings).new(utc_now(), note="before-restore") as saved:
        try:
            make_backup(settings, saved, watch=watch)
        except NotFoundError:
            return None
    return saved


@contextmanager
def _database(settings: Settings) -> Iterator["Database"]:
    from kesher.adapters.sql.database import Database, sqlite_url

    settings.data_folder.mkdir(parents=True, exist_ok=True)
    url = settings.database_url or sqlite_url(settings.data_folder)
    database = Database(url, busy_seconds=_BUSY_SECONDS)
    try:
        yield database
    finally:
        database.close_now()


def _check_stored(settings: Settings) -> None:
    if not settings.database_url and not (settings.data_folder / "kesher.db").exists():
        raise NotFoundError("stored data", str(settings.data_folder))


def _room_bytes(folder: Path) -> int:
    return max(shutil.disk_usage(folder).free - _SPARE_BYTES, 0)


def _unwatched(_progress: BackupProgress) -> None:
    """Nobody follows the work."""

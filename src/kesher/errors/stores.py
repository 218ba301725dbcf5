"""What is stored cannot be read, written or moved."""

from kesher.errors.base import KesherError

_STOPPED = "The backup was stopped, and nothing of it was kept. Begin again when you like."


class BackupError(KesherError):
    """A backup is damaged, unsafe, of a newer Kesher, or cannot be made whole."""

    code = "backup"


class BackupStoppedError(BackupError):
    """Somebody stopped the making or restoring of a backup; nothing of it was kept."""

    code = "backup.stopped"

    def __init__(self, message: str = _STOPPED) -> None:
        super().__init__(message)


class StoreError(KesherError):
    """What is stored cannot be read or written."""

    code = "store"


class StorageFullError(StoreError):
    """The disk has no room; what was stored before is untouched."""

    code = "store.full"
    retryable = True


class StoreBusyError(StoreError):
    """The database stayed locked or unreachable for longer than the limit."""

    code = "store.busy"
    retryable = True


class FolderInUseError(StoreError):
    """Another process serves this data folder."""

    code = "store.in_use"

"""What failures at a backup's file mean."""

import errno
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kesher.errors import BackupError, StorageFullError, StoreError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def write_failures_mean(file: Path) -> Iterator[None]:
    """Turn a full disk and a folder that cannot be written into Kesher's errors."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StorageFullError(
                f"The disk of `{file}` has no room for the backup; nothing of it was kept. Free "
                f"some space, or write it to another disk."
            ) from error
        raise StoreError(f"`{file}` cannot be written: {error}. Choose another place.") from error


@contextmanager
def damaged_means(file: Path) -> Iterator[None]:
    """Turn what a damaged file raises, at its opening or at any part, into BackupError."""
    try:
        yield
    except FileNotFoundError as error:
        if error.filename is None or Path(error.filename) != file:
            raise
        raise BackupError(f"There is no file `{file}`.") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise BackupError(
            f"`{file}` is no backup, or damaged ({error or 'it ends too early'}); nothing of it "
            f"was kept. Take another copy of it, or another backup."
        ) from error

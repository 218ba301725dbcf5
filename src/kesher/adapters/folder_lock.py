"""One data folder, one server: a lock that ends with its process, and says who holds it."""

import fcntl
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from kesher.errors import FolderInUseError, StorageFullError, StoreError

_FILE = "kesher.lock"
_PATIENCE_SECONDS = 0.5
_STEP_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that serves a data folder.

    Attributes:
        pid: 0 where it has not said so yet.
        url: Where it answers, empty where it does not answer by network (yet).
    """

    pid: int
    url: str


class FolderLock:
    """The right to serve a data folder. It ends with `release` or with the process."""

    def __init__(self, data_folder: Path) -> None:
        self._folder = data_folder
        self._file: BinaryIO | None = None

    def acquire(self, url: str = "") -> None:
        """Take the folder, which is made if it is not there.

        Args:
            url: Where this process answers; empty if it is not known yet or there is none.

        Raises:
            FolderInUseError: another process holds it; its pid and URL are in the message.
            StoreError: the folder cannot be written.
        """
        file = _lock_file(self._folder)
        if not _locked(file):
            file.close()
            raise _in_use(self._folder)
        self._file = file
        self.announce(url)

    def announce(self, url: str) -> None:
        """Say where this process answers, once that is known."""
        if self._file is None:
            raise ValueError("Only the holder of a folder announces where it answers.")
        _write(self._file, json.dumps({"pid": os.getpid(), "url": url}).encode())

    def release(self) -> None:
        """Give the folder back; nothing happens if it is not held."""
        if self._file is not None:
            _write(self._file, b"")
            self._file.close()
            self._file = None

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


def holder(data_folder: Path) -> Holder | None:
    """Return who serves a data folder, or None if nobody does."""
    try:
        file = (data_folder / _FILE).open("rb")
    except FileNotFoundError:
        return None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return _read(file)
    return None


def _lock_file(folder: Path) -> BinaryIO:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / _FILE).open("a+b")
    except OSError as error:
        raise StoreError(
            f"`{folder}` cannot be used as a data folder: {error}. Choose another, or check its "
            f"permissions."
        ) from error


def _locked(file: BinaryIO) -> bool:
    """Take the lock. One who only looks whether it is held holds it for a moment too."""
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > give_up:
                return False
            time.sleep(_STEP_SECONDS)
        else:
            return True


def _write(file: BinaryIO, content: bytes) -> None:
    try:
        file.truncate(0)
        file.write(content)
        file.flush()
    except OSError as error:
        raise StorageFullError(
            f"The data folder cannot be written: {error.strerror}. Make room on its disk."
        ) from error


def _read(file: BinaryIO) -> Holder:
    try:
        said = json.loads(file.read())
    except ValueError:
        return Holder(0, "")  # taken a moment ago; it writes its name now
    return Holder(said["pid"], said["url"])


def _in_use(folder: Path) -> FolderInUseError:
    other = holder(folder) or Holder(0, "")
    where = f" at {other.url}" if other.url else ""
    return FolderInUseError(
        f"Process {other.pid} serves the data folder `{folder}`{where}. Work through it, stop it, "
        f"or choose another `data_folder`."
    )

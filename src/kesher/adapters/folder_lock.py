"""Who is on a data folder: a lock that ends with its process, and says who holds it.

With SQLite one process holds the folder. With PostgreSQL several share it: each holds a seat, a
folder in it of its own, for what only one process may write, and together they keep out whoever
would hold the whole.
"""

import fcntl
import json
import os
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from kesher.errors import FolderInUseError, StorageFullError, StoreError

_FILE = "kesher.lock"
_SEATS = "processes"
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
    """The right to serve a data folder. It ends with `release` or with the process.

    Attributes:
        folder: The one that is held, or is to be.
    """

    def __init__(self, data_folder: Path) -> None:
        self.folder = data_folder
        self._file: BinaryIO | None = None

    def acquire(self, url: str = "") -> None:
        """Take the folder, which is made if it is not there.

        Args:
            url: Where this process answers; empty if it is not known yet or there is none.

        Raises:
            FolderInUseError: another process holds it; its pid and URL are in the message.
            StoreError: the folder cannot be written.
        """
        self._file = _taken(self.folder, fcntl.LOCK_EX)
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


class Seat:
    """A place in a data folder that several processes share. It ends with `release` or the process.

    Attributes:
        folder: Where this process, and no other, may write.
    """

    def __init__(self, data_folder: Path) -> None:
        self._data_folder = data_folder
        self._shared: BinaryIO | None = None
        self._lock = FolderLock(data_folder)
        self.folder = data_folder

    def acquire(self, url: str = "") -> None:
        """Take the first seat that is free.

        Args:
            url: As for `FolderLock.acquire`.

        Raises:
            FolderInUseError: a process holds the folder as a whole.
            StoreError: the folder cannot be written.
        """
        self._shared = _taken(self._data_folder, fcntl.LOCK_SH)
        for number in count(1):
            self.folder = self._data_folder / _SEATS / str(number)
            self._lock = FolderLock(self.folder)
            try:
                self._lock.acquire(url)
            except FolderInUseError:
                continue
            return

    def release(self) -> None:
        """Give the seat back; nothing happens if none is held."""
        self._lock.release()
        if self._shared is not None:
            self._shared.close()
            self._shared = None


def seated(data_folder: Path) -> list[Holder]:
    """Return who shares a data folder."""
    found = (holder(seat) for seat in sorted((data_folder / _SEATS).glob("*")))
    return [each for each in found if each is not None]


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


def _taken(folder: Path, how: int) -> BinaryIO:
    file = _lock_file(folder)
    if not _locked(file, how):
        file.close()
        raise _in_use(folder)
    return file


def _locked(file: BinaryIO, how: int) -> bool:
    """Take the lock. One who only looks whether it is held holds it for a moment too."""
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            fcntl.flock(file, how | fcntl.LOCK_NB)
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
    other = next(iter([*seated(folder), *filter(None, [holder(folder)])]), Holder(0, ""))
    where = f" at {other.url}" if other.url else ""
    return FolderInUseError(
        f"Process {other.pid} serves the data folder `{folder}`{where}. Work through it, stop it, "
        f"or choose another `data_folder`."
    )

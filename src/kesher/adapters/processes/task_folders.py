"""The folder where a limited process puts its temporary files, and what killed programs left.

A program that is killed with SIGKILL removes nothing. Its folders are told from those in use by a
lock that ends with the process that took it, in whatever container or user that runs.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PREFIX = "kesher-task-"


@contextmanager
def task_folder() -> Iterator[Path]:
    """Make a folder of one's own, and remove it with all that is in it."""
    folder, lock = _locked_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def remove_left_folders() -> None:
    """Remove the folders of programs that ended without doing so. What is in use stays."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):  # another's, gone meanwhile, or in use
            lock = _lock(folder)
            try:
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


def _locked_folder() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        # Another program may find the folder before it is locked, and take it for a left one.
        with contextlib.suppress(FileNotFoundError, BlockingIOError):
            lock = _lock(folder)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _lock(folder: Path) -> int:
    """Lock a folder; the lock is open in no child and ends with this process.

    Raises:
        BlockingIOError: it is in use.
        FileNotFoundError: it is gone.
    """
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
    return opened

"""A consistent copy of a SQLite file beside it, as SQLite's own backup makes it."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.failures import translated_sqlite


def copy_beside(database: Database, revision: str) -> Path:
    """Copy the file that is open as `kesher.before-upgrade-0012.db`; return where it lies.

    Others may read and write meanwhile. An earlier copy of the same form is replaced once this
    one is whole.

    Raises:
        StorageFullError: the disk has no room; nothing is left of the copy.
    """
    source = database.file
    target = source.with_name(f"{source.stem}.before-upgrade-{revision}{source.suffix}")
    beside = target.with_name(f".{target.name}.part")
    try:
        with translated_sqlite(database.place):
            _copy(source, beside)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return target


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    target.touch(mode=source.stat().st_mode & 0o777)
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
        read.backup(written)
        # One file, with no log beside it that could be forgotten.
        written.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb") as copied:
        os.fsync(copied.fileno())

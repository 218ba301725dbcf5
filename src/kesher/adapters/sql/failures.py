"""What a database's own errors mean to a caller of Kesher."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
    StatementError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from kesher.errors import ConflictError, KesherError, StorageFullError, StoreBusyError, StoreError

_PRIMARY_CODE = 0xFF  # SQLite keeps the kind of an error in the lowest byte of its code
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)
# Where the disk is full, the shared memory of the write-ahead log cannot grow either.
_NO_ROOM = (sqlite3.SQLITE_IOERR_SHMSIZE,)

# PostgreSQL's own codes, so that its driver is loaded only where it is used.
_PG_DISK_FULL = "53100"
_PG_STARTING = (
    "57P01",  # ended by an administrator
    "57P02",  # ended by a crash of another
    "57P03",  # not yet ready
)
_PG_UNDONE = (
    "40P01",  # deadlock
    "40001",  # serialization failure
)
_PG_BUSY = (
    "55P03",  # lock not available
    "57014",  # query cancelled
    "40P01",  # deadlock
    "40001",  # serialization failure
    "53300",  # too many connections
)


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Turn foreign errors into Kesher's, chained.

    Args:
        place: The database in words that hide its password; it stands in the messages.

    Raises:
        StorageFullError: the disk has no room.
        StoreBusyError: locked or unreachable for longer than the limit.
        ConflictError: a row of that key is there, or what it refers to is gone.
        StoreError: anything else, such as a damaged file.
    """
    try:
        yield
    except SQLAlchemyError as error:
        raise _meaning(error, place) from error
    except OSError as error:
        raise _os_meaning(error, place) from error


@contextmanager
def translated_sqlite(place: str) -> Iterator[None]:
    """Do the same for what SQLite's own driver raises, where it is called itself."""
    try:
        yield
    except sqlite3.Error as error:
        raise _sqlite_meaning(error, place) from error
    except OSError as error:
        raise _os_meaning(error, place) from error


def was_undone(error: KesherError) -> bool:
    """Tell whether the same transaction may go well if it is run again.

    PostgreSQL went away, or chose it to give way to another. Only for an error before its commit:
    of a commit that broke off nobody knows whether it was done.
    """
    cause = error.__cause__
    if not isinstance(cause, DBAPIError) or isinstance(cause.orig, sqlite3.Error):
        return False
    return _is_away(cause) or getattr(cause.orig, "sqlstate", None) in _PG_UNDONE


def _is_away(error: DBAPIError) -> bool:
    state = getattr(error.orig, "sqlstate", None)
    unreachable = state is None and isinstance(error, OperationalError)
    return error.connection_invalidated or unreachable or state in _PG_STARTING


def _meaning(error: SQLAlchemyError, place: str) -> KesherError:
    if isinstance(error, PoolTimeoutError):
        return StoreBusyError(
            f"All connections to {place} were in use for longer than the limit. Try again shortly."
        )
    if isinstance(error, IntegrityError):
        return ConflictError(
            f"{place} refused a row: one of that key is there already, or what it refers to is "
            f"gone ({error.orig}). Read the present state and try again."
        )
    cause = error.orig if isinstance(error, StatementError) else None
    if isinstance(cause, KesherError):
        return cause  # raised while a value was made ready for the database
    if isinstance(cause, sqlite3.Error):
        return _sqlite_meaning(cause, place)
    if isinstance(error, DBAPIError) and hasattr(cause, "sqlstate"):
        return _postgres_meaning(error, place)
    return StoreError(f"{place} cannot be used: {cause or error}.")


def _sqlite_meaning(error: sqlite3.Error, place: str) -> StoreError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    kind = code & _PRIMARY_CODE
    if kind == sqlite3.SQLITE_FULL or code in _NO_ROOM:
        return _full(place)
    if kind in _LOCKED:
        return StoreBusyError(
            f"{place} stayed locked by another program for longer than the limit. "
            f"Close that program, or try again."
        )
    if kind in _DAMAGED:
        return StoreError(
            f"{place} is damaged or no database of Kesher's ({error}). Put a backup in its "
            f"place, or move the file away to begin with an empty one."
        )
    if kind in _READ_ONLY:
        return StoreError(
            f"{place} cannot be opened for writing ({error}). Check that its folder exists and "
            f"that you may write to it."
        )
    return StoreError(f"{place} could not be read or written: {error}.")


def _postgres_meaning(error: DBAPIError, place: str) -> StoreError:
    said = str(error.orig).strip()
    state = getattr(error.orig, "sqlstate", None)
    if state == _PG_DISK_FULL:
        return _full(place)
    if state in _PG_BUSY:
        return StoreBusyError(f"{place} was too busy ({said}). Try again shortly.")
    if _is_away(error):
        return StoreBusyError(
            f"{place} cannot be reached ({said}). Check that the server runs and that "
            f"`database_url` names its host, database, user and password."
        )
    return StoreError(f"{place} could not be read or written: {said}.")


def _os_meaning(error: OSError, place: str) -> StoreError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _full(place)
    return StoreError(f"{place} cannot be used: {error}. Check the folder and its permissions.")


def _full(place: str) -> StorageFullError:
    return StorageFullError(
        f"The disk of {place} has no room left. What was stored before is untouched: free some "
        f"space and try again."
    )

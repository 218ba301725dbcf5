"""What a backup is made from and written to. All calls block: the work runs in one thread."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from kesher.domain.backup import (
    BackupProgress,
    KeptBackup,
    LastBackup,
    Part,
    Row,
    TableShape,
)

Watch = Callable[[BackupProgress], None]
"""Told of each step, many times a second; what it raises stops the work, and nothing is left."""


class TableSnapshot(Protocol):
    """All tables as they were at one instant."""

    @property
    def revision(self) -> str:
        """The form of the database."""
        ...

    @property
    def tables(self) -> Sequence[TableShape]:
        """Every table that belongs in a backup, those that others refer to first."""
        ...

    def count(self, table: TableShape) -> int:
        """Count a table's rows."""
        ...

    def rows(self, table: TableShape) -> Iterator[Row]:
        """Yield a table's rows, a few at a time in memory."""
        ...

    def digests(self) -> Sequence[str]:
        """Return the SHA-256 of each original that any row refers to, once and in order."""
        ...


class TableLoading(Protocol):
    """Empty tables of a backup's form, to be filled in one transaction."""

    def load(self, table: TableShape, rows: Iterable[Row]) -> None:
        """Insert rows.

        Raises:
            BackupError: the table has other columns, or refuses a row.
        """
        ...


class BackupTables(Protocol):
    """The tables of one database, whatever its kind."""

    def snapshot(self) -> AbstractContextManager[TableSnapshot]:
        """Give one unchanging state; writers go on meanwhile.

        Raises:
            StoreError: there are no tables of Kesher, or they cannot be read whole.
        """
        ...

    def check_takes(self, revision: str, *, replace: bool) -> None:
        """Refuse what cannot be restored here.

        Raises:
            BackupError: a newer Kesher made it.
            ConflictError: something is stored here and is not to be replaced.
        """
        ...

    def loading(self, revision: str, *, replace: bool) -> AbstractContextManager[TableLoading]:
        """Give the emptied tables of that form; leaving brings them to the newest and commits.

        What is raised inside, or by a row that refers to nothing, leaves all as it was.

        Raises:
            As `check_takes`; BackupError at the end where rows do not fit each other.
        """
        ...


class Pins(Protocol):
    """Originals that stay, whoever deletes them meanwhile."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Those that were not there."""
        ...

    def open(self, sha256: str) -> BinaryIO:
        """Open one that was there."""
        ...


class PinningFiles(Protocol):
    """Originals that can be held."""

    def pinned(self, digests: Sequence[str]) -> AbstractContextManager[Pins]:
        """Hold originals for as long as the context lasts."""
        ...


class TakingFiles(Protocol):
    """Originals that can be put back."""

    def holds(self, sha256: str) -> bool:
        """Tell whether the bytes are there."""
        ...

    def digests(self) -> frozenset[str]:
        """Return the digests of all originals."""
        ...

    def put_now(self, source: BinaryIO, *, limit_bytes: int) -> tuple[str, int]:
        """Store a stream whole or not at all; return (sha256 hex digest, size in bytes)."""
        ...

    def delete_now(self, sha256: str) -> None:
        """Remove one; nothing happens if it is gone."""
        ...


class BackupWriter(Protocol):
    """A backup that is being written, part after part."""

    def write(self, name: str, pieces: Iterable[bytes]) -> Part:
        """Write one part, a little at a time in memory.

        Raises:
            StorageFullError: the disk has no room.
        """
        ...


class BackupReader(Protocol):
    """A backup that is being read. What was damaged raises BackupError as it is met."""

    @property
    def names(self) -> Collection[str]:
        """The names of its parts."""
        ...

    def whole(self, name: str, *, limit_bytes: int) -> bytes:
        """Return a small part."""
        ...

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a part with their ends, one in memory at a time."""
        ...

    def open(self, name: str) -> BinaryIO:
        """Open a part to read it as a stream."""
        ...


class BackupFolder(Protocol):
    """Where backups are kept."""

    @property
    def folder(self) -> Path:
        """The folder itself."""
        ...

    def new(self, at: datetime, *, note: str = "") -> AbstractContextManager[Path]:
        """Give where to write the backup of an instant.

        Args:
            note: Why it is special, and so not cleared away: small Latin letters, digits, dashes.

        Raises:
            ConflictError: another is being written there, by whatever process.
        """
        ...

    def kept(self) -> Sequence[KeptBackup]:
        """Return the backups in the folder, newest first."""
        ...

    def find(self, name: str) -> Path:
        """Return where a backup lies. Raises NotFoundError where there is none of that name."""
        ...

    def delete(self, name: str) -> None:
        """Remove a backup. Raises NotFoundError where there is none of that name."""
        ...

    def note(self, last: LastBackup) -> None:
        """Keep what became of an attempt."""
        ...

    def last(self) -> LastBackup | None:
        """Return what became of the last attempt; None: nothing is known of one."""
        ...

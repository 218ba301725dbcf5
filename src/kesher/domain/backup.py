"""A backup as records: what is in it, and how far its making or its restoring is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

FORMAT = 1
"""The number of the form that is written; a file of a higher one is of a newer Kesher."""

Value = str | int | float | bool | bytes | None
Row = Mapping[str, Value]
"""A row as the database holds it, by column: no record of ours stands between."""

LEFT_OUT = frozenset({"sessions", "one_time_links"})
"""Tables whose rows open doors: who restores a backup signs in anew."""


class ColumnKind(StrEnum):
    """What a column holds, the same on every database."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    BYTES = "bytes"


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table and its columns, in their order."""

    name: str
    columns: Mapping[str, ColumnKind]


@dataclass(frozen=True, slots=True)
class Part:
    """A written part of a backup.

    Attributes:
        size_bytes: Unpacked.
        sha256: Of the unpacked bytes, in hexadecimal digits.
    """

    name: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class TablePart:
    """The rows of one table."""

    shape: TableShape
    rows: int
    part: Part


@dataclass(frozen=True, slots=True)
class FilesPart:
    """The originals, listed in a part of their own.

    Attributes:
        missing: Digests that rows refer to and that were gone when the backup was made.
    """

    count: int
    size_bytes: int
    part: Part
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    Attributes:
        kesher: The version that made it.
        revision: The form of the database that its rows have.
        tables: In such an order that rows refer only to tables before theirs, or to their own.
    """

    format: int
    kesher: str
    revision: str
    created_at: datetime
    tables: tuple[TablePart, ...]
    files: FilesPart

    @property
    def rows(self) -> int:
        """Count the rows of all tables."""
        return sum(table.rows for table in self.tables)


@dataclass(frozen=True, slots=True)
class BackupProgress:
    """How far the work is.

    Attributes:
        step: `tables` or `files`.
        name: The table that is under way; empty for files.
        done: Rows or files, of `total`; counted over all tables.
    """

    step: str
    name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup in the folder of backups.

    Attributes:
        special: Made before something that could be regretted; never cleared away by itself.
    """

    name: str
    size_bytes: int
    created_at: datetime
    special: bool = False


@dataclass(frozen=True, slots=True)
class LastBackup:
    """What became of the newest attempt.

    Attributes:
        name: The file; empty where none came of it.
        error: Why not; None: it succeeded.
    """

    at: datetime
    name: str
    error: str | None = None

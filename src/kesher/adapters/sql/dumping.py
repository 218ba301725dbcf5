"""One unchanging state of all tables, row by row."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Table, func, select

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.forms import revision_of
from kesher.adapters.sql.raw_tables import in_backup, our_tables, shape_of
from kesher.adapters.sql.row_security import EVERYTHING, refuse_if_hidden
from kesher.domain.backup import Row, TableShape
from kesher.errors import StoreError
from kesher.ports.backup import TableSnapshot

_ROWS_AT_ONCE = 200
_DIGEST_COLUMN = "sha256"
"""A column of this name holds the digest of an original, in whatever table it stands."""


@contextmanager
def snapshot(database: Database) -> Iterator[TableSnapshot]:
    """Give the state of this instant; writers go on meanwhile.

    Raises:
        StoreError: there are no tables of Kesher, or some rows are hidden from this user.
    """
    with database.reading(EVERYTHING) as connection:
        if not database.is_sqlite:
            refuse_if_hidden(connection, database.place)  # or the backup would lack them
        revision = revision_of(connection)
        if revision is None:
            raise StoreError(f"{database.place} holds nothing of Kesher's, so there is no backup.")
        yield SqlSnapshot(connection, revision, in_backup(our_tables(connection)))


class SqlSnapshot(TableSnapshot):
    """The tables inside one read-only transaction."""

    def __init__(self, connection: Connection, revision: str, tables: Sequence[Table]) -> None:
        self._connection = connection
        self._tables = {table.name: table for table in tables}
        self._revision = revision
        self._shapes = tuple(shape_of(table) for table in tables)

    @property
    def revision(self) -> str:
        """The form of the database."""
        return self._revision

    @property
    def tables(self) -> Sequence[TableShape]:
        """Every table that belongs in a backup, those that others refer to first."""
        return self._shapes

    def count(self, table: TableShape) -> int:
        """Count a table's rows."""
        counted = select(func.count()).select_from(self._tables[table.name])
        return self._connection.scalar(counted) or 0

    def rows(self, table: TableShape) -> Iterator[Row]:
        """Yield a table's rows, a few at a time in memory."""
        streamed = self._connection.execution_options(yield_per=_ROWS_AT_ONCE)
        for row in streamed.execute(select(self._tables[table.name])).mappings():
            yield dict(row)

    def digests(self) -> Sequence[str]:
        """Return the SHA-256 of each original that any row refers to, once and in order."""
        found: set[str] = set()
        for table in self._tables.values():
            if _DIGEST_COLUMN in table.columns:
                found.update(self._connection.scalars(select(table.c[_DIGEST_COLUMN]).distinct()))
        return sorted(found)

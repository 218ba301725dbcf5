"""Filling a database from a backup, in one transaction: all of it or nothing."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Table, insert, select, text
from sqlalchemy.exc import DBAPIError

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.dumping import snapshot
from kesher.adapters.sql.migrating import (
    check_known,
    lock_form,
    upgrade_inside,
)
from kesher.adapters.sql.raw_tables import (
    VERSION_TABLE,
    broken_references,
    in_backup,
    our_tables,
    shape_of,
)
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.domain.backup import Row, TableShape, Value
from kesher.errors import BackupError, ConflictError
from kesher.ports.backup import BackupTables, TableLoading, TableSnapshot

_ROWS_AT_ONCE = 200
_BYTES_AT_ONCE = 16 * 1024 * 1024


class SqlBackupTables(BackupTables):
    """The tables of a SQLite or PostgreSQL database, to write out and to fill."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def snapshot(self) -> Iterator[TableSnapshot]:
        """Give the state of this instant; writers go on meanwhile."""
        with snapshot(self._database) as taken:
            yield taken

    def check_takes(self, revision: str, *, replace: bool) -> None:
        """Refuse a backup of a newer Kesher, and a database that holds something."""
        check_known(revision, "This backup")
        if not replace:
            with self._database.reading(EVERYTHING) as connection:
                _check_empty(connection, self._database.place)

    @contextmanager
    def loading(self, revision: str, *, replace: bool) -> Iterator[TableLoading]:
        """Give the emptied tables of that form; leaving brings them to the newest and commits."""
        check_known(revision, "This backup")
        with self._database.rebuilding() as connection:
            lock_form(connection)
            if not replace:
                _check_empty(connection, self._database.place)
            _drop_all(connection)
            upgrade_inside(connection, revision)
            tables = our_tables(connection)
            _defer_references(connection, tables)
            loading = SqlLoading(connection, tables)
            yield loading
            loading.check_whole()
            _check_references(connection)
            upgrade_inside(connection, "head")


class SqlLoading(TableLoading):
    """The tables of one form, empty but for what was loaded."""

    def __init__(self, connection: Connection, tables: Sequence[Table]) -> None:
        self._connection = connection
        self._tables = {table.name: table for table in in_backup(tables)}
        self._lacking = set(self._tables)

    def load(self, table: TableShape, rows: Iterable[Row]) -> None:
        """Insert rows, a few at a time in memory."""
        target = self._target(table)
        self._lacking.discard(table.name)
        for batch in _batches(rows):
            try:
                self._connection.execute(insert(target), batch)
            except DBAPIError as error:
                raise BackupError(
                    f"A row of the table `{table.name}` was refused ({error.orig}). The backup is "
                    f"damaged or was changed; nothing was restored."
                ) from error

    def check_whole(self) -> None:
        """Make sure that every table had its turn, be it without a row.

        Raises:
            BackupError: the backup leaves one out.
        """
        if self._lacking:
            raise BackupError(
                f"The backup has nothing to say of the table `{min(self._lacking)}`. It was "
                f"changed; nothing was restored. Take another backup."
            )

    def _target(self, table: TableShape) -> Table:
        target = self._tables.get(table.name)
        if target is None or dict(shape_of(target).columns) != dict(table.columns):
            raise BackupError(
                f"The table `{table.name}` of the backup has another form than it says. The file "
                f"is damaged or was changed; take another backup."
            )
        return target


def _batches(rows: Iterable[Row]) -> Iterator[list[dict[str, Value]]]:
    """Yield rows by the hundred, and fewer at once where they are large."""
    batch: list[dict[str, Value]] = []
    size = 0
    for row in rows:
        batch.append(dict(row))
        size += sum(len(value) for value in row.values() if isinstance(value, str | bytes))
        if len(batch) == _ROWS_AT_ONCE or size > _BYTES_AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _check_empty(connection: Connection, place: str) -> None:
    for table in our_tables(connection):
        if connection.execute(select(table).limit(1)).first() is not None:
            raise ConflictError(
                f"{place} is not empty: its table `{table.name}` has rows. A backup is restored "
                f"into an empty store; `--replace` first makes a backup of what is there, then "
                f"puts this one in its place."
            )


def _drop_all(connection: Connection) -> None:
    found = our_tables(connection)
    for table in reversed(found):
        table.drop(connection)
    connection.execute(text(f"DROP TABLE IF EXISTS {VERSION_TABLE}"))


def _defer_references(connection: Connection, tables: Sequence[Table]) -> None:
    """Let rows come in any order; a trajectory may stand before the one that began it."""
    if connection.dialect.name == "sqlite":
        return  # `Database.rebuilding` does not mind them; `_check_references` does
    for table in tables:
        for key in table.foreign_key_constraints:
            connection.execute(text(_alter(table, str(key.name), "DEFERRABLE INITIALLY DEFERRED")))


def _check_references(connection: Connection) -> None:
    """Check what each row refers to, and let references be minded at once again."""
    broken = broken_references(connection)
    if broken:
        name, count = next(iter(broken.items()))
        raise _unfitting(f"{count:,} rows of `{name}` refer to rows that are not there")
    if connection.dialect.name == "sqlite":
        return
    try:
        connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    except DBAPIError as error:
        raise _unfitting(str(error.orig).strip()) from error
    for table in our_tables(connection):
        for key in table.foreign_key_constraints:
            connection.execute(text(_alter(table, str(key.name), "NOT DEFERRABLE")))


def _alter(table: Table, constraint: str, how: str) -> str:
    return f'ALTER TABLE "{table.name}" ALTER CONSTRAINT "{constraint}" {how}'


def _unfitting(what: str) -> BackupError:
    return BackupError(
        f"The rows of the backup do not fit each other: {what}. The file is damaged or was "
        f"changed; nothing was restored. Take another backup."
    )

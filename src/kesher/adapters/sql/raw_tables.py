"""The tables as the database itself describes them, at whatever revision it is.

Rows pass here as they are stored, without the meaning that our columns give them, so that a table
or column that is added later needs no word of its own.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    inspect,
    text,
)

from kesher.domain.backup import LEFT_OUT, ColumnKind, TableShape
from kesher.errors import BackupError

VERSION_TABLE = "alembic_version"
_OTHERS = "procrastinate_"
"""How the tables of the library that carries jobs begin: `jobs` is the truth behind them."""

_KINDS: tuple[tuple[type, ColumnKind], ...] = (
    (Boolean, ColumnKind.BOOLEAN),
    (Integer, ColumnKind.INTEGER),
    (Float, ColumnKind.NUMBER),
    (String, ColumnKind.TEXT),
    (LargeBinary, ColumnKind.BYTES),
)


def our_tables(connection: Connection) -> Sequence[Table]:
    """Return every table that is Kesher's, those that others refer to first.

    Source: what the database says of itself, read anew at each call.
    """
    names = [name for name in inspect(connection).get_table_names() if _is_ours(name)]
    found = MetaData()
    found.reflect(connection, only=names, resolve_fks=False)
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def in_backup(tables: Sequence[Table]) -> list[Table]:
    """Return those whose rows belong in a backup."""
    return [table for table in tables if table.name not in LEFT_OUT]


def shape_of(table: Table) -> TableShape:
    """Return a table's columns by kind. Raises BackupError for a kind that no backup holds."""
    return TableShape(table.name, {column.name: _kind(column) for column in table.columns})


def broken_references(connection: Connection) -> Mapping[str, int]:
    """Count, by table, SQLite's rows that refer to nothing; PostgreSQL never lets any be."""
    if connection.dialect.name != "sqlite":
        return {}
    found = connection.execute(text("PRAGMA foreign_key_check")).all()
    counts: dict[str, int] = {}
    for row in found:
        counts[row[0]] = counts.get(row[0], 0) + 1
    return counts


def _is_ours(name: str) -> bool:
    return not name.startswith(_OTHERS)


def _kind(column: Column[object]) -> ColumnKind:
    for kind, named in _KINDS:
        if isinstance(column.type, kind):
            return named
    raise BackupError(
        f"The column `{column.table.name}.{column.name}` is of the kind `{column.type}`, which no "
        f"backup holds. Report it: this version of Kesher was released with a fault."
    )

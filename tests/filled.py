"""A database with rows in every table that there is, whatever its revision, and all its rows."""

from collections.abc import Callable, Sequence

from sqlalchemy import Column, Connection, Table, insert, select
from sqlalchemy.types import Boolean, Float, Integer, LargeBinary

from kesher.adapters.sql.raw_tables import our_tables

Rows = dict[str, list[tuple[object, ...]]]
ROWS = 2

# An instant is one more than a double holds exactly.
_MADE: tuple[tuple[type, Callable[[str, int], object]], ...] = (
    (Boolean, lambda _, number: number == 0),
    (Integer, lambda name, number: number + (2**53 + 1 if name.endswith("_at") else 1)),
    (Float, lambda _, number: 0.1 + number),
    (LargeBinary, lambda name, _: bytes(range(256)) + name.encode()),
)


def fill_every_table(connection: Connection) -> None:
    """Put two rows into each table. The first refers, within its table, to the second."""
    tables = our_tables(connection)
    _mind_references(connection, tables, how="DEFERRABLE INITIALLY DEFERRED")
    for table in tables:
        for number in range(ROWS):
            row = {column.name: _value(table, column, number) for column in table.columns}
            connection.execute(insert(table).values(row))
    _mind_references(connection, tables, how="NOT DEFERRABLE")


def all_rows(connection: Connection) -> Rows:
    """Return the rows of every table, by table, in an order of their own."""
    return {
        table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
        for table in our_tables(connection)
    }


def _mind_references(connection: Connection, tables: Sequence[Table], *, how: str) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        return
    if how == "NOT DEFERRABLE":
        connection.exec_driver_sql("SET CONSTRAINTS ALL IMMEDIATE")
    for table in tables:
        for key in table.foreign_key_constraints:
            connection.exec_driver_sql(
                f'ALTER TABLE "{table.name}" ALTER CONSTRAINT "{key.name}" {how}'
            )


def _value(table: Table, column: Column[object], number: int) -> object:
    name, number = _referred(table, column, number)
    if column.nullable and name == column.name and number:
        return None
    if name == "tenant_id":  # alone it is the key of one row a tenant
        return f"דייר {number}" if len(table.primary_key) == 1 else "דייר"
    for kind, make in _MADE:
        if isinstance(column.type, kind):
            return make(name, number)
    return f'{name} {number}: "שלום"\nعقد, договор\\'


def _referred(table: Table, column: Column[object], number: int) -> tuple[str, int]:
    """Return of which column in which row a value must be that of."""
    for key in sorted(table.foreign_key_constraints, key=lambda key: str(key.name)):
        for element in key.elements:
            if element.parent is column and element.column.name != "tenant_id":
                other = element.column.table
                row = ROWS - 1 - number if other is table else number
                return _referred(other, element.column, row) if other is not table else ("id", row)
    return column.name, number

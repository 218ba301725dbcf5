"""How rows lie in SQLite's files, so that bytes of a file can be told to be those of a row."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, String, Table, literal_column, select

_INTEGER_BYTES = (1, 2, 3, 4, 6, 8)
_ROW_NUMBER = "rowid"


def bytes_of_rows(
    connection: Connection, table: Table, condition: ColumnElement[bool], needle: bytes
) -> Iterator[bytes]:
    """Yield what SQLite writes for rows of a table and its indexes, where a needle is in that.

    Of a row: its texts that lie side by side. Its numbers may change, while older copies of it lie
    in the log. Of an entry of an index: all of it, the row's own number at its end.

    Source:
        SQLite, "Database File Format", 2.1 (Record Format) and 2.5 (Representation Of SQL Indices).
    """
    runs = [*_neighbouring_texts(table)]
    runs += [[*index.columns.keys(), _ROW_NUMBER] for index in table.indexes]
    found = select(table, literal_column(_ROW_NUMBER).label(_ROW_NUMBER)).where(condition)
    for row in connection.execute(found).mappings():
        for run in runs:
            written = b"".join(_written(row[name]) for name in run)
            if needle in written:
                yield written


def _neighbouring_texts(table: Table) -> Iterator[Sequence[str]]:
    for is_text, run in groupby(table.columns, lambda column: isinstance(column.type, String)):
        if is_text:
            yield [column.name for column in run]


def _written(value: object) -> bytes:
    if value is None or value in (0, 1):  # these are in the head of a record, not in its body
        return b""
    if isinstance(value, int):
        bits = (value if value >= 0 else ~value).bit_length() + 1
        size = next(size for size in _INTEGER_BYTES if bits <= 8 * size)
        return value.to_bytes(size, "big", signed=True)
    return value if isinstance(value, bytes) else str(value).encode()

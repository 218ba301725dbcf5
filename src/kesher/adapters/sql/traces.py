"""Where an id or a sentence stands in a database: every table, every column, none by name."""

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    MetaData,
    Table,
    TableClause,
    Text,
    case,
    cast,
    column,
    func,
    inspect,
    or_,
    select,
    table,
    text,
)
from sqlalchemy.types import JSON, String, TypeEngine

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.rows_in_files import bytes_of_rows

_COMPRESSED = 0x78
"""How zlib's bytes begin. Source: RFC 1950, 2.2, with a window of 32 KiB."""
_ROWS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Rows:
    """How many rows of a column hold what is looked for."""

    table: str
    column: str
    count: int


@dataclass(frozen=True, slots=True)
class DatabaseTraces:
    """What a database holds of something.

    Attributes:
        rows: Columns in which it stands, by table and column.
        dead: PostgreSQL's tables with rows that were removed and wait for `VACUUM`, and how many
            each; no query finds them, the files of the server hold them. Empty on SQLite.
        digests: The originals of the documents that the id names, directly or through their room.
        kept: What SQLite's files hold of it for the tables that keep it; see `look_for`.
    """

    rows: Sequence[Rows]
    dead: Mapping[str, int]
    digests: Sequence[str]
    kept: frozenset[bytes] = frozenset()


def look_for(database_url: str, wanted: str, *, keeping: Collection[str] = ()) -> DatabaseTraces:
    """Search a whole database. Blocks, and reads every row.

    Args:
        keeping: Tables that keep what is looked for, and whose bytes in files are told apart.

    Raises:
        ConfigurationError: the URL is none that Kesher knows.
        StoreError: it cannot be reached, or is damaged.
    """
    database = Database(database_url, busy_seconds=5)
    try:
        with database.reading(EVERYTHING) as connection:
            searched = _searched(connection)
            found = [rows for each in searched for rows in _in_table(connection, each, wanted)]
            dead = {} if database.is_sqlite else _dead(connection)
            digests = _digests(connection, wanted, {each.name for each in searched})
            names = {rows.table for rows in found} & {*keeping}
            return DatabaseTraces(found, dead, digests, frozenset(_kept(connection, wanted, names)))
    finally:
        database.close_now()


def _searched(connection: Connection) -> list[TableClause]:
    """Return all tables, with those of their columns that may hold words."""
    found = inspect(connection).get_multi_columns()
    return [
        table(name, *(column(each["name"], each["type"]) for each in columns))
        for (_, name), held in sorted(found.items(), key=lambda item: item[0][1])
        if (columns := [each for each in held if _holds_words(each["type"])])
    ]


def _in_table(connection: Connection, searched: TableClause, wanted: str) -> list[Rows]:
    counts = [func.sum(case((_holds(connection, each, wanted), 1), else_=0)) for each in searched.c]
    row = connection.execute(select(*counts).select_from(searched)).one()
    return [
        Rows(searched.name, each.name, found)
        for each, count in zip(searched.c, row, strict=True)
        if (found := int(count or 0) + _packed(connection, each, wanted))
    ]


def _packed(connection: Connection, held: ColumnElement[object], wanted: str) -> int:
    """Count the rows in whose compressed bytes it stands; see `column_types.Compressed`."""
    if not isinstance(held.type, LargeBinary):
        return 0
    needle = wanted.encode()
    rows = connection.scalars(select(held).execution_options(yield_per=_ROWS_AT_ONCE))
    return sum(isinstance(each, bytes) and needle in _unpacked(each) for each in rows)


def _unpacked(packed: bytes) -> bytes:
    """Return what was compressed; nothing where these bytes are not."""
    if not packed or packed[0] != _COMPRESSED:
        return b""
    try:
        return zlib.decompress(packed)
    except zlib.error:  # a vector's first byte may look the same
        return b""


def _kept(connection: Connection, wanted: str, names: Collection[str]) -> Iterator[bytes]:
    """Yield how the rows of some tables lie in the files of SQLite, where they hold it."""
    for name in names if connection.dialect.name == "sqlite" else ():
        reflected = Table(name, MetaData(), autoload_with=connection)
        texts = [each for each in reflected.columns if _holds_words(each.type)]
        held = or_(*(_holds(connection, each, wanted) for each in texts))
        yield from bytes_of_rows(connection, reflected, held, wanted.encode())


def _holds_words(kind: TypeEngine[object]) -> bool:
    """Tell whether words may stand in a column: numbers and instants hold none."""
    return isinstance(kind, String | LargeBinary | JSON) or kind.python_type is list


def _holds(connection: Connection, held: ColumnElement[object], wanted: str) -> ColumnElement[bool]:
    if connection.dialect.name == "sqlite":
        needle = wanted.encode() if isinstance(held.type, LargeBinary) else wanted
        return func.instr(held, needle) > 0
    if isinstance(held.type, LargeBinary):
        return func.position(cast(wanted.encode(), LargeBinary).op("IN")(held)) > 0
    return func.strpos(cast(held, Text), wanted) > 0


def _dead(connection: Connection) -> dict[str, int]:
    """Return the tables of this schema whose removed rows were not vacuumed, as last counted."""
    counted = text(
        "SELECT relname, n_dead_tup FROM pg_stat_user_tables"
        " WHERE schemaname = current_schema() AND n_dead_tup > 0 ORDER BY relname"
    )
    return {row.relname: row.n_dead_tup for row in connection.execute(counted)}


def _digests(connection: Connection, wanted: str, names: Collection[str]) -> list[str]:
    """Return the hashes of the originals that a document, or the documents of a room, have."""
    if "documents" not in names:
        return []
    documents = tables.documents.c
    these = (documents.id == wanted) | (documents.room_id == wanted) | (documents.sha256 == wanted)
    found = select(documents.sha256).where(these).distinct().order_by(documents.sha256)
    return list(connection.scalars(found))

"""Where an id or a sentence stands in a database: every table, every column, none by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    MetaData,
    Table,
    Text,
    case,
    cast,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.types import JSON, String, TypeEngine

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.row_security import EVERYTHING


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
    """

    rows: Sequence[Rows]
    dead: Mapping[str, int]
    digests: Sequence[str]


def look_for(database_url: str, wanted: str) -> DatabaseTraces:
    """Search a whole database. Blocks, and reads every row.

    Raises:
        ConfigurationError: the URL is none that Kesher knows.
        StoreError: it cannot be reached, or is damaged.
    """
    database = Database(database_url, busy_seconds=5)
    try:
        with database.reading(EVERYTHING) as connection:
            found = [
                rows
                for name in sorted(inspect(connection).get_table_names())
                for rows in _in_table(connection, name, wanted)
            ]
            dead = {} if database.is_sqlite else _dead(connection)
            return DatabaseTraces(found, dead, _digests(connection, wanted))
    finally:
        database.close_now()


def _in_table(connection: Connection, name: str, wanted: str) -> list[Rows]:
    table = Table(name, MetaData(), autoload_with=connection)
    searched = [column for column in table.columns if _holds_words(column.type)]
    if not searched:
        return []
    counts = [func.sum(case((_holds(connection, each, wanted), 1), else_=0)) for each in searched]
    row = connection.execute(select(*counts).select_from(table)).one()
    return [
        Rows(name, column.name, int(count))
        for column, count in zip(searched, row, strict=True)
        if count
    ]


def _holds_words(kind: TypeEngine[object]) -> bool:
    """Tell whether words may stand in a column: numbers and instants hold none."""
    return isinstance(kind, String | LargeBinary | JSON) or kind.python_type is list


def _holds(
    connection: Connection, column: ColumnElement[object], wanted: str
) -> ColumnElement[bool]:
    if connection.dialect.name == "sqlite":
        needle = wanted.encode() if isinstance(column.type, LargeBinary) else wanted
        return func.instr(column, needle) > 0
    if isinstance(column.type, LargeBinary):
        return func.position(cast(wanted.encode(), LargeBinary).op("IN")(column)) > 0
    return func.strpos(cast(column, Text), wanted) > 0


def _dead(connection: Connection) -> dict[str, int]:
    """Return the tables of this schema whose removed rows were not vacuumed, as last counted."""
    counted = text(
        "SELECT relname, n_dead_tup FROM pg_stat_user_tables"
        " WHERE schemaname = current_schema() AND n_dead_tup > 0 ORDER BY relname"
    )
    return {row.relname: row.n_dead_tup for row in connection.execute(counted)}


def _digests(connection: Connection, wanted: str) -> list[str]:
    """Return the hashes of the originals that a document, or the documents of a room, have."""
    if "documents" not in inspect(connection).get_table_names():
        return []
    documents = Table("documents", MetaData(), autoload_with=connection).c
    these = (documents.id == wanted) | (documents.room_id == wanted) | (documents.sha256 == wanted)
    found = select(documents.sha256).where(these).distinct().order_by(documents.sha256)
    return list(connection.scalars(found))

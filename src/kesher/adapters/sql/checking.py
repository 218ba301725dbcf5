"""Looking a database over without changing it."""

from dataclasses import dataclass

from sqlalchemy import func, select, text

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database

_FAULTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """What was found.

    Attributes:
        place: Which database, for a person.
        faults: What the database itself says is damaged; PostgreSQL watches over itself.
        digests: The originals that documents refer to.
    """

    place: str
    faults: tuple[str, ...]
    rooms: int
    documents: int
    chunks: int
    digests: tuple[str, ...]


def look_over(database_url: str) -> DatabaseState:
    """Count what a database holds and check that its pages are whole. Blocks.

    Raises:
        ConfigurationError: the URL is none that Kesher knows.
        StoreError: it cannot be reached, is damaged, or holds no tables of Kesher.
    """
    database = Database(database_url, busy_seconds=5)
    try:
        with database.reading() as connection:
            said = (
                [row[0] for row in connection.execute(text("PRAGMA quick_check"))]
                if database.is_sqlite
                else ["ok"]
            )
            rooms, documents, chunks = (
                connection.scalar(select(func.count()).select_from(table)) or 0
                for table in (tables.rooms, tables.documents, tables.chunks)
            )
            digests = connection.scalars(select(tables.documents.c.sha256).distinct()).all()
    finally:
        database.close_now()
    faults = tuple(str(line) for line in said if line != "ok")[:_FAULTS_SHOWN]
    return DatabaseState(database.place, faults, rooms, documents, chunks, tuple(digests))

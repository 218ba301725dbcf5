"""Looking a database over without changing it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select, text

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.model_settings import list_settings
from kesher.adapters.sql.renewals import read_vectors
from kesher.adapters.sql.row_security import EVERYTHING, is_locked
from kesher.domain.model_setting import ModelSetting
from kesher.domain.renewal import RoomVectors
from kesher.domain.scope import RoomScope, Scope

_FAULTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """What was found.

    Attributes:
        place: Which database, for a person.
        faults: What the database itself says is damaged; PostgreSQL watches over itself.
        digests: The originals that documents refer to.
        locks_rows: Whether the database itself keeps tenants and rooms apart; None: SQLite, which
            cannot.
    """

    place: str
    faults: tuple[str, ...]
    rooms: int
    documents: int
    chunks: int
    digests: tuple[str, ...]
    locks_rows: bool | None = None


def unrenewed(database_url: str, *, embedder: str) -> list[tuple[str, RoomVectors]]:
    """Return the rooms, by name, whose vectors are not all of a model yet. Blocks.

    Raises:
        ConfigurationError, StoreError: as `look_over`.
    """
    database = Database(database_url, busy_seconds=5)
    columns = (tables.rooms.c.name, tables.rooms.c.tenant_id, tables.rooms.c.id)
    try:
        with database.reading(EVERYTHING) as connection:
            found = [
                (name, read_vectors(connection, RoomScope(tenant_id, id_), embedder=embedder))
                for name, tenant_id, id_ in connection.execute(
                    select(*columns).order_by(columns[0])
                ).all()
            ]
    finally:
        database.close_now()
    return [(name, vectors) for name, vectors in found if vectors.growing is not None]


def stored_models(database_url: str) -> Sequence[ModelSetting]:
    """Return the models that administrators set. Blocks.

    Raises:
        ConfigurationError, StoreError: as `look_over`; also where the database is of an older form.
    """
    database = Database(database_url, busy_seconds=5)
    try:
        with database.reading(Scope()) as connection:
            return list_settings(connection, Scope())
    finally:
        database.close_now()


def look_over(database_url: str) -> DatabaseState:
    """Count what a database holds and check that its pages are whole. Blocks.

    Raises:
        ConfigurationError: the URL is none that Kesher knows.
        StoreError: it cannot be reached, is damaged, or holds no tables of Kesher.
    """
    database = Database(database_url, busy_seconds=5)
    try:
        with database.reading(EVERYTHING) as connection:
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
            locks = None if database.is_sqlite else is_locked(connection)
    finally:
        database.close_now()
    faults = tuple(str(line) for line in said if line != "ok")[:_FAULTS_SHOWN]
    return DatabaseState(database.place, faults, rooms, documents, chunks, tuple(digests), locks)

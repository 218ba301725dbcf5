import asyncio
import sqlite3
from pathlib import Path
from zipfile import ZipFile

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine.interfaces import ReflectedIndex

from contract.samples import ROOM, SCOPE, TEXTS, answer, page, publish, thread
from databases import KINDS, new_database
from kesher.adapters.sql import migrating, tables
from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.store import SqlStore


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    return Database(new_database(request.param, tmp_path), busy_seconds=10)


def _names(connection: Connection) -> dict[str, object]:
    """Return what the comparison of Alembic does not see: keys, conditions and what cascades."""
    looked = inspect(connection)
    return {
        table: (
            looked.get_pk_constraint(table),
            sorted(map(repr, looked.get_foreign_keys(table))),
            sorted(map(repr, looked.get_unique_constraints(table))),
            sorted(map(_written, looked.get_indexes(table))),
        )
        for table in sorted(looked.get_table_names())
        if table != "alembic_version"
    }


def _written(index: ReflectedIndex) -> str:
    """Return all that is known of an index, its condition as SQL."""
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return repr({**index, "dialect_options": options})


def test_the_migrations_lead_to_the_tables_that_the_code_expects(database: Database) -> None:
    migrating.migrate(database)
    with database.reading(EVERYTHING) as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, tables.metadata) == []
    database.close_now()


@pytest.mark.parametrize("kind", KINDS)
def test_keys_and_indexes_are_those_that_the_code_would_make(kind: str, tmp_path: Path) -> None:
    migrated = Database(new_database(kind, tmp_path), busy_seconds=10)
    (tmp_path / "made").mkdir()
    made = Database(new_database(kind, tmp_path / "made"), busy_seconds=10)
    migrating.migrate(migrated)
    with made.writing() as connection:
        tables.metadata.create_all(connection)
    with migrated.reading() as one, made.reading() as other:
        assert _names(one) == _names(other)
    migrated.close_now()
    made.close_now()


def test_opening_again_changes_nothing(database: Database) -> None:
    migrating.migrate(database)
    with database.writing(EVERYTHING) as connection:
        columns = "tenant_id, id, name, ocr_languages, created_at, sequence"
        new = f"INSERT INTO rooms ({columns}) VALUES ('t', 'r', 'שם', '[]', 0, 7)"  # noqa: S608
        connection.execute(text(new))
    migrating.migrate(database)
    with database.reading(EVERYTHING) as connection:
        assert connection.execute(text("SELECT name, sequence FROM rooms")).all() == [("שם", 7)]
    database.close_now()


def test_a_migration_that_fails_leaves_nothing(database: Database) -> None:
    with database.writing(EVERYTHING) as connection:
        connection.execute(text("CREATE TABLE jobs (somebody_elses INTEGER)"))
    with pytest.raises(Exception, match="jobs"):
        migrating.migrate(database)
    with database.reading(EVERYTHING) as connection:
        assert inspect(connection).get_table_names() == ["jobs"]
    database.close_now()


def test_a_database_of_the_first_version_still_reads_whole(tmp_path: Path) -> None:
    archive = Path(__file__).parent / "first_version.zip"
    with ZipFile(archive) as packed:
        packed.extract("kesher.db", tmp_path)

    async def read() -> None:
        store = SqlStore.open(sqlite_url(tmp_path))
        assert await store.room(SCOPE) == ROOM
        assert await store.pages(SCOPE, "doc_a") == [
            page(number, text) for number, text in enumerate(TEXTS, start=1)
        ]
        assert await store.answers(SCOPE, "thr_a") == [answer()]
        assert (await store.figures(SCOPE)).chunks == 3
        await store.close()

    asyncio.run(read())


def make_first_version(folder: Path) -> None:
    """Write the archive that the test above reads. It was run once and is never run again."""

    async def fill() -> None:
        store = SqlStore.open(sqlite_url(folder))
        await store.create_room(SCOPE, ROOM)
        await publish(store)
        await store.create_thread(SCOPE, thread())
        await store.save_answer(SCOPE, answer())
        await store.close()

    asyncio.run(fill())
    with sqlite3.connect(folder / "kesher.db") as connection:
        connection.execute("PRAGMA journal_mode = DELETE")

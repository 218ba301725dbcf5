"""A store of every form that there ever was comes to the newest with all its rows."""

import asyncio
import shutil
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from structlog.testing import capture_logs

from databases import new_database
from filled import Rows, all_rows, fill_every_table
from kesher.adapters.sql import migrating
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.forms import MIGRATIONS, known_forms, revision_of
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.config.settings import Settings
from kesher.errors import StorageFullError, StoreError
from kesher.wiring.backup import check_backup, kept_backups
from kesher.wiring.parts import open_store
from small_disk import small_disk

FORMS = known_forms()
NEWEST = FORMS[-1]


def test_the_forms_by_the_names_of_the_migrations_are_those_in_them() -> None:
    steps = ScriptDirectory(str(MIGRATIONS)).walk_revisions()  # the newest first
    assert tuple(step.revision for step in steps)[::-1] == FORMS


def _filled(kind: str, folder: Path, form: str) -> Database:
    """A database of that form with rows in every table that it has."""
    return _fill(Database(new_database(kind, folder), busy_seconds=10), form)


def _fill(database: Database, form: str) -> Database:
    with database.rebuilding() as connection:
        migrating.upgrade_inside(connection, form)
        fill_every_table(connection)
    return database


def _rows(database: Database) -> Rows:
    with database.reading(EVERYTHING) as connection:
        return all_rows(connection)


def _kept(before: Rows, after: Rows) -> bool:
    """Whether each row is there with what it held; a migration may add columns behind."""
    return all(_starts(after[name], rows) for name, rows in before.items())


def _starts(longer: list[tuple[object, ...]], shorter: list[tuple[object, ...]]) -> bool:
    cut = [row[: len(shorter[0])] for row in longer]
    return sorted(cut, key=repr) == sorted(shorter, key=repr)


@pytest.mark.parametrize("form", FORMS)
def test_every_row_of_an_older_form_is_there_in_the_newest(form: str, tmp_path: Path) -> None:
    database = _filled("sqlite", tmp_path, form)
    before = _rows(database)
    migrating.migrate(database)
    assert _kept(before, _rows(database))
    with database.reading(EVERYTHING) as connection:
        assert revision_of(connection) == NEWEST
    database.close_now()


def test_the_same_holds_on_postgresql_from_the_first_form(tmp_path: Path) -> None:
    database = _filled("postgresql", tmp_path, FORMS[0])
    before = _rows(database)
    migrating.migrate(database)
    assert _kept(before, _rows(database))
    database.close_now()


def test_on_postgresql_a_backup_of_the_older_form_is_made_before(tmp_path: Path) -> None:
    url = new_database("postgresql", tmp_path)
    database = _fill(Database(url, busy_seconds=10), FORMS[-2])
    settings = Settings.model_validate({"data_folder": tmp_path, "database_url": url})
    asyncio.run(open_store(settings).close())
    with database.reading(EVERYTHING) as connection:
        assert revision_of(connection) == NEWEST
    database.close_now()
    (saved,) = kept_backups(settings).kept()
    assert saved.name.endswith(f"-before-upgrade-from-{FORMS[-2]}.zip")
    assert check_backup(kept_backups(settings).find(saved.name)).revision == FORMS[-2]


def test_a_migration_that_fails_leaves_every_row_as_it_was(tmp_path: Path) -> None:
    database = _filled("sqlite", tmp_path, "0012")
    before = _rows(database)
    with database.writing(EVERYTHING) as connection:
        connection.exec_driver_sql("CREATE TABLE users (somebody_elses INTEGER)")
    with pytest.raises(StoreError, match="users"):
        migrating.migrate(database)
    assert _rows(database) == {**before, "users": []}
    with database.reading(EVERYTHING) as connection:
        assert revision_of(connection) == "0012"
    database.close_now()


def test_a_copy_of_the_older_form_lies_beside_and_is_told_of(tmp_path: Path) -> None:
    database = _filled("sqlite", tmp_path, "0012")
    before = _rows(database)
    with capture_logs() as said:
        migrating.migrate(database)
    database.close_now()
    copy = tmp_path / "kesher.before-upgrade-0012.db"
    assert said[0]["copy_before"] == str(copy)
    opened = Database(f"sqlite:///{copy}", busy_seconds=1)
    assert _rows(opened) == before
    opened.close_now()
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name) == []


def test_a_new_or_current_store_gets_no_copy(tmp_path: Path) -> None:
    database = Database(new_database("sqlite", tmp_path), busy_seconds=10)
    migrating.migrate(database)
    migrating.migrate(database)
    database.close_now()
    assert list(tmp_path.glob("*before-upgrade*")) == []


def test_without_room_for_the_copy_the_store_is_not_touched(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small", kilobytes=900) as folder:
        database = _filled("sqlite", folder, "0012")
        before = _rows(database)
        (folder / "else").write_bytes(b"\0" * (shutil.disk_usage(folder).free - 64_000))
        with pytest.raises(StorageFullError):
            migrating.migrate(database)
        (folder / "else").unlink()
        assert _rows(database) == before
        assert list(folder.glob("*before-upgrade*")) == []
        with database.reading(EVERYTHING) as connection:
            assert revision_of(connection) == "0012"
        database.close_now()

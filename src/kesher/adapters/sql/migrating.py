"""Bringing a database to the newest form when it is opened."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from kesher.adapters.sql.database import Database
from kesher.errors import StoreError

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x6B65736865720001  # any fixed number: "kesher" in ASCII, then 1


def migrate(database: Database) -> None:
    """Create the tables or bring them up to date; of several programs, one does it.

    Raises:
        StoreError: a newer Kesher made the database, or it cannot be opened.
    """
    script = ScriptDirectory(str(_FOLDER))
    with database.reading() as connection:
        if _is_current(connection, script, database.place):
            return
    with database.writing() as connection:
        if not database.is_sqlite:  # there, beginning to write is the lock
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        if not _is_current(connection, script, database.place):
            command.upgrade(_config(connection), "head")


def _is_current(connection: Connection, script: ScriptDirectory, place: str) -> bool:
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        return False
    if found not in {step.revision for step in script.walk_revisions()}:
        raise StoreError(
            f"{place} was made by a newer Kesher (its form is `{found}`, this one knows up to "
            f"`{script.get_current_head()}`). Update Kesher, or open another data folder."
        )
    return found == script.get_current_head()


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    # Alembic reads a percent sign as the beginning of a variable's name.
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    return config

"""Bringing a database to the newest form when it is opened."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import Connection, text

from kesher.adapters.sql.copying import copy_beside
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.forms import MIGRATIONS, known_forms, newest_form, revision_of
from kesher.adapters.sql.raw_tables import broken_references
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.errors import BackupError, StoreError

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 0x6B65736865720001  # any fixed number: "kesher" in ASCII, then 1
_log = structlog.get_logger("kesher.store")

BeforeUpgrade = Callable[[str], Path]
"""Given the form that a store has, makes a backup of it and says where."""


def migrate(database: Database, *, before_upgrade: BeforeUpgrade | None = None) -> None:
    """Create the tables or bring them up to date; of several programs, one does it.

    Of a store that is to be brought up to date a copy is made first. A migration that fails
    leaves it as it was.

    Args:
        before_upgrade: Makes the copy. None: of a SQLite file a copy beside it, of another
            database none.

    Raises:
        StoreError: a newer Kesher made the database, or it cannot be opened.
        StorageFullError: the disk has no room for the copy; nothing was changed.
    """
    with database.reading(EVERYTHING) as connection:
        if _is_current(connection, database.place):
            return
    with database.rebuilding() as connection:
        lock_form(connection)
        if not _is_current(connection, database.place):
            _keep_copy(database, connection, before_upgrade)
            upgrade_inside(connection, "head")
            _check_whole(database, connection)


def check_known(revision: str, what: str) -> None:
    """Raise BackupError if no migration of ours leads to that form."""
    if revision not in known_forms():
        raise BackupError(
            f"{what} was made by a newer Kesher (its form is `{revision[:40]}`, this one knows up "
            f"to `{newest_form()}`). Update Kesher, then try again."
        )


def lock_form(connection: Connection) -> None:
    """Let one program at a time change the tables' form, to the end of the transaction."""
    if connection.dialect.name != "sqlite":  # there, beginning to write is the lock
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})


def upgrade_inside(connection: Connection, revision: str) -> None:
    """Bring the tables to a form, inside the connection's transaction."""
    from alembic import command  # noqa: PLC0415 - a store that is as it should be needs none of it

    command.upgrade(_config(connection), revision)


def _keep_copy(
    database: Database, connection: Connection, before_upgrade: BeforeUpgrade | None
) -> None:
    revision = revision_of(connection)
    if revision is None:
        return
    if before_upgrade is not None:
        kept = before_upgrade(revision)
    elif database.is_sqlite:
        kept = copy_beside(database, revision)
    else:
        return
    _log.warning("store.upgrade", place=database.place, form=revision, copy_before=str(kept))


def _check_whole(database: Database, connection: Connection) -> None:
    broken = broken_references(connection)
    if broken:
        raise StoreError(
            f"{database.place} was not brought up to date: in {', '.join(sorted(broken))} there "
            f"are rows that refer to nothing. It is as it was; run `kesher doctor`."
        )


def _is_current(connection: Connection, place: str) -> bool:
    found = revision_of(connection)
    if found is None:
        return False
    if found not in known_forms():
        raise StoreError(
            f"{place} was made by a newer Kesher (its form is `{found}`, this one knows up to "
            f"`{newest_form()}`). Update Kesher, or open another data folder."
        )
    return found == newest_form()


def _config(connection: Connection) -> "Config":
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config(attributes={"connection": connection})
    # Alembic reads a percent sign as the beginning of a variable's name.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config

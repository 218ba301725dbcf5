"""Which forms a database may have, by the names of the migrations; loads none of them.

A store that is as it should be opens without the library that changes its form.
"""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).parent / "migrations"


@cache
def known_forms() -> tuple[str, ...]:
    """Return every form that a migration of ours leads to, the newest last."""
    names = (file.stem for file in (MIGRATIONS / "versions").glob("v*.py"))
    return tuple(sorted(name.partition("_")[0].removeprefix("v") for name in names))


def newest_form() -> str:
    """Return the form that this Kesher gives a database."""
    return known_forms()[-1]


def revision_of(connection: Connection) -> str | None:
    """Return the form that the database has; None: none of Kesher's."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found

"""PostgreSQL's own lock on rows: a transaction sees its scope's rows, whatever a query asks for.

The first lock is the condition that each query states of tenant and room. This one holds where a
condition was forgotten: the policies of `migrations` compare each row with settings that a
transaction makes as it begins, and that end with it. Whoever sets nothing sees nothing. SQLite has
nothing of the kind.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from kesher.adapters.sql.column_types import clean, storable_tenant
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import StoreError

POLICY = "kesher_scope"
_TENANT, _ROOM, _ALL = "kesher.tenant", "kesher.room", "kesher.everything"
_ON = "on"
# Its columns are worked out in their order: what it was, then the change.
_CHANGE = text("SELECT current_setting(:name, true), set_config(:name, :value, true)")

_OTHERS = text(
    "SELECT tablename FROM pg_policies"
    " WHERE schemaname = current_schema() AND policyname <> :ours ORDER BY tablename"
)


class Everything(Enum):
    """In the place of a scope: what the server does for itself, over all tenants."""

    EVERYTHING = "everything"


EVERYTHING = Everything.EVERYTHING

Sight = Scope | Everything | None
"""What a transaction may see; None: no row of any tenant."""


def sight_of(work: Callable[..., object], scope: Scope) -> Scope:
    """Return what a function's transaction sees: the room where it takes a `RoomScope`.

    One that takes a `Scope` is of a whole tenant, also where it is called with a room's, as it is
    on SQLite.
    """
    declared = getattr(work, "__annotations__", {}).get("scope")
    return scope if declared is RoomScope else scope.whole


def settings_of(sight: Sight) -> dict[str, str]:
    """Return the settings that the policies look at."""
    if sight is None:
        return {}
    if isinstance(sight, Everything):
        return {_ALL: _ON}
    found = {_TENANT: storable_tenant(sight.tenant_id)}
    if isinstance(sight, RoomScope):
        found[_ROOM] = clean(sight.room_id)
    return found


def begin(connection: Connection, how: str, sight: Sight) -> None:
    """Begin a transaction of PostgreSQL and say what it may see, in one round trip.

    Args:
        how: The statement that begins it.
    """
    driver: Any = connection.dialect.dbapi
    literal = driver.sql.Literal
    raw: Any = connection.connection.driver_connection
    sets = (
        f"SET LOCAL {name} TO {literal(value).as_string(raw)}"
        for name, value in settings_of(sight).items()
    )
    statement = "; ".join((how, *sets))
    try:
        # Never prepared by the server, which prepares single statements only.
        raw.execute(statement, prepare=False)
    except driver.Error as error:
        raise DBAPIError.instance(how, None, error, driver.Error) from error


@contextmanager
def whole_tenant(connection: Connection) -> Iterator[None]:
    """Let a room's transaction see the other rooms of its tenant for a moment."""
    with _changed(connection, _ROOM, ""):
        yield


@contextmanager
def everywhere(connection: Connection) -> Iterator[None]:
    """Let a scope's transaction see all rows for a moment, such as who else has the same bytes."""
    with _changed(connection, _ALL, _ON):
        yield


@contextmanager
def _changed(connection: Connection, name: str, value: str) -> Iterator[None]:
    """Change a setting and put it back; after an error there is no transaction to put it back."""
    if connection.dialect.name == "sqlite":
        yield
        return
    before = connection.execute(_CHANGE, {"name": name, "value": value}).scalar_one()
    yield
    connection.execute(_CHANGE, {"name": name, "value": before or ""})


def is_locked(connection: Connection) -> bool:
    """Tell whether PostgreSQL holds its policies for the user of the connection."""
    found = connection.scalar(
        text("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
    )
    return not found


def refuse_if_hidden(connection: Connection, place: str) -> None:
    """Make sure that whoever sees everything sees every row.

    Raises:
        StoreError: somebody else's policy may hide rows from this user.
    """
    others = connection.scalars(_OTHERS, {"ours": POLICY}).all()
    if others and is_locked(connection):
        raise StoreError(
            f"A policy that is not Kesher's may hide rows of the table `{others[0]}` of {place}. "
            f"Remove the policy, or name a user that has `BYPASSRLS` in `database_url`."
        )


def locked(table: str, columns: Sequence[str]) -> list[str]:
    """Return the statements that lock a table's rows by tenant, and by room where they have one.

    For migrations: whatever makes a table with a `tenant_id` runs these on PostgreSQL.

    Args:
        columns: The names of the table's columns.
    """
    room = "id" if table == "rooms" else "room_id" if "room_id" in columns else None
    # A query of its own is asked once for a statement, and not once for each row.
    seen = f"tenant_id = (SELECT nullif(current_setting('{_TENANT}', true), ''))"
    if room is not None:
        held = f"(SELECT nullif(current_setting('{_ROOM}', true), ''))"
        # A row without a room is its tenant's: of a trajectory, or from before rooms were noted.
        seen = f"{seen} AND ({held} IS NULL OR {room} IS NULL OR {room} = {held})"
    condition = f"(SELECT current_setting('{_ALL}', true) = '{_ON}') OR ({seen})"
    return [
        f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY',
        f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY',
        f'CREATE POLICY {POLICY} ON "{table}" USING ({condition})',
    ]

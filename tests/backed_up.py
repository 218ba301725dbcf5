"""Stores to back up and to restore into."""

import hashlib
import io
import shutil
from pathlib import Path

from sqlalchemy import text

from databases import new_database
from filled import Rows, all_rows, fill_every_table
from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.sql import migrating
from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.config.settings import Settings

ORIGINALS = ("נוהל חופשות".encode() * 400, hashlib.sha256(b"noise").digest() * 9)


def settings_of(folder: Path, url: str) -> Settings:
    """Settings over a data folder; a SQLite database is the folder's own."""
    named = "" if url.startswith("sqlite") else url
    return Settings.model_validate(
        {"data_folder": folder, "database_url": named, "log_level": "error"}
    )


def empty_store(kind: str, folder: Path) -> Settings:
    """Settings over a database without tables."""
    folder.mkdir(parents=True)
    return settings_of(folder, new_database(kind, folder))


def full_store(kind: str, folder: Path) -> Settings:
    """A store with rows in every table, whose two documents have their originals."""
    settings = empty_store(kind, folder)
    database = open_database(settings)
    migrating.migrate(database)
    blobs = BlobFiles(folder / "files")
    with database.writing(EVERYTHING) as connection:
        fill_every_table(connection)
        names = connection.execute(text("SELECT sha256 FROM documents")).scalars().all()
        for name, content in zip(names, ORIGINALS, strict=True):
            digest, _ = blobs.put_now(io.BytesIO(content), limit_bytes=len(content))
            connection.execute(
                text("UPDATE documents SET sha256 = :new WHERE sha256 = :old"),
                {"new": digest, "old": name},
            )
    database.close_now()
    return settings


def copy_of(stored: Settings, folder: Path) -> Settings:
    """A copy of a SQLite store that a test may change."""
    shutil.copytree(stored.data_folder, folder)
    return settings_of(folder, "sqlite://")


def open_database(settings: Settings) -> Database:
    return Database(settings.database_url or sqlite_url(settings.data_folder), busy_seconds=10)


def rows_of(settings: Settings) -> Rows:
    database = open_database(settings)
    with database.reading(EVERYTHING) as connection:
        rows = all_rows(connection)
    database.close_now()
    return rows

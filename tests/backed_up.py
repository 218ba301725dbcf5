"""Stores to back up and to restore into."""

import hashlib
import io
import random
import shutil
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text

from databases import new_database
from filled import Rows, all_rows, fill_every_table
from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.sql import migrating
from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.config.settings import Settings
from kesher.errors import BackupError
from kesher.wiring.backup import check_backup

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


def check_mangled(backup: Path, spoilt: Path, seed: int) -> None:
    """Check a backup of which some bytes are others: it is refused as damaged, if at all.

    It may be good still where the change was in what nobody looks at, such as a date.
    """
    spoilt.write_bytes(_mangled(backup.read_bytes(), random.Random(seed)))  # noqa: S311
    with suppress(BackupError):
        check_backup(spoilt)


def _mangled(content: bytes, rng: random.Random) -> bytes:
    """Write over, cut out or put in some bytes, mostly in the directory at the end."""
    mangled = bytearray(content)
    begin = content.rindex(b"PK\x05\x06") - 2_000
    for _ in range(rng.choice((1, 2, 8))):
        at = rng.randrange(begin if rng.random() < 0.7 else 0, len(mangled))
        new = rng.choice((rng.randbytes(1), b"\xff" * 4, bytes(4), rng.randbytes(9)))
        mangled[at : at + rng.choice((len(new), 0, 32))] = new
    return bytes(mangled)

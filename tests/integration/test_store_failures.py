import asyncio
import os
import pwd
import secrets
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, make_url, text

from contract.samples import NOW, ROOM, SCOPE, add, embed, page, publish
from databases import KINDS, new_database, postgres
from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import Room
from kesher.errors import (
    ConfigurationError,
    StorageFullError,
    StoreBusyError,
    StoreError,
)
from small_disk import small_disk

pytestmark = pytest.mark.anyio

IMPATIENT_SECONDS = 0.2
NOISE = "".join(chr(0x5D0 + byte % 27) for byte in os.urandom(40_000))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_database(request.param, tmp_path)


@pytest.fixture
async def impatient(database_url: str) -> AsyncIterator[SqlStore]:
    store = SqlStore.open(database_url, busy_seconds=IMPATIENT_SECONDS)
    await store.create_room(SCOPE, ROOM)
    yield store
    await store.close()


@contextmanager
def _held_by_another_program(database_url: str) -> Iterator[None]:
    url = make_url(database_url)
    if url.drivername == "sqlite":
        other = sqlite3.connect(str(url.database), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.close()
    else:
        engine = create_engine(url.set(drivername="postgresql+psycopg"))
        with engine.begin() as connection:
            connection.execute(text("LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE"))
            yield
        engine.dispose()


async def _fill(store: SqlStore) -> None:
    """Store pages until the disk is full, within the room that it may have had."""
    large = page(text=NOISE)
    for number in range(2, 500):
        await store.save_page(SCOPE, "doc_a", replace(large, number=number))
    pytest.fail("The small disk took 500 large pages.")


async def test_a_full_disk_is_said_and_what_was_stored_before_stays(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=8_192) as disk:
        await _fill_and_recover(sqlite_url(disk), disk)


async def _fill_and_recover(database_url: str, disk: Path) -> None:
    filler = disk / "filler"
    filler.write_bytes(bytes(1_500_000))
    store = SqlStore.open(database_url)
    await store.create_room(SCOPE, ROOM)
    await publish(store)
    with pytest.raises(StorageFullError, match="no room left"):
        await _fill(store)
    assert await store.page(SCOPE, "doc_a", 1) == page(1)
    done = await store.page_numbers_done(SCOPE, "doc_a")
    assert (await store.document(SCOPE, "doc_a")).pages_done == len(done)
    filler.unlink()
    await store.save_page(SCOPE, "doc_a", page(1))
    await store.close()


async def test_a_database_at_its_limit_is_said_to_be_full(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path), busy_seconds=1)
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE t (content BLOB)")
        connection.exec_driver_sql("PRAGMA max_page_count = 10")
    with pytest.raises(StorageFullError, match=r"kesher\.db"), database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO t VALUES (zeroblob(200000))")
    await database.close()


async def test_a_full_disk_under_postgresql_is_said_too(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=8_192) as disk, _tablespace(disk) as name:
        url = make_url(new_database("postgresql", tmp_path))
        options = f"{url.query['options']} -cdefault_tablespace={name}"
        url = url.update_query_dict({"options": options})
        await _fill_and_recover(url.render_as_string(hide_password=False), disk)


@contextmanager
def _tablespace(disk: Path) -> Iterator[str]:
    """Let PostgreSQL, which runs as a user of its own here, keep tables on a disk."""
    name = f"s{secrets.token_hex(4)}"
    owner = pwd.getpwnam("pgserver")
    place = disk / "tables"
    place.mkdir()
    os.chown(place, owner.pw_uid, owner.pw_gid)
    for folder in (disk, *disk.parents):
        folder.chmod(folder.stat().st_mode | 0o011)
    with psycopg.connect(postgres().get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE TABLESPACE {name} LOCATION '{place}'".encode())
        connection.execute(f"GRANT CREATE ON TABLESPACE {name} TO PUBLIC".encode())
    yield name


async def test_a_lock_that_outlasts_the_limit_is_said_and_passes(
    impatient: SqlStore, database_url: str
) -> None:
    with (
        _held_by_another_program(database_url),
        pytest.raises(StoreBusyError, match=r"locked by another program|too busy"),
    ):
        await impatient.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await impatient.create_room(SCOPE, Room("room_2", "כספים", NOW))
    assert len(await impatient.rooms(SCOPE)) == 2


async def test_readers_do_not_wait_for_a_writer(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    store = SqlStore.open(url, busy_seconds=IMPATIENT_SECONDS)
    await store.create_room(SCOPE, ROOM)
    with _held_by_another_program(url):
        assert await store.room(SCOPE) == ROOM
    await store.close()


async def test_connections_that_are_all_in_use_are_said(database_url: str) -> None:
    database = Database(database_url, busy_seconds=IMPATIENT_SECONDS)
    with pytest.raises(StoreBusyError, match="connections"):
        _use_all_connections(database)
    await database.close()


def _use_all_connections(database: Database) -> None:
    with ExitStack() as held:
        for _ in range(50):
            held.enter_context(database.reading())


@pytest.mark.parametrize("content", [b"%PDF-1.7 \xd7\xa9 " * 1_000, b"SQLite format 3\x00" * 900])
async def test_a_file_that_is_no_database_is_said_to_be_damaged(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "kesher.db").write_bytes(content)
    with pytest.raises(StoreError, match="damaged or no database") as caught:
        SqlStore.open(sqlite_url(tmp_path))
    assert not caught.value.retryable
    assert (tmp_path / "kesher.db").read_bytes() == content


async def test_a_database_damaged_in_the_middle_is_said_to_be_damaged(tmp_path: Path) -> None:
    store = SqlStore.open(sqlite_url(tmp_path))
    await store.create_room(SCOPE, ROOM)
    await publish(store)
    await store.close()
    file = tmp_path / "kesher.db"
    sound = file.read_bytes()
    file.write_bytes(sound[:8192] + b"\xff" * (len(sound) - 8192))
    with pytest.raises(StoreError, match="damaged"):
        await _read_everything(tmp_path)


async def _read_everything(folder: Path) -> None:
    store = SqlStore.open(sqlite_url(folder))
    try:
        await store.documents(SCOPE)
        await store.pages(SCOPE, "doc_a")
        await store.changes_after(SCOPE, 0, embedder="any")
    finally:
        await store.close()


async def test_a_database_of_a_newer_kesher_is_left_alone(database_url: str) -> None:
    await SqlStore.open(database_url).close()
    database = Database(database_url, busy_seconds=1)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"newer Kesher.*9999.*Update Kesher"):
        SqlStore.open(database_url)
    await database.close()


async def test_a_server_that_does_not_answer_is_said_without_the_password() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    url = f"postgresql://kesher:hidden-word@127.0.0.1:{port}/kesher"
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        SqlStore.open(url)
    assert "database_url" in str(caught.value)
    assert "hidden-word" not in str(caught.value)


async def test_a_postgresql_connection_that_was_cut_is_made_anew(tmp_path: Path) -> None:
    url = new_database("postgresql", tmp_path)
    store = SqlStore.open(url)
    await store.create_room(SCOPE, ROOM)
    with psycopg.connect(postgres().get_uri(), autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
    assert await store.room(SCOPE) == ROOM
    await store.close()


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"absent/kesher\.db.*folder exists"):
        SqlStore.open(sqlite_url(tmp_path / "absent"))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "no url: hidden-word",
        "mysql://kesher:hidden-word@host/name",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql+asyncpg://kesher:hidden-word@host/name",
    ],
)
async def test_a_url_of_another_kind_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(ConfigurationError, match="database_url") as caught:
        SqlStore.open(url)
    assert "hidden-word" not in str(caught.value)


async def test_nothing_that_was_confirmed_is_lost_when_the_process_is_killed(
    tmp_path: Path,
) -> None:
    store = SqlStore.open(sqlite_url(tmp_path))
    await store.create_room(SCOPE, ROOM)
    await add(store)
    process = await asyncio.create_subprocess_exec(
        *_program(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    async with asyncio.timeout(60):
        confirmed = [int(await process.stdout.readline()) for _ in range(25)]
    process.kill()
    confirmed += [int(line) for line in (await process.stdout.read()).split(b"\n")[:-1]]
    await process.wait()
    assert await store.page_numbers_done(SCOPE, "doc_a") >= set(confirmed)
    done = await store.page_numbers_done(SCOPE, "doc_a")
    assert (await store.document(SCOPE, "doc_a")).pages_done == len(done)
    await embed(store)
    await store.close()


def _program(folder: Path) -> tuple[str, ...]:
    code = f"""
import asyncio, sys
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
from contract.samples import SCOPE, page
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from pathlib import Path

async def main():
    store = SqlStore.open(sqlite_url(Path({str(folder)!r})))
    for number in range(1, 100_000):
        await store.save_page(SCOPE, "doc_a", page(number))
        print(number, flush=True)

asyncio.run(main())
"""
    return (sys.executable, "-c", code)

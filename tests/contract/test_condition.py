"""How a database and the indexes on it are, as both kinds of database say it."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from contract.samples import EMBEDDER, NOW, ROOM, chunks, document, job, vector
from kesher.adapters.indexes.matrix import MatrixIndex
from kesher.adapters.indexes.tantivy_terms import TantivyIndex
from kesher.adapters.sql.condition import SqlCondition
from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.telemetry.page import Page, serving
from kesher.app.condition import Check, Watching
from kesher.domain.job import JobState
from kesher.domain.scope import RoomScope
from kesher.ports.indexes import WatchedIndex
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

AT = RoomScope(room_id=ROOM.id)
LATER = timedelta(seconds=90)


def watching(
    store: Store, folder: Path, *, least_free_bytes: int = 0, **indexes: WatchedIndex
) -> Watching:
    assert isinstance(store, SqlStore)
    return Watching(
        condition=store.parts.condition,
        indexes=indexes,
        folders={"data": folder / "not there yet"},
        least_free_bytes=least_free_bytes,
        embedder_ready=lambda: False,
        clock=lambda: NOW + LATER,
    )


async def test_work_is_counted_by_its_state_with_the_age_of_the_oldest(
    store: Store, tmp_path: Path
) -> None:
    for number, state in enumerate((JobState.QUEUED, JobState.QUEUED, JobState.FAILED)):
        made = replace(document(f"doc_{number}"), sha256=f"{number}" * 64)
        await store.add_document(AT, made, replace(job(made.id), id=f"job_{number}", state=state))
    failed = await store.take(now=NOW, lease_seconds=60)
    assert failed is not None
    await store.finish(failed, error_code="document.damaged", error="קובץ פגום")
    figures = await watching(store, tmp_path).figures()
    assert figures.queue is not None
    assert figures.queue.counts == {"queued": 2, "running": 0, "failed": 1}
    assert figures.oldest_seconds == LATER.total_seconds()
    assert figures.connections["used"] == 0
    assert figures.free_bytes["data"] > 0


async def test_an_index_lags_by_the_changes_that_it_has_not_taken_in(
    store: Store, tmp_path: Path
) -> None:
    assert isinstance(store, SqlStore)
    dense = MatrixIndex(store, EMBEDDER)
    watch = watching(store, tmp_path, dense=dense)
    await dense.catch_up(AT)
    assert (await watch.figures()).lag == {"dense": 0}
    await store.add_document(AT, document("doc_1"), job("doc_1"))
    await store.save_chunks(AT, "doc_1", chunks("doc_1", ("חופשה של 22 ימים",)))
    await store.save_vectors(AT, "doc_1", {"chk_doc_1_0": vector(1)}, embedder=EMBEDDER)
    await store.publish(AT, "doc_1", embedder=EMBEDDER)
    assert (await watch.figures()).lag == {"dense": 1}
    await dense.catch_up(AT)
    assert (await watch.figures()).lag == {"dense": 0}


async def test_a_store_that_is_well_is_ready(store: Store, tmp_path: Path) -> None:
    assert isinstance(store, SqlStore)
    lexical = TantivyIndex(store, tmp_path / "indexes")
    found = await watching(store, tmp_path, lexical=lexical).readiness()
    assert (found.wrong, found.embedder) == ({}, False)


async def test_what_is_wrong_is_named_without_places_or_names(
    store: Store, database: Database, tmp_path: Path
) -> None:
    assert isinstance(store, SqlStore)
    (tmp_path / "indexes").write_text("in the way")
    lexical = TantivyIndex(store, tmp_path / "indexes")
    with database.rebuilding() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    watch = watching(store, tmp_path, least_free_bytes=2**60, lexical=lexical)
    found = await watch.readiness()
    assert set(found.wrong) == {Check.DISK, Check.TABLES, Check.INDEXES}
    assert str(tmp_path) not in " ".join(found.wrong.values())


async def test_a_database_that_gives_no_answer_is_told_without_its_place(tmp_path: Path) -> None:
    (tmp_path / "kesher.db").write_bytes("זו אינה טבלה".encode() * 400)
    gone = Database(sqlite_url(tmp_path), busy_seconds=1)
    watch = Watching(
        SqlCondition(gone), {}, {"data": tmp_path}, 0, embedder_ready=bool, clock=lambda: NOW
    )
    told = (await watch.readiness()).wrong[Check.DATABASE]
    assert told.startswith("It does not answer (`store")
    assert str(tmp_path) not in told
    figures = await watch.figures()
    assert (figures.queue, figures.lag, figures.oldest_seconds) == (None, None, 0.0)
    await gone.close()


async def test_probes_that_come_together_share_one_look(store: Store, tmp_path: Path) -> None:
    watch = watching(store, tmp_path)
    found = await asyncio.gather(*(watch.readiness() for _ in range(50)))
    assert all(not each.wrong for each in found)
    assert (await watch.figures()).connections["idle"] <= 2


async def test_a_worker_shows_its_pages_to_those_who_may_see_them() -> None:
    async def measures() -> tuple[int, bytes]:
        return 200, "מדד 1\n".encode()

    async def full() -> tuple[int, bytes]:
        return 503, b"disk\n"

    pages = {"/metrics": Page(measures), "/ready": Page(full, open=True)}
    async with serving(pages, host="127.0.0.1", port=0, token="סוד") as port:  # noqa: S106
        assert b"401" in await asked(port, "GET /metrics")
        assert "מדד 1" in (await asked(port, "GET /metrics?x=1", bearer="סוד")).decode()
        assert b"503" in await asked(port, "GET /ready")
        assert b"404" in await asked(port, "GET /../etc/passwd")
        assert b"404" in await asked(port, "POST /ready")
        assert await asked(port, "GET /" + "x" * 10_000) == b""


async def asked(port: int, line: str, *, bearer: str = "") -> bytes:
    """Return a whole answer; empty where the connection was closed without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = f"Authorization: Bearer {bearer}\r\n".encode() if bearer else b""
    writer.write(f"{line} HTTP/1.1\r\nHost: localhost\r\n".encode() + key + b"\r\n")
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()

"""From bytes to searchable chunks with every real part: SQLite, pdfium, the local embedder."""

import asyncio
from collections.abc import AsyncIterator, Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import anyio
import numpy as np
import pytest

from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.app.reading import rendition_name
from kesher.config.settings import Settings
from kesher.domain.document import Document, DocumentState, PageFailure, PageSource
from kesher.domain.retrieval import Query
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import (
    ConflictError,
    DocumentTooLargeError,
    EmptyDocumentError,
    NotFoundError,
    UnsupportedMediaError,
)
from kesher.sample import sample_files
from kesher.wiring.services import Services, build

pytestmark = pytest.mark.anyio

HANDBOOK = sample_files()[0].path
NOTICE = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00.\n"
FINAL = (DocumentState.READY, DocumentState.FAILED, DocumentState.CANCELLED)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ingested")


@pytest.fixture(scope="module")
async def services(folder: Path) -> AsyncIterator[Services]:
    settings = {"data_folder": folder, "upload_limit_bytes": 1_000_000}
    opened = await build(Settings.model_validate(settings))
    yield opened
    await opened.close()


@pytest.fixture
async def room(services: Services) -> AsyncIterator[RoomScope]:
    """An empty room; it and all that a test made beside it are gone afterwards."""
    made = await services.rooms.create(Scope(), "משאבי אנוש")
    yield RoomScope(Scope().tenant_id, made.id)
    for left in await services.store.rooms(Scope()):
        await services.rooms.delete(RoomScope(Scope().tenant_id, left.id))


def notice(text: str = NOTICE) -> BinaryIO:
    return BytesIO(text.encode())


async def add(services: Services, room: RoomScope, text: str = NOTICE) -> Document:
    """Take a short text in and read it to its end."""
    added, _ = await services.ingest.add(room, "חניה.md", notice(text))
    with anyio.fail_after(60):
        await services.jobs.drain()
    return await services.store.document(room, added.id)


async def watched(
    services: Services, room: RoomScope, document_id: str, done: Callable[[Document], bool]
) -> Document:
    """Wait until a document has come so far; the job loop must be running."""
    with anyio.fail_after(60):
        async for _ in services.changes.watch(room, at_least_every_seconds=1):
            document = await services.store.document(room, document_id)
            if done(document):
                return document
    raise AssertionError("A watch never ends by itself.")


async def test_the_handbook_is_read_page_by_page_cut_embedded_and_counted(
    services: Services, room: RoomScope
) -> None:
    with HANDBOOK.open("rb") as file:
        queued, new = await services.ingest.add(room, "מדריך.pdf", file)
    assert (queued.state, new) == (DocumentState.QUEUED, True)
    with anyio.fail_after(60):
        await services.jobs.drain()

    document = await services.store.document(room, queued.id)
    assert document.state is DocumentState.READY
    assert (document.pages_total, document.pages_done, document.failures) == (16, 16, ())
    pages = await services.store.pages(room, document.id)
    assert [page.number for page in pages] == list(range(1, 17))
    assert all(page.source is PageSource.TEXT_LAYER for page in pages)
    changes = await services.store.changes_after(room, 0, embedder=services.embedder.name)
    (change,) = changes
    assert len(change.chunks) == document.chunks
    lengths = [float(np.linalg.norm(chunk.vector)) for chunk in change.chunks]
    assert lengths == pytest.approx([1.0] * document.chunks, abs=1e-3)
    figures = await services.store.figures(room)
    assert (figures.documents, figures.pages, figures.chunks) == (1, 16, document.chunks)


async def test_every_chunk_leads_back_to_the_words_of_its_pages(handbook_copy: Path) -> None:
    store = SqlStore.open(sqlite_url(handbook_copy))
    (found,) = await store.rooms(Scope())
    room = RoomScope(Scope().tenant_id, found.id)
    (document,) = await store.documents(room)
    pages = {page.number: page for page in await store.pages(room, document.id)}
    chunks = await store.adjacent(room, document.id, range(document.chunks))
    assert len(chunks) == document.chunks
    for chunk in chunks:
        parts = [pages[span.page_number].text[span.start : span.end] for span in chunk.spans]
        assert "\n".join(parts) == chunk.text
        assert all(pages[s.page_number].boxes_of(s.start, s.end) for s in chunk.spans)
    await store.close()


async def test_a_document_is_found_as_soon_as_it_is_ready_and_never_before(
    services: Services, room: RoomScope
) -> None:
    query = Query("עד מתי מותר לחנות?")
    added, _ = await services.ingest.add(room, "חניה.md", notice())
    assert (await services.search.retrieve(room, query)).hits == ()
    with anyio.fail_after(60):
        await services.jobs.drain()
    (hit,) = (await services.search.retrieve(room, query)).hits
    assert (hit.chunk.document_id, hit.document_name) == (added.id, "חניה.md")


async def test_the_same_bytes_are_in_a_room_once_and_in_another_room_again(
    services: Services, room: RoomScope
) -> None:
    first = await add(services, room)
    again, new = await services.ingest.add(room, "שם אחר.md", notice())
    assert (again, new) == (first, False)
    made = await services.rooms.create(Scope(), "חדר שני")
    elsewhere, new = await services.ingest.add(
        RoomScope(Scope().tenant_id, made.id), "חניה.md", notice()
    )
    assert new
    assert elsewhere.sha256 == first.sha256


async def test_two_who_add_the_same_bytes_at_once_get_one_document(
    services: Services, room: RoomScope
) -> None:
    added = await asyncio.gather(
        *(services.ingest.add(room, f"{number}.md", notice()) for number in range(4))
    )
    assert len({document.id for document, _ in added}) == 1
    assert sorted(new for _, new in added) == [False, False, False, True]
    assert services.blobs.path(added[0][0].sha256).read_bytes() == NOTICE.encode()


async def test_bytes_that_no_document_came_of_are_not_kept(
    services: Services, room: RoomScope, folder: Path
) -> None:
    for content, kind in (
        (b"", EmptyDocumentError),
        (b"\x7fELF" + bytes(200), UnsupportedMediaError),
        (b"x" * 1_000_001, DocumentTooLargeError),
    ):
        with pytest.raises(kind):
            await services.ingest.add(room, "קובץ.pdf", BytesIO(content))
    assert await services.store.documents(room) == []
    assert files_in(folder) == []


async def test_nothing_is_added_to_a_room_that_is_not_there(
    services: Services, folder: Path
) -> None:
    with pytest.raises(NotFoundError, match="room"):
        await services.ingest.add(RoomScope("local", "room_none"), "חניה.md", notice())
    assert files_in(folder) == []


def files_in(folder: Path) -> list[Path]:
    return [path for path in (folder / "files").rglob("*") if path.is_file()]


async def test_deleting_removes_the_file_unless_another_room_has_it(
    services: Services, room: RoomScope
) -> None:
    first = await add(services, room)
    made = await services.rooms.create(Scope(), "חדר שני")
    other = RoomScope(Scope().tenant_id, made.id)
    second, _ = await services.ingest.add(other, "חניה.md", notice())
    await services.ingest.delete(room, first.id)
    assert services.blobs.path(first.sha256).is_file()
    await services.ingest.delete(other, second.id)
    with pytest.raises(NotFoundError):
        services.blobs.path(first.sha256)


async def test_deleting_a_room_removes_its_files(services: Services, room: RoomScope) -> None:
    document = await add(services, room)
    await services.rooms.delete(room)
    with pytest.raises(NotFoundError):
        services.blobs.path(document.sha256)
    with pytest.raises(NotFoundError):
        await services.store.document(Scope(), document.id)


async def test_a_deleted_document_is_found_no_more(services: Services, room: RoomScope) -> None:
    document = await add(services, room)
    query = Query("עד מתי מותר לחנות?")
    assert (await services.search.retrieve(room, query)).hits
    await services.ingest.delete(room, document.id)
    assert (await services.search.retrieve(room, query)).hits == ()


async def test_a_file_without_letters_fails_with_the_reason(
    services: Services, room: RoomScope
) -> None:
    failed = await add(services, room, " \n\n \n")
    assert failed.state is DocumentState.FAILED
    assert failed.error_code == "document.empty"
    assert "חניה.md" in (failed.error or "")


async def test_reading_that_was_cancelled_goes_on_from_the_pages_that_were_read(
    services: Services, room: RoomScope
) -> None:
    loop = asyncio.create_task(services.jobs.run())
    with HANDBOOK.open("rb") as file:
        added, _ = await services.ingest.add(room, "מדריך.pdf", file)
    services.jobs.wake()
    await watched(services, room, added.id, lambda document: document.pages_done >= 2)
    cancelled = await services.ingest.cancel(room, added.id)
    assert cancelled.state is DocumentState.CANCELLED
    with anyio.fail_after(20):
        while (kept := await retried(services, room, added.id)) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # the worker hears of it at its next look
    services.jobs.wake()
    ready = await watched(services, room, added.id, lambda document: document.state in FINAL)
    assert (ready.state, ready.pages_done) == (DocumentState.READY, 16)
    assert kept.pages_done >= 2
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)


async def retried(services: Services, room: RoomScope, document_id: str) -> Document | None:
    try:
        return await services.ingest.retry(room, document_id)
    except ConflictError:
        return None


async def test_a_job_that_was_not_closed_after_its_document_was_ready_reads_nothing_again(
    services: Services, room: RoomScope
) -> None:
    queued, _ = await services.ingest.add(room, "חניה.md", notice())
    job = await services.store.take(now=queued.created_at, lease_seconds=0)
    assert job is not None
    await services.ingest.work(job)  # and then the process died
    ready = await services.store.document(room, queued.id)
    with anyio.fail_after(60):
        await services.jobs.drain()
    assert await services.store.document(room, queued.id) == ready
    assert await services.store.room_sequence(room) == 1


async def test_work_on_a_document_that_was_deleted_meanwhile_fails_and_leaves_nothing(
    services: Services, room: RoomScope
) -> None:
    queued, _ = await services.ingest.add(room, "חניה.md", notice())
    job = await services.store.take(now=queued.created_at, lease_seconds=60)
    assert job is not None
    await services.ingest.delete(room, queued.id)
    with pytest.raises(NotFoundError):
        await services.ingest.work(job)
    assert (await services.store.figures(room)).chunks == 0


async def test_rooms_are_found_by_name_and_by_id(services: Services, room: RoomScope) -> None:
    by_name = await services.rooms.find(Scope(), "משאבי אנוש")
    by_id = await services.rooms.find(Scope(), room.room_id)
    assert by_name == by_id
    assert await services.rooms.find(Scope(), "אין כזה") is None
    assert await services.rooms.find_or_create(Scope(), "משאבי אנוש") == by_name


async def test_a_room_named_like_anothers_id_is_not_taken_for_it(
    services: Services, room: RoomScope
) -> None:
    trap = await services.rooms.create(Scope(), room.room_id)  # sorted before it, as by name
    found = await services.rooms.find(Scope(), room.room_id)
    assert found is not None
    assert (found.id, found.name) == (room.room_id, "משאבי אנוש")
    assert await services.rooms.find(Scope(), trap.id) == trap


async def test_a_layout_that_is_damaged_is_made_anew(services: Services, room: RoomScope) -> None:
    added, _ = await services.ingest.add(room, "חניה.md", notice("# שער\n\nשער 2 נפתח בשבע."))
    rendition = services.blobs.derived(added.sha256, rendition_name(added.media_type))
    rendition.write_bytes(b"%PDF-1.7 half of a file")
    with anyio.fail_after(60):
        await services.jobs.drain()
    done = await services.store.document(room, added.id)
    assert (done.state, done.error) == (DocumentState.READY, None)
    assert rendition.read_bytes().rstrip().endswith(b"%%EOF")


async def test_the_same_bytes_as_text_and_as_markdown_have_layouts_of_their_own(
    services: Services, room: RoomScope
) -> None:
    other = await services.rooms.create(Scope(), "חדר שני")
    second = RoomScope(Scope().tenant_id, other.id)
    added = [
        (await services.ingest.add(room, "שער.md", notice("# שער\n\nנפתח בשבע.")))[0],
        (await services.ingest.add(second, "שער.txt", notice("# שער\n\nנפתח בשבע.")))[0],
    ]
    with anyio.fail_after(60):
        await services.jobs.drain()
    texts = [(await services.store.page(Scope(), item.id, 1)).text for item in added]
    assert texts[0].startswith("שער")
    assert texts[1].startswith("# שער")


async def test_uploads_of_bytes_that_are_being_deleted_are_all_taken(
    services: Services, room: RoomScope
) -> None:
    async def come_and_go() -> None:
        for _ in range(10):
            document, _ = await services.ingest.add(room, "חניה.md", notice())
            try:
                await services.ingest.delete(room, document.id)
            except NotFoundError:
                continue  # the other was faster

    await asyncio.gather(come_and_go(), come_and_go(), come_and_go())
    last, _ = await services.ingest.add(room, "חניה.md", notice())
    assert services.blobs.path(last.sha256).read_bytes() == NOTICE.encode()


async def test_a_document_some_of_whose_pages_failed_is_tried_again(
    services: Services, room: RoomScope
) -> None:
    ready = await add(services, room)
    await services.store.save_page_failure(room, ready.id, PageFailure(1, "page", "נפל"))
    again = await services.ingest.retry(room, ready.id)
    assert again.state is DocumentState.QUEUED
    with anyio.fail_after(60):
        await services.jobs.drain()
    done = await services.store.document(room, ready.id)
    assert (done.state, done.failures) == (DocumentState.READY, ())


async def test_a_text_too_long_to_be_laid_out_is_refused_before_it_is_begun(
    tmp_path: Path,
) -> None:
    settings = {"data_folder": tmp_path / "data", "text_limit_chars": 1_000}
    services = await build(Settings.model_validate(settings))
    made = await services.rooms.create(Scope(), "ארכיון")
    failed = await add(services, RoomScope(Scope().tenant_id, made.id), "מילה " * 300)
    await services.close()
    assert failed.error_code == "document.too_large"
    assert "`text_limit_chars`" in str(failed.error)

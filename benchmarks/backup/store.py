"""A store of many small Hebrew documents, written by the store's own functions."""

import io
import random
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kesher.adapters.blob_files import BlobFiles
from kesher.adapters.models.local_e5 import LocalE5
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.config.settings import Settings
from kesher.domain.document import (
    Box,
    CharBoxes,
    Chunk,
    Document,
    DocumentState,
    Line,
    Page,
    PageSource,
    PageSpan,
    Room,
)
from kesher.domain.job import Job, JobState
from kesher.domain.scope import RoomScope
from kesher.ports.stores import StateChange
from kesher.ranking.vectors import unit_rows
from kesher.wiring.parts import cache_folder

ROOM_NAME = "נהלים"
PAGES, CHUNKS, DIMENSIONS = 3, 6, 384
LARGE_BYTES = 64 * 1024 * 1024
_SCOPE = RoomScope("local", "room_bench")
_AT = datetime(2026, 3, 1, tzinfo=UTC)
_BOXES = [
    Box(right - 5.0, top, right, top + 10.0)
    for top in range(50, 650, 12)
    for right in range(545, 65, -6)
]
_TEXT = (
    "עובד זכאי חופשה החזר נסיעות סעיף נוהל מנהל אישור שעות שכר פנסיה בקשה טופס חודש שנה יום מחלה "
    "ותק הודעה מראש תשלום ועדה משרד לקוח חוזה ספק תקציב דוח travel refund policy إجازة отпуск"
)


async def fill(folder: Path, documents: int) -> None:
    """Make a data folder with a room of so many documents, each read, embedded and published."""
    store = SqlStore.open(sqlite_url(folder))
    blobs = BlobFiles(folder / "files")
    embedder = LocalE5(cache_folder(Settings.model_validate({}))).name
    random_words = random.Random(0)  # noqa: S311 - words for a benchmark
    random_numbers = np.random.default_rng(0)
    await store.create_room(_SCOPE, Room(_SCOPE.room_id, ROOM_NAME, _AT, ("heb", "eng")))
    for number in range(documents):
        pages = [_text(random_words, number, page) for page in range(PAGES)]
        content = "\f".join(pages).encode()
        if number == 0:
            content = random_numbers.bytes(LARGE_BYTES)
        sha256, size_bytes = await blobs.put(io.BytesIO(content), limit_bytes=1 << 40)
        vectors = unit_rows(random_numbers.standard_normal((CHUNKS, DIMENSIONS), dtype=np.float32))
        document = _document(number, sha256, size_bytes)
        await _publish(store, document, pages, vectors, embedder=embedder)
    await store.close()


async def _publish(
    store: SqlStore,
    document: Document,
    pages: list[str],
    vectors: NDArray[np.float32],
    *,
    embedder: str,
) -> None:
    await store.add_document(_SCOPE, document, _job(document.id))
    for number, text in enumerate(pages, start=1):
        await store.save_page(_SCOPE, document.id, _page(number, text))
    change = StateChange(DocumentState.EMBEDDING, pages_total=len(pages))
    await store.set_state(_SCOPE, document.id, change)
    chunks = _chunks(document.id, pages)
    await store.save_chunks(_SCOPE, document.id, chunks)
    named = {chunk.id: vector for chunk, vector in zip(chunks, vectors, strict=True)}
    await store.save_vectors(_SCOPE, document.id, named, embedder=embedder)
    await store.publish(_SCOPE, document.id, embedder=embedder)
    # Else whoever opens the store would begin to work on it.
    queued = await store.take(now=_AT, lease_seconds=60)
    if queued is not None:
        await store.finish(queued)


def _text(source: random.Random, document: int, page: int) -> str:
    words = " ".join(source.choices(_TEXT.split(), k=320))
    return f"סעיף {document % 97}.{page + 1}\n{words}."


def _document(number: int, sha256: str, size_bytes: int) -> Document:
    return Document(
        id=f"doc_{number:05}",
        room_id=_SCOPE.room_id,
        name=f'נוהל "{number}".txt',
        media_type="text/plain",
        size_bytes=size_bytes,
        sha256=sha256,
        state=DocumentState.QUEUED,
        created_at=_AT,
        updated_at=_AT,
    )


def _job(document_id: str) -> Job:
    return Job(
        id=f"job_{document_id}",
        tenant_id=_SCOPE.tenant_id,
        room_id=_SCOPE.room_id,
        document_id=document_id,
        kind="ingest",
        state=JobState.QUEUED,
        attempt=0,
        created_at=_AT,
    )


def _page(number: int, text: str) -> Page:
    return Page(
        number=number,
        text=text,
        lines=(Line(0, len(text), Box(50.0, 50.0, 545.0, 800.0)),),
        char_boxes=CharBoxes.of(_BOXES[: len(text)]),
        width_points=595.0,
        height_points=842.0,
        source=PageSource.STRUCTURE,
        trust_fraction=1.0,
    )


def _chunks(document_id: str, pages: list[str]) -> list[Chunk]:
    found = list[Chunk]()
    for number, text in enumerate(pages, start=1):
        half = len(text) // 2
        for start, end in ((0, half), (half, len(text))):
            ordinal = len(found)
            span = PageSpan(number, start, end)
            identifier = f"chk_{document_id}_{ordinal}"
            found.append(Chunk(identifier, document_id, ordinal, text[start:end], (span,), 200))
    return found

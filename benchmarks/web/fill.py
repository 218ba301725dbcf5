"""Rooms with many documents, written straight into a store: nothing is read or embedded."""

import asyncio
import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import (
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
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.stores import StateChange

EMBEDDER = "multilingual-e5-small-int8@0.3.0"
DIMENSIONS = 384
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NAMES = ("נוהל חופשות", "Employment contract", "Положение об отпусках", "دليل الموظف", "דוח שנתי")
TEXT = "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנת העבודה הראשונה."


async def fill(folder: Path, *, documents: int, room: str) -> None:
    """Put a room with so many documents into the store of a data folder."""
    store = SqlStore.open(sqlite_url(folder))
    scope = RoomScope("local", room)
    await store.create_room(Scope("local"), Room(room, f"חדר של {documents}", NOW))
    for number in range(documents):
        await _add(store, scope, number)
    await store.close()


async def _add(store: SqlStore, scope: RoomScope, number: int) -> None:
    identifier = f"doc_{scope.room_id}_{number}"
    at = NOW + timedelta(seconds=number)
    document = Document(
        id=identifier,
        room_id=scope.room_id,
        name=f"{NAMES[number % len(NAMES)]} {number}.txt",
        media_type="text/plain",
        size_bytes=1_000 + number,
        sha256=hashlib.sha256(identifier.encode()).hexdigest(),
        state=DocumentState.QUEUED,
        created_at=at,
        updated_at=at,
    )
    job = Job(
        f"job_{identifier}", "local", scope.room_id, identifier, "ingest", JobState.QUEUED, 0, at
    )
    await store.add_document(scope, document, job)
    await store.save_page(scope, identifier, _page())
    await store.set_state(scope, identifier, StateChange(DocumentState.EMBEDDING, pages_total=1))
    chunk = Chunk(f"chk_{identifier}", identifier, 0, TEXT, (PageSpan(1, 0, len(TEXT)),), tokens=20)
    await store.save_chunks(scope, identifier, [chunk])
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    vector[number % DIMENSIONS] = 1
    await store.save_vectors(scope, identifier, {chunk.id: vector}, embedder=EMBEDDER)
    await store.publish(scope, identifier, embedder=EMBEDDER)
    await store.cancel(scope, identifier)


def _page() -> Page:
    lines = (Line(0, len(TEXT), None),)
    boxes = CharBoxes.of([None] * len(TEXT))
    return Page(1, TEXT, lines, boxes, 595.0, 842.0, PageSource.STRUCTURE)


def fill_now(folder: Path, *, documents: int, room: str) -> None:
    """Do `fill` where no event loop runs."""
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(fill(folder, documents=documents, room=room))

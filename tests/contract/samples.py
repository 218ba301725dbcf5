"""Small records to store, and the steps that bring a document to where a test begins."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from kesher.domain.answer import Answer, AnswerKind, Citation, PromptFigures, StopReason, Thread
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
from kesher.domain.retrieval import Hit
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.stores import StateChange, Store

NOW = datetime(2026, 3, 1, 9, 30, 15, 123456, tzinfo=UTC)
EMBEDDER = "multilingual-e5-small int8"
SCOPE = RoomScope("local", "room_hr")
ROOM = Room("room_hr", 'משאבי אנוש – "נהלים"', NOW, ("heb", "eng", "ara"))
OTHER_TENANT = Scope("דייר אחר")

TEXTS = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה.",
    'החזר נסיעות לפי סעיף 4.2 (עד 350 ש"ח) — travel refund.',
    "يحق للموظف 22 يوم إجازة. Работнику положено 22 дня отпуска.",
)


def digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def document(identifier: str = "doc_a", *, content: str = "א", minutes: int = 0) -> Document:
    at = NOW + timedelta(minutes=minutes)
    return Document(
        id=identifier,
        room_id=SCOPE.room_id,
        name=f'נוהל "חופשות"/{identifier}.pdf',
        media_type="application/pdf",
        size_bytes=2048,
        sha256=digest(content),
        state=DocumentState.QUEUED,
        created_at=at,
        updated_at=at,
    )


def job(document_id: str = "doc_a", *, name: str = "", minutes: int = 0) -> Job:
    return Job(
        id=name or f"job_of_{document_id}",
        tenant_id=SCOPE.tenant_id,
        room_id=SCOPE.room_id,
        document_id=document_id,
        kind="ingest",
        state=JobState.QUEUED,
        attempt=0,
        created_at=NOW + timedelta(minutes=minutes),
    )


def page(number: int = 1, text: str = TEXTS[0], source: PageSource = PageSource.OCR) -> Page:
    boxes = [None if char.isspace() else Box(i, 10, i + 0.75, 20.5) for i, char in enumerate(text)]
    return Page(
        number=number,
        text=text,
        lines=(Line(0, len(text), Box(0, 10, len(text), 20.5)), Line(len(text), len(text), None)),
        char_boxes=CharBoxes.of(boxes),
        width_points=595.25,
        height_points=841.875,
        source=source,
        trust_fraction=0.875,
        label="א׳",
        note="No text layer.",
    )


def chunks(document_id: str = "doc_a", texts: Sequence[str] = TEXTS) -> list[Chunk]:
    return [
        Chunk(
            id=f"chk_{document_id}_{ordinal}",
            document_id=document_id,
            ordinal=ordinal,
            text=text,
            spans=(PageSpan(ordinal + 1, 0, len(text)),),
            tokens=10 + ordinal,
        )
        for ordinal, text in enumerate(texts)
    ]


def vector(seed: int, dimensions: int = 8) -> NDArray[np.float32]:
    raw = np.random.default_rng(seed).standard_normal(dimensions)
    return (raw / np.linalg.norm(raw)).astype(np.float32)


async def add(store: Store, identifier: str = "doc_a", *, scope: RoomScope = SCOPE) -> Document:
    """Store a document whose content is its id, and its job."""
    new = document(identifier, content=identifier)
    stored, _ = await store.add_document(scope, new, job(identifier))
    return stored


async def embed(store: Store, identifier: str = "doc_a", *, scope: RoomScope = SCOPE) -> None:
    """Store pages, chunks and vectors of a document that was added."""
    for number, text in enumerate(TEXTS, start=1):
        await store.save_page(scope, identifier, page(number, text))
    await store.set_state(scope, identifier, StateChange(DocumentState.EMBEDDING, pages_total=3))
    await store.save_chunks(scope, identifier, chunks(identifier))
    vectors = {chunk.id: vector(chunk.ordinal) for chunk in chunks(identifier)}
    await store.save_vectors(scope, identifier, vectors, embedder=EMBEDDER)


async def publish(store: Store, identifier: str = "doc_a", *, scope: RoomScope = SCOPE) -> None:
    """Bring a new document the whole way to `ready`."""
    await add(store, identifier, scope=scope)
    await embed(store, identifier, scope=scope)
    await store.publish(scope, identifier, embedder=EMBEDDER)


def thread(identifier: str = "thr_a", *, minutes: int = 0) -> Thread:
    at = NOW + timedelta(minutes=minutes)
    return Thread(identifier, SCOPE.room_id, "כמה ימי חופשה? How many?", at)


def hit(chunk: Chunk, *, rank: int = 1, neighbour_of: str | None = None) -> Hit:
    return Hit(
        chunk=chunk,
        document_name='נוהל "חופשות".pdf',
        rank=rank,
        dense=0.875,
        lexical=None,
        fused=0.03125,
        dense_rank=rank,
        neighbour_of=neighbour_of,
    )


def answer(identifier: str = "ans_a", *, thread_id: str = "thr_a") -> Answer:
    first, second, _ = chunks()
    return Answer(
        id=identifier,
        thread_id=thread_id,
        question="כמה ימי חופשה מגיעים לי?",
        kind=AnswerKind.MODEL,
        text="22 ימים בשנה.",
        citations=(
            Citation(
                number=1,
                position=12,
                chunk_id=first.id,
                document_id="doc_a",
                document_name='נוהל "חופשות".pdf',
                quote="זכאי ל-22 ימי חופשה",
                verified=True,
                spans=(PageSpan(1, 16, 35), PageSpan(2, 0, 4)),
            ),
        ),
        hits=(hit(first), hit(second, rank=1, neighbour_of=first.id)),
        sent=(first.id, second.id),
        prompt=PromptFigures(900, 3400, 120_000, 2, 5),
        stop_reason=StopReason.ERROR,
        model="gemini-2.5-flash",
        seconds={"dense": 0.0009, "join": 0.002},
        created_at=NOW,
        error_code="model.stream",
        error="The stream broke off.",
    )

"""One document from bytes to searchable chunks: parse → trust → OCR → chunk → embed → publish.

Each page, each batch of vectors and the final step are stored as they are done, so that work that
was cut off anywhere goes on from there and nothing is done or kept twice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import BinaryIO

from kesher.app.billing import bill_to
from kesher.app.limits import Limiting
from kesher.app.originals import Originals
from kesher.app.parallel import in_parallel
from kesher.app.progress import RoomChanges
from kesher.app.quotas import Quotas
from kesher.app.reading import OpenFile, Reading, StoredFile, rendition_name
from kesher.app.renewing import RoomModels
from kesher.documents.chunking import ChunkSize, chunk
from kesher.documents.structuring import structured
from kesher.domain.document import Chunk, Document, DocumentState, Page, PageFailure
from kesher.domain.job import Job, JobState
from kesher.domain.scope import RoomScope
from kesher.errors import (
    ConflictError,
    DocumentTooLargeError,
    EmptyDocumentError,
    KesherError,
    ModelError,
    PageError,
    StoreError,
)
from kesher.ports.blobs import BlobStore
from kesher.ports.clock import Clock, NewId
from kesher.ports.indexes import LexicalIndex
from kesher.ports.models import Embedder, TokenCounter
from kesher.ports.stores import StateChange, Store
from kesher.telemetry.instrument import count, span
from kesher.telemetry.measures import PAGES
from kesher.text.storable import visible

NAME_CHARS = 255
Keeping = Callable[[Document, Job], Awaitable[tuple[Document, bool]]]
"""Keeps a document and its job; gives what is kept, and whether it is new."""

EMBED_BATCH = 32
"""Chunks embedded and stored in one step: about a second of work, so a stop loses no more."""
SAVE_BATCH = 50
"""Pages stored again in one step, for which other writers wait."""


@dataclass(frozen=True, slots=True)
class IngestSettings:
    """Sizes and limits of taking documents in."""

    upload_limit_bytes: int
    parallel_pages: int
    chunk_size: ChunkSize
    quotas: Quotas = field(default_factory=Quotas)


@dataclass(frozen=True, slots=True)
class Ingest:
    """Takes documents in."""

    store: Store
    blobs: BlobStore
    originals: Originals
    reading: Reading
    models: RoomModels
    lexical: LexicalIndex
    counter: TokenCounter
    changes: RoomChanges
    clock: Clock
    new_id: NewId
    settings: IngestSettings
    limiting: Limiting | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def add(self, scope: RoomScope, name: str, source: BinaryIO) -> tuple[Document, bool]:
        """Store a file and queue its reading.

        Returns:
            The document, and whether it is new. The same bytes are in a room once; where they had
            failed or been cancelled, they are queued again.

        Raises:
            NotFoundError: no such room.
            DocumentError: the file is over the limit, or of no kind that can be read.
            QuotaError, LimitReachedError: the room or the store is full.
            StorageFullError: the disk has no room; nothing was kept.
        """
        await self.store.room(scope)
        return await self.keep(scope, name, source, partial(self.store.add_document, scope))

    async def keep(
        self, scope: RoomScope, name: str, source: BinaryIO, keeping: Keeping
    ) -> tuple[Document, bool]:
        """Store a file and have its document and job kept; both or neither.

        Returns:
            What `keeping` gave. One that is not new and had failed or been cancelled is queued
            again.

        Raises:
            DocumentError, StorageFullError: as `add`; or what `keeping` raises.
        """
        called = shown_name(name)
        try:
            stored, new = await self._store(scope, called, source, keeping)
        except DocumentTooLargeError as error:
            raise DocumentTooLargeError(f"`{called}`: {error}") from error
        if not new and stored.state in (DocumentState.FAILED, DocumentState.CANCELLED):
            stored = await self.retry(scope, stored.id)
        self.changes.announce(scope)
        return stored, new

    async def _store(
        self, scope: RoomScope, name: str, source: BinaryIO, keeping: Keeping
    ) -> tuple[Document, bool]:
        limit = self.settings.upload_limit_bytes
        async with self.originals.arriving(source, limit_bytes=limit) as (sha256, size_bytes):
            await self.settings.quotas.check_store(self.blobs, size_bytes)
            media_type = await self.reading.media_type(self.blobs.path(sha256), name)
            now = self.clock()
            document = Document(
                self.new_id("doc"), scope.room_id, name, media_type, size_bytes, sha256,
                DocumentState.QUEUED, now, now,
            )  # fmt: skip
            async with self._turn:  # or several at once would each find the room's last place
                await self._check_room(scope, sha256, size_bytes)
                return await keeping(document, self.job(scope, document.id))

    async def _check_room(self, scope: RoomScope, sha256: str, size_bytes: int) -> None:
        await self.settings.quotas.check_room(self.store, scope, sha256)
        if self.limiting is not None:
            await self.limiting.check_document(scope, sha256, size_bytes)

    async def retry(self, scope: RoomScope, document_id: str) -> Document:
        """Queue a failed or cancelled document again, or one of whose pages some failed.

        What had been read stays.

        Raises:
            ConflictError: it is ready, or its work is under way.
        """
        document = await self.store.document(scope, document_id)
        if document.state is DocumentState.READY and not document.failures:
            raise ConflictError(f"`{document.name}` is ready; there is nothing to try again.")
        if not await self.store.requeue(scope, document_id, self.job(scope, document_id)):
            raise ConflictError(
                f"`{document.name}` is being read already. Wait or cancel it first."
            )
        self.changes.announce(scope)
        return await self.store.document(scope, document_id)

    async def cancel(self, scope: RoomScope, document_id: str) -> Document:
        """Stop the reading of a document; what had been read stays for a later try.

        Raises:
            ConflictError: no work on it is under way.
        """
        document = await self.store.document(scope, document_id)
        if not await self.store.cancel(scope, document_id):
            raise ConflictError(f"`{document.name}` is {document.state}; no work to cancel.")
        self.changes.announce(scope)
        return await self.store.document(scope, document_id)

    async def delete(self, scope: RoomScope, document_id: str) -> None:
        """Remove a document and all that came of it; answers that cite it keep their quotations.

        Its current version takes all others along; any other version goes alone.
        """
        await self.originals.drop(await self.store.delete_document(scope, document_id))
        self.changes.announce(scope)

    async def work(self, job: Job) -> None:
        """Do an ingestion job: the `Work` of the job loop.

        Raises:
            KesherError: the document as a whole cannot be taken in, or was removed meanwhile.
        """
        scope = RoomScope(job.tenant_id, job.room_id)
        bill_to(scope)
        document = await self.store.document(scope, job.document_id)
        if document.state is DocumentState.READY:
            return  # all was done but the closing of the job
        if document.state is not DocumentState.EMBEDDING:
            with span("ingest.read"):
                opened = await self._read(scope, document)
            with span("ingest.chunk"):
                await self._chunk(scope, document, opened)
        with span("ingest.embed"):
            name = await self._embed_by_the_rooms_model(scope, document)
        with span("ingest.publish"):
            await self.store.publish(scope, document.id, embedder=name)
        self.changes.announce(scope)
        with suppress(StoreError):  # the next search tries again, and says what is wrong
            await self.lexical.catch_up(scope)

    async def _read(self, scope: RoomScope, document: Document) -> OpenFile:
        await self._move(scope, document, StateChange(DocumentState.READING))
        room = await self.store.room(scope)
        file = StoredFile(
            self.blobs.path(document.sha256),
            document.name,
            document.media_type,
            self.blobs.derived(document.sha256, rendition_name(document.media_type)),
        )
        opened = await self.reading.open(file, languages=room.ocr_languages)
        await self._move(
            scope, document, StateChange(DocumentState.READING, pages_total=opened.pages_total)
        )
        done = await self.store.page_numbers_done(scope, document.id)
        missing = [n for n in range(1, opened.pages_total + 1) if n not in done]
        await in_parallel(
            [partial(self._read_page, scope, document, opened, number) for number in missing],
            limit=self.settings.parallel_pages,
        )
        return opened

    async def _read_page(
        self, scope: RoomScope, document: Document, opened: OpenFile, number: int
    ) -> None:
        asked_for = number in document.version.reread
        try:
            page = await self.reading.page(opened, number, by_ocr=asked_for)
        except PageError as error:
            if asked_for:
                raise  # the version without it stays the current one
            failure = PageFailure(number, error.code, str(error))
            await self.store.save_page_failure(scope, document.id, failure)
            count(PAGES, source="failed")
        else:
            await self.store.save_page(scope, document.id, page)
            count(PAGES, source=page.source)
        self.changes.announce(scope)

    async def _chunk(self, scope: RoomScope, document: Document, opened: OpenFile) -> None:
        pages = await self._structured(scope, document, opened)
        chunks = await asyncio.to_thread(
            chunk,
            document.id,
            pages,
            size=self.settings.chunk_size,
            new_id=self.new_id,
            count_tokens=self.counter.count,
        )
        if not chunks:
            raise await self._nothing_to_read(scope, document)
        await self.store.save_chunks(scope, document.id, chunks)
        await self._move(
            scope, document, StateChange(DocumentState.EMBEDDING, chunks_total=len(chunks))
        )

    async def _structured(
        self, scope: RoomScope, document: Document, opened: OpenFile
    ) -> list[Page]:
        """Learn from all pages together what each line is, and store what was learnt."""
        read = await self.store.pages(scope, document.id)
        pages = await asyncio.to_thread(structured, read, opened.outline)
        changed = [page for page, before in zip(pages, read, strict=True) if page != before]
        for first in range(0, len(changed), SAVE_BATCH):
            await self.store.save_page(scope, document.id, *changed[first : first + SAVE_BATCH])
        return pages

    async def _nothing_to_read(self, scope: RoomScope, document: Document) -> KesherError:
        now = await self.store.document(scope, document.id)
        reasons = "; ".join(f"page {f.number}: {f.reason}" for f in now.failures[:3])
        return EmptyDocumentError(
            f"`{document.name}`: no text could be read on any of its {now.pages_total} page(s). "
            + (reasons or "Its pages are blank, or pictures without letters.")
        )

    async def _embed_by_the_rooms_model(self, scope: RoomScope, document: Document) -> str:
        """Embed by the model that the room is searched by, while another's vectors grow beside.

        One that serves no more keeps no document out: the model of the settings takes its place.

        Returns:
            The name of the model that did it.

        Raises:
            ModelError: the model of the settings serves neither.
        """
        configured = self.models.configured
        former = await self.models.of(scope)
        if former is not None and former is not configured:
            with suppress(ModelError):
                await self._embed(scope, document, former)
                return former.name
        await self._embed(scope, document, configured)
        return configured.name

    async def _embed(self, scope: RoomScope, document: Document, embedder: Embedder) -> None:
        waiting: Sequence[Chunk] = await self.store.chunks_without_vector(
            scope, document.id, embedder=embedder.name
        )
        for first in range(0, len(waiting), EMBED_BATCH):
            batch = waiting[first : first + EMBED_BATCH]
            vectors = await embedder.embed_passages([item.lead + item.text for item in batch])
            await self.store.save_vectors(
                scope,
                document.id,
                {item.id: vector for item, vector in zip(batch, vectors, strict=True)},
                embedder=embedder.name,
            )
            self.changes.announce(scope)

    async def _move(self, scope: RoomScope, document: Document, change: StateChange) -> None:
        await self.store.set_state(scope, document.id, change)
        self.changes.announce(scope)

    def job(self, scope: RoomScope, document_id: str) -> Job:
        """Return a new job that reads a document."""
        return Job(
            self.new_id("job"), scope.tenant_id, scope.room_id, document_id, "ingest",
            JobState.QUEUED, 0, self.clock(),
        )  # fmt: skip


def shown_name(name: str) -> str:
    """Return a file's name as it is kept: any letters, quotes and slashes, but nothing unseen.

    It is only ever shown; on disk files are named by their content.
    """
    return visible(name)[:NAME_CHARS] or "document"

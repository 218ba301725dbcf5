"""The one place where settings, adapters and use cases meet. Adapters load when they are used."""

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kesher.answer.extractive import Bar
from kesher.app.ask import Ask, AskSettings
from kesher.app.doctor import Finding
from kesher.app.ingest import Ingest, IngestSettings
from kesher.app.jobs import JobLoop
from kesher.app.pictures import Pictures
from kesher.app.progress import RoomChanges
from kesher.app.reading import Reading, ReadingLimits
from kesher.app.rooms import DEFAULT_OCR_LANGUAGES, Rooms
from kesher.app.sample import Sample
from kesher.app.search import Search, SearchSettings
from kesher.config.settings import Settings
from kesher.documents.chunking import ChunkSize
from kesher.documents.parsing import media
from kesher.domain.document import Page
from kesher.domain.scope import RoomScope
from kesher.errors import ToolMissingError
from kesher.ports.blobs import BlobStore
from kesher.ports.isolation import Isolation, Limits
from kesher.ports.models import ChatModel, Embedder, Progress
from kesher.ports.stores import Store


@dataclass(frozen=True, slots=True)
class Tools:
    """What this machine has beside Python."""

    ocr_languages: tuple[str, ...]
    libreoffice: bool
    endings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a data folder; `url` is empty where it serves nothing (yet)."""

    pid: int
    url: str


@dataclass(frozen=True, slots=True)
class Services:
    """Every use case, ready. Made by `build`, ended by `close`."""

    store: Store
    blobs: BlobStore
    embedder: Embedder
    chat: ChatModel | None
    rooms: Rooms
    ingest: Ingest
    reading: Reading
    search: Search
    ask: Ask
    pictures: Pictures
    sample: Sample
    jobs: JobLoop
    changes: RoomChanges
    tools: Tools
    embedder_ready: Callable[[], bool]
    isolation: Isolation
    release: Callable[[], None]

    async def close(self) -> None:
        """Let go of processes, connections and the folder, in this order."""
        await self.isolation.close()
        await self.store.close()
        self.release()


async def build(settings: Settings, *, url: str = "") -> Services:
    """Open the data folder and everything that stands on it.

    Args:
        url: Where this process serves; written into the folder's lock.

    Raises:
        FolderInUseError: another process holds the folder.
        ConfigurationError, StoreError, ToolMissingError: it cannot be opened with these settings.
    """
    from kesher.adapters.folder_lock import FolderLock

    lock = FolderLock(settings.data_folder)
    await asyncio.to_thread(lock.acquire, url)
    try:
        store = await asyncio.to_thread(_open_store, settings)
        await store.release_all()
        return _assemble(settings, store, lock.release)
    except BaseException:
        lock.release()
        raise


def _assemble(settings: Settings, store: Store, release: Callable[[], None]) -> Services:
    from kesher.adapters.blob_files import BlobFiles
    from kesher.adapters.indexes.matrix import MatrixIndex
    from kesher.adapters.indexes.tantivy_terms import TantivyIndex
    from kesher.adapters.models.token_counts import O200kCounter
    from kesher.adapters.system import new_id, utc_now

    blobs = BlobFiles(settings.data_folder / "files")
    isolation = _isolation(settings)
    embedder, embedder_ready = _embedder(settings)
    chat = _chat(settings)
    counter = O200kCounter()
    dense = MatrixIndex(store, embedder.name)
    lexical = TantivyIndex(store, embedder.name, settings.data_folder / "indexes")
    changes = RoomChanges()
    blob_lock = asyncio.Lock()
    reading = _reading(settings, isolation)
    search = Search(store, embedder, dense, lexical, _search_settings(settings))
    rooms = Rooms(store, blobs, dense, lexical, changes, utc_now, new_id, blob_lock)
    ingest = Ingest(
        store=store,
        blobs=blobs,
        reading=reading,
        embedder=embedder,
        counter=counter,
        changes=changes,
        clock=utc_now,
        new_id=new_id,
        blob_lock=blob_lock,
        settings=_ingest_settings(settings),
    )
    ask = Ask(store, search, embedder, chat, counter, utc_now, new_id, _ask_settings(settings))
    jobs = JobLoop(
        store,
        ingest.work,
        clock=utc_now,
        finished=lambda job: changes.announce(RoomScope(job.tenant_id, job.room_id)),
    )
    return Services(
        store=store,
        blobs=blobs,
        embedder=embedder,
        chat=chat,
        rooms=rooms,
        ingest=ingest,
        reading=reading,
        search=search,
        ask=ask,
        pictures=Pictures(blobs, isolation, _page_limits(settings)),
        sample=Sample(rooms, ingest),
        jobs=jobs,
        changes=changes,
        tools=_tools(),
        embedder_ready=embedder_ready,
        isolation=isolation,
        release=release,
    )


def folder_holder(settings: Settings) -> Holder | None:
    """Return the process that holds the data folder, or None."""
    from kesher.adapters.folder_lock import holder

    held = holder(settings.data_folder)
    return Holder(held.pid, held.url) if held else None


def _open_store(settings: Settings) -> Store:
    from kesher.adapters.sql.database import sqlite_url
    from kesher.adapters.sql.store import SqlStore

    return SqlStore.open(settings.database_url or sqlite_url(settings.data_folder))


def _isolation(settings: Settings) -> Isolation:
    from kesher.adapters.processes.pool import LimitedProcesses

    return LimitedProcesses(_parallel_pages(settings) + 1)  # one more, for a page to look at


def _parallel_pages(settings: Settings) -> int:
    return settings.read_processes or min(os.cpu_count() or 1, 4)


def _embedder(settings: Settings) -> tuple[Embedder, Callable[[], bool]]:
    if settings.embedding == "openai":
        from kesher.adapters.models.endpoint import Endpoint
        from kesher.adapters.models.openai_api import OpenAIEmbedder

        endpoint = Endpoint(
            model=settings.embedding_model,
            url=settings.embedding_url,
            key=settings.embedding_key.get_secret_value(),
            timeout_seconds=settings.chat_timeout_seconds,
            retries=settings.chat_retries,
            settings="embedding",
        )
        hosted = OpenAIEmbedder(endpoint, dimensions=settings.embedding_dimensions)
        return hosted, lambda: True
    from kesher.adapters.models.local_e5 import LocalE5

    local = LocalE5(cache_folder(settings), batch_threads=settings.embedding_threads)
    return local, lambda: local.is_built


def cache_folder(settings: Settings) -> Path:
    """Return where models that are built from packages lie."""
    if settings.cache_folder is not None:
        return settings.cache_folder
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "kesher"


def _chat(settings: Settings) -> ChatModel | None:
    if settings.chat == "none":
        return None
    from kesher.adapters.models.endpoint import Endpoint

    endpoint = Endpoint(
        model=settings.chat_model,
        url=settings.chat_url,
        key=settings.chat_key.get_secret_value(),
        timeout_seconds=settings.chat_timeout_seconds,
        retries=settings.chat_retries,
    )
    if settings.chat == "anthropic":
        from kesher.adapters.models.anthropic_api import AnthropicChat

        return AnthropicChat(endpoint)
    from kesher.adapters.models.openai_api import OpenAIChat

    return OpenAIChat(endpoint)


def _reading(settings: Settings, isolation: Isolation) -> Reading:
    memory = settings.task_memory_bytes
    limits = ReadingLimits(
        page=_page_limits(settings),
        ocr_page=Limits(settings.ocr_page_seconds, memory),
        convert=Limits(settings.convert_seconds, memory),
        pages=settings.pages_limit,
        unpacked_bytes=settings.unpacked_limit_bytes,
        ocr_dpi=settings.ocr_dpi,
    )
    return Reading(isolation, limits, _layout())


def _layout() -> Callable[[Path, Path], None] | None:
    from kesher.adapters.libreoffice import convert_to_pdf, find_libreoffice
    from kesher.documents.parsing.fonts import FOLDERS

    try:
        find_libreoffice()
    except ToolMissingError:
        return None
    return partial(convert_to_pdf, font_folders=FOLDERS)


def _page_limits(settings: Settings) -> Limits:
    return Limits(settings.page_seconds, settings.task_memory_bytes)


def _ingest_settings(settings: Settings) -> IngestSettings:
    return IngestSettings(
        upload_limit_bytes=settings.upload_limit_bytes,
        parallel_pages=_parallel_pages(settings),
        chunk_size=ChunkSize(settings.chunk_chars, settings.chunk_overlap_chars),
    )


def _search_settings(settings: Settings) -> SearchSettings:
    return SearchSettings(
        top=settings.search_top,
        neighbours=settings.search_neighbours,
        fusion_k=settings.fusion_k,
        fusion_depth=settings.fusion_depth,
    )


def _ask_settings(settings: Settings) -> AskSettings:
    return AskSettings(
        question_chars=settings.question_limit_chars,
        earlier_questions=settings.earlier_questions,
        prompt_budget_tokens=settings.prompt_budget_tokens,
        output_tokens=settings.chat_output_tokens,
        bar=Bar(settings.quote_coverage_fraction, settings.quote_cosine),
    )


def _tools() -> Tools:
    return Tools((), _layout() is not None, media.READABLE_ENDINGS)


async def read_file(
    settings: Settings, path: Path, *, progress: Progress | None = None
) -> list[Page]:
    """Read a file's pages without a room: what `kesher read` and `kesher.read_pages` do.

    A page that cannot be read has empty text and says why in its `note`.

    Raises:
        DocumentError: the file as a whole cannot be read.
    """
    isolation = _isolation(settings)
    try:
        return await _reading(settings, isolation).whole_file(
            path,
            languages=DEFAULT_OCR_LANGUAGES,
            parallel_pages=_parallel_pages(settings),
            progress=progress,
        )
    finally:
        await isolation.close()


async def evaluate(
    settings: Settings, corpus: Path, queries: Path, *, progress: Progress | None = None
) -> dict[str, dict[str, float]]:
    """Measure the retrievers on files shaped like those of `docs/reference/evaluation.md`.

    Raises:
        InputError: a line of a file is not of that shape.
        ModelError: the embedding model did not serve.
    """
    from kesher.app.evaluate import evaluate_retrieval

    embedder, _ = _embedder(settings)
    return await evaluate_retrieval(corpus, queries, embedder, progress=progress)


async def examine(settings: Settings) -> list[Finding]:
    """Look at this machine and the data folder: what `kesher doctor` does. Changes nothing."""
    return []

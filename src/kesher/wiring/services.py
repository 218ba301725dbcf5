"""Every use case, ready on an open data folder."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from kesher.answer.holding import Bar
from kesher.app.ask import Ask, AskSettings
from kesher.app.backup.keeping import Keeping
from kesher.app.condition import Watching
from kesher.app.erasing import Erasing
from kesher.app.evaluation.running import Evaluating
from kesher.app.ingest import Ingest, IngestSettings
from kesher.app.jobs import JobLoop, JobSettings
from kesher.app.memory.conversing import Conversing
from kesher.app.memory.services import MemoryServices
from kesher.app.neighbours import Following, Neighbours
from kesher.app.pictures import Pictures
from kesher.app.progress import RoomChanges
from kesher.app.quotas import Quotas
from kesher.app.quoting import Quoting
from kesher.app.records import Records
from kesher.app.renewing import Renewing, RoomModels
from kesher.app.replaying import Replaying
from kesher.app.rereading import Rereading
from kesher.app.research.research import Research
from kesher.app.retention import Retaining
from kesher.app.rewriting import Rewriting
from kesher.app.rooms import Rooms
from kesher.app.sample import Sample
from kesher.app.search import Search, SearchSettings
from kesher.app.versions import Versions
from kesher.config.settings import Settings
from kesher.documents.chunking import ChunkSize
from kesher.domain.job import Job
from kesher.domain.profile import Profile
from kesher.domain.scope import RoomScope
from kesher.ports.blobs import BlobStore
from kesher.ports.indexes import DenseIndex, LexicalIndex
from kesher.ports.isolation import Isolation
from kesher.ports.models import ChatModel, Embedder, Progress
from kesher.ports.recent_requests import RecentRequests
from kesher.ports.stores import Store
from kesher.wiring.access import Access
from kesher.wiring.counting import profile_counter
from kesher.wiring.evaluations import make_evaluating
from kesher.wiring.ground import Ground, make_ground
from kesher.wiring.memory import make_memory
from kesher.wiring.models import Models, chat_in_force, embedding_in_force, models_in_force
from kesher.wiring.neighbours import take_place
from kesher.wiring.parts import (
    EmbedderState,
    Tools,
    chat_profile,
    embedder_named,
    make_reading,
    open_store,
    page_limits,
    parallel_pages,
)
from kesher.wiring.people import People
from kesher.wiring.records import make_recording, make_records
from kesher.wiring.research import make_research
from kesher.wiring.threads import Talking, make_talking
from kesher.wiring.usage import Ledger, counted
from kesher.wiring.watching import make_watching

if TYPE_CHECKING:
    from kesher.adapters.mcp_tools.source import McpTools
    from kesher.adapters.sql.store import SqlStore


@dataclass(frozen=True, slots=True)
class Services:
    """Every use case, ready. Made by `build`, ended by `close`.

    Attributes:
        ground: What stays open whatever models are used.
        models: The models in force; `models.settings` are the settings that name them.
        mcp: The MCP servers of the settings, each started when an agent first asks for its tools.
    """

    ground: Ground
    models: Models
    store: Store
    blobs: BlobStore
    embedder: Embedder
    chat: ChatModel | None
    rooms: Rooms
    ingest: Ingest
    versions: Versions
    rereading: Rereading
    erasing: Erasing
    search: Search
    ask: Ask
    research: Research
    records: Records
    recent_requests: RecentRequests
    talking: Talking
    replaying: Replaying
    evaluating: Evaluating
    pictures: Pictures
    sample: Sample
    jobs: JobLoop
    renewing: Renewing
    retaining: Retaining
    changes: RoomChanges
    tools: Tools
    embedding: EmbedderState
    isolation: Isolation
    mcp: tuple["McpTools", ...]
    memory: MemoryServices
    keeping: Keeping
    people: People
    access: Access
    neighbours: Neighbours
    following: Following
    watching: Watching
    ledger: Ledger
    release: Callable[[], None]

    async def close(self) -> None:
        """Let go of processes, connections and the folder, in this order."""
        await asyncio.gather(*(source.close() for source in self.mcp))
        await self.isolation.close()
        await self.store.close()
        self.release()


async def build(
    settings: Settings,
    *,
    url: str = "",
    model_progress: Progress | None = None,
    searches: bool = True,
) -> Services:
    """Open the data folder and everything that stands on it.

    Args:
        searches: False for a process that only works on documents, and keeps no index by words.
        url: Where this process serves; written into the folder's lock.
        model_progress: Called with (steps done, steps in all) while the local embedding model is
            built, once a machine; from another thread.

    Raises:
        FolderInUseError: another process holds the folder.
        ConfigurationError, StoreError, ToolMissingError: it cannot be opened with these settings.
    """
    place = await take_place(settings, url)
    try:
        store = await asyncio.to_thread(open_store, settings)
        try:
            # Nobody else can be on a folder that we have locked. On a database that others may
            # work on, too, what a dead process held comes free when its lease lapses.
            if not settings.database_url:
                await _release_all(store)
            ground = make_ground(settings, store, place, model_progress, searches=searches)
            services = _assemble(ground, await models_in_force(settings, ground.model_settings))
        except BaseException:
            await store.close()
            raise
    except BaseException:
        place.release()
        raise
    return services


async def _release_all(store: "SqlStore") -> None:
    await store.release_all()
    await store.end_all_leases()
    await store.parts.research.end_research_leases()
    await store.parts.memory.release_memory_jobs()
    await store.parts.renewals.release_renewals()


async def with_models_in_force(services: Services) -> Services:
    """Return the services on the models that are set by now; the very same where none changed.

    What is under way goes on with those that it began with. The caller runs the loops of what is
    new, and ends those of what is no more.

    Raises:
        StoreError: the database does not serve.
        ConfigurationError, ToolMissingError: a model cannot be as it is set.
    """
    ground, before = services.ground, services.models
    models = await models_in_force(ground.settings, ground.model_settings)
    if models == before:
        return services
    if models.embedding != before.embedding:
        return _assemble(ground, models)
    answering = _make_answering(ground, models, services.embedding, services.search)
    return replace(
        services,
        models=models,
        chat=answering.chat,
        ask=answering.ask,
        research=answering.research,
        replaying=answering.replaying,
        memory=answering.memory,
    )


def _assemble(ground: Ground, models: Models) -> Services:
    from kesher.adapters.system import new_id, utc_now

    settings, store, changes = models.settings, ground.store, ground.changes
    embedding = counted(embedding_in_force(models, progress=ground.progress), settings, store)
    dense = _make_dense(store, embedding.embedder)
    search = _make_search(settings, store, embedding.embedder, dense, ground.lexical)
    rooms = Rooms(store, ground.originals, dense, ground.lexical, changes, utc_now, new_id)
    ingest = _make_ingest(ground, settings, search.models)
    answering = _make_answering(ground, models, embedding, search)
    return Services(
        ground=ground,
        models=models,
        store=store,
        blobs=ground.blobs,
        embedder=embedding.embedder,
        chat=answering.chat,
        rooms=rooms,
        ingest=ingest,
        versions=Versions(store.parts.versions, ingest, changes, new_id),
        rereading=Rereading(store.parts.readings, ingest, new_id),
        erasing=Erasing(store.parts.quotations, ground.originals, changes),
        search=search,
        ask=answering.ask,
        research=answering.research,
        recent_requests=store.parts.recent_requests,
        talking=make_talking(store, answering.ask),
        records=make_records(store),
        replaying=answering.replaying,
        evaluating=make_evaluating(store, answering.ask),
        pictures=Pictures(ground.blobs, ground.isolation, page_limits(settings)),
        sample=Sample(rooms, ingest),
        jobs=_job_loop(settings, store, ingest, changes),
        renewing=Renewing(store, store.parts.renewals, search.embedder, dense, changes, utc_now),
        retaining=ground.retaining,
        changes=changes,
        tools=ground.tools,
        embedding=embedding,
        isolation=ground.isolation,
        mcp=ground.mcp,
        memory=answering.memory,
        keeping=ground.keeping,
        people=ground.people,
        access=ground.access,
        neighbours=ground.neighbours,
        following=Following(dense, ground.lexical),
        watching=make_watching(
            settings, store, dense=dense, lexical=ground.lexical, embedding=embedding
        ),
        ledger=ground.ledger,
        release=ground.release,
    )


def _make_ingest(ground: Ground, settings: Settings, models: RoomModels) -> Ingest:
    from kesher.adapters.models.token_counts import O200kCounter
    from kesher.adapters.system import new_id, utc_now

    return Ingest(
        store=ground.store,
        blobs=ground.blobs,
        originals=ground.originals,
        reading=make_reading(settings, ground.isolation),
        models=models,
        lexical=ground.lexical,
        counter=O200kCounter(),
        changes=ground.changes,
        clock=utc_now,
        new_id=new_id,
        settings=_ingest_settings(settings),
        limiting=ground.ledger.limiting,
    )


@dataclass(frozen=True, slots=True)
class _Answering:
    """What depends on the model that writes answers."""

    chat: ChatModel | None
    memory: MemoryServices
    ask: Ask
    research: Research
    replaying: Replaying


def _make_answering(
    ground: Ground, models: Models, embedding: EmbedderState, search: Search
) -> _Answering:
    from kesher.adapters.models.token_counts import O200kCounter

    settings, store, chat = models.settings, ground.store, chat_in_force(models)
    memory = make_memory(settings, store, embedding, chat, O200kCounter())
    ask = _make_ask(settings, store, search, chat, memory.conversing)
    ask = replace(ask, limiting=ground.ledger.limiting)
    research = make_research(settings, store.parts.research, ask)
    return _Answering(chat, memory, ask, research, Replaying(ask, store.parts.answer_records))


def _make_search(
    settings: Settings,
    store: "SqlStore",
    embedder: Embedder,
    dense: DenseIndex,
    lexical: LexicalIndex,
) -> Search:
    models = RoomModels(store.parts.renewals, embedder, cache(partial(embedder_named, settings)))
    return Search(store, embedder, models, dense, lexical, _search_settings(settings))


def _make_dense(store: Store, embedder: Embedder) -> DenseIndex:
    from kesher.adapters.indexes.matrix import MatrixIndex

    return MatrixIndex(store, embedder.name)


def _make_ask(
    settings: Settings,
    store: Store,
    search: Search,
    chat: ChatModel | None,
    conversing: Conversing,
) -> Ask:
    from kesher.adapters.system import new_id, utc_now

    bar = Bar(settings.quote_held_fraction)
    profile = chat_profile(settings)
    return Ask(
        store=store,
        search=search,
        quoting=Quoting(search.embedder, bar),
        chat=chat,
        profile=profile,
        counter=profile_counter(profile),
        clock=utc_now,
        new_id=new_id,
        settings=_ask_settings(settings),
        conversing=conversing,
        recording=make_recording(settings, profile, search.embedder),
        rewriting=_make_rewriting(settings, store, chat, profile),
    )


def _make_rewriting(
    settings: Settings, store: Store, chat: ChatModel | None, profile: Profile
) -> Rewriting | None:
    """Return what writes follow-ups anew, where it is asked for and a model is set."""
    from kesher.adapters.system import new_id, utc_now

    if chat is None or settings.followups != "model":
        return None
    counter, budget = profile_counter(profile), settings.prompt_budget_tokens
    return Rewriting(store, chat, profile, counter, utc_now, new_id, budget)


def _job_loop(settings: Settings, store: Store, ingest: Ingest, changes: RoomChanges) -> JobLoop:
    from kesher.adapters.system import utc_now

    def finished(job: Job) -> None:
        changes.announce(RoomScope(job.tenant_id, job.room_id))

    how = JobSettings(
        parallel=settings.jobs_parallel,
        lease_seconds=settings.job_lease_seconds,
        hold_seconds=min(JobSettings().hold_seconds, settings.job_lease_seconds / 4),
    )
    return JobLoop(store, ingest.work, clock=utc_now, finished=finished, settings=how)


def _ingest_settings(settings: Settings) -> IngestSettings:
    return IngestSettings(
        upload_limit_bytes=settings.upload_limit_bytes,
        parallel_pages=parallel_pages(settings),
        chunk_size=ChunkSize(settings.chunk_chars, settings.chunk_overlap_chars),
        quotas=Quotas(settings.room_documents_limit, settings.store_limit_bytes),
    )


def _search_settings(settings: Settings) -> SearchSettings:
    return SearchSettings(
        top=settings.search_top,
        neighbours=settings.search_neighbours,
        fusion_k=settings.fusion_k,
        fusion_depth=settings.fusion_depth,
        fusion=settings.fusion,
    )


def _ask_settings(settings: Settings) -> AskSettings:
    return AskSettings(
        question_chars=settings.question_limit_chars,
        earlier_questions=settings.earlier_questions,
        prompt_budget_tokens=settings.prompt_budget_tokens,
        output_tokens=settings.chat_output_tokens,
    )

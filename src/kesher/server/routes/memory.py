"""Memory: the log, facts as records and as a graph, reviews, merges, erasure."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response, StreamingResponse

from kesher.app.memory.exporting import cypher_lines, log_lines
from kesher.app.memory.looking import FactsQuery
from kesher.app.memory.recalling import RecallQuery
from kesher.app.memory.remembering import NewMessage
from kesher.domain.entity import Merge
from kesher.domain.fact import Verdict
from kesher.domain.log import Speaking
from kesher.domain.scope import DEFAULT_TENANT, Scope
from kesher.errors import InputError
from kesher.ports.memory import Erasing, Erasure
from kesher.server import memory_schemas as schemas
from kesher.server import memory_views as views
from kesher.server.deps import CallerIs, State
from kesher.server.schemas import Instant
from kesher.server.state import ServerState

router = APIRouter(prefix="/memory", tags=["memory"])

_JSON_LINES = "application/jsonl"
_CYPHER = "text/plain; charset=utf-8"


def _tenant(
    caller: CallerIs,
    tenant: Annotated[
        str | None, Query(description="Whose memory: any text that names it; absent: your own.")
    ] = None,
) -> Scope:
    """Return whose memory it is; that the caller may use it was checked by the policy."""
    return Scope((caller.user_id or DEFAULT_TENANT) if tenant is None else tenant)


Tenant = Annotated[Scope, Depends(_tenant)]
EntityName = Annotated[str, Query(description="An id or a name; empty: the user.")]
Asked = Annotated[Instant | None, Query(description="With its UTC offset; absent: now.")]


@dataclass(frozen=True, slots=True)
class _Times:
    """The instants that facts are asked from: in the world, and of belief."""

    as_of: datetime | None
    believed_at: datetime | None


def _times(as_of: Asked = None, believed_at: Asked = None) -> _Times:
    return _Times(_aware(as_of), _aware(believed_at))


Times = Annotated[_Times, Depends(_times)]


@dataclass(frozen=True, slots=True)
class _Whose:
    """Whose facts are asked for."""

    entity: str
    everyone: bool


def _whose(
    entity: EntityName = "",
    everyone: Annotated[bool, Query(description="Of all entities; `entity` is left out.")] = False,
) -> _Whose:
    return _Whose(entity, everyone)


Whose = Annotated[_Whose, Depends(_whose)]


@router.post("/messages")
async def add_memory_message(
    state: State, scope: Tenant, body: schemas.MessageIn
) -> schemas.MessageAdded:
    """Add a message to the log, hear it by rules, and return what memory gives for it."""
    memory = state.services.memory
    new = NewMessage(
        thread_id=body.thread,
        text=body.text,
        at=body.at,
        role=Speaking(body.role),
        speaker=body.speaker,
        id=body.id,
        zone=body.zone,
        injected=tuple(body.injected),
    )
    tokens = memory.context_tokens if body.context_tokens is None else body.context_tokens
    added = await memory.remember.add(scope, new, context_tokens=tokens or None)
    return views.added(added, memory.schema)


@router.get("/threads")
async def list_memory_threads(state: State, scope: Tenant) -> list[schemas.ThreadHead]:
    """List the conversations of the log, newest first."""
    return [views.thread(head) for head in await state.services.memory.store.log_threads(scope)]


@router.get("/messages")
async def list_memory_messages(
    state: State,
    scope: Tenant,
    thread: str,
    after: str | None = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1_000,
) -> list[schemas.LoggedMessage]:
    """List a conversation's messages, oldest first, from behind one of them."""
    found = await state.services.memory.store.log(scope, thread, after=after, limit=limit)
    return [views.message(each) for each in found]


@router.post("/recall")
async def recall_memory(
    state: State, scope: Tenant, body: schemas.RecallRequest
) -> schemas.MemoryContext:
    """Return what memory gives for a question, inside a token budget."""
    memory = state.services.memory
    query = RecallQuery(
        text=body.question,
        as_of=_aware(body.as_of) or memory.remember.clock(),
        budget_tokens=memory.context_tokens if body.tokens is None else body.tokens,
        zone=memory.zone,
        thread_id=body.thread,
        believed_at=_aware(body.believed_at),
        turns=body.turns,
    )
    return views.context(await memory.recall.recall(scope, query), memory.schema)


@router.get("/entities")
async def list_memory_entities(state: State, scope: Tenant) -> list[schemas.Entity]:
    """List who and what is known, oldest first."""
    return [views.entity(each) for each in await state.services.memory.store.entity_list(scope)]


@router.get("/facts")
async def list_memory_facts(
    state: State,
    scope: Tenant,
    times: Times,
    whose: Whose,
    history: bool = False,
    key: Annotated[list[str] | None, Query(description="Only these keys.")] = None,
) -> list[schemas.Fact]:
    """List facts of an entity or of all, oldest first: those that hold at an instant, or all."""
    memory = state.services.memory
    query = FactsQuery(
        whose.entity,
        times.as_of,
        times.believed_at,
        history,
        tuple(key or ()),
        everyone=whose.everyone,
    )
    return [views.fact(each, memory.schema) for each in await memory.looking.facts(scope, query)]


@router.get("/profile")
async def get_memory_profile(
    state: State, scope: Tenant, as_of: Asked = None
) -> list[schemas.Fact]:
    """List what is known of the user and lasts."""
    memory = state.services.memory
    known = await memory.looking.profile(scope, as_of=_aware(as_of))
    return [views.fact(each, memory.schema) for each in known]


@router.get("/facts/{fact_id}")
async def explain_memory_fact(state: State, scope: Tenant, fact_id: str) -> schemas.Why:
    """Show where a fact comes from: its message, its words, the values before and after."""
    memory = state.services.memory
    return views.why(await memory.looking.why(scope, fact_id), memory.schema)


@router.get("/graph")
async def get_memory_graph(
    state: State,
    scope: Tenant,
    entity: EntityName = "",
    hops: Annotated[int, Query(ge=0, le=2)] = 1,
    as_of: Asked = None,
) -> schemas.Graph:
    """Show the entities up to two hops round one, and their facts, each with its state."""
    memory = state.services.memory
    found = await memory.looking.graph(scope, entity, hops=hops, as_of=_aware(as_of))
    return views.graph(found, memory.schema)


@router.get("/reviews")
async def list_memory_reviews(state: State, scope: Tenant) -> list[schemas.ReviewDetail]:
    """List the decisions that wait for a person, oldest first."""
    pending = await state.services.memory.decide.pending(scope)
    return [views.review_detail(each) for each in pending]


@router.get("/reviews/{review_id}")
async def get_memory_review(state: State, scope: Tenant, review_id: str) -> schemas.ReviewDetail:
    """Show a decision, made or not."""
    return views.review_detail(await state.services.memory.decide.review(scope, review_id))


@router.post("/reviews/verdict")
async def decide_memory_reviews(
    state: State, scope: Tenant, body: schemas.VerdictRequest
) -> list[schemas.Review]:
    """Give one verdict on one or many reviews: all or none."""
    decided = await state.services.memory.decide.decide(
        scope, body.ids, Verdict(body.verdict), by=body.by, reason=body.reason
    )
    return [views.review(each) for each in decided]


@router.post("/reviews/{review_id}/amend")
async def amend_memory_review(
    state: State, scope: Tenant, review_id: str, body: schemas.AmendRequest
) -> schemas.Review:
    """Take in another value than the one that waits; what was written joins the log."""
    return views.review(
        await state.services.memory.decide.amend(
            scope, review_id, body.value, by=body.by, reason=body.reason
        )
    )


@router.get("/merges")
async def list_memory_merges(state: State, scope: Tenant) -> list[schemas.Merge]:
    """List the log of merges, oldest first."""
    merges = await state.services.memory.decide.merges(scope)
    return await _merges_shown(state, scope, merges)


@router.post("/merges")
async def merge_memory_entities(
    state: State, scope: Tenant, body: schemas.MergeRequest
) -> schemas.Merge:
    """Make two entities one; it is logged and can be undone."""
    made = await state.services.memory.decide.merge(
        scope, body.kept, body.absorbed, reason=body.reason, by=body.by
    )
    (merge,) = await _merges_shown(state, scope, [made])
    return merge


@router.post("/merges/{merge_id}/undo")
async def undo_memory_merge(state: State, scope: Tenant, merge_id: str) -> schemas.Merge:
    """Make two entities of a merged one again."""
    undone = await state.services.memory.decide.undo_merge(scope, merge_id)
    (merge,) = await _merges_shown(state, scope, [undone])
    return merge


@router.post("/erasures")
async def erase_memory(state: State, scope: Tenant, body: schemas.EraseRequest) -> schemas.Receipt:
    """Erase a message, a conversation, an entity or everything, with what derives from it alone."""
    return views.receipt(await state.services.memory.erase.erase(scope, _erasure(body)))


@router.post("/erasures/preview")
async def preview_memory_erasure(
    state: State, scope: Tenant, body: schemas.EraseRequest
) -> schemas.WhatGoes:
    """Show what an erasure would remove, and remove nothing."""
    memory = state.services.memory
    return views.what_goes(await memory.erase.look(scope, _erasure(body)), memory.schema)


@router.get("/erasures")
async def list_memory_receipts(state: State, scope: Tenant) -> list[schemas.Receipt]:
    """List the receipts of erasures, oldest first."""
    return [views.receipt(each) for each in await state.services.memory.store.erasure_list(scope)]


@router.get(
    "/export",
    response_class=Response,
    responses={200: {"content": {_JSON_LINES: {"schema": {"type": "string"}}}}},
)
async def export_memory_log(state: State, scope: Tenant) -> Response:
    """Export the log as JSON lines, conversation by conversation, oldest message first."""
    lines = log_lines(state.services.memory.store, scope)
    return StreamingResponse(_encoded(lines), media_type=_JSON_LINES)


@router.get(
    "/cypher",
    response_class=Response,
    responses={200: {"content": {_CYPHER: {"schema": {"type": "string"}}}}},
)
async def export_memory_cypher(state: State, scope: Tenant) -> Response:
    """Export entities and facts as Cypher statements, for a graph database."""
    lines = await cypher_lines(state.services.memory.store, scope)
    text = "".join(f"{line}\n" for line in lines)
    return Response(text.encode("utf-8", "backslashreplace"), media_type=_CYPHER)


@router.post("/sample")
async def load_memory_sample(state: State, scope: Tenant) -> schemas.ThreadHead:
    """Add a small conversation of our own, really heard; one that is there stays as it is."""
    return views.thread(await state.services.memory.sample.load(scope))


@router.get("/backlog")
async def get_memory_backlog(state: State, scope: Tenant) -> schemas.Backlog:
    """Count what the background has still to do for this memory."""
    return views.backlog(await state.services.memory.backlog(scope))


@router.post("/backlog/retry")
async def retry_memory_backlog(state: State, scope: Tenant) -> schemas.Backlog:
    """Let a model read again what failed, and count what is to do."""
    memory = state.services.memory
    await memory.retry(scope)
    return views.backlog(await memory.backlog(scope))


async def _encoded(lines: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Yield lines as bytes; a lone surrogate becomes the JSON escape of itself."""
    async for line in lines:
        yield f"{line}\n".encode("utf-8", "backslashreplace")


def _erasure(body: schemas.EraseRequest) -> Erasure:
    """Read what is to be erased. Raises InputError where it is not exactly one thing."""
    wanted = []
    if body.message is not None:
        wanted.append(Erasure(Erasing.MESSAGE, (body.thread or "", body.message)))
    if body.whole_thread:
        wanted.append(Erasure(Erasing.THREAD, (body.thread or "",)))
    if body.entity is not None:
        wanted.append(Erasure(Erasing.ENTITY, (body.entity,)))
    if body.everything:
        wanted.append(Erasure(Erasing.TENANT))
    if len(wanted) != 1:
        raise InputError(
            "Give `thread` and `message`, `thread` and `whole_thread`, `entity`, or `everything`: "
            "one of them."
        )
    return wanted[0]


async def _merges_shown(
    state: ServerState, scope: Scope, merges: Sequence[Merge]
) -> list[schemas.Merge]:
    ids = {one for merge in merges for one in (merge.kept_id, merge.absorbed_id)}
    named = await state.services.memory.looking.entities(scope, ids)
    return [views.merge(each, named) for each in merges]


def _aware(instant: datetime | None) -> datetime | None:
    if instant is not None and instant.utcoffset() is None:
        raise InputError(
            f"The time {instant.isoformat()} has no UTC offset. Write it as "
            f"2026-03-01T09:00:00+02:00 (in an address, + is %2B)."
        )
    return instant

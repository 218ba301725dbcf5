"""Deep research: estimated, streamed, stopped, resumed, looked up."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from fastapi import APIRouter, status
from pydantic import BaseModel

from kesher.app.ask_events import Stage, Started, TextPiece
from kesher.app.research.events import Begun, Paused, Progress, ResearchEvent
from kesher.domain.answer import Answer, Citation
from kesher.domain.research import ResearchRun
from kesher.domain.retrieval import Retrieval
from kesher.domain.scope import Scope
from kesher.errors import KesherError, NotFoundError
from kesher.server import research_schemas as schemas
from kesher.server import research_views as views
from kesher.server import schemas as answer_schemas
from kesher.server import stream
from kesher.server.deps import CallerIs, CallerRoom, CallerScope, State
from kesher.server.places import Places
from kesher.server.policy import check_named
from kesher.server.problems import internal_problem, problem_of
from kesher.server.state import ServerState
from kesher.server.told import Told

router = APIRouter(tags=["research"])

# Only through the document do the page's types learn what the stream carries.
_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "model": schemas.ResearchBegunEvent
        | schemas.PlanEvent
        | schemas.SearchedEvent
        | schemas.GradedEvent
        | schemas.CheckedEvent
        | schemas.CallEvent
        | schemas.HaltedEvent
        | schemas.ProgressEvent
        | answer_schemas.StageEvent
        | answer_schemas.TextEvent
        | answer_schemas.Citation
        | answer_schemas.DoneEvent
        | schemas.PausedEvent
        | answer_schemas.Problem,
        "description": "The data of one event each; see the order in the description above.",
    }
}


@router.post("/rooms/{room_id}/research/estimate")
async def estimate_research(
    state: State, scope: CallerRoom, request: schemas.EstimateRequest
) -> schemas.ResearchEstimate:
    """Say what a research of the question would take; nothing is searched or asked."""
    await state.services.store.room(scope)
    return views.estimate(await state.services.research.estimate(scope, request.text))


@router.post("/rooms/{room_id}/research", response_class=stream.EventStream, responses=_STREAMED)
async def start_research(
    state: State, scope: CallerRoom, caller: CallerIs, request: schemas.ResearchRequest
) -> stream.EventStream:
    """Research a question as a stream of server-sent events.

    In order: `research`, (`plan` | `searched` | `graded` | `checked` | `call` | `halted` |
    `progress`)..., `stage`..., (`text` | `citation`)..., then `done` with the whole answer,
    `paused` or `error`. A reader who goes away leaves the run to its end: its answer is in the
    thread.
    """
    await check_named(state, scope, caller, thread_id=request.thread_id, memory=request.memory)
    run = await state.services.research.begin(
        scope, request.text, thread_id=request.thread_id, memory=request.memory
    )
    return await _respond(state, scope, run)


@router.get("/rooms/{room_id}/research")
async def list_research(state: State, scope: CallerRoom) -> list[schemas.ResearchRun]:
    """List the research of the caller's threads in a room, newest first."""
    services = state.services
    await services.store.room(scope)
    now = services.ask.clock()
    return [views.run(run, now=now) for run in await services.research.runs.runs(scope)]


@router.get("/research/{run_id}")
async def get_research(state: State, scope: CallerScope, run_id: str) -> schemas.ResearchDetail:
    """Show a research with its steps, oldest first, and what it took."""
    run, steps = await state.services.research.run(scope, run_id)
    return views.detail(run, steps, now=state.services.ask.clock())


@router.post("/research/{run_id}/resume", response_class=stream.EventStream, responses=_STREAMED)
async def resume_research(state: State, scope: CallerScope, run_id: str) -> stream.EventStream:
    """Go on after the last stored step; those before are told again and cost nothing."""
    return await _respond(state, scope, await state.services.research.runs.run(scope, run_id))


@router.post("/research/{run_id}/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_research(state: State, scope: CallerScope, run_id: str) -> None:
    """End the searching: the answer is written from what was found.

    `POST /answers/{answer_id}/stop` ends the writing as well.
    """
    if not await state.end_work(scope, run_id):
        await state.services.research.runs.run(scope, run_id)
        raise NotFoundError("research under way", run_id)


async def _respond(state: ServerState, scope: Scope, run: ResearchRun) -> stream.EventStream:
    """Go on with a run apart from its request, and stream what it tells."""
    told: Told[ResearchEvent] = Told()
    stop, cut = asyncio.Event(), asyncio.Event()
    stops = ((run.id, stop), (run.answer_id, cut))

    async def doing() -> None:
        try:
            await state.services.research.go_on(scope, run.id, emit=told.emit, stop=stop, cut=cut)
        except KesherError as error:
            told.fail(error)
        finally:
            told.end()
            for identifier, event in stops:
                state.stops.remove(scope, identifier, event)

    for identifier, event in stops:
        state.stops.add(scope, identifier, event)
    state.start(doing())
    await told.begun()
    return stream.respond(_told(state, Places(state.services.store, scope), told))


async def _told(
    state: ServerState, places: Places, told: Told[ResearchEvent]
) -> AsyncGenerator[bytes]:
    async for item in told.items():
        if item is None:
            yield stream.PING
            continue
        shown = await _shown(state, item, places)
        if shown is not None:
            yield stream.event(*shown)
        if isinstance(item, Answer | Paused | KesherError):
            return
    yield stream.event("error", internal_problem())


async def _shown(
    state: ServerState, item: ResearchEvent | KesherError, places: Places
) -> tuple[str, BaseModel] | None:
    """Return an event's name and data; None for what a reader does not need."""
    shown: tuple[str, BaseModel] | None
    match item:
        case Begun():
            shown = "research", views.begun(item, now=state.services.ask.clock())
        case Progress():
            shown = "progress", views.progress(item)
        case Paused():
            shown = "paused", schemas.PausedEvent(run_id=item.run_id)
        case Stage():
            shown = "stage", answer_schemas.StageEvent(stage=item.value)
        case TextPiece():
            shown = "text", answer_schemas.TextEvent(text=item.text)
        case Citation():
            shown = "citation", await places.citation(item)
        case Answer():
            shown = "done", answer_schemas.DoneEvent(answer=await places.answer(item))
        case KesherError():
            shown = "error", problem_of(item)
        case Started() | Retrieval():  # of an ordinary answer
            shown = None
        case _:
            shown = views.step(item)
    return shown

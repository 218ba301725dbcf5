"""Deep research: estimated, streamed, stopped, resumed, looked up."""

import asyncio
from functools import partial
from typing import Any

from fastapi import APIRouter, status
from pydantic import BaseModel

from kesher.app.ask_events import Stage, Started, TextPiece, ThinkingPiece
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
from kesher.server.answering import kept_to, named, told_from
from kesher.server.deps import CallerIs, CallerRoom, CallerScope, MayStill, State
from kesher.server.lasting import Still
from kesher.server.places import Places
from kesher.server.policy import check_named
from kesher.server.state import ServerState
from kesher.server.telling import Telling
from kesher.server.underway import Underway, watched
from kesher.text.question_parts import parts

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
        | answer_schemas.ThinkingEvent
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
) -> schemas.ResearchOffer:
    """Say what a research would take, and how it splits the question; nothing is asked."""
    await state.services.store.room(scope)
    estimate = views.estimate(await state.services.research.estimate(scope, request.text))
    return schemas.ResearchOffer(**estimate.model_dump(), aspects=list(parts(request.text)))


@router.post("/rooms/{room_id}/research", response_class=stream.EventStream, responses=_STREAMED)
async def start_research(
    state: State,
    scope: CallerRoom,
    caller: CallerIs,
    still: MayStill,
    request: schemas.ResearchRequest,
) -> stream.EventStream:
    """Research a question as a stream of server-sent events.

    In order: `research`, (`plan` | `searched` | `graded` | `checked` | `call` | `halted` |
    `progress`)..., `stage`..., (`text` | `citation`)..., then `done` with the whole answer,
    `paused` or `error`. A reader who goes away leaves the run to its end, and may come back to it:
    see `GET /api/threads/{thread_id}/answers/{answer_id}/events`.
    """
    await check_named(state, scope, caller, thread_id=request.thread_id, memory=request.memory)
    async with kept_to(state, scope, request) as thread_id:
        run = await state.services.research.begin(
            scope, request.text, thread_id=thread_id, memory=request.memory
        )
    return await _respond(state, scope, run, still)


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
async def resume_research(
    state: State, scope: CallerScope, still: MayStill, run_id: str
) -> stream.EventStream:
    """Go on after the last stored step; those before are told again and cost nothing."""
    run = await state.services.research.runs.run(scope, run_id)
    return await _respond(state, scope, run, still)


@router.post("/research/{run_id}/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_research(state: State, scope: CallerScope, run_id: str) -> None:
    """End the searching: the answer is written from what was found.

    `POST /answers/{answer_id}/stop` ends the writing as well.
    """
    if not await state.end_work(scope, run_id):
        await state.services.research.runs.run(scope, run_id)
        raise NotFoundError("research under way", run_id)


async def _respond(
    state: ServerState, scope: Scope, run: ResearchRun, still: Still | None
) -> stream.EventStream:
    """Go on with a run apart from its request, and stream what it tells."""
    telling: Telling[ResearchEvent] = Telling()
    show = partial(_event, state, Places(state.services.store, scope))
    underway = Underway(run.thread_id, run.answer_id, run.question, telling, show, run_id=run.id)
    state.start(_going_on(state, scope, underway, still))
    await telling.begun()
    return stream.respond(told_from(state, telling, show, position=0))


async def _going_on(
    state: ServerState, scope: Scope, underway: Underway, still: Still | None
) -> None:
    run_id, answer_id, telling = underway.run_id or "", underway.answer_id, underway.telling
    stop, cut = asyncio.Event(), asyncio.Event()
    stops = ((run_id, stop), (answer_id, cut))
    for identifier, event in stops:
        state.stops.add(scope, identifier, event)
    state.answering.add(scope, underway)
    stored = False
    try:
        async with watched(telling, still, stop, cut):
            await state.services.research.go_on(
                scope, run_id, emit=telling.emit, stop=stop, cut=cut
            )
        stored = True
    except KesherError as error:
        telling.fail(error)
    finally:
        telling.end()
        for identifier, event in stops:
            state.stops.remove(scope, identifier, event)
        state.answering.remove(scope, underway, stored=stored)


async def _event(
    state: ServerState, places: Places, item: ResearchEvent | KesherError, position: int
) -> bytes:
    shown = await _shown(state, item, places)
    return b"" if shown is None else stream.event(*shown, position=position)


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
        case Started() | Retrieval():  # of an ordinary answer
            shown = None
        case Stage() | ThinkingPiece() | TextPiece() | Citation() | Answer() | KesherError():
            shown = await named(item, places)
        case _:
            shown = views.step(item)
    return shown

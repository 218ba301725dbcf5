"""Search, answers as a stream, and threads."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from fastapi import APIRouter, status
from pydantic import BaseModel

from kesher.app.ask_events import AskEvent, Stage, Started, TextPiece
from kesher.app.threads import changed
from kesher.domain.answer import Answer, Citation
from kesher.domain.retrieval import Query, Retrieval
from kesher.domain.scope import RoomScope
from kesher.errors import KesherError, NotFoundError
from kesher.server import schemas, stream, views
from kesher.server.deps import CallerIs, CallerRoom, CallerScope, State
from kesher.server.places import Places
from kesher.server.policy import check_named
from kesher.server.problems import internal_problem, problem_of
from kesher.server.told import Told, joined

router = APIRouter(tags=["answers"])

PAUSE_SECONDS = 0.0004
"""Between two events of text, for each work under way: of 500 answers each has five a second."""

_Other = Started | Stage | Retrieval | Citation | Answer | KesherError
"""What is told beside text."""


@router.post("/rooms/{room_id}/search")
async def search(
    state: State, scope: CallerRoom, request: schemas.SearchRequest
) -> schemas.Retrieval:
    """Find the chunks nearest to a text, by meaning and by words."""
    query = Query(state.services.ask.checked(request.text))
    await state.services.store.room(scope)
    return views.retrieval(await state.services.search.retrieve(scope, query, top=request.top))


# Only through the document do the page's types learn what the stream carries.
_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "model": schemas.ThreadEvent
        | schemas.StageEvent
        | schemas.Retrieval
        | schemas.TextEvent
        | schemas.Citation
        | schemas.DoneEvent
        | schemas.Problem,
        "description": "The data of one event each; see the order in the description above.",
    }
}


@router.post("/rooms/{room_id}/ask", response_class=stream.EventStream, responses=_STREAMED)
async def ask(
    state: State, scope: CallerRoom, caller: CallerIs, request: schemas.AskRequest
) -> stream.EventStream:
    """Answer a question as a stream of server-sent events.

    In order: `thread`, `stage`..., `retrieval`, (`text` | `citation`)..., then `done` with the
    whole answer or `error` with a problem. An error before the stream is an ordinary problem.
    """
    state.services.ask.checked(request.text)
    await check_named(state, scope, caller, thread_id=request.thread_id, memory=request.memory)
    await state.services.store.room(scope)
    told: Told[AskEvent] = Told()
    stop = asyncio.Event()
    state.start(_answer(state, scope, request, told, stop))
    await told.begun()
    return stream.respond(_told(state, scope, told, stop))


async def _answer(
    state: State,
    scope: RoomScope,
    request: schemas.AskRequest,
    told: Told[AskEvent],
    stop: asyncio.Event,
) -> None:
    """Answer apart from the request, so that a reader who goes away leaves a stored answer."""
    answer_ids: list[str] = []

    def emit(item: AskEvent) -> None:
        if isinstance(item, Started):
            answer_ids.append(item.answer_id)
            state.stops.add(scope, item.answer_id, stop)
        told.emit(item)

    try:
        await state.services.ask.answer(
            scope,
            request.text,
            emit=emit,
            stop=stop,
            thread_id=request.thread_id,
            memory=request.memory,
        )
    except KesherError as error:
        told.fail(error)
    finally:
        told.end()
        for answer_id in answer_ids:
            state.stops.remove(scope, answer_id, stop)


async def _told(
    state: State, scope: RoomScope, told: Told[AskEvent], stop: asyncio.Event
) -> AsyncGenerator[bytes]:
    places = Places(state.services.store, scope)
    ended = False
    try:
        while not ended:
            items = joined(await told.batch())
            shown = [await _event(item, places) for item in items if item is not None]
            ended = any(isinstance(item, (Answer, KesherError)) for item in items)
            if not ended and items and items[-1] is None:
                shown.append(stream.event("error", internal_problem()))
                ended = True
            yield b"".join(shown) or stream.PING
            if not ended and all(isinstance(item, TextPiece) for item in items):
                await asyncio.sleep(len(state.tasks) * PAUSE_SECONDS)
    finally:
        stop.set()


async def _event(item: AskEvent | KesherError, places: Places) -> bytes:
    if isinstance(item, TextPiece):
        return stream.text_event(item.text)
    name, shown = await _shown(item, places)
    return stream.event(name, shown)


async def _shown(item: _Other, places: Places) -> tuple[str, BaseModel]:
    shown: tuple[str, BaseModel]
    match item:
        case Started():
            started = schemas.ThreadEvent(thread_id=item.thread_id, answer_id=item.answer_id)
            shown = "thread", started
        case Stage():
            shown = "stage", schemas.StageEvent(stage=item.value)
        case Citation():
            shown = "citation", await places.citation(item)
        case Answer():
            shown = "done", schemas.DoneEvent(answer=await places.answer(item))
        case KesherError():
            shown = "error", problem_of(item)
        case _:
            shown = "retrieval", views.retrieval(item)
    return shown


@router.post("/answers/{answer_id}/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_answer(state: State, scope: CallerScope, answer_id: str) -> None:
    """Stop the writing of an answer. What was written until then is kept."""
    if not await state.end_work(scope, answer_id):
        raise NotFoundError("answer under way", answer_id)


@router.get("/rooms/{room_id}/threads")
async def list_threads(state: State, scope: CallerRoom) -> list[schemas.Thread]:
    """List the caller's threads of a room and those that others share there, newest first."""
    await state.services.store.room(scope)
    return [views.thread(item) for item in await state.services.store.threads(scope)]


@router.get("/threads/{thread_id}")
async def get_thread(state: State, scope: CallerScope, thread_id: str) -> schemas.ThreadDetail:
    """Show a thread with its answers, oldest first."""
    store = state.services.store
    thread = views.thread(await store.thread(scope, thread_id))
    answers = await Places(store, scope).answers(await store.answers(scope, thread_id))
    return schemas.ThreadDetail(**thread.model_dump(), answers=answers)


@router.patch("/threads/{thread_id}")
async def update_thread(
    state: State, scope: CallerScope, thread_id: str, request: schemas.ThreadUpdate
) -> schemas.Thread:
    """Name a thread anew, share it with the others of its room for reading, or end that."""
    store = state.services.store
    thread = changed(
        await store.thread(scope, thread_id), title=request.title, shared=request.shared
    )
    await store.update_thread(scope, thread)
    return views.thread(thread)


@router.delete("/threads/{thread_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_thread(state: State, scope: CallerScope, thread_id: str) -> None:
    """Delete a thread with its answers."""
    await state.services.store.delete_thread(scope, thread_id)
    state.services.retaining.wake()

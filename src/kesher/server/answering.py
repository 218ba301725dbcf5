"""A question's work apart from its request, and what of it a reader is sent."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from pydantic import BaseModel

from kesher.app.ask_events import AskEvent, Stage, Started, TextPiece, ThinkingPiece
from kesher.app.research.events import Paused
from kesher.domain.answer import Answer, Citation
from kesher.domain.scope import RoomScope
from kesher.errors import KesherError
from kesher.server import schemas, stream, views
from kesher.server.lasting import Still
from kesher.server.places import Places
from kesher.server.problems import internal_problem, problem_of
from kesher.server.research_schemas import ResearchRequest
from kesher.server.state import ServerState
from kesher.server.telling import Telling, joined
from kesher.server.underway import Show, Underway, watched

PAUSE_SECONDS = 0.0004
"""Between two events of text, for each work under way: of 500 answers each has five a second."""


async def answering(
    state: ServerState, scope: RoomScope, request: schemas.AskRequest, still: Still | None
) -> stream.EventStream:
    """Begin to answer a question, and stream what is told of it.

    The answer goes on when its reader leaves; who stops it is its person, or whoever shuts that
    person out.

    Raises:
        KesherError: the question is refused.
    """
    async with kept_to(state, scope, request) as thread_id:
        request = request.model_copy(update={"thread_id": thread_id})
        telling: Telling[AskEvent] = Telling()
        show = partial(_shown, Places(state.services.store, scope))
        state.start(_answer(state, scope, request, telling, show, still))
        await telling.begun()
    return stream.respond(told_from(state, telling, show, position=0))


@asynccontextmanager
async def kept_to(
    state: ServerState, scope: RoomScope, asked: schemas.AskRequest | ResearchRequest
) -> AsyncGenerator[str | None]:
    """Give the question's thread, kept to the documents that were chosen; None: to be made.

    A thread that is made for the choice is taken away where the question is then refused.

    Raises:
        NotFoundError: the room has no such thread or document.
    """
    services = state.services
    if asked.document_ids is None:
        yield asked.thread_id
        return
    thread, _ = await services.ask.thread_of(scope, asked.thread_id, asked.text, asked.memory)
    try:
        kept = await services.talking.threads.keep_to(scope, thread, asked.document_ids)
        yield kept.id
    except KesherError:
        if asked.thread_id is None:
            await services.talking.threads.withdraw(scope, thread)
        raise


async def told_from(
    state: ServerState, telling: Telling[Any], show: Show, *, position: int
) -> AsyncGenerator[bytes]:
    """Yield as events what was and will be told after a position, to the end."""
    with telling.read():
        while True:
            items = await telling.after(position)
            if not items and telling.has_ended:
                yield stream.event("error", internal_problem())
                return
            found = joined(items, position)
            position += len(items)
            yield b"".join([await show(item, number) for number, item in found]) or stream.PING
            if any(isinstance(item, Answer | Paused | KesherError) for item in items):
                return
            if all(isinstance(item, TextPiece) for item in items):
                await asyncio.sleep(len(state.tasks) * PAUSE_SECONDS)


async def _answer(
    state: ServerState,
    scope: RoomScope,
    request: schemas.AskRequest,
    telling: Telling[AskEvent],
    show: Show,
    still: Still | None,
) -> None:
    stop, stored = asyncio.Event(), False
    underway: list[Underway] = []

    def emit(item: AskEvent) -> None:
        if isinstance(item, Started):
            question = request.text.strip()
            begun = Underway(item.thread_id, item.answer_id, question, telling, show)
            underway.append(begun)
            state.stops.add(scope, item.answer_id, stop)
            state.answering.add(scope, begun)
        telling.emit(item)

    try:
        async with watched(telling, still, stop):
            await state.services.ask.answer(
                scope,
                request.text,
                emit=emit,
                stop=stop,
                thread_id=request.thread_id,
                memory=request.memory,
            )
        stored = True
    except KesherError as error:
        telling.fail(error)
    finally:
        telling.end()
        for begun in underway:
            state.stops.remove(scope, begun.answer_id, stop)
            state.answering.remove(scope, begun, stored=stored)


async def _shown(places: Places, item: AskEvent | KesherError, position: int) -> bytes:
    if isinstance(item, TextPiece):
        return stream.text_event(item.text, position=position)
    name, shown = await named(item, places)
    return stream.event(name, shown, position=position)


async def named(item: AskEvent | KesherError, places: Places) -> tuple[str, BaseModel]:
    """Return the name and the data of the event that shows what was told."""
    shown: tuple[str, BaseModel]
    match item:
        case Started():
            started = schemas.ThreadEvent(thread_id=item.thread_id, answer_id=item.answer_id)
            shown = "thread", started
        case Stage():
            shown = "stage", schemas.StageEvent(stage=item.value)
        case TextPiece():
            shown = "text", schemas.TextEvent(text=item.text)
        case ThinkingPiece():
            shown = "thinking", schemas.ThinkingEvent(text=item.text)
        case Citation():
            shown = "citation", await places.citation(item)
        case Answer():
            shown = "done", schemas.DoneEvent(answer=await places.answer(item))
        case KesherError():
            shown = "error", problem_of(item)
        case _:
            shown = "retrieval", views.retrieval(item)
    return shown

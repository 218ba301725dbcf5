"""Coming back to an answer: under way here, under way in another server, or stored meanwhile."""

import asyncio
import time
from collections.abc import AsyncGenerator

from kesher.domain.answer import Answer
from kesher.domain.scope import Scope
from kesher.errors import NotFoundError
from kesher.server import schemas, stream
from kesher.server.answering import told_from
from kesher.server.places import Places
from kesher.server.problems import problem_of
from kesher.server.state import ServerState

LOOK_SECONDS = 1.0
"""Between two looks for an answer that another server writes."""

WAIT_SECONDS = 300.0
"""How long such an answer is waited for: longer than models take, shorter than people wait."""


async def followed(
    state: ServerState, scope: Scope, thread_id: str, answer_id: str, *, position: int
) -> stream.EventStream:
    """Stream what is told of an answer after a position, or what it has become.

    Raises:
        NotFoundError: no such thread, or no such answer in it, under way or stored.
    """
    underway = state.answering.find(scope, answer_id)
    if underway is not None and underway.thread_id == thread_id:
        told = told_from(state, underway.telling, underway.show, position=position)
        return stream.respond(told)
    answer = await _stored(state, scope, thread_id, answer_id)
    if answer is None and not state.settings.is_shared:
        raise NotFoundError("answer", answer_id)
    return stream.respond(_waited(state, scope, thread_id, answer_id))


async def _waited(
    state: ServerState, scope: Scope, thread_id: str, answer_id: str
) -> AsyncGenerator[bytes]:
    """Yield the answer once it is stored, by whichever server writes it."""
    until = time.monotonic() + WAIT_SECONDS
    while (answer := await _stored(state, scope, thread_id, answer_id)) is None:
        if time.monotonic() > until or state.ending.is_set():
            yield stream.event("error", problem_of(NotFoundError("answer", answer_id)))
            return
        yield stream.PING
        await asyncio.sleep(LOOK_SECONDS)
    places = Places(state.services.store, scope)
    yield stream.event("done", schemas.DoneEvent(answer=await places.answer(answer)))


async def _stored(
    state: ServerState, scope: Scope, thread_id: str, answer_id: str
) -> Answer | None:
    answers = await state.services.store.answers(scope, thread_id)
    return next((answer for answer in answers if answer.id == answer_id), None)

"""Search, and answers as a stream."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, status

from kesher.domain.retrieval import Query
from kesher.errors import NotFoundError
from kesher.server import schemas, stream, views
from kesher.server.answering import answering
from kesher.server.deps import CallerIs, CallerRoom, CallerScope, MayStill, State
from kesher.server.following import followed
from kesher.server.policy import check_named

router = APIRouter(tags=["answers"])


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
        | schemas.ThinkingEvent
        | schemas.TextEvent
        | schemas.Citation
        | schemas.DoneEvent
        | schemas.Problem,
        "description": "The data of one event each; see the order in the description above.",
    }
}


@router.post("/rooms/{room_id}/ask", response_class=stream.EventStream, responses=_STREAMED)
async def ask(
    state: State, scope: CallerRoom, caller: CallerIs, still: MayStill, request: schemas.AskRequest
) -> stream.EventStream:
    """Answer a question as a stream of server-sent events.

    In order: `thread`, `stage`..., `retrieval`, `thinking`..., (`text` | `citation`)..., then
    `done` with the whole answer or `error` with a problem. An error before the stream is an
    ordinary problem. A reader who goes away leaves the answer to its end, and may come back to it:
    see `GET /api/threads/{thread_id}/answers/{answer_id}/events`.
    """
    state.services.ask.checked(request.text)
    await check_named(state, scope, caller, thread_id=request.thread_id, memory=request.memory)
    return await answering(state, scope, request, still)


@router.get(
    "/threads/{thread_id}/answers/{answer_id}/events",
    response_class=stream.EventStream,
    responses=_STREAMED,
)
async def follow_answer(
    state: State,
    scope: CallerScope,
    thread_id: str,
    answer_id: str,
    last_event_id: Annotated[
        int, Header(ge=0, description="The id of the last event that was read; 0: of none.")
    ] = 0,
) -> stream.EventStream:
    """Go on reading an answer that is under way, after the last event that was read.

    The events are those that the question's own stream has. Of an answer that has ended `done`
    comes alone, as it is stored; `error` where it was cut off and there is none.
    """
    return await followed(state, scope, thread_id, answer_id, position=last_event_id)


@router.post("/answers/{answer_id}/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_answer(state: State, scope: CallerScope, answer_id: str) -> None:
    """Stop the writing of an answer. What was written until then is kept."""
    if not await state.end_work(scope, answer_id):
        raise NotFoundError("answer under way", answer_id)

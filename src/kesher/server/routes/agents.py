"""An agent's run as a stream, its questions to a person, and its taking up again."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, status

from kesher.app.agent.agent import Agent, checked
from kesher.domain.agent import AgentEvent, Finished, RequestSent
from kesher.domain.scope import Scope
from kesher.errors import InputError, KesherError
from kesher.server import agent_schemas as schemas
from kesher.server import request_views, stream
from kesher.server.deps import CallerScope, State
from kesher.server.problems import internal_problem, problem_of
from kesher.server.state import ServerState
from kesher.wiring.agents import AgentOptions, make_agent

router = APIRouter(tags=["agents"])

Emit = Callable[[AgentEvent], None]
Work = Callable[[Emit, asyncio.Event], Coroutine[Any, Any, Finished]]
_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {"model": schemas.AgentEventOut, "description": "The data of one event each."}
}


@router.post("/agents/run", response_class=stream.EventStream, responses=_STREAMED)
async def run_agent(
    state: State, scope: CallerScope, request: schemas.AgentRunRequest
) -> stream.EventStream:
    """Do what a person asks, as a stream: thinking, text, calls, requests; `finished` at the end.

    A reader who goes away ends the run in good order; `resume` takes it up again.
    """
    text = checked(request.text)
    agent = await _agent(state, scope, request.instructions, text)
    known = request.trajectory_id
    if known is None:
        known = await agent.begin(scope, text)
    else:
        head = await state.services.store.trajectory_head(scope, known)
        if request.instructions and not head.prefix.system.startswith(request.instructions):
            raise InputError(
                f"The instructions of `{known}` were frozen when it began. Leave `instructions` "
                f"out to go on with it, or leave `trajectory_id` out to begin a new one."
            )
    trajectory_id = known

    def work(emit: Emit, stop: asyncio.Event) -> Coroutine[Any, Any, Finished]:
        return agent.run(scope, text, emit=emit, stop=stop, trajectory_id=trajectory_id)

    return _respond(state, trajectory_id, work)


@router.post(
    "/agents/{trajectory_id}/resume", response_class=stream.EventStream, responses=_STREAMED
)
async def resume_agent(state: State, scope: CallerScope, trajectory_id: str) -> stream.EventStream:
    """Go on where a trajectory stands: after a crash, a decision, or a limit."""
    head = await state.services.store.trajectory_head(scope, trajectory_id)
    agent = await _agent(state, scope, head.prefix.system, head.title)

    def work(emit: Emit, stop: asyncio.Event) -> Coroutine[Any, Any, Finished]:
        return agent.resume(scope, trajectory_id, emit=emit, stop=stop)

    return _respond(state, trajectory_id, work)


@router.post(
    "/agents/{trajectory_id}/decisions/{interrupt_id}", status_code=status.HTTP_204_NO_CONTENT
)
async def decide_for_agent(
    state: State,
    scope: CallerScope,
    trajectory_id: str,
    interrupt_id: str,
    request: schemas.DecisionRequest,
) -> None:
    """Allow or refuse a call that waits for a person; `resume` then goes on."""
    agent = await _agent(state, scope, "", "")
    await agent.decide(
        scope, trajectory_id, interrupt_id, allowed=request.allowed, comment=request.comment
    )


@router.post("/agents/{trajectory_id}/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_agent(state: State, trajectory_id: str) -> None:
    """End a run that is under way. What was done until then is kept."""
    stop = state.stops.get(trajectory_id)
    if stop is not None:
        stop.set()


async def _agent(state: ServerState, scope: Scope, instructions: str, spoken: str) -> Agent:
    options = AgentOptions(instructions=instructions)
    return await make_agent(state.services, state.settings, scope, options, spoken=spoken)


def _respond(state: ServerState, trajectory_id: str, work: Work) -> stream.EventStream:
    events: asyncio.Queue[AgentEvent | KesherError | None] = asyncio.Queue()
    stop = asyncio.Event()
    state.stops[trajectory_id] = stop

    async def doing() -> None:
        try:
            events.put_nowait(await work(events.put_nowait, stop))
        except KesherError as error:
            events.put_nowait(error)
        finally:
            events.put_nowait(None)
            if state.stops.get(trajectory_id) is stop:
                del state.stops[trajectory_id]

    state.start(doing())
    return stream.respond(_told(events, stop, trajectory_id))


async def _told(
    events: "asyncio.Queue[AgentEvent | KesherError | None]",
    stop: asyncio.Event,
    trajectory_id: str,
) -> AsyncIterator[bytes]:
    ended = False
    try:
        while True:
            try:
                async with asyncio.timeout(stream.PING_SECONDS):
                    item = await events.get()
            except TimeoutError:
                yield stream.PING
                continue
            if item is None:
                break
            if isinstance(item, KesherError):
                ended = True
                yield stream.event("error", problem_of(item))
            elif not (isinstance(item, Finished) and ended):
                ended = ended or isinstance(item, Finished)
                yield _event(item, trajectory_id)
        if not ended:
            yield stream.event("error", internal_problem())
    finally:
        stop.set()


def _event(item: AgentEvent, trajectory_id: str) -> bytes:
    name = _NAMES[type(item).__name__]
    if isinstance(item, RequestSent):
        data = request_views.sent_request(item.request).model_dump(mode="json")
    else:
        data = asdict(item)
    shown = schemas.AgentEventOut(kind=name, trajectory_id=trajectory_id, data=data)
    return stream.event(name, shown)


_NAMES = {
    "Thinking": "thinking",
    "Text": "text",
    "CallWritten": "call",
    "CallDone": "result",
    "RawPiece": "raw",
    "RequestSent": "request",
    "Compacted": "compacted",
    "ConfirmationAsked": "confirmation",
    "Finished": "finished",
}

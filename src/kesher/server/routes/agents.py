"""An agent's run as a stream, its questions to a person, and its taking up again."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, status
from starlette.types import Receive, Send
from starlette.types import Scope as ASGIScope
from typing_extensions import override

from kesher.app.agent.memory import remembered_by
from kesher.app.agent.spoken import checked
from kesher.app.agent.waiting import Question, waiting
from kesher.domain.access import Caller
from kesher.domain.agent import AgentEvent, Finished, RequestSent
from kesher.domain.scope import Scope
from kesher.errors import InputError, KesherError
from kesher.server import agent_schemas as schemas
from kesher.server import request_views, stream
from kesher.server.deps import CallerIs, CallerScope, State
from kesher.server.policy import check_named
from kesher.server.problems import internal_problem, problem_of
from kesher.server.state import ServerState
from kesher.server.told import Told
from kesher.text.storable import storable

if TYPE_CHECKING:
    from kesher.app.agent.agent import Agent

router = APIRouter(tags=["agents"])

Emit = Callable[[AgentEvent], None]
Work = Callable[[Emit, asyncio.Event], Coroutine[Any, Any, Finished]]
_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {"model": schemas.AgentEventOut, "description": "The data of one event each."}
}


@router.post("/agents/run", response_class=stream.EventStream, responses=_STREAMED)
async def run_agent(
    state: State, scope: CallerScope, caller: CallerIs, request: schemas.AgentRunRequest
) -> stream.EventStream:
    """Do what a person asks, as a stream: thinking, text, calls, requests; `finished` at the end.

    A reader who goes away ends the run in good order; `resume` takes it up again.
    """
    text = checked(request.text)
    await check_named(state, scope, caller, thread_id=None, memory=request.memory)
    if request.trajectory_id is not None:
        await _check_instructions(state, scope, request.trajectory_id, request.instructions)
    memory = request.memory or await _memory_of(state, scope, request.trajectory_id)
    place = _Place(state, scope, caller)
    agent = await _agent(place, request.instructions, text, memory=memory)
    trajectory_id = request.trajectory_id or await agent.begin(scope, text)

    def work(emit: Emit, stop: asyncio.Event) -> Coroutine[Any, Any, Finished]:
        return agent.run(scope, text, emit=emit, stop=stop, trajectory_id=trajectory_id)

    return await _respond(state, scope, trajectory_id, work)


@router.post(
    "/agents/{trajectory_id}/resume", response_class=stream.EventStream, responses=_STREAMED
)
async def resume_agent(
    state: State, scope: CallerScope, caller: CallerIs, trajectory_id: str
) -> stream.EventStream:
    """Go on where a trajectory stands: after a crash, a decision, or a limit."""
    head = await state.services.store.trajectory_head(scope, trajectory_id)
    memory = await _memory_of(state, scope, trajectory_id)
    place = _Place(state, scope, caller)
    agent = await _agent(place, head.prefix.system, head.title, memory=memory)

    def work(emit: Emit, stop: asyncio.Event) -> Coroutine[Any, Any, Finished]:
        return agent.resume(scope, trajectory_id, emit=emit, stop=stop)

    return await _respond(state, scope, trajectory_id, work)


@router.post(
    "/agents/{trajectory_id}/decisions/{interrupt_id}", status_code=status.HTTP_204_NO_CONTENT
)
async def decide_for_agent(
    state: State,
    scope: CallerScope,
    caller: CallerIs,
    trajectory_id: str,
    interrupt_id: str,
    request: schemas.DecisionRequest,
) -> None:
    """Allow or refuse a call that waits for a person; `resume` then goes on."""
    agent = await _agent(_Place(state, scope, caller), "", "")
    await agent.decide(
        scope, trajectory_id, interrupt_id, allowed=request.allowed, comment=request.comment
    )


@router.post("/agents/{trajectory_id}/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_agent(state: State, scope: CallerScope, trajectory_id: str) -> None:
    """End a run that is under way. What was done until then is kept.

    Where none is, nothing happens. Another server on the database that runs it is asked to end it.
    """
    if not await state.end_work(scope, trajectory_id):
        await state.services.store.check_not_leased(scope, trajectory_id)


@router.get("/agents/waiting")
async def list_waiting(
    state: State, scope: CallerScope, trajectory_id: str | None = None
) -> list[schemas.WaitingCall]:
    """List the calls that wait for a person, of all trajectories or of one, newest first."""
    found = await waiting(state.services.store, scope, trajectory_id)
    return [_waiting_call(question) for question in found]


async def _check_instructions(
    state: ServerState, scope: Scope, trajectory_id: str, instructions: str
) -> None:
    head = await state.services.store.trajectory_head(scope, trajectory_id)
    if instructions and not head.prefix.system.startswith(instructions):
        raise InputError(
            f"The instructions of `{trajectory_id}` were frozen when it began. Leave "
            f"`instructions` out to go on with it, or leave `trajectory_id` out to begin a new one."
        )


async def _memory_of(state: ServerState, scope: Scope, trajectory_id: str | None) -> str | None:
    """Return whose memory a trajectory began with; None: it has none, or is yet to begin."""
    if trajectory_id is None:
        return None
    return remembered_by(await state.services.store.trajectory_events(scope, trajectory_id))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where and for whom an agent runs."""

    state: ServerState
    scope: Scope
    caller: Caller


async def _agent(
    place: _Place, instructions: str, spoken: str, *, memory: str | None = None
) -> "Agent":
    # What an agent is made of is a tenth of all that a server would load, and few commands run one.
    from kesher.wiring.agents import AgentOptions, make_agent  # noqa: PLC0415

    state, scope = place.state, place.scope
    options = AgentOptions(
        instructions=instructions,
        memory=memory,
        may_ask=partial(state.services.access.members.may_ask, place.caller),
    )
    return await make_agent(state.services, state.settings, scope, options, spoken=spoken)


def _waiting_call(question: Question) -> schemas.WaitingCall:
    asked = question.asked
    return schemas.WaitingCall(
        interrupt_id=asked.id,
        trajectory_id=question.head.id,
        title=storable(question.head.title),
        tool=storable(asked.call.name),
        arguments=storable(asked.call.arguments),
        reason=storable(asked.reason),
    )


async def _respond(
    state: ServerState, scope: Scope, trajectory_id: str, work: Work
) -> stream.EventStream:
    """Run an agent apart from its request, and stream what it tells.

    A refusal that comes before anything else is raised, so that it is an HTTP problem.
    """
    told: Told[AgentEvent] = Told()
    stop = asyncio.Event()
    state.stops.add(scope, trajectory_id, stop)

    async def doing() -> None:
        try:
            told.emit(await work(told.emit, stop))
        except KesherError as error:
            told.fail(error)
        finally:
            told.end()
            state.stops.remove(scope, trajectory_id, stop)

    state.start(doing())
    await told.begun()
    return _RunStream(told, trajectory_id, stop)


async def _shown(told: Told[AgentEvent], trajectory_id: str) -> AsyncGenerator[bytes]:
    """Yield the events as they cross HTTP, signs of life between them, to the last word."""
    async for item in told.items():
        if item is None:
            yield stream.PING
        elif isinstance(item, KesherError):
            yield stream.event("error", problem_of(item))
            return
        else:
            yield _event(item, trajectory_id)
            if isinstance(item, Finished):
                return
    yield stream.event("error", internal_problem())


class _RunStream(stream.EventStream):
    """The stream of one run. However it ends, also before its first byte, the run ends with it."""

    def __init__(self, told: Told[AgentEvent], trajectory_id: str, stop: asyncio.Event) -> None:
        events = _shown(told, trajectory_id)
        super().__init__(events, headers=stream.HEADERS)
        self.events = events
        self._stop = stop

    @override
    async def __call__(self, scope: ASGIScope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._stop.set()


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
    "ToolsChanged": "tools_changed",
    "ConfirmationAsked": "confirmation",
    "Finished": "finished",
}

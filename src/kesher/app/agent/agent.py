"""An agent: begins trajectories, runs the loop on them, takes it up after any interruption."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from kesher.app.agent.asking import Asking
from kesher.app.agent.calls import Calls
from kesher.app.agent.continuing import catch_up, check_own, tool_changes
from kesher.app.agent.emitting import unfailing
from kesher.app.agent.hooks import (
    Compaction,
    Emit,
    Events,
    Follow,
    Guard,
    Memory,
    ProvenanceGuard,
    Status,
    Telling,
)
from kesher.app.agent.lease import Lease
from kesher.app.agent.log import Log
from kesher.app.agent.meter import Meter
from kesher.app.agent.pending import (
    ANOTHER_REQUEST,
    open_calls,
    open_interrupts,
    request_ids,
    rescued,
    unsaid_calls,
    used_events,
)
from kesher.app.agent.recorded import sent_in, turns
from kesher.app.agent.run import Run
from kesher.app.agent.session import AnyTool, Session, ToolsFor
from kesher.app.agent.settings import AgentSettings
from kesher.app.agent.spoken import checked
from kesher.app.delegations import children, own_events
from kesher.app.limits import Limiting
from kesher.context.guard.tags import meaning
from kesher.context.prefix import make_prefix
from kesher.context.skills.catalogue import without_catalogue
from kesher.domain.agent import ConfirmationAsked, Finished
from kesher.domain.message import Message, Role
from kesher.domain.profile import Profile
from kesher.domain.request import SentRequest
from kesher.domain.scope import Scope
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Decided, Event, Interrupted, Origin, Prefix, Said
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.clock import Clock, NewId
from kesher.ports.models import ChatModel, TokenCounter
from kesher.ports.stores import TrajectoryHead, TrajectoryStore
from kesher.text.language import language
from kesher.text.storable import storable

TITLE_CHARS = 80
PROVENANCE = ProvenanceGuard()
DEFAULTS = AgentSettings()


async def no_tools(_events: Events) -> Sequence[AnyTool]:
    """Return no tools."""
    return ()


@dataclass(frozen=True, slots=True)
class Agent:
    """A model with instructions and tools. Safe for many runs at the same time.

    Attributes:
        tools: Makes the tools for a trajectory; they are frozen into its prefix at its beginning.
        own: Those among them that its maker gave it. A trajectory whose prefix lacks one is not
            gone on with.
        follow: What enters the log after each message of a person; None: nothing.
        status, compaction: None: there is none.
        memory: None: nothing is remembered.
        holder: This process, as whoever meets one of its runs is told.
        limiting: Of whose run it is; None: nobody has limits.
        telling: None: messages and failures enter the log in the loop's own words.
    """

    chat: ChatModel
    store: TrajectoryStore
    counter: TokenCounter
    profile: Profile
    instructions: str
    clock: Clock
    new_id: NewId
    tools: ToolsFor = no_tools
    own: tuple[ToolSpec, ...] = ()
    examples: tuple[Message, ...] = ()
    follow: Follow | None = None
    guard: Guard = PROVENANCE
    status: Status | None = None
    telling: Telling | None = None
    compaction: Compaction | None = None
    memory: Memory | None = None
    settings: AgentSettings = DEFAULTS
    holder: str = "this process"
    limiting: Limiting | None = None

    async def begin(self, scope: Scope, title: str) -> str:
        """Freeze a prefix, store a new trajectory, and return its id.

        Raises:
            InputError: two tools share a name, or the examples do not alternate.
            ToolError: a source of tools cannot be reached.
        """
        head = self.head(await self.prefix(), title)
        await self.store.create_trajectory(scope, head)
        return head.id

    async def run(
        self,
        scope: Scope,
        text: str,
        *,
        emit: Emit,
        stop: asyncio.Event,
        trajectory_id: str | None = None,
    ) -> Finished:
        """Answer a person, telling `emit` all along. Setting `stop` ends the run.

        What `emit` raises is logged once for a run and changes nothing in it.
        What a crash had left open is finished first. A call that waits for a person counts as
        refused: they wrote something else.

        Args:
            trajectory_id: To go on with; None begins a new one (`RequestSent` names it).

        Raises:
            InputError: the text is empty.
            NotFoundError: the tenant has no such trajectory.
            ConflictError: one of the agent's own tools is not in the trajectory's frozen prefix.
            TrajectoryInUseError: it is being run already, here or in another process.
        """
        said = checked(text)
        known = trajectory_id or await self.begin(scope, said)
        async with self._held(scope, known, emit, stop) as session:
            await self._check_tools(session)
            await self._catch_up(session.log)
            if self.memory is not None:
                await self.memory.hear(session.log, said)
            words = self.telling.stamped(said) if self.telling else said
            await self.say(session, Said(Message(Role.USER, words), Origin.USER))
            for payload in await self.follow(said, session.log.events) if self.follow else ():
                await session.log.append(payload)
            finished = await self.go(session)
        return _told(session, finished)

    async def resume(
        self, scope: Scope, trajectory_id: str, *, emit: Emit, stop: asyncio.Event
    ) -> Finished:
        """Go on where a trajectory stands: after a crash, a decision, or a limit.

        A run that had reached a limit gets the limits anew. One that has its answer is not asked
        again, and one that waits for a person waits on.

        Raises:
            NotFoundError: the tenant has no such trajectory.
            ConflictError: it has no message yet, or as `run`.
            TrajectoryInUseError: it is being run already, here or in another process.
        """
        async with self._held(scope, trajectory_id, emit, stop) as session:
            if not session.log.entries:
                raise ConflictError(f"`{trajectory_id}` has no message yet. Run it with one.")
            await self._check_tools(session)
            await self._catch_up(session.log)
            finished = await self.go(session)
        return _told(session, finished)

    async def decide(
        self,
        scope: Scope,
        trajectory_id: str,
        interrupt_id: str,
        *,
        allowed: bool,
        comment: str = "",
    ) -> None:
        """Record a person's word on a call that waits; `resume` then goes on.

        The word holds for that tool with those arguments only.

        Raises:
            NotFoundError: the tenant has no such trajectory, or it asked no such thing.
            ConflictError: it was decided already.
            TrajectoryInUseError: it is being run, as for another decision: wait for its rest.
        """
        log = await self.opened(scope, trajectory_id)
        await decide(log, interrupt_id, allowed=allowed, comment=comment)

    async def opened(self, scope: Scope, trajectory_id: str, owner: str | None = None) -> Log:
        """Return the log of a trajectory, which `owner` holds. Raises NotFoundError."""
        return await Log.opened(self.store, scope, trajectory_id, self.clock, owner=owner)

    @asynccontextmanager
    async def _held(
        self, scope: Scope, trajectory_id: str, emit: Emit, stop: asyncio.Event
    ) -> AsyncIterator[Session]:
        """Hold a trajectory for a person's own run while the block lasts."""
        owner = f"{self.holder} ({self.new_id('run')})"
        seconds = self.settings.lease_seconds
        async with Lease(self.store, scope, trajectory_id, owner, seconds).held(stop):
            log = await self.opened(scope, trajectory_id, owner)
            meter = Meter(self.settings.iterations, self.settings.tokens)
            yield Session(
                scope, log, meter, unfailing(emit, trajectory_id), stop, memory=self.memory
            )

    async def _check_tools(self, session: Session) -> None:
        """Refuse own tools that the prefix lacks, and tell of those of the prefix that are gone."""
        prefix = session.log.trajectory.prefix
        check_own(session.log.id, prefix, self.own)
        found = tool_changes(prefix, await self._by_name(session.log))
        if found is not None:
            session.emit(found)

    async def _catch_up(self, log: Log) -> None:
        if self.follow is not None:
            await catch_up(log, self.follow)

    async def say(self, session: Session, said: Said) -> None:
        """Put a message into a log, what is open before it closed first."""
        log = session.log
        if unsaid_calls(log.events):
            await log.append(rescued(log.events))
        left = open_calls(log.events)
        calls = self._calls(session, await self._by_name(log))
        for asked in open_interrupts(log.events):
            await log.append(Decided(asked.id, allowed=False, comment=ANOTHER_REQUEST))
        await calls.settle([await calls.again(each) for each in left if not each.is_waiting])
        await calls.close(open_calls(log.events), text=ANOTHER_REQUEST)
        await log.append(said)

    async def go(self, session: Session, *, previous: SentRequest | None = None) -> Finished:
        """Run the loop on a log from wherever it stands.

        Args:
            previous: The request that the next one is compared with; None: the log's own last.
        """
        await self._restore(session)
        tools = await self._by_name(session.log)
        run = Run(
            session,
            tools,
            asking=Asking(
                self.chat,
                self.store,
                self.profile,
                self.counter,
                self.settings,
                self.clock,
                self.new_id,
                self.limiting,
            ),
            calls=self._calls(session, tools),
            status=self.status,
            compaction=self.compaction,
        )
        return await run.go(await self._last_request(session) or previous)

    async def prefix(self) -> Prefix:
        """Return the prefix that a new trajectory gets."""
        tools = await self.tools(lambda: ())
        system = self.instructions
        if any(tool.spec.external for tool in tools):
            system = f"{system}\n\n{meaning(language(without_catalogue(system)))}"
        return make_prefix(system, [tool.spec for tool in tools], self.examples)

    def head(self, prefix: Prefix, title: str, parent_id: str | None = None) -> TrajectoryHead:
        """Return the head of a new trajectory."""
        short = " ".join(storable(title).split())[:TITLE_CHARS]
        return TrajectoryHead(
            self.new_id("trj"), prefix, self.profile.name, short, self.clock(), parent_id
        )

    def _calls(self, session: Session, tools: Mapping[str, AnyTool]) -> Calls:
        return Calls(
            session,
            tools,
            guard=self.guard,
            settings=self.settings,
            count=self.counter.count,
            new_id=self.new_id,
            telling=self.telling,
        )

    async def _by_name(self, log: Log) -> Mapping[str, AnyTool]:
        tools = await self.tools(lambda: log.events)
        return {tool.spec.name: tool for tool in tools}

    async def _restore(self, session: Session) -> None:
        """Count what the run had used before a restart."""
        if session.meter.iterations:
            return
        events = used_events(session.log.events)
        mine = sent_in(await self.store.requests(session.scope, session.log.id), events)
        mine += await self._delegated_requests(session.scope, events)
        session.meter.restore(iterations=turns(mine), tokens=sum(map(used_tokens, mine)))

    async def _delegated_requests(
        self, scope: Scope, events: Sequence[Event]
    ) -> Sequence[SentRequest]:
        """Return the requests of all that was delegated in these events, however deep."""
        found: list[SentRequest] = []
        for child_id in children(events):
            try:
                below = own_events(await self.store.trajectory_events(scope, child_id))
            except NotFoundError:  # a crash came before it was made
                continue
            found += await self.store.requests(scope, child_id)
            found += await self._delegated_requests(scope, below)
        return found

    async def _last_request(self, session: Session) -> SentRequest | None:
        ids = request_ids(session.log.events)
        return await self.store.request(session.scope, ids[-1]) if ids else None


def _told(session: Session, finished: Finished) -> Finished:
    """Tell of what a run waits for and of its end, when whoever is told may go on with it."""
    waiting = open_interrupts(session.log.events) if finished.waiting else ()
    for asked in waiting:
        session.emit(ConfirmationAsked(asked.id, asked.call, asked.reason))
    session.emit(finished)
    return finished


async def decide(log: Log, interrupt_id: str, *, allowed: bool, comment: str = "") -> None:
    """Record a person's word on a call that waits. Raises as `Agent.decide`."""
    asked = {e.payload.id for e in log.events if isinstance(e.payload, Interrupted)}
    if interrupt_id not in asked:
        raise NotFoundError("question to a person", interrupt_id)
    if interrupt_id not in {each.id for each in open_interrupts(log.events)}:
        raise ConflictError(f"`{interrupt_id}` was decided already. Resume the run.")
    await log.append(Decided(interrupt_id, allowed, storable(comment)))


def used_tokens(request: SentRequest) -> int:
    """Return input and output tokens of a stored request, as billed or as counted."""
    usage = request.usage
    if usage is None or usage.input_tokens is None:
        return request.tokens
    return usage.input_tokens + (usage.output_tokens or 0)

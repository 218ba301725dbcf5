"""Delegation: a task in a context of its own, a bounded report back.

A sub-agent is a trajectory with a parent. It is isolated by default (own prefix, the task's text
and nothing else), or forked: the parent's prefix and everything that the parent had been sent,
byte for byte, with the task at the end, so that the provider's cache serves both.

Everything about it stands in the two logs, so that it goes on after a restart as any run does. It
cannot confirm for itself: what it asks is put to the person through its parent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.app.agent.agent import Agent, decide
from kesher.app.agent.hooks import Count, Events
from kesher.app.agent.lease import Lease
from kesher.app.agent.log import Log
from kesher.app.agent.meter import Meter
from kesher.app.agent.pending import open_interrupts, unedited
from kesher.app.agent.session import AnyTool, Session, Waiting
from kesher.app.delegations import (
    SOURCE,
    Delegation,
    child_of,
    delegated,
    fork_point,
    has_begun,
    has_task,
    is_forked,
    own_events,
    surfaced,
)
from kesher.domain.agent import AgentEvent, AgentStop, Finished
from kesher.domain.canonical import canonical
from kesher.domain.json_value import JsonObject
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.request import SentRequest
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Decided, Entry, Origin, Requested, Said
from kesher.errors import NotFoundError, ToolError
from kesher.ports.tools import ToolOutput
from kesher.text.language import language
from kesher.text.sentences import sentence_spans

DELEGATE = "delegate"
SHORTEN_SOURCE = "shorten"
_SHORTEN = {
    "he": "הדיווח ארוך מדי: עד {limit} טוקנים. כתוב אותו שוב בקיצור, בלי להשמיט ממצאים, "
    "מספרים ומקורות. החזר רק את הדיווח.",
    "en": "The report is too long: at most {limit} tokens. Write it again, shorter, and keep "
    "findings, numbers and sources. Give the report only.",
}
_CUT = {
    "he": "[הדיווח נחתך כאן: {left} תווים נוספים נשמרו ב-{id}.]",
    "en": "[The report was cut here: {left} more characters are kept in {id}.]",
}


@dataclass(frozen=True, slots=True)
class SubagentSettings:
    """Limits of delegated tasks; what the parent has left is always a limit too.

    Attributes:
        depth: How deep delegation goes: 1, a sub-agent cannot delegate.
        report_tokens: Most that comes back.
        seconds: Of one delegated task.
        instructions: System message of an isolated sub-agent; empty: the parent's own.
    """

    depth: int = 1
    iterations: int = 12
    tokens: int = 120_000
    report_tokens: int = 600
    seconds: float = 900.0
    instructions: str = ""


def with_delegation(agent: Agent, settings: SubagentSettings | None = None) -> Agent:
    """Return an agent that can delegate to others like itself."""
    limits = settings or SubagentSettings()

    async def tools(events: Events) -> Sequence[AnyTool]:
        return (*await agent.tools(events), Delegate(whole, agent, limits))

    whole = replace(agent, tools=tools)
    return whole


class Delegate:
    """`delegate`: gives a task to a sub-agent and returns its report."""

    def __init__(self, agent: Agent, leaf: Agent, settings: SubagentSettings) -> None:
        """Delegate to agents like `agent`, or like `leaf` where they cannot delegate further."""
        self._agent = agent
        self._leaf = leaf
        self._settings = settings

    @property
    def spec(self) -> ToolSpec:
        """The tool's name, manual and schema."""
        return ToolSpec(
            name=DELEGATE,
            description=(
                "Give a task to a sub-agent that works in a context of its own, and get a report "
                f"of up to {self._settings.report_tokens} tokens. Use it for work that reads much "
                "and of which you need only the outcome. Several calls at once run side by side. "
                "The sub-agent sees nothing of this conversation: write everything it needs into "
                "`task` (goal, constraints, names, where to look, what to report), unless "
                '`forked` is true, when it knows all that you know. Example: {"task": "מצא בתקנון '
                'את מספר ימי המחלה לעובד במשרה חלקית, ודווח עם מספר הסעיף."}.'
            ),
            parameters=canonical(
                {
                    "type": "object",
                    "properties": {
                        "task": {
                            "type": "string",
                            "minLength": 1,
                            "maxLength": 20_000,
                            "description": "The whole task in words, self-contained.",
                        },
                        "forked": {
                            "type": "boolean",
                            "description": "It begins with all that you have seen. Default false.",
                        },
                    },
                    "required": ["task"],
                    "additionalProperties": False,
                }
            ),
            timeout_seconds=self._settings.seconds,
        )

    async def call_in(
        self, call: ToolCall, arguments: JsonObject, session: Session
    ) -> ToolOutput | Waiting:
        """Begin the task, or go on with it where it stands.

        Raises:
            ToolError: delegation goes no deeper, or the sub-agent's model failed.
        """
        if session.depth >= self._settings.depth:
            raise ToolError(
                f"Delegation goes {self._settings.depth} deep and not deeper. Do the task yourself."
            )
        task, forked = str(arguments.get("task", "")), bool(arguments.get("forked", False))
        delegation = Delegation(task, forked, session.depth + 1)
        child_id = await self._child_id(session, call, delegation)
        owner = session.log.owner or self._agent.holder
        seconds = self._agent.settings.lease_seconds
        lease = Lease(self._agent.store, session.scope, child_id, owner, seconds)
        # A dead run's lease on it may outlast the one on its parent.
        async with lease.held(session.stop, from_anybody=True):
            return await self._done(session, call, delegation, child_id)

    async def _done(
        self, session: Session, call: ToolCall, delegation: Delegation, child_id: str
    ) -> ToolOutput | Waiting:
        """Run the sub-agent, from wherever it stands, and return its report or its questions."""
        log = await self._agent.opened(session.scope, child_id, session.log.owner)
        if not has_task(log.events, delegation):
            await _seed(log, session.log, call, delegation)
        child = self._session(session, log)
        await _pass_on(session.log, log)
        finished = await self._worked(child, await self._parent_request(session, log))
        if finished.stop is AgentStop.CONFIRMATION:
            asked = open_interrupts(own_events(log.events))
            return Waiting(tuple(surfaced(each, log.id) for each in asked))
        return _report(finished, log, self._settings.report_tokens, self._agent.counter.count)

    async def _child_id(self, session: Session, call: ToolCall, delegation: Delegation) -> str:
        """Return the id of the sub-agent's trajectory, made if it is not there."""
        child_id = child_of(session.log.events, call.id)
        if child_id is None:
            child_id = self._agent.new_id("trj")
            await session.log.append(delegated(call.id, child_id))
        try:
            await self._agent.store.trajectory_head(session.scope, child_id)
        except NotFoundError:
            await self._create(session, child_id, delegation)
        return child_id

    async def _create(self, session: Session, child_id: str, delegation: Delegation) -> None:
        prefix = session.log.trajectory.prefix
        if not delegation.forked:
            worker = self._worker(delegation.depth, forked=False)
            own = self._settings.instructions or worker.instructions
            prefix = await replace(worker, instructions=own).prefix()
        head = self._agent.head(prefix, delegation.task, session.log.id)
        await self._agent.store.create_trajectory(session.scope, replace(head, id=child_id))

    def _worker(self, depth: int, *, forked: bool) -> Agent:
        """Return the agent that does it. A fork offers what its parent offers, byte for byte."""
        return self._agent if forked or depth < self._settings.depth else self._leaf

    def _session(self, parent: Session, log: Log) -> Session:
        """Return the sub-agent's run: its own limits under those above, and their stop."""
        limits = self._settings
        meter = Meter(limits.iterations, limits.tokens, parent.meter)
        above: tuple[Entry, ...] = parent.above if is_forked(log.events) else parent.seen()
        return Session(
            parent.scope, log, meter, _silent, parent.stop, depth=parent.depth + 1, above=above
        )

    async def _worked(self, child: Session, previous: SentRequest | None) -> Finished:
        """Run the sub-agent; a report that is too long is asked for once more."""
        worker = self._worker(child.depth, forked=is_forked(child.log.events))
        finished = await worker.go(child, previous=previous)
        if finished.stop is not AgentStop.ANSWERED or self._fits(finished.text):
            return finished
        if any(entry.source == SHORTEN_SOURCE for entry in child.log.entries):
            return finished
        spoken = "he" if language(finished.text) == "he" else "en"
        wanted = _SHORTEN[spoken].format(limit=self._settings.report_tokens)
        asked = Said(Message(Role.USER, wanted), Origin.HARNESS, source=SHORTEN_SOURCE)
        await worker.say(child, asked)
        shorter = await worker.go(child)
        return shorter if shorter.stop is AgentStop.ANSWERED and shorter.text else finished

    def _fits(self, text: str) -> bool:
        return self._agent.counter.count(text) <= self._settings.report_tokens

    async def _parent_request(self, session: Session, log: Log) -> SentRequest | None:
        """Return the request that a fork shares its bytes with, for the audit of its first."""
        if not is_forked(log.events):
            return None
        cut = len(log.events) - len(own_events(log.events))
        sent = session.log.events[cut].payload
        if not isinstance(sent, Requested):
            return None
        return await self._agent.store.request(session.scope, sent.request_id)


async def _seed(log: Log, parent: Log, call: ToolCall, delegation: Delegation) -> None:
    """Give a sub-agent its beginning, from wherever a crash has left it."""
    if not has_begun(log.events, delegation):
        if delegation.forked:
            cut = fork_point(parent.events, call.id)
            await log.adopt(parent.events[len(log.events) : cut])
        await log.append(delegation.note())
    task = Message(Role.USER, delegation.task)
    await log.append(Said(task, Origin.MODEL, source=SOURCE, pinned=True))


async def _pass_on(parent: Log, child: Log) -> None:
    """Give a person's words, said to the parent, to the sub-agent that asked."""
    waiting = {each.id for each in open_interrupts(own_events(child.events))}
    for event in parent.events:
        word = event.payload
        if isinstance(word, Decided) and word.interrupt_id in waiting:
            await decide(child, word.interrupt_id, allowed=word.allowed, comment=word.comment)


def _report(finished: Finished, log: Log, limit_tokens: int, count: Count) -> ToolOutput:
    """Return what goes back to the parent: within its limit, marked where others' words are in it.

    Raises:
        ToolError: the sub-agent said nothing, and why.
    """
    if finished.stop is not AgentStop.ANSWERED and not finished.text:
        raise ToolError(f"The sub-agent ended ({finished.stop}): {finished.detail or 'no report'}.")
    text = shortened_report(finished.text, log.id, limit_tokens, count)
    if finished.stop is not AgentStop.ANSWERED:
        text = f"{text}\n[The sub-agent was not done ({finished.stop}). {finished.detail}]"
    own = [entry for entry in unedited(own_events(log.events)) if entry.source != SOURCE]
    refs = tuple(dict.fromkeys(ref for entry in own for ref in entry.refs))
    external = any(entry.origin is Origin.EXTERNAL for entry in own)
    return ToolOutput(text, external=external, source=f"{DELEGATE} {log.id}", refs=refs)


def shortened_report(text: str, child_id: str, limit_tokens: int, count: Count) -> str:
    """Return whole sentences from the beginning within a limit, and a note where some are left out.

    A first sentence that is longer than the limit is cut within.
    """
    if count(text) <= limit_tokens:
        return text
    spoken = "he" if language(text) == "he" else "en"
    note = _CUT[spoken].format(left=f"{len(text):,}", id=child_id)
    room = max(1, limit_tokens - count(note) - 1)
    ends = [end for _, end in sentence_spans(text)]
    fitting = [end for end in ends if count(text[:end]) <= room]
    end = fitting[-1] if fitting else max(1, len(text) * room // max(1, count(text)))
    while end > 1 and count(text[:end]) > room:
        end -= end // 20 + 1
    note = _CUT[spoken].format(left=f"{len(text) - end:,}", id=child_id)
    return f"{text[:end].rstrip()}\n{note}"


def _silent(_event: AgentEvent) -> None:
    """A sub-agent's own events are stored, not told: they would mix with its parent's."""

"""What the loop asks of its surroundings: who judges calls, who writes the status, who compacts."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kesher.app.agent.log import Log
from kesher.context.assembly import Recollection
from kesher.context.guard.decision import Ruling, Verdict, judge
from kesher.domain.agent import AgentEvent
from kesher.domain.message import ToolCall
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Entry, Event, Payload

Emit = Callable[[AgentEvent], None]
"""Takes events in order. A `RequestSent` begins an answer anew: what an answer that broke off had
shown before is void."""

Events = Callable[[], Sequence[Event]]
"""A trajectory's events so far."""

Follow = Callable[[str, Sequence[Event]], Awaitable[Sequence[Payload]]]
"""A person's message and the events so far → what enters the log after it: the skills that it
calls by name."""

Count = Callable[[str], int]


class Guard(Protocol):
    """Decides on a call before it is made."""

    def judge(
        self,
        call: ToolCall,
        spec: ToolSpec,
        entries: Sequence[Entry],
        decided: Mapping[str, bool],
        *,
        prefix: str,
    ) -> Verdict:
        """Allow, refuse, or have a person asked.

        Args:
            entries: All messages that the agent and those above it have seen.
            decided: A person's earlier word by binding. A yes stands only for the call it was
                given for; a no stands for good.
            prefix: Text of the system message.
        """
        ...


@dataclass(frozen=True, slots=True)
class ProvenanceGuard:
    """Judges by where a call's values come from (see `kesher.context.guard`).

    Attributes:
        always_ask: Tools that a person is asked about each time, whatever their arguments.
    """

    always_ask: frozenset[str] = frozenset()

    def judge(
        self,
        call: ToolCall,
        spec: ToolSpec,
        entries: Sequence[Entry],
        decided: Mapping[str, bool],
        *,
        prefix: str,
    ) -> Verdict:
        """Decide as the guard does, after the list of those that always ask."""
        verdict = judge(call, spec, entries, decided, prefix=prefix)
        by_person = verdict.ruling is not Ruling.ALLOW or bool(decided)
        if spec.name in self.always_ask and not by_person:
            return Verdict(Ruling.CONFIRM, f"`{spec.name}` is always asked about.")
        return verdict


class Status(Protocol):
    """Writes what the model is told about its own situation before each request."""

    async def status(self, log: Log) -> str | None:
        """Return the text that stands at the end of this request only; None: nothing does.

        A status that stays where it is put is appended to the log by this call itself.
        """
        ...


class Memory(Protocol):
    """What is remembered of the person, beside the log: none of its words enters the log."""

    async def hear(self, log: Log, text: str) -> None:
        """Take in what the person says, before it enters the log.

        At a trajectory's beginning, what is known by then is frozen: by a note in the log.

        Raises:
            InputError: it is too long to be remembered.
        """
        ...

    async def recollect(self, log: Log) -> Recollection:
        """Return what the next request is given: what was frozen, and what is new or asked for."""
        ...


class Telling(Protocol):
    """Words messages and failures for the model, where it is to be told more than the bare text."""

    def stamped(self, text: str) -> str:
        """Return the text of a person's message or of a result as it enters the log."""
        ...

    def raised(self, call: ToolCall, error: BaseException, events: Sequence[Event]) -> str | None:
        """Return what is said of a tool that failed; None: the loop's own words."""
        ...


@dataclass(frozen=True, slots=True)
class Room:
    """How much of a request's budget is used.

    Attributes:
        tokens: Of the request as it would be sent now.
        reads: Names of the tools that only look something up.
        stop: Set: the run is to end, so nothing is to be waited for.
    """

    tokens: int
    budget_tokens: int
    count: Count
    reads: frozenset[str]
    stop: asyncio.Event


class Compaction(Protocol):
    """Shortens what is shown of a trajectory when there is reason to."""

    async def make_room(self, log: Log, room: Room, emit: Emit) -> int:
        """Append edits where they are worth it, and say so to `emit`.

        Returns:
            Tokens that this cost at a model, input and output.

        Raises:
            CompactionError: nothing more can be made shorter, and the request is too long.
        """
        ...

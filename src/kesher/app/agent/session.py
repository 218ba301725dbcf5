"""One run as a tool may see it, and what a tool gives back that must wait for a person."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias, runtime_checkable

from kesher.app.agent.hooks import Emit, Events, Memory
from kesher.app.agent.log import Log
from kesher.app.agent.meter import Meter
from kesher.app.agent.pending import unedited
from kesher.domain.json_value import JsonObject
from kesher.domain.message import ToolCall
from kesher.domain.scope import Scope
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Entry, Interrupted
from kesher.ports.tools import Tool, ToolOutput


@dataclass(frozen=True, slots=True)
class Session:
    """One run under way.

    Attributes:
        stop: Set: the run and all that it delegated to end.
        depth: 0 for a person's own run; 1 for what it delegated to.
        above: Messages of the agents above, oldest first, numbered on.
        memory: Of a person's own run; what it delegated to has none.
    """

    scope: Scope
    log: Log
    meter: Meter
    emit: Emit
    stop: asyncio.Event
    depth: int = 0
    above: tuple[Entry, ...] = ()
    memory: Memory | None = None

    def seen(self) -> tuple[Entry, ...]:
        """Return all messages that this agent and those above it have seen, numbered through."""
        return joined(self.above, unedited(self.log.events))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call cannot end before a person has answered these."""

    interrupts: tuple[Interrupted, ...]


@runtime_checkable
class InSession(Protocol):
    """A tool that works on the run itself. It goes on where it was when it is called again.

    The loop calls it again after an interruption, with the same call.
    """

    @property
    def spec(self) -> ToolSpec:
        """As `Tool.spec`."""
        ...

    async def call_in(
        self, call: ToolCall, arguments: JsonObject, session: Session
    ) -> ToolOutput | Waiting:
        """Do it. Raises as `Tool.call`."""
        ...


AnyTool: TypeAlias = Tool | InSession

ToolsFor: TypeAlias = Callable[[Events], Awaitable[Sequence[AnyTool]]]
"""Makes the tools for one trajectory. Asked at its beginning and at each run, also on a restart."""


@runtime_checkable
class Resolving(Protocol):
    """A tool that stands for others: risk, limits and the guard go by the tool that is meant."""

    def resolve(self, arguments: JsonObject) -> tuple[Tool, JsonObject]:
        """Return the tool that is meant and its arguments. Raises ToolError."""
        ...


def joined(first: Sequence[Entry], then: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return both one after the other, the second numbered on from the first."""
    offset = first[-1].sequence + 1 if first else 0
    moved = [
        replace(entry, sequence=entry.sequence + offset, group=entry.group + offset)
        for entry in then
    ]
    return (*first, *moved)

"""Agents in Python."""

import asyncio
from collections.abc import Callable, Iterable
from typing import cast

from kesher.app.agent.agent import Agent
from kesher.app.agent.waiting import Question, waiting
from kesher.app.function_tools import function_tool
from kesher.domain.agent import AgentEvent, Finished
from kesher.domain.scope import Scope
from kesher.engine.loop import Loop
from kesher.errors import ConfigurationError, ConflictError
from kesher.ports.tools import Tool


class AgentHandle:
    """An agent and its trajectory, which `run` goes on with.

    Attributes:
        trajectory: Id of the trajectory; None before the first run.
    """

    def __init__(self, agent: Agent, loop: Loop, scope: Scope, trajectory: str | None) -> None:
        self._agent = agent
        self._loop = loop
        self._scope = scope
        self.trajectory = trajectory

    def run(self, text: str, *, events: Callable[[AgentEvent], None] | None = None) -> Finished:
        """Do what a person asks, and return why and with what words it came to rest.

        Args:
            events: Told of thinking, text, calls and requests as they come; from another thread.
                What it raises is logged once and does not end the run.

        Raises:
            InputError: the text is empty.
            ConflictError: another process goes on with the trajectory, or a tool that was given
                is not in its frozen prefix.
        """
        if self.trajectory is None:
            self.trajectory = self._loop.run(self._agent.begin(self._scope, text))
        working = self._agent.run(
            self._scope,
            text,
            emit=events or (lambda _: None),
            stop=asyncio.Event(),
            trajectory_id=self.trajectory,
        )
        return self._loop.run(working)

    def resume(self, *, events: Callable[[AgentEvent], None] | None = None) -> Finished:
        """Go on where the trajectory stands: after a crash, a decision, or a limit.

        Raises:
            ConflictError: nothing has been asked yet, or as `run`.
        """
        if self.trajectory is None:
            raise ConflictError("Nothing has been asked of this agent yet. Call `run` first.")
        working = self._agent.resume(
            self._scope, self.trajectory, emit=events or (lambda _: None), stop=asyncio.Event()
        )
        return self._loop.run(working)

    def waiting(self) -> list[Question]:
        """Return the calls that wait for a person, also after a restart; `decide` takes their ids.

        `Kesher.waiting` gives those of all trajectories.
        """
        if self.trajectory is None:
            return []
        return list(self._loop.run(waiting(self._agent.store, self._scope, self.trajectory)))

    def decide(self, interrupt_id: str, *, allowed: bool, comment: str = "") -> None:
        """Allow or refuse a call that waits for a person; `resume` then goes on.

        Raises:
            NotFoundError: nothing of that id was asked.
            ConflictError: it was decided already.
        """
        deciding = self._agent.decide(
            self._scope, self.trajectory or "", interrupt_id, allowed=allowed, comment=comment
        )
        self._loop.run(deciding)


def as_tools(given: Iterable[Tool | Callable[..., object]]) -> tuple[Tool, ...]:
    """Return what an agent is given as tools: functions as tools, tools as they are.

    Raises:
        ConfigurationError: it is no list, or one of it is neither function nor tool.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ConfigurationError(
            f"`tools` is {given!r:.60}. Give a list of functions or tools: `tools=[days_off]`."
        )
    return tuple(
        cast("Tool", each) if hasattr(each, "spec") else function_tool(each) for each in given
    )

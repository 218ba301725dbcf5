"""The data folder, open."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self

from kesher.app.agent.waiting import Question, waiting
from kesher.config.load import load
from kesher.domain.document import Room
from kesher.domain.request import SentRequest
from kesher.domain.scope import DEFAULT_TENANT, Scope
from kesher.engine.agents import AgentHandle, as_tools
from kesher.engine.loop import Loop
from kesher.engine.memory import MemoryHandle
from kesher.engine.records import RecordHandle
from kesher.engine.rooms import RoomHandle
from kesher.errors import ConfigurationError, InputError
from kesher.ports.stores import TrajectoryHead
from kesher.ports.tools import Tool
from kesher.text.storable import storable
from kesher.wiring.agents import AgentOptions, make_agent
from kesher.wiring.services import Services, build

Background = asyncio.Future[
    tuple[BaseException | None, BaseException | None, BaseException | None, BaseException | None]
]


class Kesher:
    """A data folder, open. One process at a time holds it; `close` or `with` lets it go.

    Args:
        data_folder: Made if it is absent.
        settings: Any setting by its name (docs/reference/settings.md).

    Raises:
        FolderInUseError: a server or another program holds the folder.
        ConfigurationError: a setting is unknown or wrong, or `data_folder` is no path.
        StoreError: the stored data cannot be opened.
    """

    def __init__(self, data_folder: str | Path = "kesher-data", **settings: object) -> None:
        loaded = load(None, data_folder=_folder(data_folder), **settings)
        self._settings = loaded
        self._loop = Loop()
        try:
            self._services = self._loop.run(build(loaded))
        except BaseException:
            self._loop.close()
            raise
        self._jobs = self._loop.run(_started(self._services))
        self._scope = Scope()
        self._closed = False

    def room(self, name: str) -> "RoomHandle":
        """Return the room of that name (or id), made if there is none.

        Raises:
            InputError: the name is blank or longer than 200 characters.
        """
        room = self._loop.run(self._services.rooms.find_or_create(self._scope, name))
        return RoomHandle(self._services, self._loop, room)

    def rooms(self) -> list[Room]:
        """Return the rooms, by name."""
        return list(self._loop.run(self._services.store.rooms(self._scope)))

    def agent(
        self,
        instructions: str = "",
        *,
        tools: Iterable[Tool | Callable[..., object]] = (),
        options: AgentOptions | None = None,
        trajectory: str | None = None,
    ) -> "AgentHandle":
        """Return an agent: the model of the settings, with instructions and tools.

        Args:
            instructions: Its system message; empty: Kesher's own.
            tools: Python functions with type hints and a docstring, or `Tool`s.
            options: What else it can do: rooms, skills, delegation; its status.
            trajectory: Id of an earlier one, to go on with. Its instructions and tool schemas are
                frozen: give the same tools; instructions may be left out. Going on with a tool
                that it lacks is refused (ConflictError); one of its own that is not given is told
                to `events` (`ToolsChanged`), and calls of it fail.

        Raises:
            ConfigurationError: no model is set, or no tool can be made of one of `tools`.
            InputError: `options` asks for what the agent has not.
        """
        given = options or AgentOptions()
        chosen = replace(
            given,
            instructions=instructions or given.instructions,
            tools=(*given.tools, *as_tools(tools)),
        )
        making = make_agent(self._services, self._settings, self._scope, chosen)
        return AgentHandle(self._loop.run(making), self._loop, self._scope, trajectory)

    def memory(self, tenant: str = DEFAULT_TENANT) -> MemoryHandle:
        """Return the memory of a tenant: any text that names whose it is.

        One tenant never sees what another one remembers.

        Raises:
            InputError: the name is empty, or has a NUL or a lone surrogate in it.
        """
        if not tenant or storable(tenant) != tenant:
            raise InputError(
                f"{tenant!r} names no tenant: it is empty, or has a NUL or half of a character in "
                f"it. Name whose memory it is."
            )
        return MemoryHandle(self._services.memory, self._loop, Scope(tenant))

    def trajectories(self) -> list[TrajectoryHead]:
        """Return the agents' trajectories, newest first."""
        return list(self._loop.run(self._services.store.trajectories(self._scope)))

    def waiting(self) -> list[Question]:
        """Return the agents' calls that wait for a person, newest trajectory first.

        After a restart too: `agent(..., trajectory=question.trajectory_id)` takes the run up.
        """
        return list(self._loop.run(waiting(self._services.store, self._scope)))

    def request(self, request_id: str) -> SentRequest:
        """Return what a model saw at one turn, exactly. Raises NotFoundError."""
        return self._loop.run(self._services.store.request(self._scope, request_id))

    def record(self, answer_id: str) -> RecordHandle:
        """Return the record behind an answer: how it came about, and whether it would differ."""
        return RecordHandle(self._services, self._loop, self._scope, answer_id)

    def load_sample(self) -> "RoomHandle":
        """Return the sample room, an invented company's handbook, read and ready."""
        room = self._loop.run(self._services.sample.load(self._scope))
        handle = RoomHandle(self._services, self._loop, room)
        handle.wait()
        return handle

    def close(self) -> None:
        """Let the folder go. Reading that is under way goes on when it is opened again."""
        if self._closed:
            return
        self._closed = True
        self._loop.run(_ended(self._services, self._jobs))
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _folder(given: object) -> Path:
    if not isinstance(given, str | PathLike):
        raise ConfigurationError(
            f"`data_folder` is {given!r:.60}, of type `{type(given).__name__}`. Give the path of a "
            f'folder: `Kesher("./data")`.'
        )
    return Path(given)


async def _started(services: Services) -> Background:
    """Begin the background work."""
    # With exceptions as results it ends when all have ended, not when the first one has.
    return asyncio.gather(
        services.jobs.run(),
        services.renewing.run(),
        services.memory.tending.run(),
        services.retaining.run(),
        return_exceptions=True,
    )


async def _ended(services: Services, jobs: Background) -> None:
    jobs.cancel()
    await asyncio.gather(jobs, return_exceptions=True)
    await services.close()

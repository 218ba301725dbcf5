"""What a running server holds."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from kesher.config.settings import Settings
from kesher.domain.scope import Scope
from kesher.server.stops import Stops, name_of
from kesher.server.underway import Answering
from kesher.telemetry import raised
from kesher.wiring.services import Services, with_models_in_force
from kesher.wiring.work import Loop, Loops, other_models, work_on

_log = structlog.get_logger("kesher.server")


@dataclass(slots=True)
class ServerState:
    """The services, and the work that goes on behind the requests.

    Attributes:
        stops: What ends an answer or an agent's run that is under way here.
        answering: The answers under way here, for readers who come back to them.
        tasks: Work that outlives its request, such as an answer whose reader has gone.
        ending: Set when the server ends; streams without an end of their own end then.
        loops: What goes on behind all requests.
        loads: As for `Tending.run`.
    """

    settings: Settings
    services: Services
    stops: Stops = field(default_factory=Stops)
    answering: Answering = field(default_factory=Answering)
    tasks: set["asyncio.Task[Any]"] = field(default_factory=set)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    loops: Loops = field(default_factory=Loops)
    loads: bool = False
    _changing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def use_models_in_force(self) -> None:
        """Serve from now on by the models that are set by now; what is under way goes on.

        Raises:
            StoreError, ConfigurationError, ToolMissingError: as `with_models_in_force`.
        """
        async with self._changing:
            self._serve(await with_models_in_force(self.services))
            await self.run_loops()

    async def run_loops(self) -> None:
        """Let the loops of the present services run, and no others."""
        services = self.services
        services.neighbours.on_stop(self.stops.end)
        services.neighbours.on_room(services.following.add)
        work = work_on(services, loads=self.loads) if self.settings.jobs_here else {}
        shared = {"models": (self, self._follow_models)} if self.settings.is_shared else {}
        await self.loops.bring_to({**_around(services), **work, **shared})

    async def _follow_models(self) -> None:
        while True:
            found = await other_models(self.services)
            async with self._changing:
                self._serve(found)
                await self.run_loops()

    def _serve(self, services: Services) -> None:
        self.services, self.settings = services, services.models.settings

    def start(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Run work that must not end with its request."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def end_work(self, scope: Scope, identifier: str) -> bool:
        """End the work of that id, here or in another server on the database; False: none has it.

        Raises:
            StoreError: the other servers cannot be told.
        """
        here = self.stops.end(scope, identifier)
        return here or await self.services.neighbours.end(scope, name_of(scope, identifier))

    def end_streams(self) -> None:
        """End what is being streamed: answers keep what was written, watchers are let go."""
        self.ending.set()
        self.stops.end_all()

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("task.failed", exception=raised(error))


def _around(services: Services) -> Mapping[str, Loop]:
    """Return the loops of a server, whether it works itself or not."""
    return {
        "neighbours": (services.neighbours, services.neighbours.run),
        "following": (services.following, services.following.run),
        "keeping": (services.keeping, services.keeping.run),
        "retaining": (services.retaining, services.retaining.run),
    }

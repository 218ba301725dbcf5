"""What a running server holds."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

import structlog

from kesher.config.settings import Settings
from kesher.domain.scope import Scope
from kesher.server.stops import Stops, name_of
from kesher.telemetry import raised
from kesher.wiring.services import Services

_log = structlog.get_logger("kesher.server")


@dataclass(slots=True)
class ServerState:
    """The services, and the work that goes on behind the requests.

    Attributes:
        stops: What ends an answer or an agent's run that is under way here.
        tasks: Work that outlives its request, such as an answer whose reader has gone.
        ending: Set when the server ends; streams without an end of their own end then.
    """

    settings: Settings
    services: Services
    stops: Stops = field(default_factory=Stops)
    tasks: set["asyncio.Task[Any]"] = field(default_factory=set)
    ending: asyncio.Event = field(default_factory=asyncio.Event)

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

"""The work that goes on behind requests: in a server, or in a worker of its own."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any

import structlog

from kesher.errors import KesherError
from kesher.wiring.services import Services, with_models_in_force

_log = structlog.get_logger("kesher.work")

LOOK_SECONDS = 5.0
"""How long other processes on a database may use models that are set no more."""

Loop = tuple[object, Callable[[], Coroutine[Any, Any, None]]]
"""Whose loop it is, and what begins it; it has no end."""


def work_on(services: Services, *, loads: bool) -> Mapping[str, Loop]:
    """Return the loops that take documents in, tend memory and renew vectors.

    Args:
        loads: As for `Tending.run`.
    """
    services.neighbours.on_job(services.jobs.wake)
    tending = services.memory.tending
    return {
        "jobs": (services.jobs, services.jobs.run),
        "renewing": (services.renewing, services.renewing.run),
        "tending": (tending, lambda: tending.run(loads=loads)),
    }


async def other_models(services: Services) -> Services:
    """Wait until other models are set, and return the services on those."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            found = await with_models_in_force(services)
        except KesherError as error:  # looked at again soon; until then the former ones serve
            _log.warning("models.unknown", code=error.code)
            continue
        if found is not services:
            return found


class Loops:
    """Loops that run, each by a name."""

    def __init__(self) -> None:
        self._running: dict[str, tuple[object, asyncio.Task[None]]] = {}

    async def bring_to(self, wanted: Mapping[str, Loop]) -> None:
        """Let these run and no others; one whose owner is the same runs on."""
        former = {
            name: task
            for name, (owner, task) in self._running.items()
            if name not in wanted or wanted[name][0] is not owner
        }
        await _ended(former.values())
        for name in former:
            del self._running[name]
        for name, (owner, begin) in wanted.items():
            if name not in self._running:
                self._running[name] = (owner, asyncio.create_task(begin()))

    @property
    def tasks(self) -> list["asyncio.Task[None]"]:
        """Those that run."""
        return [task for _, task in self._running.values()]

    async def end(self) -> None:
        """End all."""
        await _ended(self.tasks)
        self._running.clear()


async def _ended(tasks: Collection["asyncio.Task[None]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

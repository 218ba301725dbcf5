"""A process that does the work behind the requests and serves nothing: `kesher worker`.

As many as wanted stand beside the servers on one PostgreSQL; each job is one worker's at a time.
"""

import asyncio
import signal
from collections.abc import Callable

import structlog

from kesher.config.settings import Settings
from kesher.errors import ConfigurationError
from kesher.ports.models import Progress
from kesher.telemetry import raised
from kesher.wiring.services import Services, build
from kesher.wiring.telemetry import watched
from kesher.wiring.work import other_models, work_on

_log = structlog.get_logger("kesher.worker")


async def work(
    settings: Settings,
    *,
    ready: Callable[[], None],
    model_progress: Progress | None = None,
) -> None:
    """Work until the process is told to end (SIGINT or SIGTERM).

    What is then under way is given back at once and goes on in another worker from the last page
    or vectors that were stored.

    Args:
        ready: Called once work is taken.
        model_progress: As for `kesher.wiring.build`.

    Raises:
        ConfigurationError: the settings name no database that several processes may share.
        StoreError, ToolMissingError: it cannot begin.
    """
    if not settings.is_shared:
        raise ConfigurationError(
            "`kesher worker` needs PostgreSQL: a SQLite file is one process's, and the server does "
            "the work itself. Set `database_url`, or run `kesher serve` alone."
        )
    told = _told_to_end()
    services = await build(settings, model_progress=model_progress, searches=False)
    try:
        async with watched(settings, services.watching):
            going: Services | None = services
            while going is not None:
                going = await _work_until(going, told, ready)
                ready = _nothing  # it was told once
    finally:
        await services.close()


def _told_to_end() -> asyncio.Event:
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    return told


async def _work_until(
    services: Services, told: asyncio.Event, ready: Callable[[], None]
) -> Services | None:
    """Work until told to end, or until other models are set: then return the services on those."""
    work = work_on(services, loads=True)
    begun = [services.neighbours.run(), *(begin() for _, begin in work.values())]
    tasks = [asyncio.create_task(loop) for loop in begun]
    ending, changing = asyncio.create_task(told.wait()), asyncio.create_task(other_models(services))
    ready()
    try:
        await asyncio.wait({ending, changing, *tasks}, return_when=asyncio.FIRST_COMPLETED)
        changed = changing.result() if changing.done() and not ending.done() else None
    finally:
        for task in (ending, changing, *tasks):
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            _log.error("worker.loop_failed", exception=raised(error))
            raise error
    return changed


def _nothing() -> None:
    return None

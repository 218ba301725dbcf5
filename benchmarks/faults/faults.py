"""The faults: each takes what runs, hurts it in one way, and mends it as its keeper would."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from benchmarks.faults.grown import Grown, Postgres, Running


@dataclass(slots=True)
class Stage:
    """What runs, and may be hurt."""

    grown: Grown
    postgres: Postgres
    servers: list[Running]
    workers: list[Running]

    @property
    def urls(self) -> list[str]:
        """Where the servers are."""
        return [server.url for server in self.servers]

    def end(self) -> None:
        """End all processes, however they are."""
        for running in (*self.servers, *self.workers):
            running.kill()


Fault = Callable[[Stage], Awaitable[None]]


async def worker_killed(stage: Stage) -> None:
    """A worker is killed (kill -9); a new one is started."""
    stage.workers.pop(0).kill()
    stage.workers.append(await stage.grown.worker())


async def worker_ended(stage: Stage) -> None:
    """A worker is told to end (SIGTERM); a new one is started."""
    await asyncio.to_thread(stage.workers.pop(0).end)
    stage.workers.append(await stage.grown.worker())


async def server_killed(stage: Stage) -> None:
    """A server is killed (kill -9) while it streams answers and takes files in; one is started."""
    stage.servers.pop(0).kill()
    stage.servers.append(await stage.grown.server())


async def postgres_restarted(stage: Stage) -> None:
    """PostgreSQL is ended at once (`-m immediate`) and started again."""
    await asyncio.to_thread(stage.postgres.restart)


FAULTS: dict[str, Fault] = {
    "worker-killed": worker_killed,
    "worker-ended": worker_ended,
    "server-killed": server_killed,
    "postgres-restarted": postgres_restarted,
}

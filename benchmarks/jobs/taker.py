"""One process that takes jobs whose work is empty, for `run.py`: ours, or procrastinate's.

It says `ready`, begins when it is sent a line, and says at its end how many jobs it did.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from procrastinate import App, PsycopgConnector
from sqlalchemy import make_url

from kesher.adapters.sql.database import utc_now
from kesher.adapters.sql.signals import PostgresSignals
from kesher.adapters.sql.store import SqlStore
from kesher.app.jobs import JobLoop, JobSettings
from kesher.domain.job import Job
from kesher.ports.signals import SignalKind

PARALLEL = 2


def peer(url: str) -> App:
    """Return procrastinate on a database, with one task whose work is empty."""
    conninfo = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    app = App(connector=PsycopgConnector(conninfo=conninfo))

    @app.task(name="empty")
    async def empty(said_at: float) -> None:
        took.append(time.time() - said_at)

    return app


took: list[float] = []
"""Seconds from the queueing of each of procrastinate's jobs to its beginning."""


@asynccontextmanager
async def ours(url: str) -> AsyncIterator[tuple[SqlStore, JobLoop]]:
    """Give our store and a loop whose work is empty."""
    store = SqlStore.open(url)

    async def work(job: Job) -> None:
        took.append((utc_now() - job.created_at).total_seconds())

    settings = JobSettings(parallel=PARALLEL)
    yield store, JobLoop(store, work, clock=utc_now, finished=lambda _: None, settings=settings)
    await store.close()


async def ours_drained(url: str) -> None:
    async with ours(url) as (_, loop):
        _begin()
        await loop.drain()


async def ours_heard(url: str) -> None:
    async with ours(url) as (store, loop):
        await asyncio.gather(loop.run(), _woken(PostgresSignals(store.parts.database), loop))


async def _woken(signals: PostgresSignals, loop: JobLoop) -> None:
    async for signal in signals.heard():
        if signal.kind is SignalKind.LISTENING:
            _say_ready()
        loop.wake()


async def theirs_drained(url: str) -> None:
    app = peer(url)
    async with app.open_async():
        _begin()
        await app.run_worker_async(
            wait=False, listen_notify=False, concurrency=PARALLEL, install_signal_handlers=False
        )


async def theirs_heard(url: str) -> None:
    app = peer(url)
    async with app.open_async():
        _say_ready()
        await app.run_worker_async(concurrency=PARALLEL, install_signal_handlers=False)


def _say_ready() -> None:
    print("ready", flush=True)


def _begin() -> None:
    _say_ready()
    sys.stdin.readline()


async def until_told(taking: Coroutine[Any, Any, None]) -> None:
    """Take jobs as they come until told to stop."""
    task = asyncio.create_task(taking)
    await asyncio.to_thread(sys.stdin.readline)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def main() -> None:
    url, which, how = sys.argv[1:]
    if how == "drain":
        asyncio.run((ours_drained if which == "ours" else theirs_drained)(url))
    else:
        asyncio.run(until_told((ours_heard if which == "ours" else theirs_heard)(url)))
    print(" ".join(f"{seconds:.6f}" for seconds in took), flush=True)


if __name__ == "__main__":
    main()

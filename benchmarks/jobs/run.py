"""Jobs a second with one, two and four processes, and how soon one begins. See README.md."""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.faults.grown import Postgres
from benchmarks.jobs.taker import peer

from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import Document, DocumentState, Room
from kesher.domain.job import Job, JobState
from kesher.domain.scope import RoomScope, Scope

HERE = Path(__file__).parent
WORKERS = (1, 2, 4)
ONCE = 50
"""Jobs that are queued one by one, to see how soon each begins."""
PAUSE_SECONDS = 0.05


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--jobs", type=int, default=1_000)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    given = options.parse_args()
    table = "\n".join(measure(Postgres.started(), given.jobs))
    print(table)
    if given.write:
        (HERE / "results" / "queue.md").write_text(table + "\n", encoding="utf-8")


def measure(postgres: Postgres, jobs: int) -> Iterator[str]:
    yield f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start; {jobs} jobs.\n"
    yield "| Queue | " + " | ".join(f"{n} processes, jobs/s" for n in WORKERS) + " | to begin, ms |"
    yield "|---|" + "---|" * (len(WORKERS) + 1)
    for which in ("ours", "procrastinate"):
        rates = [f"{drained(postgres.url, which, count, jobs):.0f}" for count in WORKERS]
        begun = begins(postgres.url, which)
        yield (
            f"| {which} | {' | '.join(rates)} | {statistics.median(begun) * 1000:.0f} "
            f"(most {max(begun) * 1000:.0f}) |"
        )


def drained(url: str, which: str, count: int, jobs: int) -> float:
    """Return how many jobs a second so many processes do, from the first taken to the last."""
    asyncio.run(queued(url, which, jobs))
    with taking(url, which, count, "drain") as processes:
        began = time.monotonic()
        for process in processes:
            tell(process)
        done = sum(len(said(process).split()) for process in processes)
        seconds = time.monotonic() - began
    if done != jobs:
        raise RuntimeError(f"{which} did {done} of {jobs} jobs.")
    return jobs / seconds


def begins(url: str, which: str) -> list[float]:
    """Return how many seconds passed from the queueing of each job to its beginning."""
    with taking(url, which, 1, "listen") as (process,):
        asyncio.run(queued(url, which, ONCE, pause_seconds=PAUSE_SECONDS))
        time.sleep(1.0)
        tell(process)
        return [float(seconds) for seconds in said(process).split()]


async def queued(url: str, which: str, jobs: int, *, pause_seconds: float = 0.0) -> None:
    if which == "ours":
        await queued_by_us(url, jobs, pause_seconds)
        return
    app = peer(url)
    async with app.open_async():
        if not await app.check_connection_async():
            await app.schema_manager.apply_schema_async()
        for _ in range(jobs):
            await app.configure_task("empty").defer_async(said_at=time.time())
            await asyncio.sleep(pause_seconds)


async def queued_by_us(url: str, jobs: int, pause_seconds: float) -> None:
    store = SqlStore.open(url)
    room = f"room_{time.monotonic_ns()}"
    now = datetime.now(UTC)
    await store.create_room(Scope(), Room(room, room, now, ("heb",)))
    scope = RoomScope("local", room)
    for number in range(jobs):
        now, name = datetime.now(UTC), f"{room}_{number}"
        document = Document(
            f"doc_{name}", room, name, "text/plain", 1, name, DocumentState.QUEUED, now, now
        )
        job = Job(f"job_{name}", "local", room, document.id, "ingest", JobState.QUEUED, 0, now)
        await store.add_document(scope, document, job)
        await asyncio.sleep(pause_seconds)
    await store.close()


@contextmanager
def taking(url: str, which: str, count: int, how: str) -> "Iterator[list[subprocess.Popen[str]]]":
    command = [sys.executable, "-m", "benchmarks.jobs.taker", url, which, how]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    try:
        for process in processes:
            said(process)
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def tell(process: "subprocess.Popen[str]") -> None:
    if process.stdin is not None:
        process.stdin.write("\n")
        process.stdin.flush()


def said(process: "subprocess.Popen[str]") -> str:
    return process.stdout.readline() if process.stdout is not None else ""


if __name__ == "__main__":
    main()

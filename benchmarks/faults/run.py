"""Each fault so many times, under load: what was lost, what was doubled. See README.md."""

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from benchmarks.faults.checks import Found, at_rest, checked
from benchmarks.faults.faults import FAULTS, Fault, Stage
from benchmarks.faults.grown import Grown, Postgres
from benchmarks.faults.load import Clients, texts

from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server

HERE = Path(__file__).parent
DOCUMENTS = 8
ASKS = 3
REST_SECONDS = 120.0
SEED = 4521
SETTINGS = {
    "embedding": "openai",
    "embedding_model": "scripted-embedding",
    "embedding_dimensions": 64,
    "chat": "openai",
    "chat_model": "scripted-model",
    "jobs_here": "false",
    "job_lease_seconds": 3,
    "read_processes": 1,
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--times", type=int, default=20)
    options.add_argument("--only", choices=FAULTS, help="one fault")
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    given = options.parse_args()
    chosen = [given.only] if given.only else list(FAULTS)
    table = asyncio.run(measure(chosen, given.times))
    print(table)
    if given.write:
        (HERE / "results" / "table.md").write_text(table + "\n", encoding="utf-8")


async def measure(names: list[str], times: int) -> str:
    lines = [
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start. Each time "
        f"{DOCUMENTS} documents and {ASKS} questions through 2 servers and 2 workers.\n",
        "| Fault | times | requests without a good answer | until all is ready, s: median (most) "
        "| lost | doubled |\n|---|---|---|---|---|---|",
    ]
    with scripted_model_server(Script(delay_seconds=0.05)) as model:
        async with running(model) as stage:
            for name in names:
                lines.append(await row(name, stage, times))
                print(lines[-1], flush=True)
    return "\n".join(lines)


@asynccontextmanager
async def running(model: ModelServer) -> AsyncIterator[Stage]:
    postgres = await asyncio.to_thread(Postgres.started)
    urls = {"embedding_url": model.openai_url, "chat_url": model.openai_url}
    with tempfile.TemporaryDirectory(prefix="kesher-faults-") as folder:
        grown = Grown(Path(folder), {**SETTINGS, **urls, "database_url": postgres.url})
        stage = Stage(grown, postgres, [], [])
        try:
            for _ in range(2):
                stage.servers.append(await grown.server())
                stage.workers.append(await grown.worker())
            yield stage
        finally:
            stage.end()


async def row(name: str, stage: Stage, times: int) -> str:
    chance = random.Random(SEED)  # noqa: S311 - which moment, not a secret
    found, broken, seconds = Found(0, 0), 0, list[float]()
    for number in range(times):
        began = time.monotonic()
        once, failed = await hurt(name, FAULTS[name], stage, number, chance.uniform(0.0, 1.5))
        found, broken = found + once, broken + failed
        seconds.append(time.monotonic() - began)
    return (
        f"| {name} | {times} | {broken} | {statistics.median(seconds):.1f} ({max(seconds):.1f}) "
        f"| {found.lost} | {found.doubled} |"
    )


async def hurt(
    name: str, fault: Fault, stage: Stage, number: int, after_seconds: float
) -> tuple[Found, int]:
    """Put load on what runs, let the fault strike in the middle, and look once all is at rest."""
    timeout = aiohttp.ClientTimeout(total=REST_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        clients = Clients(session, stage.urls)
        room_id = await clients.room(f"{name} {number}")
        async with asyncio.TaskGroup() as group:
            for word, text in texts(number, DOCUMENTS):
                group.create_task(clients.add(room_id, word, text))
            for _ in range(ASKS):
                group.create_task(clients.ask(room_id))
            await asyncio.sleep(after_seconds)
            await fault(stage)
            clients.urls[:] = stage.urls
        documents = await at_rest(clients, room_id, seconds=REST_SECONDS)
        return await checked(clients, room_id, documents), clients.promised.broken


if __name__ == "__main__":
    main()

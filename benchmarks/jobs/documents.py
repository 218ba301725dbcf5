"""Small documents read a second by one, two and four workers. See README.md."""

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path

import aiohttp
from benchmarks.faults.checks import at_rest
from benchmarks.faults.grown import Grown, Postgres, Running
from benchmarks.faults.load import Clients, texts
from benchmarks.faults.run import SETTINGS

from kesher.testing.model_server import scripted_model_server

HERE = Path(__file__).parent
WORKERS = (1, 2, 4)
REST_SECONDS = 300.0


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=60)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    given = options.parse_args()
    table = asyncio.run(measure(given.documents))
    print(table)
    if given.write:
        (HERE / "results" / "documents.md").write_text(table + "\n", encoding="utf-8")


async def measure(documents: int) -> str:
    lines = [
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start; {documents} small "
        "documents, from the first upload to the last that is ready.\n",
        "| Workers | documents/s |\n|---|---|",
    ]
    postgres = await asyncio.to_thread(Postgres.started)
    with scripted_model_server() as model, tempfile.TemporaryDirectory() as folder:
        urls = {"embedding_url": model.openai_url, "chat_url": model.openai_url}
        grown = Grown(Path(folder), {**SETTINGS, **urls, "database_url": postgres.url})
        server = await grown.server()
        try:
            for count in WORKERS:
                rate = await read_by(count, grown, server, documents)
                lines.append(f"| {count} | {rate:.1f} |")
        finally:
            server.kill()
    return "\n".join(lines)


async def read_by(count: int, grown: Grown, server: Running, documents: int) -> float:
    """Return how many documents a second are read, from the moment that all workers take jobs."""
    async with aiohttp.ClientSession() as session:
        clients = Clients(session, [server.url])
        # They stand ready in a room that is read first: what they need is loaded by then.
        workers = await asyncio.gather(*(grown.worker() for _ in range(count)))
        try:
            await _added(clients, f"warm {count}", 2 * count, number=100 + count)
            room_id = await clients.room(f"measured {count}")
            began = time.monotonic()
            await _add(clients, room_id, documents, number=count)
            await at_rest(clients, room_id, seconds=REST_SECONDS)
            return documents / (time.monotonic() - began)
        finally:
            for worker in workers:
                worker.kill()


async def _added(clients: Clients, name: str, documents: int, *, number: int) -> None:
    room_id = await clients.room(name)
    await _add(clients, room_id, documents, number=number)
    await at_rest(clients, room_id, seconds=REST_SECONDS)


async def _add(clients: Clients, room_id: str, documents: int, *, number: int) -> None:
    async with asyncio.TaskGroup() as group:
        for word, text in texts(number, documents):
            group.create_task(clients.add(room_id, word, text))


if __name__ == "__main__":
    main()

"""Search and ask on SQLite and on PostgreSQL, turn and turn about. See README.md."""

import argparse
import asyncio
import io
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.faults.grown import Postgres

from kesher.config.settings import Settings
from kesher.domain.retrieval import Query
from kesher.domain.scope import RoomScope, Scope
from kesher.testing.model_server import scripted_model_server
from kesher.wiring.services import Services, build

HERE = Path(__file__).parent
SEED = 7
WORDS = (
    *("עובד", "חופשה", "שכר", "נסיעה", "מחלה", "חוזה", "מנהל", "תקציב", "ספק", "הזמנה", "נוהל"),
    *("employee", "leave", "salary", "travel", "contract", "budget", "supplier", "policy"),
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=20)
    options.add_argument("--questions", type=int, default=60)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    given = options.parse_args()
    table = asyncio.run(measure(given.documents, given.questions))
    print(table)
    if given.write:
        (HERE / "results" / "table.md").write_text(table + "\n", encoding="utf-8")


async def measure(documents: int, questions: int) -> str:
    postgres = await asyncio.to_thread(Postgres.started)
    load = os.getloadavg()[0]
    with scripted_model_server() as model:
        async with (
            room_on("", model.openai_url, documents) as (sqlite, sqlite_room),
            room_on(postgres.url, model.openai_url, documents) as (grown, grown_room),
        ):
            chunks = (await sqlite.store.figures(sqlite_room)).chunks
            rooms = {"SQLite": (sqlite, sqlite_room), "PostgreSQL": (grown, grown_room)}
            took = await compared(rooms, questions)
    lines = [
        f"{os.cpu_count()} cores, load {load:.1f} at the start; {documents} documents, {chunks} "
        f"chunks, {questions} questions each. Milliseconds, median / 95th percentile.\n",
        "| | search | ask |\n|---|---|---|",
    ]
    for name in rooms:
        shown = (_shown(took[name, what]) for what in ("search", "ask"))
        lines.append(f"| {name} | {' | '.join(shown)} |")
    return "\n".join(lines)


async def compared(
    rooms: dict[str, tuple[Services, RoomScope]], questions: int
) -> dict[tuple[str, str], list[float]]:
    """Ask both stores the same, each question of one right after the other's."""
    took: dict[tuple[str, str], list[float]] = {
        (name, what): [] for name in rooms for what in ("search", "ask")
    }
    chance = random.Random(SEED)  # noqa: S311 - which words, not a secret
    for number in range(questions + 1):
        question = " ".join(chance.sample(WORDS, 4)) + "?"
        for name, (services, room) in rooms.items():
            for what, ask in (("search", _search), ("ask", _ask)):
                began = time.perf_counter()
                await ask(services, room, question)
                if number:  # the first fills caches
                    took[name, what].append(time.perf_counter() - began)
    return took


async def _search(services: Services, room: RoomScope, question: str) -> None:
    await services.search.retrieve(room, Query(question))


async def _ask(services: Services, room: RoomScope, question: str) -> None:
    await services.ask.answer(room, question, emit=lambda _: None, stop=asyncio.Event())


@asynccontextmanager
async def room_on(
    database_url: str, model_url: str, documents: int
) -> AsyncIterator[tuple[Services, RoomScope]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.model_validate(
            {
                "data_folder": Path(folder),
                "database_url": database_url,
                "embedding": "openai",
                "embedding_url": model_url,
                "embedding_model": "scripted-embedding",
                "embedding_dimensions": 384,
                "log_level": "error",
            }
        )
        services = await build(settings)
        made = await services.rooms.create(Scope(), "חדר המדידה")
        room = RoomScope(Scope().tenant_id, made.id)
        for text in _texts(documents):
            await services.ingest.add(room, "מסמך.txt", io.BytesIO(text.encode()))
        await services.jobs.drain()
        yield services, room
        await services.close()


def _texts(documents: int) -> Sequence[str]:
    chance = random.Random(SEED)  # noqa: S311 - as above
    return [
        "\n\n".join(" ".join(chance.choices(WORDS, k=60)) + "." for _ in range(60))
        for _ in range(documents)
    ]


def _shown(seconds: Sequence[float]) -> str:
    in_order = sorted(seconds)
    high = in_order[int(len(in_order) * 0.95)]
    return f"{statistics.median(in_order) * 1000:.0f} / {high * 1000:.0f}"


if __name__ == "__main__":
    main()

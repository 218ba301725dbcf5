"""How much longer an answer takes because its record is stored, and how large a record is.

`python -m benchmarks.records.run [ROUNDS]`. Prints one JSON object; times are in milliseconds.
"""

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, select
from typing_extensions import override

from kesher import Kesher
from kesher.adapters.sql.answer_record_tables import answer_records, answer_retrievals
from kesher.adapters.sql.database import Database, sqlite_url
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.store import SqlStore
from kesher.app.ask import Ask
from kesher.app.recording import Made, recorded, settings_of
from kesher.config.settings import Settings
from kesher.domain.answer import Answer
from kesher.domain.answer_record import KEPT_RANKS, AnswerRecord
from kesher.domain.ids import new_id
from kesher.domain.retrieval import Query, Ranked, Retrieval
from kesher.domain.scope import RoomScope, Scope
from kesher.sample import questions, sample_files
from kesher.wiring.services import Services, build

_DIMENSIONS = 768
_RANKINGS = ("dense", "lexical", "grams", "fused")


class WithoutRecords(SqlStore):
    """A store that drops the record of each answer."""

    @override
    async def save_answer(
        self, scope: RoomScope, answer: Answer, record: AnswerRecord | None = None
    ) -> Answer:
        return await super().save_answer(scope, answer)


async def asked(services: Services, bare: SqlStore, room: RoomScope, rounds: int) -> dict[str, str]:
    """Ask with records and without in turn, so that what else the machine does falls on both."""
    ways = [("with", services.ask), ("without", replace(services.ask, store=bare))]
    taken: dict[str, list[float]] = {name: [] for name, _ in ways}
    texts = [each.text for each in questions()][:10]
    for turn in range(rounds):
        for text in texts:
            for name, ask in ways if turn % 2 else reversed(ways):
                taken[name].append(await _timed(_answer(ask, room, text)))
    return {f"ask {name} its record": _told(times[2:]) for name, times in taken.items()}


async def stored(services: Services, room: RoomScope, rounds: int) -> dict[str, str]:
    """Store one answer again and again, with the record of a large room and without."""
    answer = await _answer(services.ask, room, questions()[0].text)
    found = _large(await services.search.retrieve(room, Query(answer.question)))
    taken: dict[str, list[float]] = {"make": [], "store with": [], "store without": []}
    for _ in range(rounds * 10):
        one, other = (replace(answer, id=new_id("ans")) for _ in range(2))
        began = time.perf_counter()
        made = Made((recorded(found),), None, (), ())
        record = services.ask.recording.record(room, one, made, settings_of())
        taken["make"].append((time.perf_counter() - began) * 1000)
        taken["store with"].append(await _timed(services.store.save_answer(room, one, record)))
        taken["store without"].append(await _timed(services.store.save_answer(room, other)))
    return {f"{name} a large record": _told(times) for name, times in taken.items()}


def _large(found: Retrieval) -> Retrieval:
    """Return a search as a room of thousands of chunks gives it: full rankings, a long vector."""
    ids = [new_id("chk") for _ in range(KEPT_RANKS)]
    ranking = tuple(Ranked(each, 1 / (60 + place)) for place, each in enumerate(ids))
    vector = tuple(1 / (place + 2) for place in range(_DIMENSIONS))
    return replace(found, rankings=dict.fromkeys(_RANKINGS, ranking), query_vector=vector)


async def _answer(ask: Ask, room: RoomScope, text: str) -> Answer:
    return await ask.answer(room, text, emit=lambda _: None, stop=asyncio.Event())


async def _timed(work: Coroutine[object, object, object]) -> float:
    began = time.perf_counter()
    await work
    return (time.perf_counter() - began) * 1000


def _told(times: list[float]) -> str:
    quarters = statistics.quantiles(times, n=20)
    return f"p50 {statistics.median(times):.2f}, p95 {quarters[-1]:.2f}, n {len(times)}"


def _bytes(folder: Path) -> dict[str, int]:
    """Return the largest record and the largest search, as they are stored."""
    database = Database(sqlite_url(folder), busy_seconds=5)
    with database.reading(EVERYTHING) as connection:
        sizes = {
            table.name: connection.scalar(select(func.max(func.length(table.c.details)))) or 0
            for table in (answer_records, answer_retrievals)
        }
    database.close_now()
    return {**sizes, "query_vector": _DIMENSIONS * 4}


async def measured(folder: Path, rounds: int) -> dict[str, object]:
    """Measure on an open folder."""
    services = await build(Settings.model_validate({"data_folder": folder}))
    bare = WithoutRecords.open(sqlite_url(folder))
    (room,) = await services.store.rooms(Scope())
    scope = RoomScope(Scope().tenant_id, room.id)
    try:
        times = await asked(services, bare, scope, rounds)
        times |= await stored(services, scope, rounds)
    finally:
        await bare.close()
        await services.close()
    return {"milliseconds": times, "most bytes": _bytes(folder)}


def main() -> None:
    """Fill a room with the sample, measure, and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with TemporaryDirectory() as folder:
        place = Path(folder) / "data"
        with Kesher(place, log_level="error") as kesher:
            kesher.room("sample").add(sample_files()[0].path)
        found = asyncio.run(measured(place, rounds))
    sys.stdout.write(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()

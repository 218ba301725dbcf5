"""How long adding a message and asking take, for one tenant and many, few facts and many."""

import asyncio
import json
import resource
import statistics
import time
from collections.abc import Awaitable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from benchmarks.memory.filled import SCOPE, fill
from benchmarks.memory.opened import ZONE, Opened, opened

from kesher.app.memory.recalling import RecallQuery
from kesher.app.memory.remembering import NewMessage
from kesher.domain.log import Speaking
from kesher.domain.scope import Scope

T = TypeVar("T")
Figures = dict[str, float]
STORY = Path(__file__).parents[2] / "tests" / "data" / "memory_story.jsonl"
CONTEXT_TOKENS = 300
TENANTS = 50
ASKED = 100
QUESTIONS = (
    "איפה גרה דנה ברגל?",
    "What is the phone of Omar סערטל?",
    "מי אוהב לנגן בפסנתר?",
    "מה מצב ההחזר של יואב דנטל?",
    "who works as a teacher near the harbour",
)


async def adding() -> dict[str, Figures]:
    """Add the story of the acceptance test: by one tenant, and by fifty at once."""
    found = {}
    for tenants in (1, TENANTS):
        for tokens in (None, CONTEXT_TOKENS):
            with TemporaryDirectory() as folder:
                async with opened(Path(folder)) as held:
                    name = f"{tenants} tenants, context of {tokens or 0} tokens"
                    found[name] = await _added(held, tenants, tokens)
    return found


async def _added(held: Opened, tenants: int, tokens: int | None) -> Figures:
    async def tell(number: int) -> list[float]:
        took = []
        for said in _story():
            adding = held.memory.remember.add(Scope(f"דייר {number}"), said, context_tokens=tokens)
            took.append((await _timed(adding))[1])
        return took

    began = time.perf_counter()
    took = [each for part in await asyncio.gather(*map(tell, range(tenants))) for each in part]
    seconds = time.perf_counter() - began
    return {**spread(took), "messages": len(took), "messages_per_second": len(took) / seconds}


def _story() -> list[NewMessage]:
    rows = [json.loads(line) for line in STORY.read_text(encoding="utf-8").splitlines()]
    return [
        NewMessage(
            "שיחה", r["text"], datetime.fromisoformat(r["at"]), Speaking(r["role"]), id=r["id"]
        )
        for r in rows
    ]


async def scale(folder: Path, *, is_filled: bool) -> Figures:
    """Ask a tenant of 100,000 facts, which are stored in the folder first unless they are."""
    if not is_filled:
        async with opened(folder) as held:
            dimensions = held.memory.tending.embedder.dimensions
            await fill(held.memory, held.store.parts.memory_vectors, dimensions=dimensions)
    async with opened(folder) as held:
        before, cpu = _resident_mb(), time.process_time()
        _, built = await _timed(held.memory.recall.indexes.fresh(SCOPE))
        figures = {
            "index_seconds": built / 1000,
            "index_cpu_seconds": time.process_time() - cpu,
            "index_mb": _resident_mb() - before,
            "first_ask_ms": (await _timed(_ask(held, 0)))[1],
        }
        cpu = time.process_time()
        took = [(await _timed(_ask(held, number)))[1] for number in range(ASKED)]
        return {**figures, **spread(took), "cpu_ms": (time.process_time() - cpu) / ASKED * 1000}


async def _ask(held: Opened, number: int) -> None:
    text = QUESTIONS[number % len(QUESTIONS)]
    await held.memory.recall.recall(
        SCOPE, RecallQuery(text, datetime.now(UTC), CONTEXT_TOKENS, ZONE)
    )


async def _timed(work: Awaitable[T]) -> tuple[T, float]:
    """Return what was awaited, and how many milliseconds it took."""
    began = time.perf_counter()
    made = await work
    return made, (time.perf_counter() - began) * 1000


def spread(took_ms: Sequence[float]) -> Figures:
    """Return the middle and the 95th percentile, in milliseconds."""
    return {
        "p50_ms": statistics.median(took_ms),
        "p95_ms": statistics.quantiles(took_ms, n=20, method="inclusive")[-1],
    }


def _resident_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

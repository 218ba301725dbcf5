"""Milliseconds of one search among 1k, 10k and 100k chunks. See README.md."""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kesher.adapters.indexes.matrix import MatrixIndex
from kesher.adapters.indexes.tantivy_terms import TantivyIndex
from kesher.domain.scope import RoomScope
from kesher.ports.indexes import IndexedChunk
from kesher.ranking.vectors import unit_rows
from kesher.testing.change_feed import MemoryFeed

HERE = Path(__file__).parent
SIZES = (1_000, 10_000, 100_000)
DIMENSIONS = (384, 768)
DOCUMENT_CHUNKS = 1_000
REPEATS = 50
SCOPE = RoomScope("local", "bench")
Floats = NDArray[np.float32]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="keep the tables in results/")
    options.add_argument("--largest", type=int, default=SIZES[-1], help="most chunks")
    given = options.parse_args()
    report = asyncio.run(measure([size for size in SIZES if size <= given.largest]))
    print(report)
    if given.write:
        (HERE / "results" / "tables.md").write_text(report + "\n", encoding="utf-8")


async def measure(sizes: list[int]) -> str:
    dense = [await dense_row(size, dims) for dims in DIMENSIONS for size in sizes]
    lexical = [await lexical_row(size) for size in sizes]
    return "\n".join(
        [
            "| Chunks × dimensions | NumPy product, ms | `MatrixIndex`, ms | top 200, ms "
            "| vectors, MB | held, MB | first search, s |",
            "|---|---|---|---|---|---|---|",
            *dense,
            "",
            "| Chunks | `TantivyIndex` top 10, ms | top 200, ms | on disk, MB | building, s "
            "| after one more document, ms |",
            "|---|---|---|---|---|---|",
            *lexical,
        ]
    )


async def dense_row(size: int, dimensions: int) -> str:
    vectors, queries = cone(size, dimensions, seed=size)
    feed = MemoryFeed()
    for at in range(0, size, DOCUMENT_CHUNKS):
        put(feed, f"doc{at}", [""] * DOCUMENT_CHUNKS, vectors[at : at + DOCUMENT_CHUNKS])
    index = MatrixIndex(feed, "bench")
    started = time.perf_counter()
    await index.search(SCOPE, queries[0], top=10)
    first_seconds = time.perf_counter() - started
    await check(index, vectors, queries)
    numpy_ms = timed(lambda at: plain(vectors, queries[at % len(queries)]))
    ours = await timed_async(lambda at: index.search(SCOPE, queries[at % len(queries)], top=10))
    deep = await timed_async(lambda at: index.search(SCOPE, queries[at % len(queries)], top=200))
    megabytes = f"{vectors.nbytes / 1e6:.0f} | {index.held_bytes() / 1e6:.0f}"
    name = f"{size:,} × {dimensions}"
    return f"| {name} | {numpy_ms} | {ours} | {deep} | {megabytes} | {first_seconds:.2f} |"


async def lexical_row(size: int) -> str:
    texts, none = zipf_texts(size), np.zeros((size, 1), np.float32)
    feed = MemoryFeed()
    for at in range(0, size, DOCUMENT_CHUNKS):
        part = texts[at : at + DOCUMENT_CHUNKS]
        put(feed, f"doc{at}", part, none[at : at + DOCUMENT_CHUNKS])
    questions = [" ".join(texts[at * 17 % size].split()[5:10]) for at in range(REPEATS)]
    with tempfile.TemporaryDirectory() as folder:
        index = TantivyIndex(feed, Path(folder))
        started = time.perf_counter()
        await index.search(SCOPE, questions[0], top=10)
        building_seconds = time.perf_counter() - started
        ten = await timed_async(lambda at: index.search(SCOPE, questions[at], top=10))
        deep = await timed_async(lambda at: index.search(SCOPE, questions[at], top=200))
        disk = size_bytes(Path(folder))
        put(feed, "one more", texts[:20], none[:20])
        started = time.perf_counter()
        await index.search(SCOPE, questions[0], top=10)
        more_ms = 1e3 * (time.perf_counter() - started)
    return (
        f"| {size:,} | {ten} | {deep} | {disk / 1e6:.0f} | {building_seconds:.1f} | {more_ms:.0f} |"
    )


def size_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def cone(size: int, dimensions: int, *, seed: int) -> tuple[Floats, Floats]:
    """Return rows and 20 queries, float32 of unit length, round one common direction."""
    random = np.random.default_rng(seed)
    centre = random.standard_normal(dimensions)
    spread = 0.5 * random.standard_normal((size + 20, dimensions), np.float32)
    rows = unit_rows(centre.astype(np.float32) + spread)
    return rows[:size], rows[size:]


def zipf_texts(size: int) -> list[str]:
    random = np.random.default_rng(size)
    letters = np.array(list("אבגדהוזחטיכלמנסעפצקרשת"))
    words = ["".join(random.choice(letters, length)) for length in random.integers(2, 9, 50_000)]
    drawn = np.minimum(random.zipf(1.2, (size, 200)), len(words)) - 1
    return [" ".join(words[number] for number in row)[:1_200] for row in drawn]


def put(feed: MemoryFeed, document_id: str, texts: list[str], vectors: Floats) -> None:
    chunks = [
        IndexedChunk(f"{document_id}-{at}", document_id, text, vector)
        for at, (text, vector) in enumerate(zip(texts, vectors, strict=True))
    ]
    feed.put(SCOPE, document_id, chunks)


def plain(vectors: Floats, query: Floats) -> NDArray[np.intp]:
    scores = vectors @ query
    best = np.argpartition(-scores, 10)[:10]
    return best[np.argsort(-scores[best])]


async def check(index: MatrixIndex, vectors: Floats, queries: Floats) -> None:
    """Compare cosines, for two chunks may be equal as far as float32 can tell."""
    for query in queries:
        found = [each.score for each in await index.search(SCOPE, query, top=10)]
        expected = np.sort(vectors @ query)[::-1][:10]
        if not np.allclose(found, expected, rtol=0, atol=1e-6):
            raise SystemExit("The index did not find what the plain product finds.")


def timed(work: Callable[[int], object]) -> str:
    taken = []
    for at in range(REPEATS):
        started = time.perf_counter()
        work(at)
        taken.append(time.perf_counter() - started)
    return in_words(taken)


async def timed_async(work: Callable[[int], Awaitable[object]]) -> str:
    taken = []
    for at in range(REPEATS):
        started = time.perf_counter()
        await work(at)
        taken.append(time.perf_counter() - started)
    return in_words(taken)


def in_words(taken: list[float]) -> str:
    return f"{1e3 * min(taken):.2f} / {1e3 * statistics.median(taken):.2f}"


if __name__ == "__main__":
    main()

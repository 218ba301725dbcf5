"""Milliseconds of one search among 1k to 1M chunks, ours and others'. See README.md."""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import numpy as np
from benchmarks.search_latency.peers import PEERS
from numpy.typing import NDArray

from kesher.adapters.indexes.matrix import MatrixIndex
from kesher.domain.scope import RoomScope
from kesher.ports.indexes import IndexedChunk
from kesher.ranking.vectors import unit_rows
from kesher.testing.change_feed import MemoryFeed

HERE = Path(__file__).parent
PEERS_PYTHON = HERE.parents[1] / ".make" / "search-peers" / "bin" / "python"
SIZES = ((1_000, 768), (10_000, 768), (100_000, 384), (100_000, 768), (1_000_000, 384))
DOCUMENT_CHUNKS = 1_000
ADDED_CHUNKS = 20
SCOPE = RoomScope("local", "bench")
Floats = NDArray[np.float32]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    options.add_argument("--largest", type=int, default=SIZES[-1][0], help="most chunks")
    options.add_argument("--no-peers", action="store_true", help="our own rows only")
    given = options.parse_args()
    sizes = [size for size in SIZES if size[0] <= given.largest]
    lines = list[str]()
    for line in measure(sizes, peers=not given.no_peers):
        print(line, flush=True)
        lines.append(line)
    if given.write:
        (HERE / "results" / "tables.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def measure(sizes: list[tuple[int, int]], *, peers: bool) -> Iterator[str]:
    yield (
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start. Milliseconds, least "
        f"/ median / 95th percentile.\n\n"
        "| Chunks × dimensions | | top 10, ms | beside a plain read of our codes | memory, MB "
        "| first search, s | after 20 chunks more, ms |\n|---|---|---|---|---|---|---|"
    )
    for size in sizes:
        yield from rows_of(*size, peers=peers)


def rows_of(size: int, dimensions: int, *, peers: bool) -> Iterator[str]:
    vectors, queries = cone(size, dimensions, seed=size)
    repeats = 20 if size > 500_000 else 50
    name = f"{size:,} × {dimensions}"
    yield asyncio.run(our_row(name, vectors, queries, repeats))
    if peers:
        with tempfile.TemporaryDirectory() as folder:
            np.save(Path(folder) / "vectors.npy", vectors)
            np.save(Path(folder) / "queries.npy", queries)
            del vectors  # a peer at a million chunks needs the room
            yield from (peer_row(name, peer, folder, repeats) for peer in PEERS)


async def our_row(name: str, vectors: Floats, queries: Floats, repeats: int) -> str:
    feed = MemoryFeed()
    for at in range(0, len(vectors), DOCUMENT_CHUNKS):
        put(feed, f"doc{at}", vectors[at : at + DOCUMENT_CHUNKS])
    index = MatrixIndex(feed, "bench")
    seconds = await seconds_of(index.search(SCOPE, queries[0], top=10))
    await check(index, vectors, queries)
    read = readers(np.ones(vectors.shape, np.int8))
    ours, plain = list[float](), list[float]()
    for at in range(repeats):  # in turn, and each after the caches were filled with something else
        plain.append(evicted_ms(read))
        evict()
        asked = index.search(SCOPE, queries[at % len(queries)], top=10)
        ours.append(1e3 * await seconds_of(asked))
    more = list[float]()
    for at in range(10):
        put(feed, f"more{at}", queries[np.arange(ADDED_CHUNKS) % len(queries)])
        more.append(1e3 * await seconds_of(index.search(SCOPE, queries[0], top=10)))
    held = index.held_bytes() / 1e6
    ratio = f"{min(plain):.2f} / {statistics.median(plain):.2f}: {min(plain) / min(ours):.0%}"
    added = f"{min(more):.2f} / {statistics.median(more):.2f}"
    rest = f"{ratio} | {held:.0f} | {seconds:.2f} | {added}"
    return f"| {name} | **Kesher** | {in_words(ours)} | {rest} |"


def peer_row(name: str, peer: str, folder: str, repeats: int) -> str:
    command = [str(PEERS_PYTHON), str(HERE / "peers.py"), peer, folder, str(repeats)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"| {name} | {peer} | failed: {done.stderr.strip().splitlines()[-1]} | | | | |"
    found = json.loads(done.stdout.splitlines()[-1])
    return (
        f"| {name} | {peer} | {in_words(found['ms'])} | | peak {found['peak_mb']:.0f} "
        f"| {found['seconds']:.2f} | |"
    )


def readers(codes: NDArray[np.int8]) -> Callable[[], object]:
    """Return what reads so many bytes once, as fast as one thread of NumPy does."""
    words = codes.reshape(-1).view(np.int64)
    return lambda: np.add.reduce(words)


_ELSEWHERE = np.random.default_rng(0).random(8_000_000)


def evict() -> None:
    """Fill the processor's caches with something else, as between two questions."""
    _ELSEWHERE.sum()


def evicted_ms(work: Callable[[], object]) -> float:
    evict()
    started = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - started)


async def seconds_of(work: Awaitable[object]) -> float:
    started = time.perf_counter()
    await work
    return time.perf_counter() - started


def cone(size: int, dimensions: int, *, seed: int) -> tuple[Floats, Floats]:
    """Return rows and 20 queries, float32 of unit length, round one common direction."""
    random = np.random.default_rng(seed)
    centre = random.standard_normal(dimensions).astype(np.float32)
    rows = random.standard_normal((size + 20, dimensions), np.float32)
    for at in range(0, len(rows), 50_000):
        rows[at : at + 50_000] = unit_rows(centre + 0.5 * rows[at : at + 50_000])
    return rows[:size], rows[size:].copy()


def put(feed: MemoryFeed, document_id: str, vectors: Floats) -> None:
    chunks = [
        IndexedChunk(f"{document_id}-{at}", document_id, "", vector)
        for at, vector in enumerate(vectors)
    ]
    feed.put(SCOPE, document_id, chunks)


async def check(index: MatrixIndex, vectors: Floats, queries: Floats) -> None:
    """Compare cosines, for two chunks may be equal as far as float32 can tell."""
    for query in queries:
        found = [each.score for each in await index.search(SCOPE, query, top=10)]
        expected = np.sort(vectors @ query)[::-1][:10]
        if not np.allclose(found, expected, rtol=0, atol=1e-6):
            raise SystemExit("The index did not find what the plain product finds.")


def in_words(taken: list[float]) -> str:
    high = sorted(taken)[int(0.95 * (len(taken) - 1))]
    return f"{min(taken):.2f} / {statistics.median(taken):.2f} / {high:.2f}"


if __name__ == "__main__":
    main()

"""Milliseconds of a search by words, and of one document more. See README.md."""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

import numpy as np

from kesher.adapters.indexes.tantivy_terms import TantivyIndex
from kesher.domain.scope import RoomScope
from kesher.ports.indexes import IndexedChunk
from kesher.testing.change_feed import MemoryFeed

SIZES = (1_000, 10_000, 100_000)
DOCUMENT_CHUNKS = 1_000
ADDED_CHUNKS = 20
QUESTIONS = 50
QUESTION_WORDS = 6
SCOPE = RoomScope("local", "bench")
NO_VECTOR = np.zeros(0, np.float32)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--largest", type=int, default=SIZES[-1], help="most chunks")
    options.add_argument("--folder", type=Path, help="keep the indexes here, and use those there")
    given = options.parse_args()
    sizes = [size for size in SIZES if size <= given.largest]
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(measure(sizes, given.folder or Path(folder))))


async def measure(sizes: list[int], folder: Path) -> str:
    head = (
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start. Milliseconds, least "
        f"/ median / 95th percentile.\n\n"
        "| Chunks | by words, ms | by pieces of words, ms | on disk, MB | opening, s "
        "| 20 chunks more, ms a document | taking them away |\n|---|---|---|---|---|---|---|"
    )
    return "\n".join([head, *[await row(size, folder / str(size)) for size in sizes]])


async def row(size: int, folder: Path) -> str:
    texts = zipf_texts(size)
    feed = MemoryFeed()
    for at in range(0, size, DOCUMENT_CHUNKS):
        put(feed, f"doc{at}", texts[at : at + DOCUMENT_CHUNKS])
    index = TantivyIndex(feed, folder)
    opening = await ms_of(index.search(SCOPE, texts[0], top=10)) / 1e3
    asked = [" ".join(texts[at * 17 % size].split()[:QUESTION_WORDS]) for at in range(QUESTIONS)]
    words = [await ms_of(index.search(SCOPE, text, top=10)) for text in asked]
    pieces = [await ms_of(index.search_grams(SCOPE, text, top=10)) for text in asked]
    disk = size_bytes(folder)
    added, removed = list[float](), list[float]()
    for at in range(10):
        put(feed, f"more{at}", texts[at * ADDED_CHUNKS : (at + 1) * ADDED_CHUNKS])
        added.append(await ms_of(index.catch_up(SCOPE)))
    for at in range(10):
        feed.remove(SCOPE, f"more{at}")
        removed.append(await ms_of(index.catch_up(SCOPE)))
    figures = (in_words(words), in_words(pieces), f"{disk / 1e6:.0f}", f"{opening:.1f}")
    return f"| {size:,} | {' | '.join(figures)} | {in_words(added)} | {in_words(removed)} |"


def size_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def zipf_texts(size: int) -> list[str]:
    """Return texts of 1,200 characters whose commonest words stand in every one."""
    random = np.random.default_rng(size)
    letters = np.array(list("אבגדהוזחטיכלמנסעפצקרשת"))
    words = ["".join(random.choice(letters, length)) for length in random.integers(2, 9, 50_000)]
    drawn = np.minimum(random.zipf(1.2, (size, 200)), len(words)) - 1
    return [" ".join(words[number] for number in row)[:1_200] for row in drawn]


def put(feed: MemoryFeed, document_id: str, texts: list[str]) -> None:
    chunks = [
        IndexedChunk(f"{document_id}-{at}", document_id, text, NO_VECTOR)
        for at, text in enumerate(texts)
    ]
    feed.put(SCOPE, document_id, chunks)


async def ms_of(work: Awaitable[object]) -> float:
    """Return the milliseconds that a call takes."""
    started = time.perf_counter()
    await work
    return 1e3 * (time.perf_counter() - started)


def in_words(taken: list[float]) -> str:
    high = sorted(taken)[int(0.95 * (len(taken) - 1))]
    return f"{min(taken):.1f} / {statistics.median(taken):.1f} / {high:.1f}"


if __name__ == "__main__":
    main()

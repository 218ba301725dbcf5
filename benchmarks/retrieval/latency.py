"""Milliseconds of a search by words and by their pieces, among passages of real Hebrew words."""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from benchmarks.retrieval.corpora import hebrew, knesset, kolzchut

from kesher.adapters.indexes.room_terms import RoomTerms
from kesher.ports.indexes import IndexedChunk, RoomChange

SIZES = (10_000, 100_000)
TOPS = (10, 200)
PASSAGE_CHARS = 1_200
WINDOW_WORDS = 12
AT_ONCE = 5_000
QUESTIONS = 300
NO_VECTOR = np.zeros(1, np.float32)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--largest", type=int, default=SIZES[-1], help="most passages")
    largest = options.parse_args().largest
    print(
        "| Passages | By | Top | p50, ms | p95 | CPU p50 | CPU p95 | Index, MB | Building, CPU s |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for size in SIZES:
        if size <= largest:
            print("\n".join(rows(size)), flush=True)


def rows(size: int) -> list[str]:
    questions = [each.text for each in hebrew("", "heq_val").questions[:QUESTIONS]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "room", "terms")
        started = time.process_time()
        index = filled(folder, size)
        building_seconds = time.process_time() - started
        megabytes = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
        return [
            f"| {size:,} | {by} | {top} | {timed(search, questions, top)} "
            f"| {megabytes:.0f} | {building_seconds:.0f} |"
            for by, search in (("words", index.search), ("pieces", index.search_grams))
            for top in TOPS
        ]


def filled(folder: Path, size: int) -> RoomTerms:
    index, texts = RoomTerms(folder), passages()
    for at in range(0, size, AT_ONCE):
        chunks = tuple(
            IndexedChunk(f"chunk{place}", f"document{at}", next(texts), NO_VECTOR)
            for place in range(at, min(at + AT_ONCE, size))
        )
        index.apply([RoomChange(at + 1, f"document{at}", chunks)])
    return index


def passages() -> Iterator[str]:
    """Yield passages put together from runs of words of the Hebrew sets, without an end."""
    draw = random.Random(1)  # noqa: S311
    rooms = [hebrew("", part) for part in ("heq_val", "parashoot_dev", "parashoot_train")]
    texts = [
        each.text for room in (*rooms, knesset("questions"), kolzchut()) for each in room.passages
    ]
    words = " ".join(texts).split()
    while True:
        passage: list[str] = []
        while sum(map(len, passage)) + len(passage) < PASSAGE_CHARS:
            at = draw.randrange(len(words) - WINDOW_WORDS)
            passage += words[at : at + WINDOW_WORDS]
        yield " ".join(passage)[:PASSAGE_CHARS]


def timed(search: Callable[..., object], questions: list[str], top: int) -> str:
    """Return milliseconds on the clock, and of this thread, which other work hardly moves."""
    taken, worked = [], []
    for question in questions:
        started, began = time.perf_counter(), time.thread_time()
        search(question, top=top)
        worked.append(1e3 * (time.thread_time() - began))
        taken.append(1e3 * (time.perf_counter() - started))
    return " | ".join(
        f"{np.quantile(each, share):.2f}" for each in (taken, worked) for share in (0.5, 0.95)
    )


if __name__ == "__main__":
    main()

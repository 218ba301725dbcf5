"""Pages a second by stage, and of the whole path. See README.md."""

import asyncio
import os
import platform
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from kesher import Kesher
from kesher.config.load import load
from kesher.documents.chunking import ChunkSize, chunk
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.domain.document import Chunk, Page
from kesher.domain.ids import new_id
from kesher.ports.isolation import Limits
from kesher.sample import sample_files
from kesher.wiring.parts import make_embedder, make_isolation, make_reading

RUNS = 3
HANDBOOK, _, SCAN = (sample.path for sample in sample_files())


def best(work: Callable[[], object]) -> float:
    """Return the least seconds of several runs."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


async def best_async(work: Callable[[], Awaitable[object]]) -> float:
    """Return the least seconds of several runs."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        await work()
        times.append(time.perf_counter() - started)
    return min(times)


def all_pages(path: Path) -> list[Page]:
    """Read in this process, one page after another."""
    return [read_page(path, number) for number in range(1, pdf_info(path).pages_total + 1)]


async def stages() -> list[tuple[str, int, float]]:
    """Return (stage, pages, seconds)."""
    settings = load()
    pages = all_pages(HANDBOOK)
    count = len(pages)
    rows = [("text layer, in this process", count, best(lambda: all_pages(HANDBOOK)))]

    isolation = make_isolation(settings)
    limits = Limits(settings.page_seconds, settings.task_memory_bytes)

    async def isolated() -> None:
        numbers = range(1, count + 1)
        await asyncio.gather(*(isolation.run(limits, read_page, HANDBOOK, n) for n in numbers))

    rows.append(("text layer, in limited processes", count, await best_async(isolated)))
    reading = make_reading(settings, isolation)

    async def recognised() -> None:
        await reading.whole_file(SCAN, languages=("heb", "eng"), parallel_pages=1)

    rows.append(("scan by OCR", 1, await best_async(recognised)))
    await isolation.close()

    chunks = cut(pages)
    rows.append(("chunking", count, best(lambda: cut(pages))))
    embedder = make_embedder(settings).embedder
    texts = [item.text for item in chunks]
    rows.append(
        (
            f"embedding ({len(texts)} chunks)",
            count,
            await best_async(lambda: embedder.embed_passages(texts)),
        )
    )
    return rows


def cut(pages: list[Page]) -> list[Chunk]:
    """Cut pages into chunks as the product does, tokens counted by characters."""
    size = ChunkSize()
    return chunk("doc", pages, size=size, new_id=new_id, count_tokens=len)


def whole() -> tuple[str, int, float]:
    """Add the handbook to an empty folder, the model built and loaded beforehand."""
    with TemporaryDirectory() as folder, Kesher(folder, log_level="error") as kesher:
        room = kesher.room("bench")
        room.add(b"A first document, so that the model is loaded.", name="a.txt")
        started = time.perf_counter()
        document = room.add(HANDBOOK)
        return (
            "whole path, stored and searchable",
            document.pages_total,
            time.perf_counter() - started,
        )


def main() -> None:
    """Print the table."""
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f}\n"
    )
    print("| Stage | Pages | Seconds | Pages/s |\n|---|---|---|---|")
    for name, pages, seconds in [*asyncio.run(stages()), whole()]:
        print(f"| {name} | {pages} | {seconds:.3f} | {pages / seconds:.1f} |")


if __name__ == "__main__":
    main()

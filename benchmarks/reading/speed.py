"""Pages a second on pages of 2,400 characters, beside the bare character-and-box loop.

The real papers of the Knesset are read too where `KESHER_SHARED` holds them.
"""

import argparse
import cProfile
import os
import pstats
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.run import HERE, by_kesher_text_layer, characters_and_boxes, note, rate
from benchmarks.reading.speed_pages import CHARS, PAGES, kinds

RUNS = 7


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="kinds of pages whose name holds this word")
    options.add_argument("--profile", action="store_true", help="show where the time goes")
    chosen = options.parse_args()
    print(note("speed", f"of {PAGES} pages of {CHARS:,} characters"))
    print("| Pages | Kesher, text layer | Characters and boxes | Ratio |\n|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for kind, paths in files(Path(folder), chosen.only):
            ours, bare = fastest(paths)
            print(f"| {kind} | {ours:.0f}/s | {bare:.0f}/s | {ours / bare:.2f} |", flush=True)
            if chosen.profile:
                profile(paths)


def files(folder: Path, only: str) -> Iterator[tuple[str, list[str]]]:
    """Make the files of each kind of page whose name holds a word."""
    for number, (kind, (write, pages)) in enumerate(kinds().items()):
        if only in kind:
            path = folder / f"{number}.pdf"
            write(path, pages)
            yield kind, [str(path)]
    shared = Path(os.environ.get("KESHER_SHARED", HERE.parents[1].parent / "shared"))
    papers = sorted(map(str, (shared / "data" / "hebrew_pdf").rglob("*.pdf")))
    if papers and only in "papers of the Knesset":
        yield "papers of the Knesset", papers


def fastest(paths: Sequence[str]) -> tuple[float, float]:
    """Measure both in turn and give each one's best: pages a second of processor time."""
    for path in paths:  # imports and caches count for nobody
        by_kesher_text_layer(path)
        characters_and_boxes(path)
    pairs = [
        (rate(by_kesher_text_layer, list(paths)), rate(characters_and_boxes, list(paths)))
        for _ in range(RUNS)
    ]
    return max(ours for ours, _ in pairs), max(bare for _, bare in pairs)


def profile(paths: Sequence[str]) -> None:
    """Print the functions that take most time of their own."""
    profiler = cProfile.Profile()
    for path in paths:
        profiler.runcall(by_kesher_text_layer, path)
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(22)


if __name__ == "__main__":
    main()

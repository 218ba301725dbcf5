"""Pages a second on pages of 2,400 characters, beside the bare character-and-box loop."""

import argparse
import cProfile
import pstats
import random
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.placed_pages import ARABIC, HEBREW, RUSSIAN, book
from benchmarks.reading.run import by_kesher_text_layer, characters_and_boxes, note, rate

CHARS, PAGES, RUNS = 2_400, 12, 7
LINE_CHARS = 95  # what a line of the page holds, so that each paragraph is a line
KINDS = {"Hebrew": HEBREW, "mixed": (*HEBREW, *ARABIC, *RUSSIAN)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--profile", action="store_true", help="show where the time goes")
    chosen = options.parse_args()
    print(note("speed", f"of {PAGES} pages of {CHARS:,} characters"))
    print("| Pages | Kesher, text layer | Characters and boxes | Ratio |\n|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for kind, texts in KINDS.items():
            path = str(book(Path(folder) / f"{kind}.pdf", pages_of(texts), size=9.0))
            ours, bare = fastest(path)
            print(f"| {kind} | {ours:.0f}/s | {bare:.0f}/s | {ours / bare:.2f} |", flush=True)
            if chosen.profile:
                profile(path)


def pages_of(texts: tuple[str, ...]) -> list[str]:
    """Give pages of `CHARS` characters, the same each time."""
    chance = random.Random(4521)  # noqa: S311 - the same each time, not a secret
    pages = []
    for _ in range(PAGES):
        lines: list[str] = []
        while sum(map(len, lines)) < CHARS:
            lines.append(chance.choice(texts)[:LINE_CHARS])
        pages.append("\n".join(lines)[:CHARS])
    return pages


def fastest(path: str) -> tuple[float, float]:
    """Measure both in turn and give each one's best: pages a second of processor time."""
    by_kesher_text_layer(path)  # imports and caches count for nobody
    characters_and_boxes(path)
    pairs = [
        (rate(by_kesher_text_layer, [path]), rate(characters_and_boxes, [path]))
        for _ in range(RUNS)
    ]
    return max(ours for ours, _ in pairs), max(bare for _, bare in pairs)


def profile(path: str) -> None:
    """Print the functions that take most time of their own."""
    profiler = cProfile.Profile()
    profiler.runcall(by_kesher_text_layer, path)
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(22)


if __name__ == "__main__":
    main()

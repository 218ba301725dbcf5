"""How fast a room's list of documents appears, scrolls and is searched, with few and with many.

Run: python -m benchmarks.web.documents [--documents 500] [--out FILE]
"""

import argparse
import json
import shutil
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import IO, Any, cast

from benchmarks.web.fill import fill_now
from playwright.sync_api import Page, sync_playwright

FEW = 100
ROUNDS = 3
KESHER = Path(sys.executable).parent / "kesher"
WIDTH, HEIGHT = 1280, 800

# Wheels down the list one notch a frame and gives the time between frames, in ms.
SCROLL = """async ([notches, pixels]) => {
  const list = [...document.querySelectorAll('aside *')].find(
    (element) => getComputedStyle(element).overflowY === 'auto');
  const gaps = [];
  let before = performance.now();
  for (let notch = 0; notch < notches; notch += 1) {
    list.scrollBy({ top: pixels });
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    gaps.push(now - before);
    before = now;
  }
  return gaps;
}"""

# Waits, frame by frame, until the list holds only what was looked for.
FOUND = """async () => {
  while (document.querySelectorAll('aside li').length !== 1) {
    await new Promise(requestAnimationFrame);
  }
}"""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run a server on a data folder and give its address."""
    process = Popen(
        [KESHER, "serve", "--port", "0"],
        env={"KESHER_DATA_FOLDER": str(folder), "PATH": "/usr/bin:/bin"},
        stdout=DEVNULL,
        stderr=PIPE,
        text=True,
    )
    try:
        said = cast(IO[str], process.stderr)
        address = next(line for line in said if "http://" in line)
        Thread(target=said.read, daemon=True).start()
        yield "http://" + address.split("http://")[1].split()[0]
    finally:
        process.terminate()
        process.wait(timeout=30)


def measure(page: Page, address: str, room: str, documents: int) -> dict[str, float]:
    """Open a room anew, scroll through its list, and look for one document by its number."""
    begun = perf_counter()
    page.goto(f"{address}/rooms/{room}")
    rows = page.get_by_role("complementary").get_by_role("listitem")
    rows.first.wait_for()
    shown_ms = (perf_counter() - begun) * 1_000
    gaps = sorted(page.evaluate(SCROLL, [40, 160]))
    drawn = rows.count()
    begun = perf_counter()
    page.get_by_role("search").get_by_role("textbox").fill(f" {documents - 1}")
    page.evaluate(FOUND)
    found_ms = (perf_counter() - begun) * 1_000
    return {
        "documents": documents,
        "shown_ms": shown_ms,
        "frame_median_ms": statistics.median(gaps),
        "frame_p95_ms": gaps[int(len(gaps) * 0.95)],
        "frame_longest_ms": gaps[-1],
        "rows_drawn": drawn,
        "found_ms": found_ms,
    }


def run(documents: int) -> list[dict[str, Any]]:
    """Measure few documents and many in turn, and give the median round of each."""
    rooms = {f"room_{count}": count for count in (FEW, documents)}
    with TemporaryDirectory() as place:
        folder = Path(place) / "data"
        for room, count in rooms.items():
            fill_now(folder, documents=count, room=room)
        return _look(folder, rooms)


def _look(folder: Path, rooms: dict[str, int]) -> list[dict[str, Any]]:
    with sync_playwright() as playwright, serving(folder) as address:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, locale="he-IL", reduced_motion="reduce"
        )
        rounds = [
            measure(page, address, room, count)
            for _ in range(ROUNDS)
            for room, count in rooms.items()
        ]
        browser.close()
    return [_median([each for each in rounds if each["documents"] == n]) for n in rooms.values()]


def _median(rounds: list[dict[str, float]]) -> dict[str, Any]:
    names = rounds[0]
    return {name: round(statistics.median(each[name] for each in rounds), 1) for name in names}


def main() -> None:
    """Measure and print, or write, the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    told = json.dumps(run(given.documents), indent=1) + "\n"
    if given.out:
        given.out.write_text(told, encoding="utf-8")
    sys.stdout.write(told)


if __name__ == "__main__":
    main()

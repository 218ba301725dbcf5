"""How soon the page shows an answer's first word, and how a conversation of 2,000 messages opens.

Run: python -m benchmarks.web.conversation [--turns 1000] [--out FILE]
"""

import argparse
import asyncio
import json
import shutil
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import IO, Any, cast

from playwright.sync_api import Page, sync_playwright

from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.domain.scope import RoomScope
from kesher.engine import Kesher
from kesher.sample import sample_files
from kesher.testing.model_script import ReceivedRequest, Script
from kesher.testing.model_server import ModelServer, scripted_model_server

ROUNDS = 5
THINKS_SECONDS = 0.2
"""The stand-in waits so long before each piece, the first among them."""

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
KESHER = Path(sys.executable).parent / "kesher"

# Sends the question in the box, and gives the ms until its answer has a word.
FIRST_WORD = """async () => {
  const box = document.querySelector('textarea');
  const answered = document.querySelectorAll('article').length;
  const began = performance.now();
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  return new Promise((resolve) => {
    const look = () => {
      const turn = document.querySelectorAll('article')[answered];
      const words = turn?.querySelector('p[dir], li')?.textContent ?? '';
      if (words.includes('מילה')) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    look();
  });
}"""

# Scrolls up from the newest turn, a frame at a time: the ms between frames, and the px gone.
SCROLL = """async ([frames, pixels]) => {
  const pane = document.querySelector('article').closest('[tabindex="0"]');
  const gaps = [];
  let scrolled = 0;
  let before = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    const from = pane.scrollTop;
    pane.scrollBy({ top: -pixels });
    scrolled += from - pane.scrollTop;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    gaps.push(now - before);
    before = now;
  }
  return { gaps, scrolled };
}"""


def answer(_request: ReceivedRequest) -> str:
    """Give a long answer, whose pieces come one by one."""
    return "מילה ועוד מילה, " * 4


def fill(folder: Path, turns: int) -> tuple[str, str]:
    """Put the handbook and a conversation of so many turns into a data folder; return their ids."""
    with Kesher(folder, log_level="error") as kesher:
        room = kesher.room("משאבי אנוש")
        room.add(sample_files()[0].path)
        first = room.ask(QUESTION)
    return asyncio.run(_fill(folder, room.id, first.thread_id, turns))


async def _fill(folder: Path, room_id: str, thread_id: str, turns: int) -> tuple[str, str]:
    store = SqlStore.open(sqlite_url(folder))
    scope = RoomScope("local", room_id)
    (first,) = await store.answers(scope, thread_id)
    for number in range(1, turns):
        question = f"{number}. {QUESTION}"
        await store.save_answer(scope, replace(first, id=f"ans_{number}", question=question))
    await store.close()
    return room_id, thread_id


@contextmanager
def serving(folder: Path, model: ModelServer) -> Iterator[str]:
    """Run a server on a data folder, whose answers the stand-in writes, and give its address."""
    process = Popen(
        [KESHER, "serve", "--port", "0"],
        env={
            "KESHER_DATA_FOLDER": str(folder),
            "KESHER_CHAT": "openai",
            "KESHER_CHAT_URL": model.openai_url,
            "KESHER_CHAT_MODEL": "scripted-model",
            "PATH": "/usr/bin:/bin",
        },
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


def first_words(page: Page, address: str, room: str) -> list[float]:
    """Ask in a new conversation each time; return the ms until the first word stands there."""
    found = []
    for _ in range(ROUNDS + 1):
        page.goto(f"{address}/rooms/{room}")
        page.get_by_role("textbox", name="שאלה").fill(QUESTION)
        found.append(page.evaluate(FIRST_WORD))
        page.get_by_role("article").and_(page.locator("[aria-busy=false]")).wait_for()
    return found[1:]  # the first one loads what later ones have


def opened(page: Page, address: str, room: str, thread: str) -> dict[str, Any]:
    """Open the long conversation anew and scroll up through it."""
    begun = perf_counter()
    page.goto(f"{address}/rooms/{room}?thread={thread}")
    page.get_by_role("article").last.get_by_role("group").first.wait_for()
    shown_ms = (perf_counter() - begun) * 1_000
    told = page.evaluate(SCROLL, [400, 300])
    gaps = sorted(told["gaps"])
    return {
        "opened_ms": round(shown_ms, 1),
        "frame_median_ms": round(statistics.median(gaps), 1),
        "frame_p95_ms": round(gaps[int(len(gaps) * 0.95)], 1),
        "frame_longest_ms": round(gaps[-1], 1),
        "scrolled_px": round(told["scrolled"]),
        "turns_drawn": page.get_by_role("article").count(),
    }


def run(turns: int) -> dict[str, Any]:
    """Measure both, in one browser and on one server."""
    script = Script(answer=answer, delay_seconds=THINKS_SECONDS)
    with TemporaryDirectory() as place, scripted_model_server(script) as model:
        room, thread = fill(Path(place) / "data", turns)  # before Playwright's loop runs
        with serving(Path(place) / "data", model) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(
                viewport={"width": 1280, "height": 800}, locale="he-IL", reduced_motion="reduce"
            )
            words = first_words(page, address, room)
            rounds = [opened(page, address, room, thread) for _ in range(3)]
            browser.close()
    first = statistics.median(words)
    return {
        "first_word_ms": round(first, 1),
        "model_waits_ms": THINKS_SECONDS * 1_000,
        "added_by_us_ms": round(first - THINKS_SECONDS * 1_000, 1),
        "messages": 2 * turns,
        "conversation": sorted(rounds, key=lambda each: float(each["opened_ms"]))[1],
    }


def main() -> None:
    """Measure and print, or write, the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1_000)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    told = json.dumps(run(given.turns), indent=1) + "\n"
    if given.out:
        given.out.write_text(told, encoding="utf-8")
    sys.stdout.write(told)


if __name__ == "__main__":
    main()

"""How much comes before the first screen of the page? See README.md.

python -m benchmarks.first_load.run [--static FOLDER] [--locale he-IL] [--rounds 5] [--out FILE]
"""

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlparse

from playwright.sync_api import Browser, Response, sync_playwright

PACKAGE = Path(__file__).parents[2] / "src" / "kesher"
STANDS = {"rooms": "main a[href^='/rooms/']", "room": "main textarea"}
Figures = dict[str, float]


def main() -> None:
    how = _arguments()
    builds = {"built": None, **({"other": how.static} if how.static else {})}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _fill(folder / "data")
        found = {
            build: _measured(folder, static, how.locale, how.rounds)
            for build, static in builds.items()
        }
    result = {"locale": how.locale, "load": os.getloadavg()[0], **found}
    text = json.dumps(result, indent=1)
    print(text)
    if how.out:
        how.out.write_text(text + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--static", type=Path, help="folder of another build to measure, too")
    parser.add_argument("--locale", default="he-IL")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def _fill(folder: Path) -> None:
    from kesher.engine import Kesher
    from kesher.sample import sample_files

    with Kesher(folder, log_level="error") as kesher:
        kesher.room("משאבי אנוש").add(sample_files()[0].path)


def _measured(folder: Path, static: Path | None, locale: str, rounds: int) -> dict[str, Figures]:
    with _server(folder, static) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        rooms = [_visit(browser, base, locale, "rooms") for _ in range(rounds)]
        room = [_visit(browser, base, locale, "room") for _ in range(rounds)]
        browser.close()
    return {"rooms": _median(rooms), "room": _median(room)}


def _visit(browser: Browser, base: str, locale: str, screen: str) -> Figures:
    """Open a screen with an empty cache; what came, and when it stood."""
    context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    address = base
    if screen == "room":
        address += f"/rooms/{context.request.get(f'{base}/api/rooms').json()[0]['id']}"
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))  # noqa: PLW0108 - it is marked
    page.goto(address)
    page.wait_for_selector(STANDS[screen])
    stands_ms = page.evaluate("performance.now()")
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    figures = {"stands_ms": stands_ms, "painted_ms": page.evaluate(paint), **_sizes(came)}
    context.close()
    return figures


def _sizes(came: list[Response]) -> Figures:
    sums: Figures = {"requests": 0, "kb": 0, "gzip_kb": 0, "css_gzip_kb": 0, "font_kb": 0}
    for response in came:
        path = urlparse(response.url).path
        if path.startswith("/api") or not response.ok:
            continue
        body = response.body()
        if path.endswith(".woff2"):
            sums["font_kb"] += len(body) / 1_000
            continue
        small = len(gzip.compress(body, 6)) / 1_000
        sums["requests"] += 1
        sums["kb"] += len(body) / 1_000
        sums["gzip_kb"] += small
        sums["css_gzip_kb"] += small if path.endswith(".css") else 0
    return sums


def _median(visits: list[Figures]) -> Figures:
    return {name: round(statistics.median(each[name] for each in visits), 1) for name in visits[0]}


@contextmanager
def _server(folder: Path, static: Path | None) -> Iterator[str]:
    """Serve the data with the package's page, or with another build in a copy of the package."""
    env = {**os.environ, "KESHER_DATA_FOLDER": str(folder / "data"), "KESHER_LOG_LEVEL": "warning"}
    if static is not None:
        copy = folder / "package" / "kesher"
        ignored = shutil.ignore_patterns("static", "__pycache__")
        shutil.copytree(PACKAGE, copy, ignore=ignored, dirs_exist_ok=True)
        shutil.copytree(static, copy / "server" / "static", dirs_exist_ok=True)
        env["PYTHONPATH"] = str(copy.parent)
    process = subprocess.Popen(
        [sys.executable, "-c", "from kesher.cli.main import main; main()", "serve", "--port", "0"],
        env=env,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = next(line for line in process.stderr or () if "http://" in line)
        yield "http://" + line.split("http://")[1].split()[0]
    finally:
        process.terminate()
        process.communicate()


if __name__ == "__main__":
    main()

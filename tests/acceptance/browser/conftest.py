"""A real server on a folder of the test's own, and a real browser that looks at its page."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from served import QUIET
from visits import AXE, REPOSITORY, MakeAccountsServer, MakeServer, Visit, Visitor

KESHER = Path(sys.executable).parent / "kesher"
START_SECONDS = 60

# Reading and indexing on a busy machine take their time; a wait ends as soon as it can.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session", autouse=True)
def built_page() -> None:
    if not (REPOSITORY / "src/kesher/server/static/index.html").is_file() or not AXE.is_file():
        pytest.skip("The page is not built. Run `make web`.")


@pytest.fixture(scope="module")  # while it is open, no test can run an event loop of its own
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("There is no Chromium. Install Debian's package `chromium`.")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def serve() -> Iterator[MakeServer]:
    """Start `kesher serve` on a data folder and return its address."""
    with ExitStack() as running:

        def start(folder: Path, **settings: str) -> str:
            return _address(_started(running, folder, settings))

        yield start


@pytest.fixture
def serve_accounts() -> Iterator[MakeAccountsServer]:
    """Start `kesher serve` where everybody signs in; return its address and the first link."""
    with ExitStack() as running:

        def start(folder: Path) -> tuple[str, str]:
            process = _started(running, folder, {"KESHER_ACCOUNTS": "true"})
            return _address(process), _address(process)

        yield start


def _started(
    running: ExitStack, folder: Path, settings: Mapping[str, str]
) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [KESHER, "serve", "--port", "0"],
        env={**os.environ, **QUIET, "KESHER_DATA_FOLDER": str(folder), **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    running.callback(_end, process)
    return process


def _address(process: "subprocess.Popen[str]") -> str:
    assert process.stderr is not None
    guard = threading.Timer(START_SECONDS, process.kill)
    guard.start()
    said = []
    try:
        for line in process.stderr:
            said.append(line)
            if "http://" in line:
                return "http://" + line.split("http://")[1].split()[0]
    finally:
        guard.cancel()
    raise AssertionError(f"`kesher serve` ended before it said where it is: {''.join(said)}")


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    process.communicate(timeout=START_SECONDS)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visitor]:
    """Open the page as somebody with a language, a screen and a taste for light or dark."""
    with ExitStack() as opened:

        def open_page(
            base: str, *, locale: str = "he-IL", width: int = 1280, scheme: str = "light"
        ) -> Visit:
            context = browser.new_context(
                locale=locale,
                viewport={"width": width, "height": 800},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
                bypass_csp=True,  # axe is brought in from outside
            )
            opened.callback(context.close)
            visit = Visit(context.new_page(), base)
            _watch(visit)
            visit.page.goto(base)
            return visit

        yield open_page


def _watch(visit: Visit) -> None:
    def note(kind: str, text: str) -> None:
        if kind == "error":
            visit.console_errors.append(text)

    def look(url: str) -> None:
        if not url.startswith((visit.base, "data:", "blob:")):
            visit.foreign_requests.append(url)

    visit.page.on("console", lambda message: note(message.type, message.text))
    visit.page.on("pageerror", lambda error: note("error", str(error)))
    visit.page.on("request", lambda request: look(request.url))

"""Browsers and their like: a page of HTML in, a PDF out."""

import asyncio
import base64
import os
import socket
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.reading.second.content import Text
from benchmarks.reading.second.html import Look, page_of
from benchmarks.reading.second.tools import Foreign, call, package, program

STARTS = 120  # tries, a quarter of a second each, until Firefox answers
LOOKS = {
    "chromium": Look(marks="marker", leaders="dots"),
    "firefox": Look(font="'Noto Serif Hebrew', 'DejaVu Serif', 'Noto Naskh Arabic'", size=11.5,
                    accent="#611", rule="0", head="border-bottom: 1pt solid #611",
                    marks="marker"),
    "weasyprint": Look(size=10.5, marks="box", leaders="css", accent="#063",
                       head="background: #063; color: #fff", rule=".4pt dotted #063"),
    "wkhtmltopdf": Look(font="'DejaVu Sans', 'Noto Sans Hebrew'", size=13, marks="box",
                        leaders="dots", flowing=False),
}  # fmt: skip


def write_page(text: Text, look: Look, folder: Path) -> Path:
    page = folder / f"{text.kind}.html"
    page.write_text(page_of(text, look), encoding="utf-8")
    return page


def by_chromium(text: Text, out: Path) -> None:
    with TemporaryDirectory() as scratch:
        page = write_page(text, LOOKS["chromium"], Path(scratch))
        call(
            program("chromium", "chromium"), "--headless", "--no-sandbox", "--disable-gpu",
            f"--user-data-dir={scratch}/profile", "--no-pdf-header-footer",
            f"--print-to-pdf={out}", page.as_uri(),
        )  # fmt: skip


def by_weasyprint(text: Text, out: Path) -> None:
    html = page_of(text, LOOKS["weasyprint"])
    package("weasyprint", "weasyprint").HTML(string=html).write_pdf(str(out))


def by_wkhtmltopdf(text: Text, out: Path) -> None:
    with TemporaryDirectory() as scratch:
        page = write_page(text, LOOKS["wkhtmltopdf"], Path(scratch))
        call(
            program("xvfb-run", "xvfb"), "-a", program("wkhtmltopdf", "wkhtmltopdf"), "-q",
            "--enable-local-file-access", "-s", "A4", "-T", "0", "-B", "0", "-L", "0", "-R", "0",
            "--disable-smart-shrinking", page, out,
        )  # fmt: skip


def by_firefox(text: Text, out: Path) -> None:
    """Print over WebDriver BiDi, the only way that Firefox prints without a window."""
    out.write_bytes(asyncio.run(_firefox(text)))


async def _firefox(text: Text) -> bytes:
    with TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        page = write_page(text, LOOKS["firefox"], Path(scratch))
        port = _free_port()
        browser = await asyncio.create_subprocess_exec(
            program("firefox-esr", "firefox-esr"), "--headless", "--no-remote",
            "--profile", scratch, f"--remote-debugging-port={port}",
            env={**os.environ, "HOME": scratch},
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            return await _printed(port, page.as_uri())
        finally:
            browser.terminate()
            await browser.wait()


async def _printed(port: int, address: str) -> bytes:
    aiohttp = package("aiohttp", "aiohttp")
    async with aiohttp.ClientSession() as http:
        socket_ = await _connected(http, aiohttp, f"ws://127.0.0.1:{port}/session")
        await _ask(socket_, 1, "session.new", {"capabilities": {}})
        tree = await _ask(socket_, 2, "browsingContext.getTree", {})
        tab = tree["contexts"][0]["context"]
        await _ask(socket_, 3, "browsingContext.navigate",
                   {"context": tab, "url": address, "wait": "complete"})  # fmt: skip
        margin = dict.fromkeys(("top", "bottom", "left", "right"), 0)
        sheet = {"width": 21.0, "height": 29.7}
        wanted = {"context": tab, "page": sheet, "margin": margin, "background": True}
        printed = await _ask(socket_, 4, "browsingContext.print", wanted)
        return base64.b64decode(printed["data"])


async def _connected(http: Foreign, aiohttp: Foreign, address: str) -> Foreign:
    for _ in range(STARTS):
        try:
            return await http.ws_connect(address, max_msg_size=0)
        except aiohttp.ClientError:
            await asyncio.sleep(0.25)
    raise TimeoutError(f"Firefox does not answer at {address}.")


async def _ask(connection: Foreign, number: int, method: str, params: dict[str, Any]) -> Foreign:
    await connection.send_json({"id": number, "method": method, "params": params})
    while True:
        reply = await connection.receive_json(timeout=60)
        if reply.get("id") == number:
            if reply["type"] == "error":
                raise RuntimeError(f"Firefox refused {method}: {reply['message']}")
            return reply["result"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI

from kesher.server.page import serve_page

pytestmark = pytest.mark.anyio

CODE = "const greeting = 'שלום';\n" * 100


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>קשר</title>", encoding="utf-8")
    (tmp_path / "assets/app.js").write_text(CODE, encoding="utf-8")
    (tmp_path / "assets/app.js.gz").write_bytes(gzip.compress(CODE.encode()))
    (tmp_path / "assets/font.woff2").write_bytes(b"wOF2")
    app = FastAPI()
    serve_page(app, tmp_path)
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://page") as client:
        yield client


@pytest.mark.parametrize("accepted", ["gzip", "br;q=1.0, GZIP;q=0.8"])
async def test_code_goes_packed_to_whoever_takes_it(
    page: httpx2.AsyncClient, accepted: str
) -> None:
    sent = await page.get("/assets/app.js", headers={"Accept-Encoding": accepted})
    assert sent.text == CODE
    assert sent.headers["Content-Encoding"] == "gzip"
    assert sent.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert sent.headers["Vary"] == "Accept-Encoding"
    assert "immutable" in sent.headers["Cache-Control"]


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "br, gzip; q=0.0", ""])
async def test_code_goes_plain_to_others(page: httpx2.AsyncClient, accepted: str) -> None:
    sent = await page.get("/assets/app.js", headers={"Accept-Encoding": accepted})
    assert sent.text == CODE
    assert "Content-Encoding" not in sent.headers
    assert sent.headers["Vary"] == "Accept-Encoding"


async def test_what_was_not_packed_goes_as_it_is(page: httpx2.AsyncClient) -> None:
    sent = await page.get("/assets/font.woff2", headers={"Accept-Encoding": "gzip"})
    assert sent.content == b"wOF2"
    assert "Content-Encoding" not in sent.headers


@pytest.mark.parametrize("address", ["/", "/rooms/room_a", "/חדר", "/assets/../../etc/passwd"])
async def test_every_other_address_opens_the_page_and_is_asked_for_again(
    page: httpx2.AsyncClient, address: str
) -> None:
    sent = await page.get(address)
    assert sent.text == "<title>קשר</title>"
    assert sent.headers["Cache-Control"] == "no-cache"

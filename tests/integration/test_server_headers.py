"""What every answer says to a browser, asked of every route of a real server at once."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from api import Api
from kesher.server.headers import SafeHeaders

pytestmark = pytest.mark.anyio

METHODS = ("get", "put", "post", "patch", "delete")
LASTING = (("post", "/api/sample"), ("post", "/api/backups"))
"""These need nothing to be said, and would leave something behind."""


@dataclass(frozen=True)
class Seen:
    """An answer, and what was asked."""

    asked: str
    status: int
    headers: Mapping[str, str]
    body: bytes


@pytest.fixture(scope="module")
async def seen(api: Api) -> list[Seen]:
    """What every route says of things that are not there, and to a method that it does not take."""
    paths: dict[str, dict[str, Any]] = (await api.call("GET", "/api/openapi.json"))["paths"]
    asked = [
        (method, path)
        for path, operations in paths.items()
        for method in ("trace", *METHODS)
        if method == "trace" or (method in operations and (method, path) not in LASTING)
    ]
    assert len(asked) > 100
    return await asyncio.gather(*(_asked(api, method, path) for method, path in asked))


async def _asked(api: Api, method: str, path: str) -> Seen:
    address = path.replace("{number}", "1").replace("{", "").replace("}", "_אין")
    async with api.session.request(method, address, json={"?": 1}) as response:
        body = await response.read()
        return Seen(f"{method} {path}", response.status, response.headers, body)


async def test_no_answer_of_the_api_may_be_framed_run_or_kept(seen: list[Seen]) -> None:
    for answer in seen:
        headers = answer.headers
        assert headers["X-Content-Type-Options"] == "nosniff", answer.asked
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "camera=()" in headers["Permissions-Policy"]
        assert "sandbox" in headers["Content-Security-Policy"]
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store", answer.asked
        assert {"Cookie", "Authorization"} <= set(headers["Vary"].split(", "))
        assert "Server" not in headers


async def test_whatever_is_refused_is_a_problem(seen: list[Seen]) -> None:
    for answer in seen:
        assert answer.status < 500, answer.asked
        if answer.status >= 400:
            assert answer.headers["Content-Type"] == "application/problem+json", answer.asked
            assert json.loads(answer.body)["status"] == answer.status
            assert json.loads(answer.body)["detail"]


async def test_a_wrong_method_is_told_the_right_ones(seen: list[Seen]) -> None:
    wrong = [answer for answer in seen if answer.asked.startswith("trace")]
    assert {answer.status for answer in wrong} == {405}
    assert all(answer.headers["Allow"] for answer in wrong)


async def test_the_page_runs_scripts_of_its_own_files_only(api: Api) -> None:
    async with api.session.get("/") as response:
        policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src" not in policy


@pytest.mark.parametrize("name", ["דף.html", "תמונה.svg", "page.xhtml"])
async def test_an_original_that_could_run_is_only_ever_saved(
    api: Api, room_id: str, name: str
) -> None:
    text = "<html><body><script>alert(1)</script>סעיף א: עובד זכאי לחופשה.</body></html>"
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("file", text.encode(), filename=name)
    async with api.session.post(f"/api/rooms/{room_id}/documents", data=form) as response:
        taken = await response.json(content_type=None)
        if response.status == 415:  # of a kind that is not read is not kept either
            return
    async with api.session.get(f"/api/documents/{taken['document']['id']}/file") as response:
        assert response.status == 200
        assert response.headers["Content-Disposition"].startswith("attachment;")
        assert "sandbox" in response.headers["Content-Security-Policy"]
        assert "allow-scripts" not in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("scheme", "promised"), [("http", False), ("https", True)])
async def test_only_what_came_over_tls_promises_it_for_the_future(
    scheme: str, promised: bool
) -> None:
    async def answer(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "path": "/api/health", "scheme": scheme}
    await SafeHeaders(answer)(scope, receive, send)
    names = {name for name, _ in sent[0]["headers"]}
    assert (b"strict-transport-security" in names) is promised

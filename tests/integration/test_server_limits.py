"""What is larger, slower or more than the server takes, sent to a real one with small limits."""

import asyncio
import io
import json
import select
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import aiohttp
import pytest

from api import Api
from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from surroundings import MakeSettings

pytestmark = pytest.mark.anyio

SECONDS = 0.4
"""The server's patience, in each of its kinds."""
WAIT_SECONDS = 20
LIMIT_BYTES = 2_000
UPLOAD_BYTES = 8_000_000


@pytest.fixture(scope="module")
async def limited(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    settings = Settings.model_validate(
        {
            "data_folder": tmp_path_factory.mktemp("limited"),
            "log_level": "error",
            "request_limit_bytes": LIMIT_BYTES,
            "upload_limit_bytes": UPLOAD_BYTES,
            "headers_seconds": SECONDS,
            "body_seconds": SECONDS,
            "stalled_seconds": SECONDS,
            "streams_limit": 2,
            "room_documents_limit": 2,
        }
    )
    async with temporary_server(settings) as url:
        yield url


@pytest.fixture
async def api_of_limited(limited: str) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession(limited) as session:
        yield Api(session)


@pytest.fixture
async def room(api_of_limited: Api, request: pytest.FixtureRequest) -> str:
    body = {"name": f"חדר {request.node.name}"[:200]}
    made = await api_of_limited.call("POST", "/api/rooms", body, status=201)
    return str(made["id"])


async def test_a_body_that_is_said_to_be_too_large_is_refused_before_it_comes(
    limited: str,
) -> None:
    head = f"POST /api/rooms HTTP/1.1\r\nContent-Length: {LIMIT_BYTES + 1}\r\n"
    status, problem = await _raw(limited, head)
    assert (status, problem["code"]) == (413, "limit.too_large")
    assert f"{LIMIT_BYTES:,}" in problem["detail"]


async def test_a_body_that_says_no_size_is_cut_off_where_it_is_too_large(limited: str) -> None:
    body = b"800\r\n" + b"x" * 0x800 + b"\r\n"
    head = "POST /api/rooms HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
    head += "Content-Type: application/json\r\n"
    status, problem = await _raw(limited, head, body)
    assert (status, problem["code"]) == (413, "limit.too_large")


async def test_an_upload_may_be_larger_than_other_requests(api_of_limited: Api, room: str) -> None:
    text = ("סעיף: עובד זכאי לחופשה.\n" * 200).encode()
    assert len(text) > LIMIT_BYTES
    done = await api_of_limited.upload(room, "חופשה.txt", text)
    assert done["document"]["size_bytes"] == len(text)


@pytest.mark.parametrize(
    "request_line",
    [f"GET /api/rooms?{'x' * 9_000} HTTP/1.1\r\n", f"GET / HTTP/1.1\r\nX-Long: {'x' * 40_000}\r\n"],
    ids=["address", "headers"],
)
async def test_a_long_address_or_head_is_refused(limited: str, request_line: str) -> None:
    status, problem = await _raw(limited, request_line)
    assert (status, problem["code"]) == (413, "limit.too_large")


async def test_a_head_that_never_ends_is_cut_off(limited: str) -> None:
    async with _connection(limited) as (reader, writer):
        writer.write(b"GET /api/health HTTP/1.1\r\nX-Slow: ")
        assert await reader.read() == b""


async def test_a_connection_that_says_nothing_is_cut_off(limited: str) -> None:
    async with _connection(limited) as (reader, _):
        assert await reader.read() == b""


async def test_a_second_request_that_never_ends_is_cut_off(limited: str) -> None:
    async with _connection(limited) as (reader, writer):
        writer.write(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert await reader.readuntil(b'{"status":"ok"}')
        writer.write(b"GET /api/he")
        assert await reader.read() == b""


async def test_a_body_that_stops_coming_is_told_so(limited: str) -> None:
    head = "POST /api/rooms HTTP/1.1\r\nContent-Length: 100\r\nContent-Type: application/json\r\n"
    status, problem = await _raw(limited, head, b'{"name": "')
    assert (status, problem["code"], problem["retryable"]) == (408, "limit.too_slow", True)


async def test_who_goes_on_sending_after_the_answer_is_cut_off(limited: str) -> None:
    async with _connection(limited) as (reader, writer):
        writer.write(b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\n")
        writer.write(b"Content-Length: 1000000000\r\n\r\n")
        assert b" 413 " in await reader.readline()
        sending = asyncio.ensure_future(_send_for_ever(writer))
        with pytest.raises(ConnectionError):
            await sending


async def test_a_reader_who_takes_nothing_is_let_go(
    limited: str, api_of_limited: Api, room: str
) -> None:
    content = io.BytesIO(b"%PDF-1.4\n" + bytes(UPLOAD_BYTES - 100))
    done = await api_of_limited.upload(room, "תוכנית.pdf", content)
    path = f"/api/documents/{done['document']['id']}/file"
    with closing(socket.socket()) as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)  # little waits on our side
        idle.connect(_address(limited))
        idle.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        ended = select.poll()
        ended.register(idle, 0)  # nothing but the connection's end
        assert await asyncio.to_thread(ended.poll, WAIT_SECONDS * 1_000)


async def test_json_that_is_too_deep_is_refused(limited: str) -> None:
    body = b'{"name": ' + b"[" * 1_900
    async with aiohttp.ClientSession(limited) as session:
        headers = {"Content-Type": "application/json"}
        async with session.post("/api/rooms", data=body, headers=headers) as response:
            assert response.status == 400
            assert response.content_type == "application/problem+json"


@pytest.mark.parametrize("extra", ["file", "field"])
async def test_a_form_of_more_than_one_file_is_refused(limited: str, room: str, extra: str) -> None:
    form = aiohttp.FormData()
    form.add_field("file", b"a", filename="א.txt")
    for number in range(20):
        form.add_field(f"{extra}{number}", "b", filename="ב.txt" if extra == "file" else None)
    async with (
        aiohttp.ClientSession(limited) as session,
        session.post(f"/api/rooms/{room}/documents", data=form) as response,
    ):
        assert response.status == 400
        assert (await response.json(content_type=None))["code"] == "http.400"


async def test_streams_over_the_limit_are_told_when_to_come_back(
    api_of_limited: Api, room: str
) -> None:
    path = f"/api/rooms/{room}/events"
    watching = [api_of_limited.events("GET", path) for _ in range(2)]
    for events in watching:
        await anext(events)
    async with api_of_limited.session.get(path) as response:
        assert response.status == 503
        assert int(response.headers["Retry-After"]) > 0
        assert (await response.json(content_type=None))["code"] == "limit.overloaded"
    for events in watching:
        await events.aclose()
    await asyncio.wait_for(_taken_again(api_of_limited, path), WAIT_SECONDS)


@pytest.fixture(scope="module")
async def narrow(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A server of few connections and one upload at a time."""
    folder = tmp_path_factory.mktemp("narrow")
    limits = {"connections_limit": 4, "uploads_limit": 1}
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error", **limits})
    async with temporary_server(settings) as url:
        yield url


async def test_connections_over_the_limit_are_turned_away_and_taken_when_others_end(
    narrow: str,
) -> None:
    address = narrow.removeprefix("http://").split(":")
    held = [await asyncio.open_connection(address[0], int(address[1])) for _ in range(4)]
    async with aiohttp.ClientSession(narrow) as session:
        async with session.get("/api/health") as response:
            assert response.status == 503
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        async with asyncio.timeout(WAIT_SECONDS):
            while True:
                async with session.get("/api/health") as response:
                    if response.status == 200:
                        break


async def test_an_upload_over_the_limit_is_told_to_come_back_and_taken_when_the_other_ends(
    narrow: str,
) -> None:
    async with aiohttp.ClientSession(narrow) as session:
        api = Api(session)
        room = await api.call("POST", "/api/rooms", {"name": "העלאות Загрузки"}, status=201)
        path, begun, goes_on = (
            f"/api/rooms/{room['id']}/documents",
            asyncio.Event(),
            asyncio.Event(),
        )

        async def slow() -> AsyncIterator[bytes]:
            yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
            begun.set()
            await goes_on.wait()
            yield "סעיף אחד.".encode() + b"\r\n--b--\r\n"

        kind = {"Content-Type": "multipart/form-data; boundary=b"}
        first = asyncio.ensure_future(session.post(path, data=slow(), headers=kind))
        async with asyncio.timeout(WAIT_SECONDS):
            await begun.wait()
            while (await _refused(session, path)) is None:  # the first has not come so far
                continue
            refused = await _refused(session, path)
            assert refused is not None
            assert refused["code"] == "limit.overloaded"
            goes_on.set()
            async with await first as response:
                assert response.status == 202
            while await _refused(session, path) is not None:
                continue


async def _refused(session: aiohttp.ClientSession, path: str) -> dict[str, Any] | None:
    """Send a form without a file: what the server says where it takes no upload now, else None."""
    async with session.post(path, data=aiohttp.FormData({"nothing": "כלום"})) as response:
        said: dict[str, Any] = await response.json(content_type=None)
        return said if response.status == 503 else None


async def test_a_room_holds_as_many_documents_as_the_settings_allow(
    api_of_limited: Api, room: str
) -> None:
    for number in range(2):
        await api_of_limited.upload(room, f"נוהל {number}.txt", f"סעיף {number}".encode())
    refused = await api_of_limited.upload(room, "נוהל ג.txt", "סעיף ג".encode(), status=409)
    assert refused["code"] == "conflict.quota"
    assert "room_documents_limit" in refused["detail"]
    again = await api_of_limited.upload(room, "שוב.txt", "סעיף 0".encode(), status=200)
    assert again["duplicate"]


async def test_a_store_takes_no_more_bytes_than_the_settings_allow(
    make_settings: MakeSettings,
) -> None:
    settings = make_settings(store_limit_bytes=100)
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        made = await api.call("POST", "/api/rooms", {"name": "מחסן"}, status=201)
        await api.upload(made["id"], "א.txt", b"a" * 60)
        refused = await api.upload(made["id"], "ב.txt", b"b" * 60, status=409)
        assert refused["code"] == "conflict.quota"
        assert "store_limit_bytes" in refused["detail"]
        await api.upload(made["id"], "ג.txt", b"c" * 30)
        documents = await api.call("GET", f"/api/rooms/{made['id']}/documents")
    assert [each["name"] for each in documents] == ["א.txt", "ג.txt"]


async def _taken_again(api: Api, path: str) -> None:
    """Look until the slot of a stream that was left is free."""
    while True:
        async with api.session.get(path) as response:
            if response.status == 200:
                return


async def _send_for_ever(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"x" * 1_000)
        await writer.drain()


def _address(url: str) -> tuple[str, int]:
    host, port = url.removeprefix("http://").split(":")
    return host, int(port)


@asynccontextmanager
async def _connection(
    url: str,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    async with asyncio.timeout(WAIT_SECONDS):
        reader, writer = await asyncio.open_connection(*_address(url))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()


async def _raw(url: str, head: str, body: bytes = b"") -> tuple[int, Any]:
    """Send a request as it stands and return the answer's status and JSON."""
    async with _connection(url) as (reader, writer):
        writer.write(f"{head}Host: localhost\r\n\r\n".encode() + body)
        status = int((await reader.readline()).split()[1])
        told = await reader.readuntil(b"\r\n\r\n")
        size = next(
            int(line.split(b":")[1])
            for line in told.lower().split(b"\r\n")
            if line.startswith(b"content-length")
        )
        return status, json.loads(await reader.readexactly(size))

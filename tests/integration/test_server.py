"""The HTTP API's rooms, its gate, its beginning and its end, on a real server."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from api import Api, Shown
from kesher.config.settings import Settings
from kesher.sample import sample_files
from kesher.server.run import temporary_server
from surroundings import MakeSettings

pytestmark = pytest.mark.anyio

TOKEN = "5f2c-4711"  # noqa: S105 - of a server that lives for one test


async def test_the_server_says_that_it_is_well_and_what_it_can_do(api: Api) -> None:
    assert await api.call("GET", "/api/health") == {"status": "ok"}
    info = await api.call("GET", "/api/info")
    assert info["models"]["chat"] is None
    assert info["models"]["dimensions"] == 384
    assert info["prompt_budget_tokens"] == 3_400
    assert ".pdf" in info["media_types"]


async def test_every_operation_of_the_description_has_a_name_of_its_own(api: Api) -> None:
    paths = (await api.call("GET", "/api/openapi.json"))["paths"]
    names = [operation["operationId"] for path in paths.values() for operation in path.values()]
    assert sorted(names) == sorted(set(names))


async def test_a_room_is_made_renamed_and_deleted(api: Api) -> None:
    made = await api.call("POST", "/api/rooms", {"name": '  נהלים "2026"/א '}, status=201)
    path = f"/api/rooms/{made['id']}"
    assert (made["name"], made["ocr_languages"]) == ('נהלים "2026"/א', ["heb", "eng"])
    assert made["figures"]["chunks"] == 0
    changes = {"name": "Приказы", "ocr_languages": ["rus", "eng"]}
    renamed = await api.call("PATCH", path, changes)
    assert {name: renamed[name] for name in changes} == changes
    assert await api.call("GET", path) == renamed
    await api.call("DELETE", path, status=204)
    assert (await api.problem("GET", path, status=404))["code"] == "not_found"


async def test_rooms_are_listed_with_what_they_hold(api: Api, handbook: Shown) -> None:
    rooms = await api.call("GET", "/api/rooms")
    figures = next(room["figures"] for room in rooms if room["id"] == handbook["room_id"])
    assert (figures["documents"], figures["pages"], figures["dimensions"]) == (1, 16, 384)
    assert figures["chunks"] == handbook["chunks"] > 10


async def test_a_name_is_given_to_one_room_only(api: Api) -> None:
    body = {"name": "משאבי אנוש"}
    problem = await api.problem("POST", "/api/rooms", body, status=409)
    assert (problem["code"], problem["retryable"]) == ("conflict", False)


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": " \u200f\n"},
        {"name": "א" * 201},
        {},
        {"name": "א", "color": "red"},
        {"name": "א", "ocr_languages": ["../heb"]},
        {"name": "א", "ocr_languages": []},
    ],
)
async def test_a_room_that_cannot_be_is_refused_with_the_reason(
    api: Api, body: dict[str, object]
) -> None:
    await api.problem("POST", "/api/rooms", body, status=422)


@pytest.mark.parametrize(
    "path",
    [
        "/api/nothing",
        "/api/rooms/room_none",
        "/api/rooms/room_none/documents",
        "/api/rooms/room_none/events",
        "/api/rooms/room_none/threads",
        "/api/documents/doc_none",
        "/api/documents/doc_none/file",
        "/api/documents/doc_none/pages/1",
        "/api/chunks/chk_none/places",
        "/api/threads/thr_none",
    ],
)
async def test_what_is_not_there_is_a_problem_with_its_name(api: Api, path: str) -> None:
    problem = await api.problem("GET", path, status=404)
    assert problem["code"] in ("not_found", "http.404")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Host", "evil.example"),
        ("Host", "192.0.2.7:8765"),
        ("Host", "["),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
        ("Origin", "http://["),
    ],
)
async def test_a_request_from_elsewhere_is_refused(api: Api, name: str, value: str) -> None:
    async with api.session.get("/api/rooms", headers={name: value}) as response:
        assert response.status == 403
        assert (await response.json(content_type=None))["code"] == f"access.{name.lower()}"


async def test_the_pages_own_requests_are_taken(api: Api) -> None:
    origin = str(api.session._base_url).rstrip("/")
    async with api.session.get("/api/rooms", headers={"Origin": origin}) as response:
        assert response.status == 200


async def test_without_a_token_there_is_no_session_to_open(api: Api) -> None:
    await api.problem("POST", "/api/session", {"token": ""}, status=422)


@pytest.fixture(scope="module")
async def guarded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of an empty server that asks for a token and takes small files only."""
    settings = Settings.model_validate(
        {
            "data_folder": tmp_path_factory.mktemp("guarded"),
            "token": TOKEN,
            "upload_limit_bytes": 1_000,
            "log_level": "error",
        }
    )
    async with temporary_server(settings) as url:
        yield url


async def test_a_server_with_a_token_lets_nobody_in_without_it(guarded: str) -> None:
    async with aiohttp.ClientSession(guarded) as session:
        problem = await Api(session).problem("GET", "/api/rooms", status=401)
        assert problem["code"] == "access.token"
        assert await Api(session).call("GET", "/api/health") == {"status": "ok"}


@pytest.mark.parametrize("token", ["wrong", f"{TOKEN} ", ""])
async def test_a_wrong_token_opens_no_session(guarded: str, token: str) -> None:
    async with aiohttp.ClientSession(guarded) as session:
        await Api(session).problem("POST", "/api/session", {"token": token}, status=422)


async def test_a_session_carries_the_token_in_a_cookie_that_scripts_cannot_read(
    guarded: str,
) -> None:
    jar = aiohttp.CookieJar(unsafe=True)  # an address of numbers is a host, too
    async with aiohttp.ClientSession(guarded, cookie_jar=jar) as session:
        await Api(session).call("POST", "/api/session", {"token": TOKEN}, status=204)
        (cookie,) = jar
        assert (cookie["httponly"], cookie["samesite"]) == (True, "strict")
        assert await Api(session).call("GET", "/api/rooms") == []


async def test_a_file_over_the_limit_is_refused_with_the_limit(guarded: str) -> None:
    async with aiohttp.ClientSession(
        guarded, headers={"Authorization": f"Bearer {TOKEN}"}
    ) as session:
        api = Api(session)
        room = await api.call("POST", "/api/rooms", {"name": "קטן"}, status=201)
        problem = await api.upload(room["id"], "גדול.md", b"x" * 1_001, status=413)
        assert problem["code"] == "document.too_large"
        assert "1,000" in problem["detail"]
        await api.call("DELETE", f"/api/rooms/{room['id']}", status=204)


async def test_the_sample_is_loaded_once_with_its_three_documents(
    make_settings: MakeSettings,
) -> None:
    async with temporary_server(make_settings()) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        first = await api.call("POST", "/api/sample", status=201)
        second = await api.call("POST", "/api/sample", status=201)
        assert first["id"] == second["id"]
        documents = await api.call("GET", f"/api/rooms/{first['id']}/documents")
        assert [item["name"] for item in documents] == [item.name for item in sample_files()]
        await api.call("DELETE", f"/api/rooms/{first['id']}", status=204)


async def test_a_server_ends_at_once_while_a_page_still_watches_a_room(
    make_settings: MakeSettings,
) -> None:
    async with temporary_server(make_settings()) as url:
        session = aiohttp.ClientSession(url)
        api = Api(session)
        room = await api.call("POST", "/api/rooms", {"name": "נצפה"}, status=201)
        events = api.events("GET", f"/api/rooms/{room['id']}/events")
        await anext(events)
        ended = time.monotonic()
    assert time.monotonic() - ended < 5
    assert [event async for event in events] == []
    await session.close()


async def test_a_fault_of_our_own_is_a_problem_without_inner_words(
    handbook_copy: Path, make_settings: MakeSettings
) -> None:
    with closing(sqlite3.connect(handbook_copy / "kesher.db")) as database, database:
        database.execute("UPDATE pages SET char_boxes = x'00'")
    async with temporary_server(make_settings()) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        (room,) = await api.call("GET", "/api/rooms")
        (document,) = await api.call("GET", f"/api/rooms/{room['id']}/documents")
        path = f"/api/documents/{document['id']}/pages/1/boxes?start=0&end=9"
        problem = await api.problem("GET", path, status=500)
    assert (problem["code"], problem["retryable"]) == ("internal", True)
    assert "struct" not in problem["detail"]

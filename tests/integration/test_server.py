"""The HTTP API on a real server, over real sockets, with the sample handbook in its room."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, closing
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest
from PIL import Image, ImageChops

from api import Api
from conftest import MakeSettings
from kesher.config.settings import Settings
from kesher.sample import sample_files
from kesher.server.run import temporary_server
from kesher.testing.model_script import Hang, Script
from kesher.testing.model_server import scripted_model_server

pytestmark = pytest.mark.anyio

Shown = dict[str, Any]
"""A JSON object of the API."""

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
QUOTE = "עובד במשרה מלאה זכאי ל-22 ימי חופשה"
VACATION_PAGE = 6
PARKING = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00.\n"
TOKEN = "5f2c-4711"  # noqa: S105 - of a server that lives for one test
HANDBOOK = sample_files()[0].path


@pytest.fixture(scope="module")
async def api(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Api]:
    folder = tmp_path_factory.mktemp("served") / "data"
    shutil.copytree(handbook_folder, folder)
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        yield Api(session)


@pytest.fixture(scope="module")
async def handbook(api: Api) -> Shown:
    """The handbook as the API shows it: `room_id`, `id`."""
    rooms = await api.call("GET", "/api/rooms")
    room = next(item for item in rooms if item["name"] == "משאבי אנוש")
    documents: list[Shown] = await api.call("GET", f"/api/rooms/{room['id']}/documents")
    return documents[0]


@pytest.fixture
async def room_id(api: Api, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """An empty room of the test's own."""
    made = await api.call("POST", "/api/rooms", {"name": request.node.name[:200]}, status=201)
    yield made["id"]
    async with api.session.delete(f"/api/rooms/{made['id']}") as response:
        assert response.status in (204, 404)


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


async def test_an_upload_is_told_from_the_queue_until_it_is_ready(api: Api, room_id: str) -> None:
    with anyio.fail_after(60):
        states: list[str] = []
        upload = None
        async with aclosing(api.events("GET", f"/api/rooms/{room_id}/events")) as events:
            assert await anext(events) == ("documents", [])
            upload = await api.upload(room_id, "חניה.md", PARKING.encode())
            async for name, documents in events:
                assert name == "documents"
                states += [item["state"] for item in documents]
                if states[-1] == "ready":
                    break
    assert not upload["duplicate"]
    order = ["queued", "reading", "embedding", "ready"]
    assert states == sorted(states, key=order.index)
    shown = await api.call("GET", f"/api/documents/{upload['document']['id']}")
    assert (shown["pages_total"], shown["chunks"], shown["failures"]) == (1, 1, [])


async def test_two_uploads_of_the_same_bytes_at_once_are_one_document(
    api: Api, room_id: str
) -> None:
    uploads = await asyncio.gather(
        *(raced(api, room_id, name) for name in ("א.md", "ב.md", "ג.md"))
    )
    assert sorted(status for status, _ in uploads) == [200, 200, 202]
    assert sorted(upload["duplicate"] for _, upload in uploads) == [False, True, True]
    assert len({upload["document"]["id"] for _, upload in uploads}) == 1
    assert len(await api.call("GET", f"/api/rooms/{room_id}/documents")) == 1


async def raced(api: Api, room_id: str, name: str) -> tuple[int, Any]:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("file", PARKING.encode(), filename=name)
    async with api.session.post(f"/api/rooms/{room_id}/documents", data=form) as response:
        return response.status, await response.json()


@pytest.mark.parametrize(
    "name", ['נוהל "חופשות"/2026.md', "..\\..\\נוהל.md", "Отпуск إجازة's.md", "100% נוהל.md"]
)
async def test_a_name_is_kept_with_its_quotes_and_slashes(
    api: Api, room_id: str, name: str
) -> None:
    upload = await api.upload(room_id, name, PARKING.encode())
    assert upload["document"]["name"] == name
    path = f"/api/documents/{upload['document']['id']}/file"
    async with api.session.get(path) as response:
        assert await response.read() == PARKING.encode()
        assert response.content_disposition is not None
        assert response.content_disposition.type == "attachment"
        assert response.content_disposition.filename == name
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("name", "content", "status", "code"),
    [
        ("ריק.pdf", b"", 422, "document.empty"),
        ("תמונה.pdf", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, 415, "document.unsupported"),
        ("תוכנה.exe", b"MZ" + bytes(range(256)), 415, "document.unsupported"),
    ],
)
async def test_a_file_that_cannot_be_read_is_refused_and_not_kept(
    api: Api, room_id: str, name: str, content: bytes, status: int, code: str
) -> None:
    problem = await api.upload(room_id, name, content, status=status)
    assert problem["code"] == code
    assert await api.call("GET", f"/api/rooms/{room_id}/documents") == []


async def test_a_damaged_file_fails_with_the_reason_and_can_be_deleted(
    api: Api, room_id: str
) -> None:
    cut = HANDBOOK.read_bytes()[:1_500]
    upload = await api.upload(room_id, "קטוע.pdf", cut)
    with anyio.fail_after(60):
        failed = await api.ready(room_id, upload["document"]["id"])
    assert failed["state"] == "failed"
    assert failed["error_code"].startswith("document.")
    assert "cannot be read as a PDF" in failed["error"]
    await api.call("DELETE", f"/api/documents/{failed['id']}", status=204)


async def test_a_document_under_way_is_cancelled_retried_and_removed(
    api: Api, room_id: str
) -> None:
    upload = await api.upload(room_id, "מדריך.pdf", HANDBOOK.read_bytes() + b"\n% another\n")
    path = f"/api/documents/{upload['document']['id']}"
    assert (await api.call("POST", f"{path}/cancel"))["state"] == "cancelled"
    with anyio.fail_after(30):
        retried = await eventually(partial(retry, api, path))  # once the worker has heard
    assert retried["state"] in ("queued", "reading")
    await api.call("DELETE", path, status=204)
    await api.problem("GET", path, status=404)
    assert await api.call("GET", f"/api/rooms/{room_id}/documents") == []


async def eventually(look: Callable[[], Awaitable[Any]]) -> Any:
    """Look until there is something to see. The caller bounds the wait."""
    while (seen := await look()) is None:  # noqa: ASYNC110 - what is waited for is in the server
        await asyncio.sleep(0.02)
    return seen


async def retry(api: Api, path: str) -> Any:
    async with api.session.post(f"{path}/retry") as response:
        assert response.status in (200, 409)
        return await response.json() if response.status == 200 else None


async def test_a_ready_document_is_neither_cancelled_nor_retried(api: Api, handbook: Shown) -> None:
    for verb in ("cancel", "retry"):
        path = f"/api/documents/{handbook['id']}/{verb}"
        assert "ready" in (await api.problem("POST", path, status=409))["detail"]


async def test_a_search_ranks_chunks_with_their_scores(api: Api, handbook: Shown) -> None:
    path = f"/api/rooms/{handbook['room_id']}/search"
    found = await api.call("POST", path, {"text": QUESTION, "top": 3})
    assert [hit["rank"] for hit in found["hits"]] == [1, 2, 3]
    first = found["hits"][0]
    assert VACATION_PAGE in first["page_numbers"]
    assert first["dense_rank"] is not None
    assert first["lexical_rank"] is not None
    scores = [hit["fused"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert all(item["neighbour_of"] for item in found["neighbours"])
    assert {"embed", "dense", "lexical", "fuse", "join"} <= set(found["seconds"])


@pytest.mark.parametrize(
    "question", ["Сколько дней отпуска?", "How much vacation?", "كم يوم إجازة؟"]
)
async def test_a_search_in_another_language_finds_the_page(
    api: Api, handbook: Shown, question: str
) -> None:
    path = f"/api/rooms/{handbook['room_id']}/search"
    found = await api.call("POST", path, {"text": question})
    assert any(VACATION_PAGE in hit["page_numbers"] for hit in found["hits"])


async def test_an_answer_streams_in_order_and_ends_with_what_is_stored(
    api: Api, handbook: Shown
) -> None:
    path = f"/api/rooms/{handbook['room_id']}/ask"
    events = [event async for event in api.events("POST", path, {"text": QUESTION})]
    names = [name for name, _ in events]
    assert names[:4] == ["thread", "stage", "retrieval", "stage"]
    assert set(names[4:-1]) == {"stage", "text", "citation"}
    assert names[-1] == "done"
    answer = events[-1][1]["answer"]
    assert "".join(data["text"] for name, data in events if name == "text") == answer["text"]
    assert [data for name, data in events if name == "citation"] == answer["citations"]
    thread = await api.call("GET", f"/api/threads/{answer['thread_id']}")
    assert (thread["title"], thread["answers"]) == (QUESTION, [answer])


async def test_a_citation_says_where_its_words_stand_on_the_page(api: Api, handbook: Shown) -> None:
    answer = await answered(api, handbook["room_id"])
    assert answer["kind"] == "extractive"
    citation = next(
        item for item in answer["citations"] if QUOTE in " ".join(item["quote"].split())
    )
    (place,) = citation["pages"]
    assert (citation["verified"], citation["deleted"]) == (True, False)
    assert place["page_number"] == VACATION_PAGE
    for box in place["boxes"]:
        assert 0 <= box["left"] < box["left"] + box["width"] <= 1
        assert 0 <= box["top"] < box["top"] + box["height"] <= 1
    asked = f"?start={place['start']}&end={place['end']}"
    page = f"/api/documents/{handbook['id']}/pages/{VACATION_PAGE}"
    assert await api.call("GET", f"{page}/boxes{asked}") == place


async def answered(api: Api, room_id: str, text: str = QUESTION) -> Any:
    path = f"/api/rooms/{room_id}/ask"
    async for name, data in api.events("POST", path, {"text": text}):
        if name == "done":
            return data["answer"]
    raise AssertionError("The stream ended without an answer.")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": " "}, 422, "input.invalid"),
        ({"text": "א" * 100_000}, 422, "input.invalid"),
        ({}, 422, "http.422"),
        ({"text": "חופשה", "room": "אחר"}, 422, "http.422"),
    ],
)
@pytest.mark.parametrize("verb", ["ask", "search"])
async def test_a_question_that_cannot_be_asked_is_refused_before_any_stream(
    api: Api, handbook: Shown, verb: str, body: dict[str, str], status: int, code: str
) -> None:
    path = f"/api/rooms/{handbook['room_id']}/{verb}"
    assert (await api.problem("POST", path, body, status=status))["code"] == code


async def test_a_thread_that_is_not_there_is_an_error_event(api: Api, handbook: Shown) -> None:
    body = {"text": QUESTION, "thread_id": "thr_none"}
    path = f"/api/rooms/{handbook['room_id']}/ask"
    events = [event async for event in api.events("POST", path, body)]
    assert [(name, data["code"]) for name, data in events] == [("error", "not_found")]


async def test_threads_are_listed_newest_first_and_deleted(api: Api, room_id: str) -> None:
    first = await answered(api, room_id, "שאלה ראשונה?")
    second = await answered(api, room_id, "שאלה שנייה?")
    listed = await api.call("GET", f"/api/rooms/{room_id}/threads")
    assert [item["id"] for item in listed] == [second["thread_id"], first["thread_id"]]
    path = f"/api/threads/{first['thread_id']}"
    await api.call("DELETE", path, status=204)
    await api.problem("GET", path, status=404)


async def test_a_picture_of_a_page_comes_in_the_size_and_format_asked_for(
    api: Api, handbook: Shown
) -> None:
    page = f"/api/documents/{handbook['id']}/pages/1"
    for asked, kind, width in (("", "WEBP", 1200), ("?format=png&width=300", "PNG", 300)):
        picture = await image(api, page + asked)
        assert (picture.format, picture.width) == (kind, width)
        assert picture.height > picture.width


async def test_a_highlight_marks_the_words_and_nothing_else(api: Api, handbook: Shown) -> None:
    page = f"/api/documents/{handbook['id']}/pages/{VACATION_PAGE}"
    text = (await api.call("GET", f"{page}/text"))["text"]
    start = text.index("עובד במשרה מלאה זכאי")
    span = f"{start}-{start + 20}"
    places = await api.call("GET", f"{page}/boxes?start={start}&end={start + 20}")
    (box,) = places["boxes"]
    plain = await image(api, f"{page}?format=png&width=800")
    marked = await image(api, f"{page}?format=png&width=800&highlight={span}")
    changed = ImageChops.difference(plain.convert("RGB"), marked.convert("RGB")).getbbox()
    assert changed is not None
    expected = (
        box["left"] * marked.width,
        box["top"] * marked.height,
        (box["left"] + box["width"]) * marked.width,
        (box["top"] + box["height"]) * marked.height,
    )
    assert changed == pytest.approx(expected, abs=2)


async def image(api: Api, path: str) -> Image.Image:
    async with api.session.get(path) as response:
        assert response.status == 200, await response.text()
        assert response.content_type.startswith("image/")
        return Image.open(BytesIO(await response.read()))


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("0", 404),
        ("17", 404),
        ("-1", 404),
        ("1?width=10", 422),
        ("1?format=gif", 422),
        ("1?highlight=5-5", 422),
        ("1?highlight=a-b", 422),
        ("17/text", 404),
        ("1/boxes?start=3&end=3", 422),
        ("1/boxes?start=-1&end=3", 422),
        ("one", 422),
    ],
)
async def test_a_page_that_cannot_be_shown_is_a_problem(
    api: Api, handbook: Shown, page: str, status: int
) -> None:
    await api.problem("GET", f"/api/documents/{handbook['id']}/pages/{page}", status=status)


async def test_a_page_is_shown_as_it_was_read(api: Api, handbook: Shown) -> None:
    page = await api.call("GET", f"/api/documents/{handbook['id']}/pages/{VACATION_PAGE}/text")
    assert (page["number"], page["source"]) == (VACATION_PAGE, "text_layer")
    assert QUOTE in " ".join(page["text"].split())
    assert page["height_points"] > page["width_points"] > 500


async def test_a_chunk_says_where_it_stands(api: Api, handbook: Shown) -> None:
    path = f"/api/rooms/{handbook['room_id']}/search"
    hit = (await api.call("POST", path, {"text": QUESTION, "top": 1}))["hits"][0]
    places = await api.call("GET", f"/api/chunks/{hit['chunk_id']}/places")
    assert [place["page_number"] for place in places] == hit["page_numbers"]
    assert all(place["boxes"] for place in places)


async def test_a_deleted_document_leaves_its_quotations_and_nothing_else(
    api: Api, room_id: str
) -> None:
    upload = await api.upload(room_id, 'נוהל "חניה".md', PARKING.encode())
    document_id = upload["document"]["id"]
    with anyio.fail_after(60):
        await api.ready(room_id, document_id)
    before = await answered(api, room_id, "בין אילו שעות עובד רשאי לחנות בחניון?")
    chunk_id = before["hits"][0]["chunk_id"]
    await api.call("DELETE", f"/api/documents/{document_id}", status=204)

    thread = await api.call("GET", f"/api/threads/{before['thread_id']}")
    (after,) = thread["answers"]
    (citation,) = after["citations"]
    assert citation["deleted"]
    assert citation["quote"] == before["citations"][0]["quote"]
    assert citation["document_name"] == 'נוהל "חניה".md'
    assert after["text"] == before["text"]
    found = await api.call("POST", f"/api/rooms/{room_id}/search", {"text": "חניה"})
    assert found["hits"] == []
    for path in ("", "/file", "/pages/1", "/pages/1/text"):
        await api.problem("GET", f"/api/documents/{document_id}{path}", status=404)
    await api.problem("GET", f"/api/chunks/{chunk_id}/places", status=404)


async def test_a_room_that_is_deleted_ends_the_streams_of_those_who_watch_it(
    api: Api, room_id: str
) -> None:
    events = api.events("GET", f"/api/rooms/{room_id}/events")
    assert await anext(events) == ("documents", [])
    await api.call("DELETE", f"/api/rooms/{room_id}", status=204)
    with anyio.fail_after(10):
        assert [event async for event in events] == []


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


async def test_an_answer_that_is_not_under_way_cannot_be_stopped(api: Api) -> None:
    await api.problem("POST", "/api/answers/ans_none/stop", status=404)


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


async def test_every_answer_keeps_browsers_from_doing_more_than_is_meant(api: Api) -> None:
    for path in ("/api/health", "/api/nothing"):
        async with api.session.get(path) as response:
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]


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


@pytest.fixture
async def writing(handbook_copy: Path) -> AsyncIterator[Api]:
    """A server whose model writes three pieces and then goes silent.

    A scripted server stands in for the hosted model.
    """
    script = Script(answer=lambda _: "מגיעים לעובד 22 ימים בשנה.", fault=Hang(after_pieces=3))
    with scripted_model_server(script) as model:
        settings = Settings.model_validate(
            {
                "data_folder": handbook_copy,
                "chat": "openai",
                "chat_url": model.openai_url,
                "chat_model": "scripted-model",
                "log_level": "error",
            }
        )
        async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
            yield Api(session)


async def test_stopping_an_answer_or_leaving_it_keeps_what_was_written(writing: Api) -> None:
    """A scripted server stands in for the hosted model, and goes silent in the middle."""
    (room,) = await writing.call("GET", "/api/rooms")
    path = f"/api/rooms/{room['id']}/ask"
    with anyio.fail_after(60):
        stopped = await stop_after_text(writing, path)
        left = await leave_after_text(writing, path)
    assert (stopped["stop_reason"], stopped["text"]) == ("stopped", "מגיעים לעובד 22 ימים ")
    assert (left["stop_reason"], left["text"]) == ("stopped", "מגיעים לעובד 22 ימים ")


async def stop_after_text(api: Api, path: str) -> Any:
    answer_id, text = "", ""
    async for name, data in api.events("POST", path, {"text": QUESTION}):
        if name == "thread":
            answer_id = data["answer_id"]
        elif name == "text":
            text += data["text"]
            if len(text) == 21:
                await api.call("POST", f"/api/answers/{answer_id}/stop", status=204)
        elif name == "done":
            return data["answer"]
    raise AssertionError("The stream ended without an answer.")


async def leave_after_text(api: Api, path: str) -> Any:
    """Go away in the middle of an answer and return what was stored of it."""
    thread_id, text = "", ""
    async with aclosing(api.events("POST", path, {"text": QUESTION})) as events:
        async for name, data in events:
            if name == "thread":
                thread_id = data["thread_id"]
            elif name == "text":
                text += data["text"]
                if len(text) == 21:
                    break
    return await eventually(partial(first_answer, api, thread_id))  # once the server has seen it


async def first_answer(api: Api, thread_id: str) -> Any:
    answers = (await api.call("GET", f"/api/threads/{thread_id}"))["answers"]
    return answers[0] if answers else None


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

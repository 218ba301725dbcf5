"""Documents and their pages over the HTTP API of a real server."""

import asyncio
from contextlib import aclosing
from functools import partial
from io import BytesIO
from typing import Any

import aiohttp
import anyio
import pytest
from PIL import Image, ImageChops

from api import PARKING, QUOTE, VACATION_PAGE, Api, Shown, answered, eventually
from kesher.sample import sample_files

pytestmark = pytest.mark.anyio

HANDBOOK = sample_files()[0].path


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
        ("תמונה.pdf", b"\0\0\0\x18ftypheic" + b"\0" * 64, 415, "document.unsupported"),
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
    assert failed["error"].startswith(f"`{failed['name']}` cannot be read as a PDF")
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


async def retry(api: Api, path: str) -> Any:
    async with api.session.post(f"{path}/retry") as response:
        assert response.status in (200, 409)
        return await response.json() if response.status == 200 else None


async def test_a_ready_document_is_neither_cancelled_nor_retried(api: Api, handbook: Shown) -> None:
    for verb in ("cancel", "retry"):
        path = f"/api/documents/{handbook['id']}/{verb}"
        assert "ready" in (await api.problem("POST", path, status=409))["detail"]


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

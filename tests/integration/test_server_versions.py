"""Versions of a document over the HTTP API of a real server."""

from typing import Any

import aiohttp
import anyio
import pytest

from api import Api, answered

pytestmark = pytest.mark.anyio

OLD = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00.\n"
NEW = "חניה: עובד רשאי לחנות בחניון בין 06:00 ל-23:00, גם בשבת.\n"
QUESTION = "מתי עובד רשאי לחנות בחניון?"


async def send(api: Api, document_id: str, name: str, content: str, *, status: int = 202) -> Any:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("file", content.encode(), filename=name)
    path = f"/api/documents/{document_id}/versions"
    async with api.session.post(path, data=form) as response:
        assert response.status == status, await response.text()
        return await response.json(content_type=None)


async def test_an_old_citation_opens_the_version_that_it_cited(api: Api, room_id: str) -> None:
    with anyio.fail_after(60):
        old = (await api.upload(room_id, "חניה.md", OLD.encode()))["document"]["id"]
        await api.ready(room_id, old)
        before = await answered(api, room_id, QUESTION)
        new = (await send(api, old, "חניה 2027.md", NEW))["document"]
        assert (new["version"], new["versions"], new["current"]) == (2, 2, False)
        assert (await api.ready(room_id, new["id"]))["current"]
        after = await answered(api, room_id, QUESTION)
    assert "23:00" in after["text"]
    assert {each["document_id"] for each in after["citations"]} == {new["id"]}
    thread = await api.call("GET", f"/api/threads/{before['thread_id']}")
    cited = thread["answers"][0]["citations"][0]
    assert (cited["document_id"], cited["deleted"]) == (old, False)
    assert cited["superseded_by"] == new["id"]
    assert cited["pages"][0]["boxes"]
    page = await api.call("GET", f"/api/documents/{old}/pages/1/text")
    assert "20:00" in page["text"]
    async with api.session.get(f"/api/documents/{old}/file") as file:
        assert (await file.read()).decode() == OLD
    listed = await api.call("GET", f"/api/rooms/{room_id}/documents")
    assert [(each["id"], each["versions"]) for each in listed] == [(new["id"], 2)]
    record = await api.call("GET", f"/api/answers/{before['id']}/record")
    assert "20:00" in str(record)


async def test_a_file_of_the_same_name_is_told_of_and_never_replaces_the_other(
    api: Api, room_id: str
) -> None:
    with anyio.fail_after(60):
        first = (await api.upload(room_id, "Приказ נוהל.md", OLD.encode()))["document"]["id"]
        await api.ready(room_id, first)
        upload = await api.upload(room_id, "Приказ נוהל.md", NEW.encode())
        second = upload["document"]["id"]
        assert upload["same_name"] == first
        await api.ready(room_id, second)
        listed = await api.call("GET", f"/api/rooms/{room_id}/documents")
        assert [each["id"] for each in listed] == [first, second]
        asked = await send(api, first, "Приказ נוהל.md", NEW)
        assert (asked["document"]["id"], asked["document"]["version"]) == (second, 2)
    listed = await api.call("GET", f"/api/rooms/{room_id}/documents")
    assert [each["id"] for each in listed] == [second]
    back = await api.call("POST", f"/api/documents/{first}/restore")
    assert (back["version"], back["current"]) == (3, True)
    versions = await api.call("GET", f"/api/documents/{second}/versions")
    assert [each["id"] for each in versions] == [first, second]


async def test_a_version_that_cannot_be_read_says_so_and_leaves_the_old_one(
    api: Api, room_id: str
) -> None:
    with anyio.fail_after(60):
        old = (await api.upload(room_id, "חניה.md", OLD.encode()))["document"]["id"]
        await api.ready(room_id, old)
        empty = (await send(api, old, "חניה.md", " \n \n"))["document"]["id"]
        failed = await api.ready(room_id, empty)
        answer = await answered(api, room_id, QUESTION)
    assert (failed["state"], failed["current"]) == ("failed", False)
    assert failed["error"]
    assert {each["document_id"] for each in answer["citations"]} == {old}
    await api.call("DELETE", f"/api/documents/{old}", status=204)
    assert await api.call("GET", f"/api/rooms/{room_id}/documents") == []

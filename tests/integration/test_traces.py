"""After a deletion nothing of what was deleted stands anywhere: not in a table, not in a file."""

import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import aiohttp
import anyio
import pytest

from api import Api, answered, eventually
from kesher.app.traces import Trace, counted_as_left
from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from kesher.wiring.traces import find_traces

pytestmark = pytest.mark.anyio

SENTINEL = "הסיסמה של הכספת הירוקה היא פרפר-לילה-שבע"
KEPT = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00."


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings with a temporary folder of their own: the machine's has what others left."""
    folder = tmp_path_factory.mktemp("traced")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder))
        patch.setattr(tempfile, "tempdir", None)
        yield Settings.model_validate({"data_folder": folder / "data", "log_level": "error"})


@pytest.fixture(scope="module")
async def traced(settings: Settings) -> AsyncIterator[Api]:
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        yield Api(session)


async def room(api: Api, name: str) -> str:
    made = await api.call("POST", "/api/rooms", {"name": name}, status=201)
    return str(made["id"])


async def read(api: Api, room_id: str, name: str, text: str) -> str:
    upload = await api.upload(room_id, name, text.encode())
    document_id = str(upload["document"]["id"])
    await api.ready(room_id, document_id)
    return document_id


async def places(settings: Settings, wanted: str) -> set[str]:
    """Return the tables and the names of files in which something stands."""
    return {_short(trace) for trace in await find_traces(settings, wanted)}


def _short(trace: Trace) -> str:
    return trace.place if trace.kind == "rows" else f"{trace.kind}: {Path(trace.place).name}"


async def gone(settings: Settings, *wanted: str) -> None:
    """Wait until there is no trace of any of these."""
    with anyio.fail_after(30):
        for each in wanted:
            await eventually(partial(_none, settings, each))


async def _none(settings: Settings, wanted: str) -> bool | None:
    return None if counted_as_left(await find_traces(settings, wanted)) else True


async def test_every_place_of_a_document_is_listed_and_after_deletion_none_is_left(
    traced: Api, settings: Settings
) -> None:
    room_id = await room(traced, "כספת")
    document = await read(traced, room_id, "סוד.md", f"{SENTINEL}.\n")
    other = await read(traced, room_id, "חניה.md", KEPT)
    hits = await traced.call("POST", f"/api/rooms/{room_id}/search", {"text": SENTINEL})
    chunk = hits["hits"][0]["chunk_id"]
    found = await places(settings, document)
    assert {"documents.id", "chunks.document_id", "vectors.document_id", "jobs.document_id"} < found
    assert {"pages.document_id", "changes.document_id"} < found
    assert any(place.startswith("index: ") for place in found)
    assert any(place.startswith("file: kesher.db") for place in found)
    assert {"pages.text", "chunks.text"} < await places(settings, SENTINEL)
    await traced.call("DELETE", f"/api/documents/{document}", status=204)
    await gone(settings, document, chunk, SENTINEL, "פרפר-לילה-שבע", "סוד.md")
    assert await places(settings, document) == {"account: audit_events.thing_id"}
    after = await traced.call("POST", f"/api/rooms/{room_id}/search", {"text": "חניה"})
    assert {hit["document_id"] for hit in after["hits"]} == {other}


async def test_a_thread_that_quoted_a_document_is_what_is_left_of_it_until_it_goes_too(
    traced: Api, settings: Settings
) -> None:
    room_id = await room(traced, "כספת ציטוטים")
    document = await read(traced, room_id, "סוד.md", f"{SENTINEL} ציטוט.\n")
    answer = await answered(traced, room_id, "מה הסיסמה של הכספת הירוקה?")
    await traced.call("DELETE", f"/api/documents/{document}", status=204)
    found = await find_traces(settings, document)
    left = [each for each in found if each.kind == "rows"]
    assert {each.place.split(".")[0] for each in left} <= {"answers", "answer_retrievals"}
    assert all("delete its thread" in each.remedy for each in left)
    await traced.call("DELETE", f"/api/threads/{answer['thread_id']}", status=204)
    await gone(settings, document, answer["id"], answer["thread_id"], SENTINEL)


async def test_a_document_that_is_erased_with_its_quotations_leaves_nothing_and_its_thread_stays(
    traced: Api, settings: Settings
) -> None:
    room_id = await room(traced, "כספת נמחקת Сейф")
    secret = f"{SENTINEL} הצפונית. Пароль от сейфа известен только Дане."
    document = await read(traced, room_id, "סוד.md", f"{secret}\n")
    answer = await answered(traced, room_id, "מה הסיסמה של הכספת הצפונית?")
    assert SENTINEL in answer["text"]
    await traced.call("DELETE", f"/api/documents/{document}?quotations=erase", status=204)
    thread = await traced.call("GET", f"/api/threads/{answer['thread_id']}")
    (kept,) = thread["answers"]
    assert "נמחק עם המסמך" in kept["text"]
    assert {each["document_id"] for each in kept["citations"]} == {"erased"}
    assert all(each["deleted"] and each["erased_at"] for each in kept["citations"])
    record = await traced.call("GET", f"/api/answers/{answer['id']}/record")
    assert SENTINEL not in str(record)
    noted = (await traced.call("GET", "/api/audit?action=document.delete"))["events"][0]
    assert (noted["thing_id"], noted["details"]) == (document, {"quotations": "erase"})
    await gone(settings, document, f"{SENTINEL} הצפונית", "Пароль от сейфа")


async def test_a_log_that_another_program_read_when_a_thread_went_is_emptied_soon_after(
    traced: Api, settings: Settings
) -> None:
    room_id = await room(traced, "יומן")
    answer = await answered(traced, room_id, f"{SENTINEL} ביומן?")
    with closing(sqlite3.connect(settings.data_folder / "kesher.db")) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM threads").fetchall()
        await traced.call("DELETE", f"/api/threads/{answer['thread_id']}", status=204)
        assert await places(settings, f"{SENTINEL} ביומן") == {"file: kesher.db-wal"}
    await gone(settings, f"{SENTINEL} ביומן", answer["id"])


async def test_a_room_and_its_superseded_versions_leave_nothing(
    traced: Api, settings: Settings
) -> None:
    room_id = await room(traced, "חדר נעלם Исчезнет")
    document = await read(traced, room_id, "נוהל.md", f"{SENTINEL} ישן.\n")
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("file", f"{SENTINEL} חדש.\n".encode(), filename="נוהל.md")
    path = f"/api/documents/{document}/versions"
    async with traced.session.post(path, data=form) as response:
        new = (await response.json())["document"]["id"]
    await traced.ready(room_id, new)
    assert await places(settings, f"{SENTINEL} ישן")
    await traced.call("DELETE", f"/api/documents/{document}", status=204)
    await gone(settings, document, f"{SENTINEL} ישן")
    await answered(traced, room_id, "מה הסיסמה של הכספת?")
    await traced.call("DELETE", f"/api/rooms/{room_id}", status=204)
    await gone(settings, room_id, new, SENTINEL, "Исчезнет")

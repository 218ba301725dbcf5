"""Search, answers and threads over the HTTP API of a real server."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest

from api import QUESTION, QUOTE, VACATION_PAGE, Api, Shown, answered
from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from kesher.testing.model_script import Hang, Script
from kesher.testing.model_server import scripted_model_server

pytestmark = pytest.mark.anyio


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


async def test_a_chunk_says_where_it_stands(api: Api, handbook: Shown) -> None:
    path = f"/api/rooms/{handbook['room_id']}/search"
    hit = (await api.call("POST", path, {"text": QUESTION, "top": 1}))["hits"][0]
    places = await api.call("GET", f"/api/chunks/{hit['chunk_id']}/places")
    assert [place["page_number"] for place in places] == hit["page_numbers"]
    assert all(place["boxes"] for place in places)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": " "}, 422, "input.invalid"),
        ({"text": "א" * 100_000}, 422, "input.invalid"),
        ({"text": '"' * 7_999}, 422, "input.invalid"),  # few tokens, but escaped in a request many
        ({}, 422, "http.422"),
        ({"text": "חופשה", "room": "אחר"}, 422, "http.422"),
    ],
)
@pytest.mark.parametrize("verb", ["ask", "search", "research"])
async def test_a_question_that_cannot_be_asked_is_refused_before_any_stream(
    api: Api, handbook: Shown, verb: str, body: dict[str, str], status: int, code: str
) -> None:
    path = f"/api/rooms/{handbook['room_id']}/{verb}"
    assert (await api.problem("POST", path, body, status=status))["code"] == code


async def test_a_thread_that_is_not_there_is_a_problem_before_the_stream(
    api: Api, handbook: Shown
) -> None:
    body = {"text": QUESTION, "thread_id": "thr_none"}
    path = f"/api/rooms/{handbook['room_id']}/ask"
    problem = await api.problem("POST", path, body, status=404)
    assert problem["code"] == "not_found"


async def test_threads_are_listed_newest_first_and_deleted(api: Api, room_id: str) -> None:
    first = await answered(api, room_id, "שאלה ראשונה?")
    second = await answered(api, room_id, "שאלה שנייה?")
    listed = await api.call("GET", f"/api/rooms/{room_id}/threads")
    assert [item["id"] for item in listed] == [second["thread_id"], first["thread_id"]]
    path = f"/api/threads/{first['thread_id']}"
    await api.call("DELETE", path, status=204)
    await api.problem("GET", path, status=404)


async def test_an_answer_that_is_not_under_way_cannot_be_stopped(api: Api) -> None:
    await api.problem("POST", "/api/answers/ans_none/stop", status=404)


WRITTEN_CHARS = 21
"""What the model below writes before it goes silent."""


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


async def test_a_stop_keeps_what_was_written_and_a_reader_who_leaves_may_come_back(
    writing: Api,
) -> None:
    """A scripted server stands in for the hosted model, and goes silent in the middle."""
    (room,) = await writing.call("GET", "/api/rooms")
    path = f"/api/rooms/{room['id']}/ask"
    with anyio.fail_after(60):
        stopped = await stop_after_text(writing, "POST", path, {"text": QUESTION})
        thread_id, position, before = await leave_after_text(writing, path)
        running = (await writing.call("GET", f"/api/threads/{thread_id}"))["running"]
        assert running["question"] == QUESTION
        path = f"/api/threads/{thread_id}/answers/{running['answer_id']}/events"
        again, _ = await stop_after_text(writing, "GET", path, before=before, position=position)
    assert (stopped[0]["stop_reason"], stopped[1]) == ("stopped", "מגיעים לעובד 22 ימים ")
    assert (again["stop_reason"], again["text"]) == ("stopped", "מגיעים לעובד 22 ימים ")
    stored = await writing.call("GET", f"/api/threads/{thread_id}")
    assert (stored["running"], stored["answers"]) == (None, [again])
    (ended,) = [event async for event in writing.events("GET", path)]
    assert ended == ("done", {"answer": again})


async def stop_after_text(
    api: Api,
    method: str,
    path: str,
    body: object = None,
    *,
    before: str = "",
    position: int = 0,
) -> tuple[Any, str]:
    """Read what comes after a position until the model is silent, and stop the answer then."""
    answer_id, text = path.split("/")[-2], before
    if len(text) == WRITTEN_CHARS:
        await api.call("POST", f"/api/answers/{answer_id}/stop", status=204)
    async for name, data, _ in api.numbered(method, path, body, after=position):
        if name == "thread":
            answer_id = data["answer_id"]
        elif name == "text":
            text += data["text"]
            if len(text) == WRITTEN_CHARS:
                await api.call("POST", f"/api/answers/{answer_id}/stop", status=204)
        elif name == "done":
            return data["answer"], text
    raise AssertionError("The stream ended without an answer.")


async def leave_after_text(api: Api, path: str) -> tuple[str, int, str]:
    """Go away at the first words; return the thread, how far it was read, and the words."""
    thread_id = ""
    async with aclosing(api.numbered("POST", path, {"text": QUESTION})) as events:
        async for name, data, number in events:
            if name == "thread":
                thread_id = data["thread_id"]
            elif name == "text":
                return thread_id, number, data["text"]
    raise AssertionError("The stream ended without a word.")


async def test_a_threads_memory_is_asked_for_when_it_begins_and_shown(
    api: Api, handbook: Shown
) -> None:
    path = f"/api/rooms/{handbook['room_id']}/ask"
    body = {"text": f"אני גר בחיפה. {QUESTION}", "memory": "נועה"}
    events = [event async for event in api.events("POST", path, body)]
    thread_id = events[-1][1]["answer"]["thread_id"]
    shown = await api.call("GET", f"/api/threads/{thread_id}")
    assert shown["memory"] == "נועה"
    log = await api.call("GET", f"/api/memory/messages?tenant=נועה&thread={thread_id}")
    assert [each["role"] for each in log] == ["user", "assistant"]
    other = {"text": QUESTION, "thread_id": thread_id, "memory": "משה"}
    refused = await api.problem("POST", path, other, status=422)
    assert refused["code"] == "input.invalid"
    assert (await answered(api, handbook["room_id"], QUESTION))["thread_id"] != thread_id

"""Threads over the HTTP API: branched, kept to documents, looked for, judged, exported."""

from io import BytesIO
from typing import Any

import pytest
from docx import Document

from api import QUESTION, QUOTE, Api, Shown, answered

pytestmark = pytest.mark.anyio

OTHERWISE = "כמה ימי חופשה מגיעים בשנה הרביעית?"
NOTE = "# שעות הקפיטריה\n\nהקפיטריה פתוחה בין 08:00 ל-15:30 בימים א׳ עד ה׳.\n"


async def ask(api: Api, room_id: str, body: Shown) -> Any:
    async for name, data in api.events("POST", f"/api/rooms/{room_id}/ask", body):
        if name == "done":
            return data["answer"]
    raise AssertionError("The stream ended without an answer.")


async def test_an_edited_question_goes_on_in_a_thread_that_shares_the_turns_before_it(
    api: Api, handbook: Shown
) -> None:
    room_id = handbook["room_id"]
    first = await answered(api, room_id)
    thread_id = first["thread_id"]
    second = await ask(api, room_id, {"text": "ומה לגבי מחלה?", "thread_id": thread_id})
    branch = await api.call(
        "POST",
        f"/api/threads/{thread_id}/branches",
        {"before": second["id"], "question": OTHERWISE},
        status=201,
    )
    await ask(api, room_id, {"text": OTHERWISE, "thread_id": branch["id"]})
    parted = await api.call("GET", f"/api/threads/{branch['id']}")
    whole = await api.call("GET", f"/api/threads/{thread_id}")
    assert [each["question"] for each in parted["answers"]] == [QUESTION, OTHERWISE]
    shared = parted["answers"][0]
    assert shared == {**first, "id": shared["id"], "thread_id": branch["id"]}
    assert (parted["title"], parted["branched_before"]) == (OTHERWISE, second["id"])
    assert [each["id"] for each in whole["answers"]] == [first["id"], second["id"]]
    assert [each["id"] for each in whole["branches"]] == [branch["id"]]
    record = await api.call("GET", f"/api/answers/{shared['id']}/record")
    assert record["question"] == QUESTION


async def test_questions_are_searched_in_the_chosen_documents_until_others_are_chosen(
    api: Api, handbook: Shown
) -> None:
    room_id = handbook["room_id"]
    note = (await api.upload(room_id, "קפיטריה.md", NOTE.encode()))["document"]
    await api.ready(room_id, note["id"])
    kept = await ask(api, room_id, {"text": QUESTION, "document_ids": [note["id"]]})
    assert {hit["document_id"] for hit in kept["hits"]} == {note["id"]}
    again = await ask(api, room_id, {"text": OTHERWISE, "thread_id": kept["thread_id"]})
    assert {hit["document_id"] for hit in again["hits"]} == {note["id"]}
    path = f"/api/threads/{kept['thread_id']}"
    assert (await api.call("GET", path))["document_ids"] == [note["id"]]
    await api.call("PATCH", path, {"document_ids": []})
    free = await ask(api, room_id, {"text": QUESTION, "thread_id": kept["thread_id"]})
    assert handbook["id"] in {hit["document_id"] for hit in free["hits"]}
    await api.problem("PATCH", path, {"document_ids": ["doc_none"]}, status=404)
    await api.call("DELETE", f"/api/documents/{note['id']}", status=204)


@pytest.mark.parametrize("way", ["ask", "research"])
async def test_a_refused_question_leaves_no_thread_behind_that_was_made_for_its_documents(
    api: Api, handbook: Shown, way: str
) -> None:
    room = f"/api/rooms/{handbook['room_id']}"
    before = await api.call("GET", f"{room}/threads")
    unknown = {"text": QUESTION, "document_ids": ["doc_none"]}
    await api.problem("POST", f"{room}/{way}", unknown, status=404)
    long = {"text": "חופשה " * 3_000, "document_ids": [handbook["id"]]}
    await api.problem("POST", f"{room}/{way}", long, status=422)
    assert await api.call("GET", f"{room}/threads") == before


async def test_threads_are_found_by_their_words_and_put_away(api: Api, handbook: Shown) -> None:
    room_id = handbook["room_id"]
    thread_id = (await answered(api, room_id))["thread_id"]
    path, listed = f"/api/threads/{thread_id}", f"/api/rooms/{room_id}/threads"
    await api.call("PATCH", path, {"title": "Отпуск: חוֹפֶשׁ"})
    for text in ("חופש", "отпуск", "זכאי 22"):
        found = await api.call("GET", f"{listed}?text={text}")
        assert thread_id in [each["id"] for each in found], text
    assert await api.call("GET", f"{listed}?text=אין-כזאת") == []
    await api.call("PATCH", path, {"archived": True})
    assert thread_id not in [each["id"] for each in await api.call("GET", listed)]
    away = await api.call("GET", f"{listed}?archived=true")
    assert [each["id"] for each in away] == [thread_id]


async def test_what_a_person_says_of_an_answer_is_kept_and_chooses_evaluation_questions(
    api: Api, handbook: Shown
) -> None:
    room_id = handbook["room_id"]
    answer = await answered(api, room_id)
    path = f"/api/answers/{answer['id']}/feedback"
    await api.call("PUT", path, {"verdict": "bad", "reason": "חסר הפירוט לשנה השנייה"})
    said = await api.call("PUT", path, {"verdict": "good", "reason": "מדויק"})
    shown = await api.call("GET", f"/api/threads/{answer['thread_id']}")
    assert shown["feedback"] == [said]
    (told,) = await api.call("GET", f"/api/rooms/{room_id}/feedback")
    assert (told["question"], told["verdict"], told["reason"]) == (QUESTION, "good", "מדויק")
    taking = f"/api/rooms/{room_id}/evaluation/questions/take"
    taken = await api.call("POST", taking, {"praised": True})
    assert taken["new"] + taken["standing"] == 1
    await api.call("DELETE", path, status=204)
    assert await api.call("GET", f"/api/rooms/{room_id}/feedback") == []
    await api.problem("PUT", "/api/answers/ans_none/feedback", {"verdict": "good"}, status=404)


async def test_a_thread_is_given_as_markdown_and_as_a_word_document_from_right_to_left(
    api: Api, handbook: Shown
) -> None:
    answer = await answered(api, handbook["room_id"])
    path = f"/api/threads/{answer['thread_id']}/export"
    async with api.session.get(path) as response:
        text = await response.text()
    assert text.startswith(f"# {QUESTION}")
    assert "[^1-1]" in text.split("[^1-1]:")[0]
    assert QUOTE in text.split("[^1-1]:")[1]
    async with api.session.get(f"{path}?format=docx") as response:
        assert "filename*=UTF-8''%D7" in response.headers["Content-Disposition"]
        word = Document(BytesIO(await response.read()))
    heading = next(
        each for each in word.paragraphs if each.style and each.style.name == "Heading 1"
    )
    assert heading.text == QUESTION
    assert heading.paragraph_format.element.pPr.find("{*}bidi") is not None
    assert heading.runs[0].font.rtl
    assert any(each.text.startswith("[1] ") and QUOTE in each.text for each in word.paragraphs)


async def test_a_room_suggests_questions_that_it_answers(api: Api, handbook: Shown) -> None:
    room_id = handbook["room_id"]
    questions = await api.call("GET", f"/api/rooms/{room_id}/suggestions")
    assert questions
    for question in questions:
        assert (await answered(api, room_id, question))["kind"] == "extractive"

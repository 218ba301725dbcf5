"""The record behind an answer over the HTTP API of a real server, without a model."""

import json
from collections.abc import AsyncIterator

import pytest

from api import PARKING, Api, Shown, answered

pytestmark = pytest.mark.anyio

LEAVE = "חופשה שנתית: עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה.\n"
TRAVEL = 'Travel refund: up to 350 ILS a month (סעיף 4.2, "נסיעות").\n'
OTHERS = "إجازة مرضية: يحق للموظف 18 يوما. Больничный: работнику положено 18 дней.\n"
QUESTIONS = (
    "כמה ימי חופשה מגיעים לעובד?",
    'מה ה-travel refund לפי סעיף 4.2 ("נסיעות")?',
    "كم يوم إجازة مرضية للموظف؟",
    "Сколько дней больничного положено работнику?",
)


async def _stocked(api: Api, room_id: str) -> Shown:
    texts = {"חופשה.md": LEAVE, "travel.md": TRAVEL, "אחר.md": OTHERS}
    made = {}
    for name, text in texts.items():
        upload = await api.upload(room_id, name, text.encode())
        made[name] = await api.ready(room_id, upload["document"]["id"])
    return {"id": room_id, "documents": made}


@pytest.fixture(scope="module")
async def stocked(api: Api) -> AsyncIterator[Shown]:
    """A room with three notices, and its documents by name; no test changes these."""
    room = await api.call("POST", "/api/rooms", {"name": "רשומות"}, status=201)
    yield await _stocked(api, room["id"])
    await api.call("DELETE", f"/api/rooms/{room['id']}", status=204)


@pytest.fixture
async def changing(api: Api, room_id: str) -> Shown:
    """The same in a room of the test's own."""
    return await _stocked(api, room_id)


def record_of(answer: Shown) -> str:
    return f"/api/answers/{answer['id']}/record"


async def test_a_record_tells_every_ranking_and_what_became_of_each_chunk(
    api: Api, stocked: Shown
) -> None:
    for question in QUESTIONS:
        answer = await answered(api, stocked["id"], question)
        record = await api.call("GET", record_of(answer))
        (search,) = record["retrievals"]
        assert (search["query"], search["search_text"]) == (question, question)
        assert len(search["vector"]) == search["figures"]["dimensions"]
        assert sum(number**2 for number in search["vector"]) == pytest.approx(1, abs=0.01)
        hits = [row for row in search["rows"] if row["rank"] is not None]
        assert [row["chunk_id"] for row in hits] == [hit["chunk_id"] for hit in answer["hits"]]
        for row, hit in zip(hits, answer["hits"], strict=True):
            assert row["excerpt"] == hit["text"]
            assert row["marks"]["dense"]["rank"] == hit["dense_rank"]
            assert row["marks"]["dense"]["score"] == pytest.approx(hit["dense"])
            assert row["marks"]["fused"]["score"] == pytest.approx(hit["fused"])
            assert row["sent"] == (hit["chunk_id"] in answer["sent"])


async def test_the_vectors_of_a_question_and_its_passages_lie_on_a_plane(
    api: Api, stocked: Shown
) -> None:
    answer = await answered(api, stocked["id"], QUESTIONS[0])
    (search,) = await api.call("GET", f"{record_of(answer)}/vectors")
    question, *passages = search["vectors"]
    assert (question["chunk_id"], question["cosine"]) == (None, pytest.approx(1, abs=1e-3))
    hits = [hit["chunk_id"] for hit in answer["hits"]]
    assert [each["chunk_id"] for each in passages[: len(hits)]] == hits
    for placed, hit in zip(passages, answer["hits"], strict=False):
        assert placed["cosine"] == pytest.approx(hit["dense"], abs=1e-3)
        assert len(placed["values"]) == len(question["values"])
        assert placed["x"] ** 2 + placed["y"] ** 2 <= 1.001
    assert search["missing"] == 0
    assert 0 < search["kept_fraction"] <= 1


async def test_a_record_tells_the_times_in_their_order_and_what_the_prompt_would_be(
    api: Api, stocked: Shown
) -> None:
    answer = await answered(api, stocked["id"], QUESTIONS[0])
    record = await api.call("GET", record_of(answer))
    lanes = record["timeline"]
    assert [lane["name"] for lane in lanes] == ["search", "memory", "prompt", "write"]
    assert [lane["began_ms"] for lane in lanes] == sorted(lane["began_ms"] for lane in lanes)
    assert sum(lane["ms"] for lane in lanes) <= record["total_ms"]
    inside = record["retrievals"][0]["stages"]
    assert inside[0]["began_ms"] == lanes[0]["began_ms"]
    assert {"embed", "dense", "lexical", "fuse", "join"} <= {lane["name"] for lane in inside}
    prompt = record["prompt"]
    assert prompt["sent"] is False
    assert sum(part["tokens"] for part in prompt["segments"]) == prompt["tokens"]
    assert [part["refs"][0] for part in prompt["segments"] if part["refs"]] == answer["sent"]
    versions = {each["name"]: each["value"] for each in record["versions"]}
    assert {"kesher", "embedder", "terms", "parser", "chunking", "prompt answer.he.md"} <= set(
        versions
    )
    settings = {each["name"]: each["value"] for each in record["settings"]}
    assert (settings["search.top"], settings["ask.prompt_budget_tokens"]) == (10, 3400)
    assert settings["quote.held_fraction"] <= record["held_fraction"] <= 1


async def test_nothing_differs_while_nothing_changes_and_no_answer_is_stored(
    api: Api, stocked: Shown
) -> None:
    answer = await answered(api, stocked["id"], QUESTIONS[1])
    for settings in ("then", "today"):
        again = await api.call("POST", f"{record_of(answer)}/replay", {"settings": settings})
        assert again["differs"] is False
        assert (again["versions"], again["settings"]) == ([], [])
        (search,) = again["searches"]
        assert search["vector_cosine"] == pytest.approx(1)
        assert {hit["fate"] for hit in search["hits"]} == {"same"}
        written = again["answer"]
        assert "".join(piece["text"] for piece in written["pieces"]) == answer["text"]
        assert written["held_fraction_now"] == pytest.approx(written["held_fraction_then"])
    thread = await api.call("GET", f"/api/threads/{answer['thread_id']}")
    assert [each["id"] for each in thread["answers"]] == [answer["id"]]


async def test_a_replay_tells_what_a_deleted_and_a_new_document_change(
    api: Api, changing: Shown
) -> None:
    answer = await answered(api, changing["id"], QUESTIONS[0])
    gone = changing["documents"]["חופשה.md"]["id"]
    await api.call("DELETE", f"/api/documents/{gone}", status=204)
    new = await api.upload(changing["id"], "חניה.md", PARKING.encode())
    await api.ready(changing["id"], new["document"]["id"])
    again = await api.call("POST", f"{record_of(answer)}/replay", {})
    assert again["differs"] is True
    (search,) = again["searches"]
    fates = {hit["document_id"]: (hit["fate"], hit["standing"]) for hit in search["hits"]}
    assert fates[gone] == ("out", "deleted")
    assert fates[new["document"]["id"]] == ("in", "standing")
    assert (search["figures_then"]["documents"], search["figures_now"]["documents"]) == (3, 3)
    came = [part["text"] for part in again["prompt"]["parts"] if part["fate"] == "in"]
    assert any("חניה" in text for text in came)
    assert any(part["fate"] == "out" for part in again["prompt"]["parts"])
    assert any("22 ימי חופשה" in quote for quote in again["answer"]["quotes_out"])


async def test_a_deleted_document_leaves_ids_and_scores_in_the_record_and_no_words(
    api: Api, changing: Shown
) -> None:
    answer = await answered(api, changing["id"], QUESTIONS[2])
    gone = changing["documents"]["אחר.md"]["id"]
    await api.call("DELETE", f"/api/documents/{gone}", status=204)
    record = await api.call("GET", record_of(answer))
    rows = [row for row in record["retrievals"][0]["rows"] if row["document_id"] == gone]
    assert [(row["standing"], row["excerpt"]) for row in rows] == [("deleted", "")]
    assert rows[0]["marks"]["dense"]["rank"] == 1
    # What the answer itself quotes stays with the answer.
    assert "положено" not in json.dumps(record["retrievals"], ensure_ascii=False)


async def test_a_record_is_exported_whole_as_json_and_as_markdown(api: Api, stocked: Shown) -> None:
    answer = await answered(api, stocked["id"], QUESTIONS[3])
    async with api.session.get(f"{record_of(answer)}/export") as response:
        assert response.content_type == "application/json"
        assert response.headers["Content-Disposition"].endswith(f'filename="{answer["id"]}.json"')
        exported = await response.json()
    assert exported == await api.call("GET", f"{record_of(answer)}?ranks=200") | {
        "created_at": exported["created_at"]
    }
    async with api.session.get(f"{record_of(answer)}/export?form=markdown") as response:
        assert response.content_type == "text/markdown"
        text = await response.text()
    assert text.startswith(f"# Record of an answer: {QUESTIONS[3]}")
    assert "| 1 | إجازة مرضية" in text


async def test_a_link_opens_the_record_in_its_room_until_it_is_revoked(
    api: Api, stocked: Shown, handbook: Shown
) -> None:
    answer = await answered(api, stocked["id"], QUESTIONS[0])
    link = await api.call("POST", f"{record_of(answer)}/shares", {"hours": 24}, status=201)
    assert (link["open"], link["revoked_at"]) == (True, None)
    opened = await api.call("GET", link["path"])
    assert (opened["answer_id"], opened["shared"]) == (answer["id"], True)
    elsewhere = f"/api/rooms/{handbook['room_id']}/shared/{link['id']}"
    for method in ("GET", "DELETE"):
        problem = await api.problem(method, elsewhere, status=404)
        assert "חופשה" not in json.dumps(problem, ensure_ascii=False)
    await api.call("DELETE", link["path"], status=204)
    ended = await api.problem("GET", link["path"], status=410)
    assert (ended["code"], "was revoked" in ended["detail"]) == ("share.ended", True)
    (listed,) = await api.call("GET", f"{record_of(answer)}/shares")
    assert (listed["id"], listed["open"]) == (link["id"], False)


async def test_records_and_links_go_with_their_thread(api: Api, stocked: Shown) -> None:
    answer = await answered(api, stocked["id"], QUESTIONS[0])
    link = await api.call("POST", f"{record_of(answer)}/shares", {}, status=201)
    await api.call("DELETE", f"/api/threads/{answer['thread_id']}", status=204)
    for path in (record_of(answer), f"{record_of(answer)}/export", link["path"]):
        assert (await api.problem("GET", path, status=404))["code"] == "not_found"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/answers/ans_none/record", None),
        ("POST", "/api/answers/ans_none/record/replay", {}),
        ("GET", "/api/answers/ans_none/record/export", None),
        ("POST", "/api/answers/ans_none/record/shares", {}),
        ("GET", "/api/answers/ans_none/record/shares", None),
    ],
)
async def test_an_answer_that_is_not_there_has_no_record(
    api: Api, method: str, path: str, body: object
) -> None:
    problem = await api.problem(method, path, body, status=404)
    assert "ans_none" in problem["detail"]


@pytest.mark.parametrize("hours", [0, -1, 9000])
async def test_a_link_cannot_end_at_once_or_after_years(api: Api, hours: int) -> None:
    body = {"hours": hours}
    await api.problem("POST", "/api/answers/ans_none/record/shares", body, status=422)

"""The evaluation of a room over the HTTP API of a real server, without a chat model."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from api import Api, Shown, answered

pytestmark = pytest.mark.anyio

TEXTS = {
    "חופשה.md": "חופשה שנתית: עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה.\n",
    "travel.md": 'Travel refund: up to 350 ILS a month (סעיף 4.2, "נסיעות").\n',
    "مرض.md": "إجازة مرضية: يحق للموظف 18 يوما في السنة.\n",
    "обучение.md": "Обучение: работнику оплачивают один курс в год, до 5000 шекелей.\n",
}
ASKED = {
    "כמה ימי חופשה מגיעים לעובד במשרה מלאה?": "חופשה.md",
    'How much is the travel refund of section 4.2 ("נסיעות")?': "travel.md",
    "كم يوم إجازة مرضية للموظف؟": "مرض.md",
    "Сколько курсов обучения оплачивают работнику в год?": "обучение.md",
}
UNKNOWN = "מי כתב את הסימפוניה התשיעית?"


def lines(asked: dict[str, str] | None = None, *, unknown: bool = True) -> str:
    """Return the questions as JSON Lines."""
    written: list[Shown] = [
        {"question": text, "document": document, "pages": [1]}
        for text, document in (asked or ASKED).items()
    ]
    if unknown:
        written.append({"question": UNKNOWN, "answerable": False})
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in written)


@pytest.fixture(scope="module")
async def room(api: Api) -> AsyncIterator[str]:
    """The path of the evaluation of a room with four notices; tests leave its set as it is."""
    made = await api.call("POST", "/api/rooms", {"name": "הערכה"}, status=201)
    for name, text in TEXTS.items():
        upload = await api.upload(made["id"], name, text.encode())
        await api.ready(made["id"], upload["document"]["id"])
    yield f"/api/rooms/{made['id']}/evaluation"
    await api.call("DELETE", f"/api/rooms/{made['id']}", status=204)


async def evaluated(api: Api, room: str, body: Shown | None = None) -> tuple[list[Any], Shown]:
    """Return the events before the last one, and the run that the last one tells."""
    told = [each async for each in api.events("POST", f"{room}/runs", body or {"jsonl": lines()})]
    name, data = told[-1]
    assert name == "done", data
    return told[:-1], data["run"]


async def test_a_run_tells_its_progress_and_is_kept_with_figures_by_language(
    api: Api, room: str
) -> None:
    told, run = await evaluated(api, room, {"jsonl": lines(), "name": "שאלות.jsonl"})
    assert told[0] == ("evaluation", {"run_id": run["id"], "total": 5})
    assert [data["done"] for _, data in told[1:]] == [0, 1, 2, 3, 4, 5]
    assert (run["state"], run["asked"], run["source"]) == ("complete", 5, "שאלות.jsonl")
    assert list(run["figures"]) == ["all", "ar", "en", "he", "ru"]
    assert run["figures"]["all"]["judged"] == 4
    assert run["figures"]["all"]["means"] == {
        "R@1": 1, "R@5": 1, "R@10": 1, "recall@10": 1, "MRR@10": 1, "nDCG@10": 1
    }  # fmt: skip
    assert run["figures"]["he"]["rightly"] == {"refused": 1, "asked": 1}
    assert run["figures"]["all"]["wrongly"]["asked"] == 4
    assert set(run["versions"]) == {"kesher", "terms", "embedder", "parser", "chunking"}
    assert run["settings"]["search.fusion"] == "scores"
    assert run["room"]["documents"] == 4
    assert run in await api.call("GET", f"{room}/runs")


async def test_a_run_shows_each_question_with_the_pages_that_were_found(
    api: Api, room: str
) -> None:
    _, run = await evaluated(api, room)
    detail = await api.call("GET", f"{room}/runs/{run['id']}")
    assert detail["run"] == run
    assert [each["text"] for each in detail["outcomes"]] == [*ASKED, UNKNOWN]
    for outcome, name in zip(detail["outcomes"][:4], ASKED.values(), strict=True):
        (right,) = outcome["right"]
        assert (right["document_name"], right["pages"]) == (name, [1])
        assert outcome["pages"][0] == {"document_id": right["document_id"], "page_number": 1}
        assert (outcome["rank"], outcome["refused"], outcome["missing"]) == (1, False, [])
        assert 0 < outcome["held_fraction"] <= 1
    unknown = detail["outcomes"][4]
    assert (unknown["answerable"], unknown["rank"], unknown["values"]) == (False, None, {})
    assert unknown["refused"] is True


async def test_two_runs_are_compared_question_by_question(api: Api, room: str) -> None:
    swapped = {**ASKED, next(iter(ASKED)): "travel.md"}
    _, before = await evaluated(api, room, {"jsonl": lines(), "refusals": False})
    _, after = await evaluated(api, room, {"jsonl": lines(swapped), "refusals": False})
    path = f"{room}/comparison?before={before['id']}&after={after['id']}"
    found = await api.call("GET", path)
    assert (found["before"], found["after"]) == (before, after)
    assert (found["won"], found["lost"], found["unchanged"]) == (0, 0, 3)
    assert found["left_out"] == [next(iter(ASKED)), UNKNOWN]
    assert (found["versions"], found["settings"]) == ([], [])
    assert found["differences"]["ar"]["nDCG@10"] == {
        "before": 1, "after": 1, "low": 0, "high": 0, "questions": 1, "sure": False
    }  # fmt: skip


async def test_the_set_is_imported_again_listed_and_made_smaller(api: Api, room_id: str) -> None:
    path = f"/api/rooms/{room_id}/evaluation"
    upload = await api.upload(room_id, "חופשה.md", TEXTS["חופשה.md"].encode())
    await api.ready(room_id, upload["document"]["id"])
    first = {next(iter(ASKED)): "חופשה.md"}
    body = {"jsonl": lines(first)}
    assert await api.call("POST", f"{path}/questions/import", body) == {"new": 2, "replaced": 0}
    assert await api.call("POST", f"{path}/questions/import", body) == {"new": 0, "replaced": 2}
    listed = await api.call("GET", f"{path}/questions")
    assert {each["text"]: each["answerable"] for each in listed} == {
        next(iter(ASKED)): True,
        UNKNOWN: False,
    }
    unknown = next(each for each in listed if not each["answerable"])
    await api.call("DELETE", f"{path}/questions/{unknown['id']}", status=204)
    assert [each["source"] for each in await api.call("GET", f"{path}/questions")] == ["file"]
    _, run = await evaluated(api, path, {"refusals": False})
    assert (run["asked"], run["source"]) == (1, "")
    await api.call("DELETE", f"{path}/runs/{run['id']}", status=204)
    assert await api.call("GET", f"{path}/runs") == []


async def test_questions_are_taken_over_from_verified_citations_and_not_from_follow_ups(
    api: Api, room: str
) -> None:
    room_path = room.removesuffix("/evaluation")
    question = next(iter(ASKED))
    answer = await answered(api, room_path.rsplit("/", 1)[1], question)
    asked = {"text": "ומה לגבי עובד אחר?", "thread_id": answer["thread_id"]}
    told = [each async for each in api.events("POST", f"{room_path}/ask", asked)]
    assert told[-1][0] == "done"
    done = await api.call("POST", f"{room}/questions/take", {})
    assert (done["new"], done["follow_ups"]) == (1, 1)
    (taken,) = await api.call("GET", f"{room}/questions")
    assert (taken["text"], taken["source"]) == (question, "citations")
    assert (taken["answer_id"], taken["language"]) == (answer["id"], "he")
    named = [(each["document_name"], each["pages"]) for each in taken["right"]]
    assert ("חופשה.md", [1]) in named
    again = await api.call("POST", f"{room}/questions/take", {"answer_ids": [answer["id"]]})
    assert again == {"new": 0, "standing": 1, "unverified": 0, "follow_ups": 0}
    await api.call("DELETE", f"{room}/questions/{taken['id']}", status=204)
    problem = await api.problem(
        "POST", f"{room}/questions/take", {"answer_ids": ["ans_none"]}, status=404
    )
    assert "ans_none" in problem["detail"]


async def test_a_wrong_line_is_named_and_nothing_is_added(api: Api, room: str) -> None:
    wrong = lines() + "\n" + json.dumps({"question": "איפה?", "document": "נעדר.pdf", "pages": [1]})
    for path in ("questions/import", "runs"):
        problem = await api.problem("POST", f"{room}/{path}", {"jsonl": wrong}, status=422)
        assert "line 6" in problem["detail"]
        assert "`נעדר.pdf`" in problem["detail"]
    assert await api.call("GET", f"{room}/questions") == []
    problem = await api.problem("POST", f"{room}/runs", {}, status=422)
    assert "no questions" in problem["detail"]


async def test_what_another_room_has_is_not_found(api: Api, room: str, room_id: str) -> None:
    _, run = await evaluated(api, room, {"jsonl": lines(), "refusals": False})
    other = f"/api/rooms/{room_id}/evaluation"
    for method, path in (
        ("GET", f"runs/{run['id']}"),
        ("DELETE", f"runs/{run['id']}"),
        ("POST", f"runs/{run['id']}/stop"),
        ("GET", f"comparison?before={run['id']}&after={run['id']}"),
        ("DELETE", "questions/qst_none"),
    ):
        await api.problem(method, f"{other}/{path}", status=404)
    assert await api.call("GET", f"{other}/runs") == []
    for method, path in (("GET", "questions"), ("GET", "runs"), ("POST", "questions/import")):
        body = {"jsonl": lines()} if method == "POST" else None
        foreign = f"/api/rooms/room_none/evaluation/{path}"
        await api.problem(method, foreign, body, status=404)


async def test_a_document_that_is_gone_leaves_its_questions_unjudged_until_it_is_back(
    api: Api, room_id: str
) -> None:
    path = f"/api/rooms/{room_id}/evaluation"
    text = TEXTS["חופשה.md"].encode()
    upload = await api.upload(room_id, "חופשה.md", text)
    await api.ready(room_id, upload["document"]["id"])
    body = {"jsonl": lines({next(iter(ASKED)): "חופשה.md"}, unknown=False)}
    await api.call("POST", f"{path}/questions/import", body)
    await api.call("DELETE", f"/api/documents/{upload['document']['id']}", status=204)
    _, gone = await evaluated(api, path, {"refusals": False})
    assert (gone["figures"]["all"]["judged"], gone["figures"]["all"]["not_judged"]) == (0, 1)
    again = await api.upload(room_id, "חופשה.md", text)
    await api.ready(room_id, again["document"]["id"])
    _, back = await evaluated(api, path, {"refusals": False})
    assert back["figures"]["all"]["means"]["R@1"] == 1


async def test_a_run_that_is_stopped_keeps_what_was_asked(api: Api, room: str) -> None:
    many = {f"{text} ({n})": name for text, name in ASKED.items() for n in range(200)}
    events = api.events("POST", f"{room}/runs", {"jsonl": lines(many), "refusals": False})
    _, begun = await anext(events)
    await api.call("POST", f"{room}/runs/{begun['run_id']}/stop", status=204)
    told = [each async for each in events]
    name, data = told[-1]
    assert (name, data["run"]["state"], data["run"]["asked"]) == ("done", "stopped", 801)
    detail = await api.call("GET", f"{room}/runs/{begun['run_id']}")
    assert len(detail["outcomes"]) < 801
    await api.problem("POST", f"{room}/runs/{begun['run_id']}/stop", status=404)

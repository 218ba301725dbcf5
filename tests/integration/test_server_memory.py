"""Memory over the HTTP API of a real server."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from api import Api
from kesher.config.settings import Settings
from kesher.server.run import temporary_server

pytestmark = pytest.mark.anyio
TENANT = {"tenant": "דייר א 🏠"}


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Api]:
    settings = Settings.model_validate({"data_folder": tmp_path, "log_level": "error"})
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        yield Api(session)


async def call(
    api: Api, method: str, path: str, *, tenant: str = TENANT["tenant"], **given: Any
) -> Any:
    params = {"tenant": tenant, **given.pop("params", {})}
    async with api.session.request(method, f"/api/memory/{path}", params=params, **given) as answer:
        assert answer.status == 200, await answer.text()
        return await answer.json()


async def say(api: Api, text: str, *, day: int, **more: Any) -> Any:
    body = {"thread": "שיחה", "text": text, "at": f"2026-03-{day:02}T09:00:00+02:00", **more}
    return await call(api, "POST", "messages", json=body)


async def get(api: Api, path: str, **params: str) -> Any:
    return await call(api, "GET", path, params=params)


async def test_a_message_brings_its_context_and_facts_lead_back_to_it(served: Api) -> None:
    added = await say(served, "קוראים לי נועה והטלפון שלי 052-5550146", day=1, id="m1")
    assert added["is_new"]
    assert added["context"]["tokens"] <= 300
    facts = {fact["key"]: fact for fact in await get(served, "facts")}
    assert facts["phone"]["value"] == "052-5550146"
    assert facts["phone"]["label_he"] == "טלפון"
    why = await get(served, f"facts/{facts['phone']['id']}")
    assert why["message"]["text"] == "קוראים לי נועה והטלפון שלי 052-5550146"
    assert "052-5550146" in why["quote"]
    again = await say(served, "קוראים לי נועה והטלפון שלי 052-5550146", day=1, id="m1")
    assert not again["is_new"]
    assert len(await get(served, "messages", thread="שיחה")) == 1


async def test_what_was_replaced_is_history_and_asked_for_by_time(served: Api) -> None:
    await say(served, "הטלפון שלי 052-5550146", day=1)
    await say(served, "הטלפון החדש שלי 054-5550199", day=10)
    assert [fact["value"] for fact in await get(served, "facts", key="phone")] == ["054-5550199"]
    then = await get(served, "facts", key="phone", as_of="2026-03-05T00:00:00Z")
    assert [fact["value"] for fact in then] == ["052-5550146"]
    both = await get(served, "facts", key="phone", history="true")
    assert [fact["state"] for fact in both] == ["superseded", "current"]
    told = await call(served, "POST", "recall", json={"question": "מה הטלפון שלי?"})
    assert "054-5550199" in told["text"]
    assert told["is_known"]


async def test_one_tenant_never_sees_what_another_one_said(served: Api) -> None:
    await say(served, "הטלפון שלי 052-5550146", day=1)
    for path in ("facts", "threads", "entities", "reviews", "erasures"):
        assert await call(served, "GET", path, tenant="דייר ב") == []
    question = {"question": "מה הטלפון שלי?"}
    told = await call(served, "POST", "recall", json=question, tenant="דייר ב")
    assert told["text"] == ""


async def test_a_message_is_erased_with_a_receipt(served: Api) -> None:
    await say(served, "הטלפון שלי 052-5550146", day=1, id="m1")
    one = {"thread": "שיחה", "message": "m1"}
    receipt = await call(served, "POST", "erasures", json=one)
    assert receipt["messages"] == 1
    assert receipt["facts"] == 1
    assert await get(served, "facts", history="true") == []
    assert len(await get(served, "erasures")) == 1


async def test_the_graph_and_the_log_are_exported(served: Api) -> None:
    await say(served, "אחי תומר גר בחיפה", day=1)
    graph = await get(served, "graph", hops="2")
    names = {entity["name"] for entity in graph["entities"]}
    assert "תומר" in names
    assert set(graph["hops"].values()) <= {0, 1, 2}
    async with served.session.get("/api/memory/export", params=TENANT) as answer:
        assert "אחי תומר גר בחיפה" in await answer.text()
    async with served.session.get("/api/memory/cypher", params=TENANT) as answer:
        assert "MERGE (e:Entity" in await answer.text()


async def test_an_erasure_is_seen_first_and_removes_what_was_seen(served: Api) -> None:
    await say(served, "אחי תומר גר בחיפה", day=1, id="m1")
    await say(served, "הטלפון שלי 052-5550146", day=2, id="m2")
    whole = {"thread": "שיחה", "whole_thread": True}
    seen = await call(served, "POST", "erasures/preview", json=whole)
    assert [message["id"] for message in seen["messages"]] == ["m1", "m2"]
    assert {fact["value"] for fact in seen["facts"]} == {"תומר", "חיפה", "052-5550146"}
    assert len(await get(served, "messages", thread="שיחה")) == 2
    assert await get(served, "erasures") == []
    receipt = await call(served, "POST", "erasures", json=whole)
    assert {**receipt, "id": "", "at": ""} == {**seen["receipt"], "id": "", "at": ""}
    assert await get(served, "facts", everyone="true", history="true") == []


@pytest.mark.parametrize("body", [{}, {"thread": "ש", "message": "m", "everything": True}])
async def test_an_erasure_of_nothing_or_of_two_things_is_refused(
    served: Api, body: dict[str, Any]
) -> None:
    async with served.session.post("/api/memory/erasures", json=body, params=TENANT) as answer:
        assert answer.status == 422
        assert "one of them" in (await answer.json())["detail"]


async def test_the_sample_is_heard_and_a_person_writes_the_right_value_into_its_review(
    served: Api,
) -> None:
    head = await call(served, "POST", "sample")
    assert await call(served, "POST", "sample") == head
    (review,) = await get(served, "reviews")
    assert (review["old"]["value"], review["new"]["value"]) == ("בוטנים", "אגוזים")
    body = {"value": "אגוזי לוז", "by": "ד״ר לוי", "reason": "כך בתיק הרפואי"}
    decided = await call(served, "POST", f"reviews/{review['id']}/amend", json=body)
    assert (decided["verdict"], decided["decided_reason"]) == ("accept", "כך בתיק הרפואי")
    everyone = await get(served, "facts", everyone="true", history="true")
    allergies = {fact["value"]: fact for fact in everyone if fact["key"] == "allergy"}
    states = {value: fact["state"] for value, fact in allergies.items()}
    assert states == {"בוטנים": "corrected", "אגוזים": "held", "אגוזי לוז": "current"}
    why = await get(served, f"facts/{allergies['אגוזי לוז']['id']}")
    assert (why["message"]["speaker"], why["quote"]) == ("ד״ר לוי", "אגוזי לוז")
    (refund,) = (fact for fact in everyone if fact["key"] == "refund_amount")
    assert (refund["shown_he"], refund["shown_en"]) == ("640 ₪", "₪640")
    assert {fact["subject"]["name"] for fact in everyone} == {"נועה לוי", "תומר", "7314"}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"thread": "", "text": "שלום"}, "id of its thread"),
        ({"thread": "ש", "text": "  "}, "empty"),
        ({"thread": "ש", "text": "שלום", "speaker": ""}, "needs a speaker"),
        ({"thread": "ש", "text": "שלום", "at": "2026-03-01T09:00:00"}, "UTC offset"),
        ({"thread": "ש", "text": "שלום", "zone": "Mars/Base"}, "time zone"),
        ({"thread": "ש", "text": "שלום", "context_tokens": 5}, "at least 30"),
    ],
)
async def test_a_bad_message_is_refused_in_words(
    served: Api, body: dict[str, Any], said: str
) -> None:
    answer = await served.session.post("/api/memory/messages", json=body, params=TENANT)
    async with answer:
        assert answer.status == 422
        assert said in (await answer.json())["detail"]
    assert await get(served, "threads") == []


async def test_what_no_utf8_carries_is_told_as_a_replacement_and_breaks_no_answer(
    served: Api,
) -> None:
    odd = {"thread": "ש\ud800", "id": "m\x00", "speaker": "דנה\udfff"}
    await say(served, "אני גרה בחיפה \ud800 ועובדת בנתיב", day=1, **odd)
    (head,) = await get(served, "threads")
    assert head["id"] == "ש\ufffd"
    recalled = await call(served, "POST", "recall", json={"question": "איפה היא גרה? \udc00"})
    assert "חיפה" in recalled["text"]
    assert [each["text"] for each in recalled["turns"]] in (
        [],
        ["אני גרה בחיפה \ufffd ועובדת בנתיב"],
    )
    async with served.session.get("/api/memory/export", params=TENANT) as answer:
        logged = json.loads(await answer.text())
    assert (logged["thread"], logged["id"]) == ("ש\ud800", "m\x00")
    problem = await served.problem(
        "POST", "/api/memory/erasures", {"thread": "ש", "message": "\ud800"}, status=404
    )
    assert "\ufffd" in problem["detail"]


async def test_an_empty_name_erases_nobody(served: Api) -> None:
    await say(served, "אני גרה בחיפה", day=1)
    for body in ({"entity": ""}, {"thread": "שיחה", "message": ""}):
        async with served.session.post("/api/memory/erasures", json=body, params=TENANT) as answer:
            assert answer.status in (404, 422)
    assert len(await get(served, "facts")) == 1


async def test_no_context_is_made_where_none_is_wanted(served: Api) -> None:
    added = await say(served, "אני גרה בחיפה", day=1, context_tokens=0)
    assert added["learned"]
    assert added["context"] == {
        "text": "",
        "tokens": 0,
        "facts": [],
        "turns": [],
        "is_known": False,
    }

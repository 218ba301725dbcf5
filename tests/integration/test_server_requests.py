"""What a model saw, and trajectories, over the HTTP API of a real server."""

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from api import QUESTION, Api, Shown, answered
from contract.recorded import events, grown, request, segment
from contract.samples import OTHER_TENANT
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.config.settings import Settings
from kesher.context.trajectory import Trajectory
from kesher.domain.canonical import canonical, digest
from kesher.domain.request import SegmentKind
from kesher.domain.scope import Scope
from kesher.server.request_views import sent_request_detail
from kesher.server.run import temporary_server
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server

pytestmark = pytest.mark.anyio


@pytest.fixture
async def served(handbook_copy: Path) -> AsyncIterator[Api]:
    """The handbook, a trajectory with a child and requests, one of another tenant; and a model.

    A scripted server stands in for the hosted model.
    """
    store = SqlStore.open(sqlite_url(handbook_copy))
    await grown(store, Scope())
    await grown(store, Scope(), "trj_child", parent="trj_a")
    await store.save_request(Scope(), request("req_a", owner="trj_a"))
    await grown(store, OTHER_TENANT, "trj_theirs")
    await store.save_request(OTHER_TENANT, request("req_theirs", owner="trj_theirs"))
    await store.close()
    with scripted_model_server() as model:
        model.follow(Script(answer=lambda _: "<not_found/> אין בקטעים תשובה."))
        settings = Settings.model_validate(
            {
                "data_folder": handbook_copy,
                "log_level": "error",
                "chat": "openai",
                "chat_url": model.openai_url,
                "chat_model": "scripted-model",
                "chat_profile": "openai",
            }
        )
        async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
            yield Api(session)


async def _room(api: Api) -> Shown:
    room: Shown = (await api.call("GET", "/api/rooms"))[0]
    return room


async def test_what_the_model_saw_is_read_back_to_the_byte(served: Api) -> None:
    answer = await answered(served, (await _room(served))["id"])
    seen = await served.call("GET", f"/api/requests/{answer['request_id']}")
    body = "".join(segment["text"] for segment in seen["segments"])
    assert digest(body) == seen["body_hash"]
    assert body == "".join(canonical(each["message"]) for each in seen["messages"])
    assert [each["message"]["role"] for each in seen["messages"]] == ["system", "user"]
    assert seen["messages"][-1]["message"]["content"].endswith(f"השאלה: {QUESTION}")
    evidence = [segment for segment in seen["segments"] if segment["refs"]]
    assert [segment["refs"][0] for segment in evidence] == answer["sent"]
    assert not any(segment["erased"] for segment in seen["segments"])
    assert (seen["model"], seen["profile"]) == ("scripted-model", "openai")
    assert seen["usage"]["uncached_tokens"] > 0
    assert seen["price_usd"] > 0
    assert seen["audit"] == {
        "reused_tokens": 0,
        "new_tokens": seen["tokens"],
        "broken": None,
        "logged": False,
    }


async def test_the_requests_of_a_thread_are_listed_and_go_with_it(served: Api) -> None:
    answer = await answered(served, (await _room(served))["id"])
    path = f"/api/threads/{answer['thread_id']}"
    (listed,) = await served.call("GET", f"{path}/requests")
    assert listed["id"] == answer["request_id"]
    assert listed["owner_id"] == answer["thread_id"]
    await served.call("DELETE", path, status=204)
    await served.problem("GET", f"/api/requests/{listed['id']}", status=404)
    await served.problem("GET", f"{path}/requests", status=404)


async def test_a_deleted_document_shows_as_erased_passages(served: Api) -> None:
    room = await _room(served)
    answer = await answered(served, room["id"])
    (document,) = await served.call("GET", f"/api/rooms/{room['id']}/documents")
    await served.call("DELETE", f"/api/documents/{document['id']}", status=204)
    seen = await served.call("GET", f"/api/requests/{answer['request_id']}")
    erased = [segment for segment in seen["segments"] if segment["erased"]]
    assert [segment["refs"][0] for segment in erased] == answer["sent"]
    assert all(not segment["text"] and len(segment["hash"]) == 64 for segment in erased)
    assert [each["erased"] for each in seen["messages"]] == [False, True]
    assert "<passage id" not in seen["messages"][1]["message"]["content"]


async def test_a_trajectory_is_shown_with_its_events_and_exported_whole(served: Api) -> None:
    listed = await served.call("GET", "/api/trajectories")
    assert {each["id"]: each["parent_id"] for each in listed} == {
        "trj_a": None,
        "trj_child": "trj_a",
    }
    shown = await served.call("GET", "/api/trajectories/trj_a")
    assert [each["hash"] for each in shown["events"]] == [event.hash for event in events()]
    assert [each["kind"] for each in shown["events"]][:3] == ["Said", "Said", "CallStarted"]
    assert shown["system"].startswith("אתה עוזר")
    async with served.session.get("/api/trajectories/trj_a/export") as response:
        assert response.content_type == "application/jsonl"
        lines = (await response.read()).decode().splitlines()
    assert len(lines) == 1 + len(events())
    # The sample holds two halves of one letter side by side, which no JSON keeps apart.
    assert Trajectory.from_jsonl("\n".join(lines[:4])).events == events()[:3]


async def test_a_trajectorys_requests_go_with_it_and_with_its_children(served: Api) -> None:
    (listed,) = await served.call("GET", "/api/trajectories/trj_a/requests")
    assert listed["id"] == "req_a"
    await served.call("DELETE", "/api/trajectories/trj_a", status=204)
    assert await served.call("GET", "/api/trajectories") == []
    await served.problem("GET", "/api/requests/req_a", status=404)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/trajectories/trj_theirs"),
        ("GET", "/api/trajectories/trj_theirs/export"),
        ("GET", "/api/trajectories/trj_theirs/requests"),
        ("DELETE", "/api/trajectories/trj_theirs"),
        ("GET", "/api/threads/trj_theirs/requests"),
        ("GET", "/api/requests/req_theirs"),
    ],
)
async def test_what_is_another_tenants_is_not_found(served: Api, method: str, path: str) -> None:
    problem = await served.problem(method, path, status=404)
    assert problem["code"] == "not_found"
    assert "22 ימי חופשה" not in str(problem)


@pytest.mark.parametrize("kind", list(SegmentKind))
def test_a_segment_of_every_kind_can_be_shown(kind: SegmentKind) -> None:
    shown = sent_request_detail(request("req_m", segment('{"role":"user"}', kind, message=0)))
    assert [each.kind for each in shown.segments] == [kind.value]


async def test_the_newest_requests_are_listed_with_what_they_were_sent_for(served: Api) -> None:
    room = await _room(served)
    answer = await answered(served, room["id"])
    newest, agent = await served.call("GET", "/api/requests")
    assert (newest["id"], newest["owner_kind"]) == (answer["request_id"], "thread")
    assert (newest["title"], newest["room_id"]) == (QUESTION, room["id"])
    assert (agent["id"], agent["owner_kind"], agent["room_id"]) == ("req_a", "trajectory", None)
    older = await served.call("GET", f"/api/requests?limit=1&after={newest['id']}")
    assert [each["id"] for each in older] == ["req_a"]
    await served.problem("GET", "/api/requests?after=req_theirs", status=404)

"""Agents over the HTTP API of a real server, and `kesher agent` through it.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from api import QUESTION, Api
from kesher.config.settings import Settings
from kesher.domain.canonical import canonical
from kesher.domain.message import ToolCall
from kesher.server.run import temporary_server
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position

pytestmark = pytest.mark.anyio
KESHER = Path(sys.executable).with_name("kesher")
ROOM = "משאבי אנוש"
SEARCH = canonical({"room": ROOM, "query": QUESTION, "limit": 2})
TURNS = by_position(
    Turn(thinking="אחפש במסמכים", calls=(ToolCall("c1", "search_room", SEARCH),)),
    Turn(text="לפי המדריך מגיעים ימי חופשה."),
    Turn(text="نعم، حسب الدليل."),
)


@pytest.fixture
async def served(handbook_copy: Path) -> AsyncIterator[tuple[Api, ModelServer, Path]]:
    with scripted_model_server(Script(turns=TURNS)) as model:
        settings = Settings.model_validate(
            {
                "data_folder": handbook_copy,
                "log_level": "error",
                "chat": "openai",
                "chat_url": model.openai_url,
                "chat_model": "scripted-model",
            }
        )
        async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
            yield Api(session), model, handbook_copy


async def told(api: Api, path: str, body: object = None) -> list[tuple[str, Any]]:
    return [event async for event in api.events("POST", path, body)]


async def test_a_run_is_told_as_it_goes_and_each_of_its_requests_can_be_read_back(
    served: tuple[Api, ModelServer, Path],
) -> None:
    api, _, _ = served
    events = await told(api, "/api/agents/run", {"text": QUESTION})
    names = [name for name, _ in events]
    assert [name for name in names if name not in ("thinking", "text")] == [
        "request",
        "call",
        "result",
        "request",
        "finished",
    ]
    finished = events[-1][1]
    assert finished["data"]["stop"] == "answered"
    requests = await api.call("GET", f"/api/trajectories/{finished['trajectory_id']}/requests")
    seen = await api.call("GET", f"/api/requests/{requests[1]['id']}")
    shown = "".join(segment["text"] for segment in seen["segments"])
    assert "external_content" in shown  # a document is material, never an instruction
    refs = [ref for segment in seen["segments"] for ref in segment["refs"]]
    assert len(refs) == 2
    assert all(ref.startswith("chk_") for ref in refs)


async def test_a_conversation_goes_on_and_a_finished_one_is_not_asked_again(
    served: tuple[Api, ModelServer, Path],
) -> None:
    api, model, _ = served
    first = await told(api, "/api/agents/run", {"text": QUESTION})
    trajectory = first[-1][1]["trajectory_id"]
    again = await told(
        api, "/api/agents/run", {"text": "هل أنت متأكد؟", "trajectory_id": trajectory}
    )
    assert again[-1][1]["data"]["text"] == "نعم، حسب الدليل."
    sent = len(model.requests)
    resumed = await told(api, f"/api/agents/{trajectory}/resume")
    assert resumed[-1][1]["data"]["stop"] == "answered"
    assert len(model.requests) == sent


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/agents/run", {"text": "שלום", "trajectory_id": "trj_none"}, 404),
        ("/api/agents/trj_none/resume", None, 404),
        ("/api/agents/trj_none/decisions/int_none", {"allowed": True}, 404),
        ("/api/agents/run", {"text": "שלום", "mistyped": 1}, 422),
    ],
)
async def test_what_is_not_there_or_mistyped_is_refused_before_the_stream(
    served: tuple[Api, ModelServer, Path], path: str, body: object, status: int
) -> None:
    api, _, _ = served
    await api.problem("POST", path, body, status=status)


async def test_an_empty_task_is_refused_before_anything_is_stored(
    served: tuple[Api, ModelServer, Path],
) -> None:
    api, _, _ = served
    problem = await api.problem("POST", "/api/agents/run", {"text": "  "}, status=422)
    assert problem["code"] == "input.invalid"
    assert await api.call("GET", "/api/trajectories") == []


async def test_the_command_runs_an_agent_through_the_server(
    served: tuple[Api, ModelServer, Path],
) -> None:
    _, _, folder = served
    command = [str(KESHER), "--data", str(folder), "agent", QUESTION]
    done = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=dict(os.environ),
    )
    out, err = await asyncio.wait_for(done.communicate(), 120)
    assert done.returncode == 0, err.decode()
    assert out.decode().strip() == "לפי המדריך מגיעים ימי חופשה."
    assert "→ search_room" in err.decode()
    assert "✓ search_room" in err.decode()


async def test_without_a_model_an_agent_says_what_to_set(api: Api) -> None:
    problem = await api.problem("POST", "/api/agents/run", {"text": "שלום"}, status=409)
    assert problem["code"] == "config.invalid"
    assert "KESHER_CHAT" in problem["detail"]


async def test_an_agent_has_the_memory_that_its_trajectory_began_with(
    served: tuple[Api, ModelServer, Path],
) -> None:
    api, model, _ = served
    model.follow(Script(turns=by_position(Turn(text="בסדר."), Turn(text="Хорошо."))))
    said = {"thread": "שיחה", "text": "קוראים לי נועה ואני גרה בחיפה"}
    await api.call("POST", "/api/memory/messages?tenant=נועה", said)
    begun = await told(api, "/api/agents/run", {"text": "איפה אני גרה?", "memory": "נועה"})
    trajectory = begun[-1][1]["trajectory_id"]
    more = {"text": "Где я живу?", "trajectory_id": trajectory}
    await told(api, "/api/agents/run", more)
    sent = await api.call("GET", f"/api/trajectories/{trajectory}/requests")
    for request in sent:
        seen = await api.call("GET", f"/api/requests/{request['id']}")
        known = [each["text"] for each in seen["segments"] if each["kind"] == "memory"]
        assert any("חיפה" in text for text in known)
    logged = await api.call("GET", f"/api/memory/messages?tenant=נועה&thread={trajectory}")
    assert [each["text"] for each in logged] == ["איפה אני גרה?", "Где я живу?"]
    for another in ("دانا", "local"):
        body = {**more, "memory": another}
        problem = await api.problem("POST", "/api/agents/run", body, status=422)
        assert "נועה" in problem["detail"]


async def test_an_agent_without_memory_logs_nothing_and_an_empty_name_is_refused(
    served: tuple[Api, ModelServer, Path],
) -> None:
    api, model, _ = served
    model.follow(Script(turns=by_position(Turn(text="בסדר."))))
    await told(api, "/api/agents/run", {"text": "אני גרה בחיפה"})
    assert await api.call("GET", "/api/memory/threads") == []
    await api.problem("POST", "/api/agents/run", {"text": "שלום", "memory": ""}, status=422)

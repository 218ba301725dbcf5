"""Runs over HTTP as readers treat them: leaving, slow, two at once; and what waits for a person.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from api import Api, eventually
from databases import new_database
from kesher.config.settings import Settings
from kesher.domain.message import ToolCall
from kesher.engine import Kesher
from kesher.server.run import temporary_server
from kesher.testing.model_script import Hang, ReceivedRequest, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position
from kesher.wiring.agents import AgentOptions

pytestmark = pytest.mark.anyio

ANSWER = "לפי המדריך: 22 ימים. Согласно справочнику: 22 дня. حسب الدليل: ٢٢ يومًا."
HANGS = Script(turns=by_position(Turn(ANSWER)), fault=Hang(after_pieces=3))
ANSWERS = Script(turns=by_position(Turn(ANSWER)))
DEADLINE = 60


def settings_for(folder: Path, model: ModelServer, **more: object) -> Settings:
    given = {
        "data_folder": folder,
        "log_level": "error",
        "chat": "openai",
        "chat_url": model.openai_url,
        "chat_model": "scripted-model",
        **more,
    }
    return Settings.model_validate(given)


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Api]:
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        yield Api(session)


@pytest.fixture
def model() -> Any:
    with scripted_model_server(ANSWERS) as running:
        yield running


@pytest.fixture
async def api(model: ModelServer, tmp_path: Path) -> AsyncIterator[Api]:
    async with serving(settings_for(tmp_path / "data", model)) as opened:
        yield opened


@asynccontextmanager
async def streaming(api: Api, path: str, body: object = None) -> AsyncIterator[str]:
    """A run whose reader has seen its first words and reads no further; gives its trajectory."""
    events = api.events("POST", path, body)
    try:
        async for name, data in events:
            if name == "text":
                yield data["trajectory_id"]
                return
        raise AssertionError("The run ended without a word.")
    finally:
        await events.aclose()


async def told(api: Api, path: str, body: object = None) -> list[tuple[str, Any]]:
    return [event async for event in api.events("POST", path, body)]


async def rested(api: Api, trajectory: str) -> list[Any]:
    """Wait until a trajectory has come to rest and nobody holds it; return its events."""

    async def look() -> list[Any] | None:
        found = await api.call("GET", f"/api/trajectories/{trajectory}")
        events: list[Any] = found["events"]
        return events if events[-1]["kind"] == "Stopped" else None

    seen: list[Any] = await asyncio.wait_for(eventually(look), DEADLINE)

    async def free() -> bool | None:
        path = f"/api/agents/{trajectory}/stop"
        async with api.session.post(path) as response:
            return response.status == 204 or None

    await asyncio.wait_for(eventually(free), DEADLINE)
    return seen


def texts(events: list[Any], role: str) -> list[str]:
    said = [e["payload"]["message"] for e in events if e["kind"] == "Said"]
    return [message["text"] for message in said if message["role"] == role]


async def test_a_reader_who_leaves_ends_the_run_and_resuming_asks_for_the_whole_answer(
    api: Api, model: ModelServer
) -> None:
    model.follow(HANGS)
    async with streaming(api, "/api/agents/run", {"text": "כמה ימי חופשה?"}) as trajectory:
        pass
    events = await rested(api, trajectory)
    assert events[-1]["payload"]["reason"] == "stopped"
    (cut,) = texts(events, "assistant")
    assert ANSWER.startswith(cut)
    assert 0 < len(cut) < len(ANSWER)
    model.follow(ANSWERS)
    resumed = await told(api, f"/api/agents/{trajectory}/resume")
    assert (resumed[-1][0], resumed[-1][1]["data"]["stop"]) == ("finished", "answered")
    assert resumed[-1][1]["data"]["text"] == ANSWER
    assert model.requests[-1].assistant_messages == 0, "no half answer is shown"
    after = await rested(api, trajectory)
    assert after[: len(events)] == events
    assert len([t for t in texts(after, "user") if "כמה ימי חופשה?" in t]) == 1


async def test_what_a_stopped_answer_had_said_stands_when_the_person_goes_on_to_talk(
    api: Api, model: ModelServer
) -> None:
    model.follow(HANGS)
    async with streaming(api, "/api/agents/run", {"text": "כמה ימי חופשה?"}) as trajectory:
        pass
    await rested(api, trajectory)
    model.follow(Script(turns=lambda _: Turn("Короче: 22.")))
    body = {"text": "короче, пожалуйста", "trajectory_id": trajectory}
    events = await told(api, "/api/agents/run", body)
    assert events[-1][1]["data"]["text"] == "Короче: 22."
    roles = [role for role, _ in model.requests[-1].messages if role != "system"]
    assert roles[:3] == ["user", "assistant", "user"]


async def test_a_slow_reader_gets_every_word_in_its_order(api: Api, model: ModelServer) -> None:
    long = "".join(f"שורה {n}. Строка {n}. سطر {n}.\n" for n in range(2_000))
    model.follow(Script(turns=by_position(Turn(long)), chunk_chars=11))
    events = api.events("POST", "/api/agents/run", {"text": "כתוב הרבה"})
    name, first = await anext(events)
    assert name == "request"
    await rested(api, first["trajectory_id"])  # the run goes on while nobody reads
    rest = [event async for event in events]
    assert "".join(data["data"]["text"] for kind, data in rest if kind == "text") == long
    assert rest[-1][1]["data"]["stop"] == "answered"


async def test_of_two_runs_on_one_trajectory_the_second_is_refused_and_stop_ends_the_first(
    api: Api, model: ModelServer
) -> None:
    model.follow(HANGS)
    async with streaming(api, "/api/agents/run", {"text": "ראשון"}) as trajectory:
        body = {"text": "שני", "trajectory_id": trajectory}
        for path, sent in (
            ("/api/agents/run", body),
            (f"/api/agents/{trajectory}/resume", None),
        ):
            problem = await api.problem("POST", path, sent, status=409)
            assert problem["code"] == "conflict.in_use"
            assert problem["retryable"]
            assert "is being run by process" in problem["detail"]
            assert "UTC" in problem["detail"]
        await api.call("POST", f"/api/agents/{trajectory}/stop", status=204)
        events = await rested(api, trajectory)
    assert events[-1]["payload"]["reason"] == "stopped"
    assert len(texts(events, "user")) == 1


async def test_runs_on_different_trajectories_do_not_mix(api: Api, model: ModelServer) -> None:
    def echo(request: ReceivedRequest) -> Turn:
        asked = [text for role, text in request.messages if role == "user"]
        number = asked[0].split("<")[0].strip().split()[-1]
        return Turn(f"תשובה {number}. " * 20)

    model.follow(Script(turns=echo))
    asked = [f"שאלה מספר {number}" for number in range(8)]
    streams = await asyncio.gather(
        *(told(api, "/api/agents/run", {"text": text}) for text in asked)
    )
    for number, events in enumerate(streams):
        assert len({data["trajectory_id"] for _, data in events}) == 1
        said = "".join(data["data"]["text"] for kind, data in events if kind == "text")
        assert said.split(". ")[0] == f"תשובה {number}"
        assert said == events[-1][1]["data"]["text"]
    assert len({events[0][1]["trajectory_id"] for events in streams}) == len(asked)


async def test_stopping_what_does_not_run_is_nothing_and_what_is_not_there_is_not_found(
    api: Api,
) -> None:
    events = await told(api, "/api/agents/run", {"text": "שלום"})
    trajectory = events[-1][1]["trajectory_id"]
    await api.call("POST", f"/api/agents/{trajectory}/stop", status=204)
    await api.problem("POST", "/api/agents/trj_none/stop", status=404)


async def test_a_request_tells_the_limits_that_it_was_sent_with(
    api: Api, model: ModelServer
) -> None:
    events = await told(api, "/api/agents/run", {"text": "שלום"})
    (sent,) = await api.call("GET", f"/api/trajectories/{events[-1][1]['trajectory_id']}/requests")
    body = model.requests[-1].body
    assert sent["temperature"] == body["temperature"]
    assert sent["max_output_tokens"] == body.get("max_tokens", body.get("max_completion_tokens"))
    assert sent["max_output_tokens"] > 0


async def test_what_waits_for_a_person_is_listed_after_a_restart_and_a_word_on_it_goes_on(
    model: ModelServer, tmp_path: Path
) -> None:
    search = ToolCall("c1", "list_rooms", "{}")
    model.follow(Script(turns=by_position(Turn(calls=(search,)), Turn(ANSWER))))
    settings = settings_for(tmp_path / "data", model)
    asks = AgentOptions(always_ask=frozenset({"list_rooms"}))

    def ask() -> tuple[str, tuple[str, ...]]:
        given = settings.model_dump(exclude_unset=True)
        folder = given.pop("data_folder")
        with Kesher(folder, **given) as kesher:
            agent = kesher.agent(options=asks)
            finished = agent.run("אילו חדרים יש? Какие есть комнаты?")
            assert finished.stop == "confirmation"
            return str(agent.trajectory), finished.waiting

    trajectory, waiting = await asyncio.to_thread(ask)
    async with serving(settings) as api:
        (found,) = await api.call("GET", "/api/agents/waiting")
        assert (found["trajectory_id"], found["tool"]) == (trajectory, "list_rooms")
        assert (found["interrupt_id"],) == waiting
        assert found["title"] == "אילו חדרים יש? Какие есть комнаты?"
        same = await api.call("GET", f"/api/agents/waiting?trajectory_id={trajectory}")
        assert same == [found]
        await api.problem("GET", "/api/agents/waiting?trajectory_id=trj_none", status=404)
        path = f"/api/agents/{trajectory}/decisions/{waiting[0]}"
        await api.call("POST", path, {"allowed": True}, status=204)
        assert await api.call("GET", "/api/agents/waiting") == []
        events = await told(api, f"/api/agents/{trajectory}/resume")
        assert events[-1][1]["data"]["text"] == ANSWER
        assert [name for name, _ in events if name == "result"] == ["result"]


async def test_two_servers_on_one_database_never_run_one_trajectory_at_once(
    model: ModelServer, tmp_path: Path
) -> None:
    url = new_database("postgresql", tmp_path)
    model.follow(HANGS)
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(
                serving(settings_for(tmp_path / name, model, database_url=url))
            )
            for name in ("one", "other")
        ]
        async with streaming(first, "/api/agents/run", {"text": "שאלה"}) as trajectory:
            body = {"text": "вопрос", "trajectory_id": trajectory}
            for path, sent in (
                ("/api/agents/run", body),
                (f"/api/agents/{trajectory}/resume", None),
            ):
                problem = await second.problem("POST", path, sent, status=409)
                assert problem["code"] == "conflict.in_use"
            # Each server ends what another one runs.
            await second.call("POST", f"/api/agents/{trajectory}/stop", status=204)
            await rested(second, trajectory)
        model.follow(ANSWERS)
        events = await told(second, f"/api/agents/{trajectory}/resume")
        assert events[-1][1]["data"]["text"] == ANSWER

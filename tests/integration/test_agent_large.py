"""Runs with results of a megabyte, hundreds of tools and calls, and characters nobody can store.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from agents import (
    SCOPE,
    Counting,
    ask,
    called,
    go_on,
    make_agent,
    only_trajectory,
    open_store,
    provider_faults,
)
from api import Api
from kesher import Kesher
from kesher.adapters.models.token_counts import O200kCounter
from kesher.adapters.sql.store import SqlStore
from kesher.app.function_tools import FunctionTool, function_tool
from kesher.config.settings import Settings
from kesher.context.trajectory import Trajectory
from kesher.domain.agent import AgentEvent, AgentStop, CallDone, Compacted
from kesher.domain.canonical import canonical
from kesher.domain.message import Role
from kesher.domain.trajectory import Said
from kesher.ports.tools import ToolOutput
from kesher.server.run import temporary_server
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position
from kesher.text.storable import storable

pytestmark = pytest.mark.anyio

ASK = "קרא הכול. Read it all. Прочти всё. اقرأ الكل."
ANSWER = "קראתי. Прочитано. تمت القراءة."
LINE = "סעיף: עובדת זכאית ל-14 ימים, Пункт 14, بند ١٤, section 14.\n"
MEGABYTE = LINE * (1_000_000 // len(LINE.encode()) + 1)
BAD = "\x00\x1a\ud800 שלום \udfff\ufffe\U0001f600 привет"
SHOWN = "\ufffd\x1a\ufffd שלום \ufffd\ufffe\U0001f600 привет"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server() as running:
        yield running


async def read_again(store: SqlStore) -> Trajectory:
    """Return the stored trajectory, its chain checked, after a way out and in as JSON lines."""
    identity = await only_trajectory(store)
    head = await store.trajectory_head(SCOPE, identity)
    trajectory = Trajectory(head.prefix, await store.trajectory_events(SCOPE, identity))
    exported = trajectory.to_jsonl()
    exported.encode("utf-8")
    again = Trajectory.from_jsonl(exported)
    assert again.events == trajectory.events
    return again


def results(trajectory: Trajectory) -> list[str]:
    said = [event.payload for event in trajectory.events if isinstance(event.payload, Said)]
    return [s.message.text or "" for s in said if s.message.role is Role.TOOL]


@pytest.mark.parametrize(
    "text", [MEGABYTE, "א" * 1_000_000, "\ud800" * 1_000_000, "\U0001f600" * 250_000]
)
async def test_a_result_of_a_megabyte_is_cut_with_a_note_and_the_run_goes_on(
    store: SqlStore, server: ModelServer, text: str
) -> None:
    server.follow(Script(turns=by_position(Turn(calls=(called("look_up", "{}"),)), Turn(ANSWER))))
    tool = Counting(work=lambda _: text, parameters='{"type":"object"}')
    finished, _ = await ask(make_agent(store, server, [tool]), ASK)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    (kept,) = results(await read_again(store))
    assert f"of {len(text):,} characters left out: a result may take 16,000 tokens." in kept
    assert O200kCounter().count(kept) <= 16_100
    assert server.requests[-1].results == (("c1", kept),)


def test_a_megabyte_is_put_into_a_file_and_read_again_in_parts(
    tmp_path: Path, server: ModelServer
) -> None:
    def read_all() -> str:
        """Reads the whole book; not a chapter."""
        return MEGABYTE

    told: list[AgentEvent] = []
    turns = by_position(Turn(calls=(called("read_all", "{}"),)), Turn(ANSWER), Turn(ANSWER))
    server.follow(Script(turns=turns))
    with Kesher(
        tmp_path, chat="openai", chat_url=server.openai_url, chat_model="m", chat_key="k"
    ) as kesher:
        agent = kesher.agent("אתה עוזר.", tools=[read_all])
        finished = agent.run(ASK, events=told.append)
    assert finished.text == ANSWER
    assert [event.layer for event in told if isinstance(event, Compacted)] == ["offload"]
    ((_, shown),) = server.requests[-1].results
    assert len(shown) < 3_000
    (file,) = [path for path in (tmp_path / "results").rglob("*") if path.is_file()]
    assert f"хранится в файле {file.name}" in shown
    assert "characters left out" in file.read_text(encoding="utf-8")


async def test_two_hundred_tools_are_offered_and_each_can_be_called(
    store: SqlStore, server: ModelServer
) -> None:
    tools = [Counting(f"look_up_{n:03}", work=lambda _: "נמצא") for n in range(200)]
    calls = tuple(called(t.name, '{"name": "Дана"}', t.name) for t in tools[::50])
    server.follow(Script(turns=by_position(Turn(calls=calls), Turn(ANSWER))))
    finished, told = await ask(make_agent(store, server, tools), ASK)
    assert finished.stop is AgentStop.ANSWERED
    assert len(server.requests[0].tool_names) == 200
    assert [tool.name for tool in tools if tool.calls] == [call.name for call in calls]
    assert len((await read_again(store)).prefix.tools) == 200
    assert not [done for done in told.of(CallDone) if done.failed]


def test_two_hundred_functions_beside_kesher_s_own_tools(
    tmp_path: Path, server: ModelServer
) -> None:
    def made(number: int) -> FunctionTool:
        def look_up(name: str) -> str:
            """Looks one person up; not companies."""
            return f"{number}: {name}"

        return function_tool(look_up, name=f"look_up_{number}")

    call = called("look_up_199", '{"name": "دانا"}')
    server.follow(Script(turns=by_position(Turn(calls=(call,)), Turn(ANSWER))))
    with Kesher(
        tmp_path, chat="openai", chat_url=server.openai_url, chat_model="m", chat_key="k"
    ) as kesher:
        agent = kesher.agent("אתה עוזר.", tools=[made(n) for n in range(200)])
        assert agent.run(ASK).text == ANSWER
    assert len(server.requests[0].tool_names) > 200
    ((_, result),) = server.requests[-1].results
    assert "199: دانا" in result


async def test_a_hundred_calls_of_one_answer_are_made_each_once_and_answered_in_order(
    store: SqlStore, server: ModelServer
) -> None:
    calls = tuple(called("look_up", canonical({"name": f"דנה {n}"}), f"c{n}") for n in range(100))
    server.follow(Script(turns=by_position(Turn(calls=calls), Turn(ANSWER)), chunk_chars=40))
    tool = Counting(work=lambda given: f"נמצא: {given['name']}")
    finished, _ = await ask(make_agent(store, server, [tool]), ASK)
    assert finished.stop is AgentStop.ANSWERED
    assert sorted(map(canonical, tool.calls)) == sorted(call.arguments for call in calls)
    expected = tuple((f"c{n}", f"נמצא: דנה {n}") for n in range(100))
    assert server.requests[-1].results == expected
    assert list(provider_faults(server.requests[-1].body)) == []
    assert results(await read_again(store)) == [text for _, text in expected]


async def test_a_hundred_calls_that_a_crash_left_open_are_answered_once(
    store: SqlStore, server: ModelServer
) -> None:
    calls = tuple(called("look_up", canonical({"name": f"Д{n}"}), f"c{n}") for n in range(100))
    server.follow(Script(turns=by_position(Turn(calls=calls), Turn(ANSWER)), chunk_chars=40))
    tool = Counting(idempotent=True)
    await ask(make_agent(store, server, [tool]), ASK)
    whole = await read_again(store)
    head = await store.trajectory_head(SCOPE, await only_trajectory(store))
    cut = [e.sequence for e in whole.events if isinstance(e.payload, Said)][1]
    copy = type(head)("trj_cut", head.prefix, head.profile, head.title, head.created_at)
    await store.create_trajectory(SCOPE, copy)
    for event in whole.events[: cut + 40]:
        await store.append_event(SCOPE, "trj_cut", event)
    finished, _ = await go_on(make_agent(store, server, [tool]), "trj_cut")
    assert finished.text == ANSWER
    assert len(server.requests[-1].results) == 100
    assert list(provider_faults(server.requests[-1].body)) == []


@pytest.mark.parametrize("external", [False, True])
async def test_a_result_with_what_no_database_holds_is_stored_shown_and_exported(
    store: SqlStore, server: ModelServer, external: bool
) -> None:
    server.follow(Script(turns=by_position(Turn(calls=(called("look_up", "{}"),)), Turn(ANSWER))))
    tool = Counting(
        work=lambda _: ToolOutput(BAD, external=external, source=BAD, refs=(BAD,)),
        parameters='{"type":"object"}',
    )
    finished, told = await ask(make_agent(store, server, [tool]), ASK)
    assert finished.stop is AgentStop.ANSWERED
    ((_, shown),) = server.requests[-1].results
    assert SHOWN in shown
    (kept,) = results(await read_again(store))
    assert kept == shown
    assert [done.text for done in told.of(CallDone)] == [shown]


@pytest.mark.parametrize("escaped", [True, False])
async def test_arguments_with_what_no_database_holds_reach_the_tool_and_come_back_the_same(
    store: SqlStore, server: ModelServer, escaped: bool
) -> None:
    arguments = json.dumps({"name": BAD}, ensure_ascii=escaped)
    server.follow(
        Script(turns=by_position(Turn(calls=(called("look_up", arguments),)), Turn(ANSWER)))
    )
    tool = Counting(work=lambda given: f"נמצא: {given['name']}")
    finished, _ = await ask(make_agent(store, server, [tool]), ASK)
    assert finished.stop is AgentStop.ANSWERED
    arrived = arguments if escaped else storable(arguments)  # UTF-8 has no lone surrogates
    assert tool.calls == [json.loads(arrived)]
    trajectory = await read_again(store)
    (call,) = next(e.message for e in trajectory.entries() if e.message.tool_calls).tool_calls
    assert call.arguments == arrived
    assert results(trajectory) == [f"נמצא: {SHOWN}"]
    assert list(provider_faults(server.requests[-1].body)) == []


async def test_a_tool_that_raises_with_what_no_database_holds_is_an_error_for_the_model(
    store: SqlStore, server: ModelServer
) -> None:
    def work(_arguments: object) -> str:
        raise ValueError(BAD)

    server.follow(Script(turns=by_position(Turn(calls=(called("look_up", "{}"),)), Turn(ANSWER))))
    tool = Counting(work=work, parameters='{"type":"object"}')
    finished, _ = await ask(make_agent(store, server, [tool]), ASK)
    assert finished.stop is AgentStop.ANSWERED
    (kept,) = results(await read_again(store))
    assert SHOWN in kept


def test_instructions_and_tools_with_what_no_database_holds_are_sent_and_kept(
    tmp_path: Path, server: ModelServer
) -> None:
    server.follow(Script(turns=by_position(Turn(ANSWER))))
    tool = Counting(parameters=canonical({"type": "object", "description": BAD}))
    with Kesher(
        tmp_path, chat="openai", chat_url=server.openai_url, chat_model="m", chat_key="k"
    ) as kesher:
        agent = kesher.agent(f"אתה עוזר {BAD}", tools=[tool])
        assert agent.run(ASK).text == ANSWER
        trajectory = agent.trajectory
        again = kesher.agent(tools=[tool], trajectory=trajectory)
        assert again.run("ועוד? Ещё? المزيد؟").text == ANSWER
    assert "אתה עוזר" in server.requests[-1].messages[0][1]


async def test_over_http_a_run_with_such_characters_is_told_and_exported(
    tmp_path: Path, server: ModelServer
) -> None:
    search = called("search_room", json.dumps({"room": BAD, "query": BAD}))
    spoken = Turn(f"אבדוק {BAD}", f"חושב {BAD}", (search,))
    server.follow(Script(turns=by_position(spoken, Turn(f"{ANSWER} {BAD}"))))
    settings = Settings.model_validate(
        {
            "data_folder": tmp_path / "data",
            "log_level": "error",
            "chat": "openai",
            "chat_url": server.openai_url,
            "chat_model": "scripted",
        }
    )
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        body = {"text": f"{ASK} \x00"}
        told = [event async for event in api.events("POST", "/api/agents/run", body)]
        name, last = told[-1]
        assert name == "finished"
        assert last["data"]["text"].startswith(ANSWER)
        async with session.get(f"/api/trajectories/{last['trajectory_id']}/export") as response:
            exported = await response.text()
        assert Trajectory.from_jsonl(exported).to_jsonl().rstrip() == exported.rstrip()
        detail = await api.call("GET", f"/api/trajectories/{last['trajectory_id']}")
        assert len(detail["events"]) == len(exported.splitlines()) - 1
        for sent in await api.call("GET", f"/api/trajectories/{last['trajectory_id']}/requests"):
            assert (await api.call("GET", f"/api/requests/{sent['id']}"))["messages"]

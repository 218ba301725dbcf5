"""Tools of a real MCP server in the agent loop: over a real store, and a model by script."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agents import SCOPE, ask, called, make_agent, only_trajectory, open_store, provider_faults
from kesher import Kesher
from kesher.adapters.mcp_tools.listing import lawful_name
from kesher.adapters.mcp_tools.source import McpTools
from kesher.adapters.sql.store import SqlStore
from kesher.app.agent.agent import Agent
from kesher.app.agent.hooks import Events
from kesher.app.agent.session import AnyTool
from kesher.domain.agent import AgentStop, CallDone, ConfirmationAsked
from kesher.domain.trajectory import Origin, Said
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position
from mcp_servers import is_running, opened, starts, stdio_server

pytestmark = pytest.mark.anyio

ASK = "מה הטלפון של דנה? Какой телефон? ما هو الهاتف؟"
ANSWER = "03-5551234 (דנה)."


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as running:
        yield running


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with scripted_model_server() as running:
        yield running


@pytest.fixture
async def diary(tmp_path: Path) -> AsyncIterator[McpTools]:
    async with opened(stdio_server(tmp_path, trusted=True)) as source:
        yield source


async def said_by_tools(store: SqlStore) -> list[Said]:
    events = await store.trajectory_events(SCOPE, await only_trajectory(store))
    said = [event.payload for event in events if isinstance(event.payload, Said)]
    return [each for each in said if each.message.tool_call_id]


def agent_with(source: McpTools, store: SqlStore, server: ModelServer) -> Agent:
    async def offered(_events: Events) -> Sequence[AnyTool]:
        return await source.tools()

    return replace(make_agent(store, server), tools=offered)


async def test_an_agent_calls_a_servers_tool_and_its_result_counts_as_anothers_words(
    store: SqlStore, server: ModelServer, diary: McpTools
) -> None:
    call = called("diary__look_up", '{"name": "דנה"}')
    server.follow(Script(turns=by_position(Turn(calls=(call,)), Turn(ANSWER))))
    finished, told = await ask(agent_with(diary, store, server), ASK)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, ANSWER)
    [done] = told.of(CallDone)
    assert not done.failed
    assert "דנה: 03-5551234, رقم الهاتف, телефон" in done.text
    [said] = await said_by_tools(store)
    assert (said.origin, said.source) == (Origin.EXTERNAL, "mcp:diary")
    assert not list(provider_faults(server.requests[-1].body))


async def test_a_servers_failure_reaches_the_model_as_anothers_words(
    store: SqlStore, server: ModelServer, diary: McpTools
) -> None:
    turns = (Turn(calls=(called("diary__fail", "{}"),)), Turn("אין תשובה."))
    server.follow(Script(turns=by_position(*turns)))
    finished, told = await ask(agent_with(diary, store, server), ASK)
    assert finished.text == "אין תשובה."
    [done] = told.of(CallDone)
    assert done.failed
    assert "היומן נעול. The diary is locked. Дневник закрыт. اليومية مقفلة." in done.text
    [said] = await said_by_tools(store)
    assert said.origin is Origin.EXTERNAL


async def test_a_tool_that_may_act_is_asked_about_where_its_arguments_come_from_a_server(
    store: SqlStore, server: ModelServer, diary: McpTools
) -> None:
    first = called("diary__look_up", '{"name": "דנה"}', "a")
    second = called("diary__meet", '{"mark": "03-5551234", "other": "телефон"}', "b")
    turns = (Turn(calls=(first,)), Turn(calls=(second,)), Turn(ANSWER))
    server.follow(Script(turns=by_position(*turns)))
    finished, told = await ask(agent_with(diary, store, server), ASK)
    assert finished.stop is AgentStop.CONFIRMATION
    [asked] = told.of(ConfirmationAsked)
    assert asked.call.name == "diary__meet"


def test_the_servers_of_the_settings_are_every_agents_and_end_with_the_folder(
    tmp_path: Path, server: ModelServer
) -> None:
    command, *arguments = stdio_server(tmp_path).command
    named = {"mcpServers": {"יומן": {"command": command, "args": arguments, "trusted": True}}}
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps(named), encoding="utf-8")
    name = lawful_name("יומן", "look_up")
    turns = (Turn(calls=(called(name, '{"name": "דנה"}'),)), Turn(ANSWER))
    server.follow(Script(turns=by_position(*turns)))
    told: list[object] = []
    with Kesher(
        tmp_path / "data",
        chat="openai",
        chat_url=server.openai_url,
        chat_model="scripted",
        chat_key="k",
        mcp_servers_file=file,
    ) as kesher:
        assert kesher.agent().run(ASK, events=told.append).text == ANSWER
        assert is_running(starts(tmp_path)[0])
    assert not is_running(starts(tmp_path)[0])
    [done] = [event for event in told if isinstance(event, CallDone)]
    assert "03-5551234, رقم الهاتف, телефон" in done.text

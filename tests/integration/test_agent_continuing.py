"""Going on with a trajectory: with other tools than it began with, and after a crash at its start.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from integration.test_cli import Command
from kesher import AgentOptions, AgentStop, Kesher, tool
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.app.function_tools import FunctionTool
from kesher.domain.agent import AgentEvent, CallDone, RequestSent, ToolsChanged
from kesher.domain.json_value import JsonObject
from kesher.domain.message import ToolCall
from kesher.domain.scope import Scope
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Requested
from kesher.errors import ConflictError
from kesher.ports.tools import Tool, ToolOutput
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position

ASKED = "כמה ימי חופשה לדנה? Сколько дней? كم يومًا؟"
DAYS = ToolCall("c1", "days_off", '{"employee": "דנה"}')
ANSWERS = by_position(*(Turn(text=f"תשובה {n}. Ответ. جواب.") for n in range(4)))
SKILLS = "/writing-style וגם /slides-from-document, בבקשה"


@tool
def days_off(employee: str) -> str:
    """Paid leave of one employee, in days; not of a team.

    Args:
        employee: First name. For example דנה.
    """
    return f"{employee}: 14"


@tool
def send_mail(to: str) -> str:
    """Sends one mail; not to lists.

    Args:
        to: One address. For example dana@example.org.
    """
    return f"sent to {to}"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with scripted_model_server(Script(turns=ANSWERS)) as server:
        yield server


def opened(folder: Path, model: ModelServer) -> Kesher:
    return Kesher(
        folder, chat="openai", chat_url=model.openai_url, chat_model="scripted", chat_key="k"
    )


def begun(kesher: Kesher, *tools: Tool) -> str:
    agent = kesher.agent("אתה עוזר.", tools=tools)
    agent.run(ASKED)
    return str(agent.trajectory)


@dataclass(frozen=True)
class Respecified:
    """A tool under another specification."""

    spec: ToolSpec
    tool: FunctionTool

    async def call(self, arguments: JsonObject) -> ToolOutput:
        return await self.tool.call(arguments)


def deferred(function: FunctionTool) -> Respecified:
    return Respecified(replace(function.spec, deferred=True), function)


def test_a_tool_that_the_frozen_prefix_lacks_is_refused_and_nothing_is_said(
    tmp_path: Path, model: ModelServer
) -> None:
    with opened(tmp_path, model) as kesher:
        trajectory = begun(kesher, days_off)
        agent = kesher.agent(tools=[days_off, send_mail], trajectory=trajectory)
        with pytest.raises(ConflictError, match=r"frozen.*`send_mail`.*Leave.*out") as refused:
            agent.run("А Ольге?")
        assert "`days_off`" not in str(refused.value)
        assert trajectory in str(refused.value)
        with pytest.raises(ConflictError, match="`send_mail`"):
            agent.resume()
        assert kesher.agent(tools=[days_off], trajectory=trajectory).run("А Ольге?").text
    said = [text for role, text in model.requests[-1].messages if role == "user"]
    assert sum("А Ольге?" in text for text in said) == 1, "what was refused is not in the log"


def test_a_deferred_tool_goes_on_where_the_prefix_can_search(
    tmp_path: Path, model: ModelServer
) -> None:
    with opened(tmp_path, model) as kesher:
        plain, searching = begun(kesher, days_off), begun(kesher, deferred(days_off))
        more = [deferred(days_off), deferred(send_mail)]
        with pytest.raises(ConflictError, match="`days_off`, `send_mail`"):
            kesher.agent(tools=more, trajectory=plain).run("ועוד?")
        assert kesher.agent(tools=more, trajectory=searching).run("ועוד?").text


def test_a_tool_of_the_prefix_that_is_missing_is_told_and_a_call_of_it_fails(
    tmp_path: Path, model: ModelServer
) -> None:
    told: list[AgentEvent] = []
    with opened(tmp_path, model) as kesher:
        trajectory = begun(kesher, days_off)
        asks = Turn(calls=(DAYS,))
        model.follow(Script(turns=by_position(Turn(), asks, Turn(text="אין לי כלי כזה."))))
        agent = kesher.agent(trajectory=trajectory)
        finished = agent.run("ועכשיו?", events=told.append)
    assert told[0] == ToolsChanged(missing=("days_off",))
    assert finished.stop is AgentStop.ANSWERED
    (done,) = (event for event in told if isinstance(event, CallDone))
    assert done.failed
    assert "There is no tool `days_off`" in done.text


def test_a_tool_whose_schema_is_another_now_is_told(tmp_path: Path, model: ModelServer) -> None:
    other = Respecified(replace(days_off.spec, description="Something else."), days_off)
    told: list[AgentEvent] = []
    with opened(tmp_path, model) as kesher:
        trajectory = begun(kesher, days_off)
        kesher.agent(tools=[other], trajectory=trajectory).run("ועכשיו?", events=told.append)
        same = kesher.agent(tools=[days_off], trajectory=trajectory)
        again: list[AgentEvent] = []
        same.run("ושוב?", events=again.append)
    assert told[0] == ToolsChanged(missing=(), changed=("days_off",))
    assert not [event for event in again if isinstance(event, ToolsChanged)]


def test_the_command_names_the_tools_that_only_python_has(
    tmp_path: Path, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "data", model) as kesher:
        trajectory = begun(kesher, days_off)
    for name, value in (("CHAT", "openai"), ("CHAT_URL", model.openai_url), ("CHAT_MODEL", "m")):
        monkeypatch.setenv(f"KESHER_{name}", value)
    done = Command(tmp_path / "data")("agent", "А Ольге?", "--trajectory", trajectory)
    assert "not here, so that calls of them fail: days_off." in done.stderr


def cut_copies(folder: Path, trajectory: str) -> Sequence[str]:
    """Store copies of a trajectory as a crash after each event before its first request left it."""

    async def copy() -> Sequence[str]:
        store = SqlStore.open(sqlite_url(folder))
        head = await store.trajectory_head(Scope(), trajectory)
        events = await store.trajectory_events(Scope(), trajectory)
        sent = next(e.sequence for e in events if isinstance(e.payload, Requested))
        for cut in range(1, sent + 1):
            await store.create_trajectory(Scope(), replace(head, id=f"trj_cut{cut}"))
            for event in events[:cut]:
                await store.append_event(Scope(), f"trj_cut{cut}", event)
        await store.close()
        return [f"trj_cut{cut}" for cut in range(1, sent + 1)]

    return asyncio.run(copy())


def words(told: Sequence[AgentEvent]) -> str:
    sent = [event.request for event in told if isinstance(event, RequestSent)]
    return "".join(segment.text for segment in sent[0].segments)


def test_skills_that_a_message_called_are_loaded_wherever_a_crash_came_before_them(
    tmp_path: Path, model: ModelServer
) -> None:
    options = AgentOptions(rooms=False, delegation=False)
    with opened(tmp_path, model) as kesher:
        agent = kesher.agent("אתה עוזר.", options=options)
        agent.run(SKILLS)
    copies = cut_copies(tmp_path, str(agent.trajectory))
    assert len(copies) == 5, "the message, two bodies, two notes"
    with opened(tmp_path, model) as kesher:
        for copy in copies:
            told: list[AgentEvent] = []
            finished = kesher.agent(options=options, trajectory=copy).resume(events=told.append)
            assert finished.stop is AgentStop.ANSWERED
            seen = words(told)
            assert seen.count('<skill name=\\"writing-style\\">') == 1, copy
            assert seen.count('<skill name=\\"slides-from-document\\">') == 1, copy
            assert "is loaded already" not in seen, copy

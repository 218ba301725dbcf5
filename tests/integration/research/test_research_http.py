"""Deep research over the HTTP API and from the command line, of a real server.

A hosted model is stood in for by `kesher.testing`'s scripted server, over real HTTP.
"""

import json
import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest

from api import Api, Event, eventually
from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from kesher.testing.model_script import Hang, Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from researched import LEAVE, POOL, QUESTION, calls, librarian, lines
from typed import typed

pytestmark = pytest.mark.anyio

ROOM = "משאבי אנוש"


@dataclass(frozen=True)
class Served:
    """A server with the handbook, and the model behind it."""

    api: Api
    folder: Path
    room_id: str

    @property
    def path(self) -> str:
        return f"/api/rooms/{self.room_id}/research"

    async def researched(self, body: object = None) -> list[Event]:
        asked = body or {"text": QUESTION}
        return [event async for event in self.api.events("POST", self.path, asked)]


@pytest.fixture(scope="module")
def running() -> Iterator[ModelServer]:
    with scripted_model_server() as server:
        yield server


@pytest.fixture
def model(running: ModelServer) -> ModelServer:
    running.follow(Script(answer=librarian()))
    running.forget()
    return running


@pytest.fixture(scope="module")
async def served(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory, running: ModelServer
) -> AsyncIterator[Served]:
    folder = tmp_path_factory.mktemp("research") / "data"
    shutil.copytree(handbook_folder, folder)
    settings = Settings.model_validate(
        {
            "data_folder": folder,
            "log_level": "error",
            "chat": "openai",
            "chat_url": running.openai_url,
            "chat_model": "scripted-model",
            "chat_profile": "openai",
            "chat_retries": 0,
        }
    )
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        api = Api(session)
        (room,) = await api.call("GET", "/api/rooms")
        yield Served(api, folder, room["id"])


def named(events: list[Event], name: str) -> list[Any]:
    return [data for event, data in events if event == name]


async def test_a_research_streams_its_plan_ticks_passages_and_cost_and_ends_with_the_answer(
    served: Served, model: ModelServer
) -> None:
    events = await served.researched()
    names = [name for name, _ in events]
    assert (names[0], names[-1]) == ("research", "done")
    assert named(events, "plan") == [{"aspects": [LEAVE, POOL], "made_by": "model", "remark": ""}]
    assert [(each["aspect"], each["round"]) for each in named(events, "searched")][2:] == [(1, 2)]
    assert all(each["hits"] for each in named(events, "searched"))
    assert {grade for each in named(events, "graded") for grade in each["grades"].values()} == {
        0,
        3,
    }
    assert [finding["covered"] for finding in named(events, "checked")[0]["findings"]] == [
        True,
        False,
    ]
    assert [each["call"] for each in named(events, "call")][-1] == "answer"
    spent = [each["spent"] for each in named(events, "progress")]
    assert spent[-1]["calls"] == 6
    assert spent[-1]["price_usd"] > 0
    answer = named(events, "done")[0]["answer"]
    assert "".join(each["text"] for each in named(events, "text")) == answer["text"]
    begun = named(events, "research")[0]
    assert begun["run"]["answer_id"] == answer["id"]
    assert begun["estimate"]["price_usd"]["most"] > begun["estimate"]["price_usd"]["least"] > 0
    thread = await served.api.call("GET", f"/api/threads/{answer['thread_id']}")
    assert thread["answers"] == [answer]
    assert answer["research_id"] == begun["run"]["id"]
    assert answer["hits"][0]["grade"] == 3


async def test_an_estimate_asks_nothing(served: Served, model: ModelServer) -> None:
    estimate = await served.api.call("POST", f"{served.path}/estimate", {"text": QUESTION})
    assert estimate["calls"] == {"least": 4, "most": 12}
    assert 0 < estimate["price_usd"]["least"] < estimate["price_usd"]["most"]
    assert model.requests == ()


async def test_a_research_is_listed_and_shown_with_its_steps_and_what_it_took(
    served: Served, model: ModelServer
) -> None:
    events = await served.researched()
    run = named(events, "research")[0]["run"]
    listed = await served.api.call("GET", served.path)
    assert listed[0] == {**run, "state": "answered"}
    shown = await served.api.call("GET", f"/api/research/{run['id']}")
    assert shown["spent"]["calls"] == 6
    kinds = [step["kind"] for step in shown["steps"]]
    assert kinds[:2] == ["call", "plan"]
    assert kinds.count("searched") == 3
    searched = next(step["data"] for step in shown["steps"] if step["kind"] == "searched")
    assert searched["hits"][0]["text"]


async def test_a_research_is_stopped_by_its_id_and_answers_from_what_it_has(
    served: Served, model: ModelServer
) -> None:
    usual = librarian()
    names: list[str] = []
    answer: Any = None
    with anyio.fail_after(60):
        async for name, data in served.api.events("POST", served.path, {"text": QUESTION}):
            names.append(name)
            if name == "research":
                run_id = data["run"]["id"]
            elif name == "plan":
                model.follow(Script(answer=usual, fault=Hang(after_pieces=1)))
            elif name == "call" and data["call"] == "grade":
                await served.api.call("POST", f"/api/research/{run_id}/stop", status=204)
                model.follow(Script(answer=usual))
            elif name == "done":
                answer = data["answer"]
    assert "halted" in names
    assert answer["stop_reason"] == "stopped"
    assert lines(answer["text"])[-1].startswith("המחקר נעצר")


async def test_a_reader_who_goes_away_leaves_the_research_to_its_end(
    served: Served, model: ModelServer
) -> None:
    async for name, data in served.api.events("POST", served.path, {"text": QUESTION}):
        if name == "research":
            run = data["run"]
            break

    async def answered() -> Any:
        found = await served.api.call("GET", f"/api/research/{run['id']}")
        return found if found["state"] == "answered" else None

    with anyio.fail_after(60):
        await eventually(answered)
    assert calls(model)["answer"] == 1


async def test_what_has_its_answer_or_is_not_there_is_refused(
    served: Served, model: ModelServer
) -> None:
    events = await served.researched()
    run_id = named(events, "research")[0]["run"]["id"]
    api = served.api
    done = await api.problem("POST", f"/api/research/{run_id}/resume", status=409)
    assert done["code"] == "conflict"
    for method, path in (
        ("GET", "/api/research/res_none"),
        ("POST", "/api/research/res_none/resume"),
        ("POST", "/api/research/res_none/stop"),
        ("POST", f"/api/research/{run_id}/stop"),
        ("GET", "/api/rooms/room_none/research"),
    ):
        assert (await api.problem(method, path, status=404))["code"] == "not_found"
    body = {"text": QUESTION}
    await api.problem("POST", "/api/rooms/room_none/research", body, status=404)
    await api.problem("POST", served.path, {"text": " "}, status=422)
    await api.problem("POST", served.path, {**body, "thread_id": "thr_none"}, status=404)


def test_the_command_states_the_cost_ticks_and_prints_the_answer_with_its_sources(
    served: Served, model: ModelServer
) -> None:
    done = typed(["--data", served.folder, "research", ROOM, QUESTION, "--yes"])
    assert done.returncode == 0, done.stderr
    assert "scripted-model: 4–12 calls" in done.stderr
    assert "never more than 120,000 tokens" in done.stderr
    assert f"1. {LEAVE}" in done.stderr
    assert "✓ 1." in done.stderr
    assert "✗ 2. אין בקטעים" in done.stderr
    assert "6 calls" in done.stderr
    assert "מגיעים 22 ימים [1]." in done.stdout
    assert '[1] מדריך "העובד".pdf, page 6' in done.stdout
    listed = typed(["--data", served.folder, "research", ROOM])
    assert "done" in listed.stdout
    assert QUESTION in listed.stdout


def test_the_command_asks_before_it_costs_anything(served: Served, model: ModelServer) -> None:
    done = typed(["--data", served.folder, "research", ROOM, QUESTION], stdin="n\n")
    assert done.returncode == 1
    assert "Nothing was asked of the model." in done.stderr
    assert model.requests == ()


def test_the_command_gives_json_and_refuses_what_does_not_go_together(
    served: Served, model: ModelServer
) -> None:
    words: list[str | Path] = ["--data", served.folder, "research", ROOM]
    done = json.loads(typed([*words, "-", "--yes", "--json"], stdin=f"{QUESTION}\n").stdout)
    assert done["answer"]["question"] == QUESTION
    assert done["spent"]["calls"] == 6
    assert typed([*words, QUESTION, "--resume", "res_x"]).returncode == 2
    gone = typed([*words, "--resume", "res_x"])
    assert gone.returncode == 1
    assert "res_x" in gone.stderr

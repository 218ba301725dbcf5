"""What we send to models passes our own lint: every prompt, example set and tool."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from agents import Counting, make_agent, open_store
from kesher.adapters.blob_files import BlobFiles
from kesher.app.agent.session import AnyTool
from kesher.app.offloaded import ReadResult
from kesher.app.room_tools import Askable, room_tools
from kesher.app.skill_tools import skill_tools
from kesher.app.subagents import with_delegation
from kesher.app.todo import todo_tools
from kesher.app.tool_search import call_tool, search_tool
from kesher.config.settings import Settings
from kesher.context.prefix import tool_schema
from kesher.context.prompt_lint.lint import Prompt, lint_prompt, read_prompt
from kesher.domain.scope import Scope
from kesher.domain.trajectory import Event
from kesher.testing.model_server import scripted_model_server
from kesher.wiring.services import build
from kesher.wiring.skills import make_skills

PLACEHOLDERS = frozenset({"keys", "language", "limit"})


def no_events() -> tuple[Event, ...]:
    return ()


def shipped_texts() -> list[Path]:
    folder = Path(str(files("kesher.prompts")))
    return sorted([*folder.glob("*.md"), *folder.glob("examples/*.json")])


@pytest.mark.parametrize("file", shipped_texts(), ids=lambda file: str(file.name))
def test_a_prompt_that_we_ship_has_no_fault(file: Path) -> None:
    prompt = read_prompt(file.read_text(encoding="utf-8"))
    assert lint_prompt(prompt, placeholders=PLACEHOLDERS) == ()


async def delegated(folder: Path) -> Sequence[AnyTool]:
    with scripted_model_server() as server:
        async with open_store(folder) as store:
            return await with_delegation(make_agent(store, server)).tools(no_events)


@pytest.mark.anyio
async def test_the_tools_that_we_ship_have_no_fault_side_by_side(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data_folder": tmp_path / "data"})
    services = await build(settings)
    try:
        found = [
            *await delegated(tmp_path),
            *room_tools(Askable(services.store, Scope("lint")), services.search),
            *todo_tools(events=no_events, clock=lambda: datetime(2026, 3, 1, tzinfo=UTC)),
            *await skill_tools(
                make_skills(project=tmp_path, home=tmp_path), events=no_events, work_folder=tmp_path
            ),
            search_tool([], events=no_events),
            call_tool([Counting()], events=no_events),
            ReadResult(no_events, BlobFiles(tmp_path / "results")),
        ]
    finally:
        await services.close()
    schemas = tuple(json.loads(tool_schema(tool.spec)) for tool in found)
    assert len(schemas) >= 10
    assert lint_prompt(Prompt(tools=schemas)) == ()

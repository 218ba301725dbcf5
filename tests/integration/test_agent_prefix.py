"""What an agent has by itself stays as small as docs/how-to/context-engine.md says."""

from pathlib import Path

import pytest

from kesher import AgentOptions, Kesher
from kesher.context.status.bar import StatusOptions
from kesher.domain.agent import AgentEvent, RequestSent
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from kesher.testing.model_turn import Turn, by_position

LEAN = AgentOptions(rooms=False, skills=False, delegation=False, status=StatusOptions(todo=False))


@pytest.mark.parametrize(("options", "tools", "most"), [(AgentOptions(), 9, 2_200), (LEAN, 1, 300)])
def test_the_first_request_takes_about_the_tokens_that_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: AgentOptions, tools: int, most: int
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    seen: list[AgentEvent] = []
    script = Script(turns=by_position(Turn(text="שלום")))
    with (
        scripted_model_server(script) as server,
        Kesher(
            tmp_path / "data", chat="openai", chat_url=server.openai_url, chat_model="m",
            chat_key="k",
        ) as kesher,
    ):  # fmt: skip
        kesher.agent("You help.", options=options).run("hi", events=seen.append)
    [request] = [event.request for event in seen if isinstance(event, RequestSent)]
    assert len([s for s in request.segments if s.kind == "tools"]) == tools
    assert request.tokens < most

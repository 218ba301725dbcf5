"""A caller's `events` that fails is logged once; the run it watches goes on whole.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from kesher import AgentStop, Kesher, tool
from kesher.domain.agent import AgentEvent, Finished
from kesher.domain.message import ToolCall
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from kesher.testing.model_turn import Turn, by_position

CALLS = (ToolCall("c1", "days_off", '{"employee": "דנה"}'),)
TURNS = by_position(Turn("בודק", calls=CALLS), Turn(text="לדנה 14 ימים. 14 дней. ١٤ يومًا."))


@tool
def days_off(employee: str) -> str:
    """Paid leave of one employee, in days; not of a team.

    Args:
        employee: First name. For example דנה.
    """
    return f"{employee}: 14"


def _raises(_event: AgentEvent) -> None:
    raise ValueError("המסך נסגר")


def _exits(_event: AgentEvent) -> None:
    sys.exit(3)


@pytest.mark.parametrize("events", [_raises, _exits])
def test_a_callback_that_raises_changes_nothing_and_is_logged_once(
    tmp_path: Path, events: Callable[[AgentEvent], None]
) -> None:
    with (
        scripted_model_server(Script(turns=TURNS)) as model,
        Kesher(
            tmp_path, chat="openai", chat_url=model.openai_url, chat_model="m", chat_key="k"
        ) as kesher,
    ):
        agent = kesher.agent("אתה עוזר.", tools=[days_off])
        with capture_logs() as logs:
            finished = agent.run("כמה ימי חופשה לדנה?", events=events)
        (head,) = kesher.trajectories()
        assert agent.resume() == finished, "all of it is stored"
    assert (finished.stop, finished.iterations) == (AgentStop.ANSWERED, 2)
    assert finished.text.startswith("לדנה 14 ימים.")
    failed = [each for each in logs if each["event"] == "events_callback_failed"]
    assert [(each["trajectory"], each["told"]) for each in failed] == [(head.id, "RequestSent")]
    assert failed[0]["log_level"] == "error"


def test_what_comes_after_a_fault_is_still_told(tmp_path: Path) -> None:
    seen: list[AgentEvent] = []

    def chokes_once(event: AgentEvent) -> None:
        seen.append(event)
        if len(seen) == 1:
            raise KeyError("сбой")

    with (
        scripted_model_server(Script(turns=TURNS)) as model,
        Kesher(
            tmp_path, chat="openai", chat_url=model.openai_url, chat_model="m", chat_key="k"
        ) as kesher,
    ):
        kesher.agent("אתה עוזר.", tools=[days_off]).run("כמה?", events=chokes_once)
    assert isinstance(seen[-1], Finished)

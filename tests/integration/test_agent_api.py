"""Agents over HTTP, the command line and Python, wired as they ship.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kesher import AgentOptions, Kesher, tool
from kesher.context.status.bar import StatusOptions
from kesher.domain.agent import AgentStop, CallDone, ConfirmationAsked, RequestSent, Thinking
from kesher.domain.message import ToolCall
from kesher.errors import ConfigurationError, ConflictError, InputError
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position

QUESTION = "כמה ימי חופשה מגיעים לדנה?"


@tool
def days_off(employee: str) -> str:
    """Paid leave of one employee, in days; not of a team.

    Args:
        employee: First name. For example דנה.
    """
    return f"{employee}: 14"


LOOKED_UP = by_position(
    Turn(
        thinking="צריך לבדוק",
        calls=(
            ToolCall("c1", "days_off", '{"employee": "דנה"}'),
            ToolCall("c2", "list_rooms", "{}"),
        ),
    ),
    Turn(text="לדנה מגיעים 14 ימים."),
    Turn(text="И Ольге 14 дней."),
)


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with scripted_model_server(Script(turns=LOOKED_UP)) as server:
        yield server


def opened(folder: Path, model: ModelServer) -> Kesher:
    return Kesher(
        folder, chat="openai", chat_url=model.openai_url, chat_model="scripted", chat_key="k"
    )


def test_an_agent_thinks_calls_its_tools_and_answers(tmp_path: Path, model: ModelServer) -> None:
    told: list[object] = []
    with opened(tmp_path, model) as kesher:
        agent = kesher.agent("אתה עוזר של משאבי אנוש.", tools=[days_off])
        finished = agent.run(QUESTION, events=told.append)
        sent = [event.request for event in told if isinstance(event, RequestSent)]
        seen = kesher.request(sent[1].id)
    assert (finished.stop, finished.text) == (AgentStop.ANSWERED, "לדנה מגיעים 14 ימים.")
    assert "".join(e.text for e in told if isinstance(e, Thinking)) == "צריך לבדוק"
    assert next(e.text for e in told if isinstance(e, CallDone)) == "דנה: 14"
    assert "".join(segment.text for segment in seen.segments).count("דנה: 14") == 1
    assert "<agent_status>" in seen.segments[-1].text


def test_a_conversation_goes_on_where_it_was_also_in_another_process(
    tmp_path: Path, model: ModelServer
) -> None:
    with opened(tmp_path, model) as kesher:
        agent = kesher.agent("אתה עוזר.", tools=[days_off])
        agent.run(QUESTION)
        trajectory = agent.trajectory
    with opened(tmp_path, model) as kesher:
        again = kesher.agent("אתה עוזר.", tools=[days_off], trajectory=trajectory)
        assert again.run("А Ольге?").text == "И Ольге 14 дней."
    first, _, last = (request.body["messages"] for request in model.requests)
    assert isinstance(first, list)
    assert isinstance(last, list)
    assert last[: len(first) - 1] == first[:-1]  # all but the status, which is replaced


def test_a_tool_that_always_asks_waits_for_a_person_across_a_restart(tmp_path: Path) -> None:
    turns = by_position(
        Turn(calls=(ToolCall("c1", "days_off", '{"employee": "דנה"}'),)), Turn(text="14.")
    )
    options = AgentOptions(always_ask=frozenset({"days_off"}))
    told: list[object] = []
    with scripted_model_server(Script(turns=turns)) as model:
        with opened(tmp_path, model) as kesher:
            agent = kesher.agent("אתה עוזר.", tools=[days_off], options=options)
            assert agent.run(QUESTION, events=told.append).stop is AgentStop.CONFIRMATION
        asked = next(event for event in told if isinstance(event, ConfirmationAsked))
        with opened(tmp_path, model) as kesher:
            again = kesher.agent(
                "אתה עוזר.", tools=[days_off], options=options, trajectory=agent.trajectory
            )
            again.decide(asked.interrupt_id, allowed=True)
            with pytest.raises(ConflictError):
                again.decide(asked.interrupt_id, allowed=False)
            assert again.resume().text == "14."


@pytest.mark.parametrize(
    ("tools", "words"),
    [
        (["days_off"], "`'days_off'` is no function"),
        ("days_off", "`tools` is 'days_off'. Give a list"),
        (days_off, "`tools` is <.*Give a list"),
        ([5], "`5` is no function"),
    ],
)
def test_what_is_no_tool_is_refused_with_what_to_give(
    tmp_path: Path, model: ModelServer, tools: Any, words: str
) -> None:
    with opened(tmp_path, model) as kesher, pytest.raises(ConfigurationError, match=words):
        kesher.agent("אתה עוזר.", tools=tools)


def test_one_name_is_no_set_of_names_to_ask_about() -> None:
    with pytest.raises(InputError, match="`always_ask` is the text `send_mail`"):
        AgentOptions(always_ask="send_mail")  # type: ignore[arg-type]  # the mistake


def test_the_parts_of_an_agent_can_be_left_out(tmp_path: Path, model: ModelServer) -> None:
    options = AgentOptions(
        rooms=False,
        skills=False,
        delegation=False,
        status=StatusOptions(timestamps=False, counters=False, todo=False),
    )
    with opened(tmp_path, model) as kesher:
        kesher.agent("أجب بإيجاز.", tools=[days_off], options=options).run(QUESTION)
    assert model.requests[0].tool_names == ("days_off", "read_result")
    assert model.requests[0].messages[-1] == ("user", QUESTION)


def test_without_a_model_there_is_no_agent(tmp_path: Path) -> None:
    with (
        Kesher(tmp_path) as kesher,
        pytest.raises(ConfigurationError, match="KESHER_CHAT"),
    ):
        kesher.agent("אתה עוזר.")


def test_nothing_can_be_resumed_before_something_was_asked(
    tmp_path: Path, model: ModelServer
) -> None:
    with opened(tmp_path, model) as kesher, pytest.raises(ConflictError, match="run"):
        kesher.agent("אתה עוזר.").resume()


def test_an_agent_is_told_the_time_in_the_zone_of_the_settings(
    tmp_path: Path, model: ModelServer
) -> None:
    with Kesher(
        tmp_path,
        chat="openai",
        chat_url=model.openai_url,
        chat_model="scripted",
        time_zone="Asia/Kolkata",
    ) as kesher:
        kesher.agent("Отвечай кратко.", tools=[days_off]).run(QUESTION)
    assert "(UTC+05:30)" in model.requests[0].messages[-1][1]


def test_a_time_zone_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="ירושלים"):
        Kesher(tmp_path, time_zone="ירושלים")

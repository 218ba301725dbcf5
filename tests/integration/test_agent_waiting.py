"""What waits for a person after a restart: found in Python and on the command line, and gone on.

The hosted model is stood in for by a server that speaks the real protocol over HTTP.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from integration.test_cli import Command
from kesher import AgentOptions, AgentStop, Kesher
from kesher.domain.message import ToolCall
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.testing.model_turn import Turn, by_position

ASKED = "אילו חדרים יש? Какие есть комнаты? ما الغرف؟"
ANSWER = "אין חדרים. Комнат нет."
ASKS = AgentOptions(always_ask=frozenset({"list_rooms"}))
TURNS = by_position(Turn(calls=(ToolCall("c1", "list_rooms", "{}"),)), Turn(text=ANSWER))


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with scripted_model_server(Script(turns=TURNS)) as server:
        yield server


def opened(folder: Path, model: ModelServer) -> Kesher:
    return Kesher(
        folder, chat="openai", chat_url=model.openai_url, chat_model="scripted", chat_key="k"
    )


@pytest.fixture
def waits(tmp_path: Path, model: ModelServer) -> tuple[str, str]:
    """Trajectory and question of a run that waits; its process is over."""
    with opened(tmp_path / "data", model) as kesher:
        agent = kesher.agent(options=ASKS)
        finished = agent.run(ASKED)
        assert finished.stop is AgentStop.CONFIRMATION
        return str(agent.trajectory), finished.waiting[0]


@pytest.fixture
def command(tmp_path: Path, model: ModelServer) -> Iterator[Command]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("KESHER_CHAT", "openai")
        environment.setenv("KESHER_CHAT_URL", model.openai_url)
        environment.setenv("KESHER_CHAT_MODEL", "scripted")
        environment.setenv("KESHER_CHAT_KEY", "k")
        yield Command(tmp_path / "data", in_process=True)


def test_in_python_what_waits_is_found_without_knowing_its_trajectory(
    tmp_path: Path, model: ModelServer, waits: tuple[str, str]
) -> None:
    with opened(tmp_path / "data", model) as kesher:
        (question,) = kesher.waiting()
        assert (question.trajectory_id, question.interrupt_id) == waits
        assert (question.call.name, question.head.title) == ("list_rooms", ASKED)
        assert "always asked" in question.reason
        agent = kesher.agent(options=ASKS, trajectory=question.trajectory_id)
        assert agent.waiting() == [question]
        agent.decide(question.interrupt_id, allowed=True)
        assert agent.waiting() == kesher.waiting() == []
        assert agent.resume().text == ANSWER


def test_an_agent_of_which_nothing_was_asked_waits_for_nothing(
    tmp_path: Path, model: ModelServer
) -> None:
    with opened(tmp_path / "data", model) as kesher:
        assert kesher.agent().waiting() == kesher.waiting() == []


def test_on_the_command_line_what_waits_is_listed_with_what_to_do(
    command: Command, waits: tuple[str, str]
) -> None:
    trajectory, question = waits
    shown = command("agent", "--waiting")
    assert shown.stdout.splitlines()[0] == f"{question}  {trajectory}  {ASKED}"
    assert "  list_rooms {}" in shown.stdout.splitlines()
    assert "--allow ID" in shown.stderr
    (found,) = command.json("agent", "--waiting", "--trajectory", trajectory)
    assert (found["interrupt_id"], found["tool"]) == (question, "list_rooms")


@pytest.mark.parametrize("word", ["--allow", "--refuse"])
def test_a_word_on_the_command_line_finds_its_trajectory_and_goes_on(
    command: Command, model: ModelServer, waits: tuple[str, str], word: str
) -> None:
    done = command("agent", word, waits[1])
    assert done.stdout.strip() == ANSWER
    ((_, result),) = model.requests[-1].results
    assert ("was not allowed" in result) is (word == "--refuse")
    after = command("agent", "--waiting")
    assert after.stdout == ""
    assert "Nothing waits" in after.stderr


def test_a_question_that_does_not_wait_is_refused_with_those_that_do(
    command: Command, waits: tuple[str, str]
) -> None:
    said = command("agent", "--allow", "int_none", code=1).stderr
    assert "No call `int_none` waits" in said
    assert f"`{waits[1]}`" in said


@pytest.mark.parametrize(
    "words",
    [
        ("--waiting", "שלום"),
        ("--waiting", "--allow", "int_1"),
        ("--allow", "int_1", "--refuse", "int_1"),
        ("--allow", "int_1", "שלום"),
        (),
    ],
)
def test_words_that_do_not_go_together_are_refused(command: Command, words: tuple[str]) -> None:
    assert "Usage" in command("agent", *words, code=2).stderr

"""An agent's skills: called by `/name`, loaded once, and no reason to speak another language."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kesher import AgentOptions, Kesher
from kesher.domain.agent import AgentEvent, RequestSent
from kesher.domain.request import SentRequest
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from kesher.testing.model_turn import Turn, by_position

OPTIONS = AgentOptions(rooms=True, delegation=False)


@pytest.fixture
def kesher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kesher]:
    skill = tmp_path / ".kesher" / "skills" / "foreign"
    skill.mkdir(parents=True)
    text = "---\nname: foreign\ndescription: תיאור\n---\nגוף זר.\n"
    (skill / "SKILL.md").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    script = Script(turns=by_position(*(Turn(text="בסדר.") for _ in range(4))))
    with (
        scripted_model_server(script) as server,
        Kesher(
            tmp_path / "data", chat="openai", chat_url=server.openai_url, chat_model="m",
            chat_key="k",
        ) as opened,
    ):  # fmt: skip
        yield opened


def asked(kesher: Kesher, *texts: str, instructions: str = "אתה עוזר.") -> list[SentRequest]:
    agent = kesher.agent(instructions, options=OPTIONS)
    seen: list[AgentEvent] = []
    for text in texts:
        agent.run(text, events=seen.append)
    return [event.request for event in seen if isinstance(event, RequestSent)]


def words(request: SentRequest) -> str:
    return "".join(segment.text for segment in request.segments)


def test_a_skill_called_by_name_is_loaded_before_the_model_answers_and_once(kesher: Kesher) -> None:
    first, second = asked(kesher, "/writing-style כתוב מכתב", "/writing-style עוד מכתב")
    body = '<skill name=\\"writing-style\\">'
    assert words(first).count(body) == 1
    assert words(second).count(body) == 1
    assert "is loaded already" in words(second)


def test_a_skill_that_nobody_trusts_is_not_loaded_by_its_name(kesher: Kesher) -> None:
    [request] = asked(kesher, "/foreign כתוב")
    assert "גוף זר" not in words(request)
    assert "is not trusted" in words(request)


@pytest.mark.parametrize(
    ("instructions", "said"),
    [
        ("אתה עוזר.", "נכתב בידי אחרים"),
        ("You help.", "was written by others"),
        ("أنت مساعد.", "كتبه آخرون"),
        ("Ты помощник.", "написан другими"),
    ],
)
def test_the_words_on_external_content_are_in_the_language_of_the_instructions(
    kesher: Kesher, instructions: str, said: str
) -> None:
    [request] = asked(kesher, "שלום", instructions=instructions)
    assert said in words(request)

"""The prompts, each a Markdown file of this package in Hebrew and English, read by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from kesher.text.language import NAMES, Language


@dataclass(frozen=True, slots=True)
class PromptText:
    """A prompt ready to send.

    Attributes:
        version: Twelve hex digits of the SHA-256 of the file, so that a record of a request says
            which wording it used.
    """

    name: str
    text: str
    version: str


def answer_prompt(question_language: Language) -> PromptText:
    """Return the instructions for answering in `question_language`.

    A Hebrew question is instructed in Hebrew, every other in English, told in which language to
    answer.
    """
    if question_language == "he":
        return _read("answer.he.md")
    template = _read("answer.en.md")
    text = template.text.replace("{language}", NAMES[question_language])
    return PromptText(template.name, text, template.version)


def compaction_prompt(spoken: Language, *, limit_tokens: int) -> PromptText:
    """Return the instructions for a summary in the language of the conversation.

    Hebrew is instructed in Hebrew, every other language in English.
    """
    template = _read("compact.he.md" if spoken == "he" else "compact.en.md")
    text = template.text.replace("{language}", NAMES[spoken])
    return PromptText(template.name, text.replace("{limit}", str(limit_tokens)), template.version)


def agent_prompt(spoken: Language) -> PromptText:
    """Return the instructions of an agent that was given none of its own."""
    return _read("agent.he.md" if spoken == "he" else "agent.en.md")


def extraction_prompt(spoken: Language, *, keys: str) -> PromptText:
    """Return the instructions for taking records out of a conversation.

    Args:
        keys: The schema's keys, one a line.
    """
    template = _read("extract.he.md" if spoken == "he" else "extract.en.md")
    return PromptText(template.name, template.text.replace("{keys}", keys), template.version)


def rewriting_prompt(question_language: Language) -> PromptText:
    """Return the instructions for writing a follow-up anew so that it can be understood alone.

    A Hebrew question is instructed in Hebrew, every other in English, told in which language to
    write.
    """
    template = _read("rewrite.he.md" if question_language == "he" else "rewrite.en.md")
    text = template.text.replace("{language}", NAMES[question_language])
    return PromptText(template.name, text, template.version)


ResearchPrompt = Literal["plan", "grade", "gap", "research"]
"""The steps of deep research: sub-questions, grades, what is missing, the answer."""


def research_prompt(step: ResearchPrompt, question_language: Language) -> PromptText:
    """Return the instructions for a step of deep research.

    A Hebrew question is instructed in Hebrew, every other in English, told in which language to
    write.
    """
    template = _read(f"{step}.he.md" if question_language == "he" else f"{step}.en.md")
    text = template.text.replace("{language}", NAMES[question_language])
    return PromptText(template.name, text, template.version)


@cache
def prompt_versions() -> Mapping[str, str]:
    """Return the version of every prompt of this package by its file's name."""
    names = sorted(file.name for file in files(__package__).iterdir() if file.name.endswith(".md"))
    return MappingProxyType({name: _read(name).version for name in names})


@cache
def _read(name: str) -> PromptText:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8").strip()
    return PromptText(name, text, sha256(text.encode()).hexdigest()[:12])

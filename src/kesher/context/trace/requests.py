"""A recorded request, as its bytes say it, before anything normalises them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.json_value import Json, JsonObject


class Kind(StrEnum):
    """What a part of a request is."""

    TOOL = "tool"
    SYSTEM = "system"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Said:
    """A tool schema or a message of a recorded request.

    Attributes:
        index: Into the request's messages, the system message first; -1 for tool schemas.
        raw: JSON text byte for byte as recorded.
        text: The same with keys in their order, letters unescaped, cache marks left out: what a
            provider's template sees.
        tokens: Of `text`.
    """

    kind: Kind
    index: int
    value: JsonObject
    raw: str
    text: str
    tokens: int

    @property
    def role(self) -> str:
        """Who speaks; empty for a tool schema."""
        return str(self.value.get("role", ""))

    @property
    def content(self) -> str:
        """All words of its content, one part a paragraph."""
        return "\n".join(_words(self.value.get("content")))


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recorded request.

    Attributes:
        number: Its place in the file, from 1.
        line: Of the file, from 1, where it begins.
        parts: Tool schemas, then the system message, then the others.
        logged_edits: Edits logged since the request before it; only our own export tells.
    """

    number: int
    line: int
    parts: tuple[Said, ...]
    logged_edits: int = 0

    @property
    def tools(self) -> tuple[Said, ...]:
        """The tool schemas in their order."""
        return tuple(part for part in self.parts if part.kind is Kind.TOOL)

    @property
    def system(self) -> tuple[Said, ...]:
        """The system message or messages at the start."""
        return tuple(part for part in self.parts if part.kind is Kind.SYSTEM)

    @property
    def messages(self) -> tuple[Said, ...]:
        """What follows the system message."""
        return tuple(part for part in self.parts if part.kind is Kind.MESSAGE)


def as_seen(value: Json) -> str:
    """Return JSON as a template sees it: order of keys kept, letters as they are, no cache marks.

    A content of one text block is the same as the text itself: clients turn one into the other
    to carry a cache mark.
    """
    return json.dumps(_unmarked(value), ensure_ascii=False, separators=(",", ":"))


def blocks(message: Said, kind: str) -> list[JsonObject]:
    """Return the blocks of one kind in a message whose content is a list."""
    content = message.value.get("content")
    found = content if isinstance(content, list) else []
    return [block for block in found if isinstance(block, dict) and block.get("type") == kind]


def calls_of(message: Said) -> list[tuple[str, str]]:
    """Return (id, name) of the calls that a message asks for, in both wire formats."""
    listed = message.value.get("tool_calls")
    found: list[tuple[str, str]] = []
    for call in listed if isinstance(listed, list) else []:
        if isinstance(call, dict):
            function = call.get("function")
            name = function.get("name", "") if isinstance(function, dict) else ""
            found.append((str(call.get("id", "")), str(name)))
    uses = blocks(message, "tool_use")
    return found + [(str(use.get("id", "")), str(use.get("name", ""))) for use in uses]


def results_of(message: Said) -> list[str]:
    """Return the ids of the calls that a message answers, in both wire formats."""
    found = [str(block.get("tool_use_id", "")) for block in blocks(message, "tool_result")]
    if message.role == "tool":
        found.append(str(message.value.get("tool_call_id", "")))
    return found


def same_texts(some: Sequence[Said], others: Sequence[Said]) -> bool:
    """Tell whether two runs of parts are equal as a template sees them."""
    return [part.text for part in some] == [part.text for part in others]


def _words(content: Json) -> list[str]:
    if isinstance(content, str):
        return [content]
    if not isinstance(content, list):
        return []
    found: list[str] = []
    for block in content:
        if isinstance(block, dict):
            found += _words(block.get("text")) + _words(block.get("content"))
    return found


def _unmarked(value: Json) -> Json:
    if isinstance(value, list):
        return [_unmarked(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _single_text(_unmarked(item)) if key == "content" else _unmarked(item)
        for key, item in value.items()
        if key != "cache_control"
    }


def _single_text(content: Json) -> Json:
    if isinstance(content, list) and len(content) == 1:
        block = content[0]
        if isinstance(block, dict) and block.keys() == {"type", "text"}:
            return block["text"]
    return content

"""A prompt as a person keeps it (text, tools, examples, a whole request) → its faults."""

import json
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from kesher.context.given import expected
from kesher.context.prompt_lint.contradictions import contradictions
from kesher.context.prompt_lint.examples import example_faults
from kesher.context.prompt_lint.findings import Finding
from kesher.context.prompt_lint.lists import lists
from kesher.context.prompt_lint.structure import structure, without_code
from kesher.context.prompt_lint.tools import tool_faults
from kesher.context.prompt_lint.wording import wording
from kesher.domain.json_value import Json, JsonObject
from kesher.errors import InputError

_EXAMPLE = re.compile(r"<example\b[^>]*>(.*?)</example>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands before a conversation. `examples`: one text for each example."""

    system: str = ""
    tools: tuple[JsonObject, ...] = ()
    examples: tuple[str, ...] = ()


def lint_prompt(
    prompt: Prompt | str, *, placeholders: Container[str] = frozenset()
) -> tuple[Finding, ...]:
    """Return the faults of a prompt: its system message in order, then examples, then tools.

    Args:
        prompt: A text is a system message.
        placeholders: Names that are filled before sending: `language` allows `{language}`.

    Raises:
        InputError: it is neither.
    """
    given = Prompt(prompt) if isinstance(prompt, str) else prompt
    prompt = expected(given, Prompt, name="prompt", give="a `Prompt` or the system message")
    inside = tuple(match.group(1) for match in _EXAMPLE.finditer(prompt.system))
    # Examples show what people write, with dates and all; rules on wording are not for them.
    rules = without_code(_EXAMPLE.sub(_blank, prompt.system))
    of_system = [
        *wording(rules, "system", placeholders),
        *contradictions(rules, "system"),
        *lists(rules, "system"),
        *structure(prompt.system, "system"),
    ]
    return (
        *sorted(of_system, key=lambda each: (each.line, each.column, each.code)),
        *example_faults((*inside, *prompt.examples)),
        *tool_faults(prompt.tools),
    )


def read_prompt(text: str) -> Prompt:
    """Read a prompt file: JSON of tools, of examples or of a request body; else a system message.

    Raises:
        InputError: JSON of another shape.
    """
    try:
        value: Json = json.loads(text)
    except ValueError:
        return Prompt(system=text)
    if isinstance(value, dict):
        return _body(value)
    items = _objects(value)
    if items and all("function" in item or "name" in item for item in items):
        return Prompt(tools=items)
    return Prompt(examples=tuple(json.dumps(item, ensure_ascii=False) for item in items))


def _body(body: JsonObject) -> Prompt:
    if not {"messages", "tools", "system"} & body.keys():
        raise InputError(
            "The JSON object has no `messages`, `tools` or `system`. Give a request body, a list "
            "of tools or examples, or a system message as text."
        )
    messages = _objects(body.get("messages") or [])
    said = [_text(m.get("content")) for m in messages if m.get("role") in ("system", "developer")]
    first = [_text(body.get("system"))] if body.get("system") else []
    return Prompt(system="\n\n".join([*first, *said]), tools=_objects(body.get("tools") or []))


def _text(content: Json) -> str:
    if not isinstance(content, list):
        return content if isinstance(content, str) else ""
    parts: Sequence[Json] = content
    return "\n".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _objects(value: Json) -> tuple[JsonObject, ...]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise InputError("Expected a JSON list of objects: tools, examples or messages.")
    return tuple(item for item in value if isinstance(item, dict))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())

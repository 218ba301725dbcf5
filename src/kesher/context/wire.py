"""Chat Completions messages as plain dicts, and the same as records.

Source: OpenAI API reference, "Create chat completion"; `reasoning_content` as DeepSeek, Qwen and
vLLM send it; thinking blocks with a signature as Anthropic's Messages API defines them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from kesher.context.given import expected
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.errors import InputError

REASONING_BLOCKS = "reasoning_blocks"
"""Where reasoning with signatures stands in a dict; plain reasoning is `reasoning_content`."""

_REASONING_TEXTS = ("reasoning_content", "reasoning")
_KNOWN = {
    "role",
    "content",
    "tool_calls",
    "tool_call_id",
    "name",
    REASONING_BLOCKS,
    *_REASONING_TEXTS,
}
_KNOWN_OF_CALL = {"id", "function"}
_KNOWN_OF_FUNCTION = {"name", "arguments"}


def from_dict(message: Mapping[str, Json]) -> Message:
    """Return a Chat Completions message as a record. Fields that are not known are carried along.

    Raises:
        InputError: it is not a message: no known role, or fields of the wrong kind.
    """
    if not isinstance(message, Mapping):
        raise InputError(
            f"A message is of type `{type(message).__name__}`. Give a Chat Completions dict: "
            f'`{{"role": "user", "content": "..."}}`.'
        )
    content = message.get("content")
    unknown = {name: value for name, value in message.items() if name not in _KNOWN}
    return Message(
        role=_role(message.get("role")),
        text=content if isinstance(content, str) else None,
        tool_calls=tuple(_call(item) for item in _listed(message, "tool_calls")),
        tool_call_id=_text_or_none(message, "tool_call_id"),
        reasoning=tuple(_reasoning(message)),
        name=_text_or_none(message, "name"),
        parts=canonical(content) if isinstance(content, list) else None,
        extra=canonical(unknown) if unknown else None,
    )


def to_dict(message: Message, *, reasoning_field: str | None = REASONING_BLOCKS) -> JsonObject:
    """Return a record as a Chat Completions message; `from_dict` gives the record back.

    Args:
        reasoning_field: `reasoning_blocks` keeps every block whole; another name carries the
            texts joined, without signatures; None leaves reasoning out.
    """
    expected(message, Message, name="message", give="a `Message`: `from_dict(...)` makes one")
    found: JsonObject = {"role": message.role.value, "content": _content(message)}
    if message.tool_calls:
        found["tool_calls"] = [_call_dict(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        found["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        found["name"] = message.name
    if message.reasoning and reasoning_field is not None:
        found[reasoning_field] = _reasoning_value(message.reasoning, reasoning_field)
    if message.extra is not None:
        found.update(json.loads(message.extra))
    return found


def from_dicts(messages: Iterable[Mapping[str, Json]]) -> tuple[Message, ...]:
    """Return several messages as records. Raises InputError, which says at which index."""
    found = []
    for index, message in enumerate(messages):
        try:
            found.append(from_dict(message))
        except InputError as error:
            raise InputError(f"Message {index}: {error}") from error
    return tuple(found)


def to_dicts(
    messages: Sequence[Message], *, reasoning_field: str | None = REASONING_BLOCKS
) -> list[JsonObject]:
    """Return several records as Chat Completions messages; see `to_dict`."""
    return [to_dict(message, reasoning_field=reasoning_field) for message in messages]


def _role(value: Json) -> Role:
    # OpenAI's newer name for the system message.
    name = "system" if value == "developer" else value
    try:
        return Role(str(name))
    except ValueError:
        known = ", ".join(role.value for role in Role)
        raise InputError(f"The role is {value!r}. Use one of: {known}.") from None


def _content(message: Message) -> Json:
    if message.parts is not None:
        return cast("Json", json.loads(message.parts))
    if message.text is None and not message.tool_calls:
        return ""
    return message.text


def _call(value: Json) -> ToolCall:
    function = value.get("function") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(function, dict):
        raise InputError("A tool call has no `function`. Give `id`, `type` and `function`.")
    arguments = function.get("arguments", "")
    written = arguments if isinstance(arguments, str) else canonical(arguments)
    return ToolCall(
        str(value.get("id", "")), str(function.get("name", "")), written, _extra_of(value, function)
    )


def _extra_of(call: JsonObject, function: JsonObject) -> str | None:
    """Return the fields of a call that are not known, or None where all are."""
    found = {name: value for name, value in call.items() if name not in _KNOWN_OF_CALL}
    if found.get("type") == "function":
        del found["type"]
    inner = {name: value for name, value in function.items() if name not in _KNOWN_OF_FUNCTION}
    if inner:
        found["function"] = inner
    return canonical(found) if found else None


def _call_dict(call: ToolCall) -> JsonObject:
    extra: dict[str, JsonObject] = json.loads(call.extra or "{}")
    function: JsonObject = {"name": call.name, "arguments": call.arguments}
    function.update(extra.pop("function", {}))
    return {"id": call.id, "type": "function", "function": function, **extra}


def _reasoning(message: Mapping[str, Json]) -> Iterable[Reasoning]:
    for block in _listed(message, REASONING_BLOCKS):
        if not isinstance(block, dict):
            raise InputError(f"`{REASONING_BLOCKS}` holds {block!r}, not an object.")
        yield Reasoning(
            str(block.get("text", "")),
            _text_or_none(block, "signature"),
            _text_or_none(block, "redacted"),
        )
    for name in _REASONING_TEXTS:
        text = message.get(name)
        if isinstance(text, str) and text:
            yield Reasoning(text)
            return


def _reasoning_value(blocks: Sequence[Reasoning], field: str) -> Json:
    if field != REASONING_BLOCKS:
        return "".join(block.text for block in blocks)
    return [_block_dict(block) for block in blocks]


def _block_dict(block: Reasoning) -> Json:
    found: JsonObject = {"text": block.text}
    if block.signature is not None:
        found["signature"] = block.signature
    if block.redacted is not None:
        found["redacted"] = block.redacted
    return found


def _listed(message: Mapping[str, Json], name: str) -> list[Json]:
    value = message.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"`{name}` is not a list.")
    return value


def _text_or_none(message: Mapping[str, Json], name: str) -> str | None:
    value = message.get(name)
    if value is None or isinstance(value, str):
        return value
    raise InputError(f"`{name}` is {value!r}, not a text.")

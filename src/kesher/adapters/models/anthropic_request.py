"""A chat request in the words of Anthropic's Messages API.

Source: Anthropic API reference, "Messages", "Tool use", "Extended thinking" (blocks go back
unchanged) and "Prompt caching" (at most four marks; thinking and empty text take none).
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.payload import items, mapping, text
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.ports.models import ChatRequest
from kesher.text.storable import storable

_Block = dict[str, object]

_MOST_MARKS = 4
_MARK: _Block = {"type": "ephemeral"}
_UNMARKABLE = ("thinking", "redacted_thinking")


def message_fields(endpoint: Endpoint, request: ChatRequest) -> dict[str, object]:
    """Return the body. The system's text and the tools are fields of their own."""
    marks = sorted(set(request.cache_marks))[-_MOST_MARKS:]
    fields: dict[str, object] = {
        "model": endpoint.model,
        "max_tokens": request.max_output_tokens,
        "temperature": request.temperature,
        "stream": True,
        "messages": _turns(request, marks),
    }
    if system := _system(request.messages, marks):
        fields["system"] = system
    if request.tools:
        fields["tools"] = [_tool(json.loads(schema)) for schema in request.tools]
    if request.response_schema is not None:
        schema = json.loads(request.response_schema)
        fields["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    return fields


def _system(messages: Sequence[Message], marks: Sequence[int]) -> object:
    """Return the system's text, as a block where a mark stands after it; "": there is none."""
    places = [at for at, message in enumerate(messages) if message.role is Role.SYSTEM]
    joined = "\n\n".join(storable(messages[at].text or "") for at in places)
    if joined and any(at in marks for at in places):
        return [{"type": "text", "text": joined, "cache_control": _MARK}]
    return joined


def _turns(request: ChatRequest, marks: Sequence[int]) -> list[dict[str, object]]:
    """Return user and assistant turns by turns; neighbours of one role are joined.

    Tool results are the user's, and must stand first in the turn that follows their calls.
    """
    turns: list[tuple[str, list[_Block]]] = []
    for at, message in enumerate(request.messages):
        blocks = list(_blocks(message, thinks=request.reasoning_field is not None))
        if message.role is Role.SYSTEM or not blocks:
            continue
        if at in marks and blocks[-1]["type"] not in _UNMARKABLE:
            blocks[-1] = {**blocks[-1], "cache_control": _MARK}
        role = "assistant" if message.role is Role.ASSISTANT else "user"
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(blocks)
        else:
            turns.append((role, blocks))
    return [{"role": role, "content": _content(blocks)} for role, blocks in turns]


def _content(blocks: list[_Block]) -> object:
    """Return blocks in their lawful order; one plain text stands for itself."""
    if len(blocks) == 1 and blocks[0].keys() == {"type", "text"}:
        return blocks[0]["text"]
    return sorted(blocks, key=lambda block: block["type"] != "tool_result")


def _blocks(message: Message, *, thinks: bool) -> Iterator[_Block]:
    if message.role is Role.TOOL:
        content = storable(message.text or "") if message.parts is None else _parts(message.parts)
        yield {
            "type": "tool_result",
            "tool_use_id": message.tool_call_id or "",
            "content": content,
        }
        return
    if thinks:
        yield from (block for each in message.reasoning for block in _thinking(each))
    if message.parts is not None:
        yield from _parts(message.parts)
    elif message.text:  # an empty text block is refused
        yield {"type": "text", "text": storable(message.text)}
    yield from (_tool_use(call) for call in message.tool_calls)


def _thinking(block: Reasoning) -> Iterator[_Block]:
    """Yield the block as it came. One without a signature would be refused, so it stays away."""
    if block.redacted is not None:
        yield {"type": "redacted_thinking", "data": block.redacted}
    elif block.signature is not None:
        yield {"type": "thinking", "thinking": block.text, "signature": block.signature}


def _tool_use(call: ToolCall) -> _Block:
    return {
        "type": "tool_use",
        "id": call.id,
        "name": call.name,
        "input": _input(storable(call.arguments)),
    }


def _input(arguments: str) -> object:
    """Return the arguments as the object that this protocol wants, malformed ones as their text."""
    try:
        decoded = json.loads(arguments or "{}", parse_constant=_refuse)
    except (ValueError, RecursionError):
        return {"malformed_arguments": arguments}
    return decoded if isinstance(decoded, dict) else {"malformed_arguments": arguments}


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON.")


def _parts(parts: str) -> list[_Block]:
    return [_part(mapping(part)) for part in items(json.loads(parts))]


def _part(part: Mapping[str, object]) -> _Block:
    """Return a part of OpenAI's form as a block; one of this protocol's own passes as it is."""
    if part.get("type") != "image_url":
        return dict(part)
    url = text(mapping(part.get("image_url")).get("url"))
    media, inline, data = url.removeprefix("data:").partition(";base64,")
    if not inline:
        return {"type": "image", "source": {"type": "url", "url": url}}
    return {"type": "image", "source": {"type": "base64", "media_type": media, "data": data}}


def _tool(schema: Mapping[str, object]) -> _Block:
    """Return a tool in this protocol's form; a provider's own tool passes as it is."""
    function = mapping(schema.get("function"))
    if not function:
        return dict(schema)
    described = {"description": function["description"]} if "description" in function else {}
    parameters = function.get("parameters") or {"type": "object", "properties": {}}
    return {"name": function.get("name"), **described, "input_schema": parameters}

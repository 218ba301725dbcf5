"""A chat request in the words of OpenAI's protocol, and in lesser words where they are refused.

Source: OpenAI API reference, "Create chat completion"; Google, "Gemini thinking: OpenAI
compatibility" for thought signatures.
"""

import json
from collections.abc import Sequence

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.openai_client import Fields
from kesher.adapters.models.payload import mapping
from kesher.domain.message import Message, Role, ToolCall
from kesher.ports.models import ChatRequest
from kesher.text.storable import storable

_BLOCKS = "reasoning_blocks"
_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "strict", "additionalProperties")


def chat_fields(endpoint: Endpoint, request: ChatRequest) -> Fields:
    """Return the body of a chat request."""
    # OpenAI's own models of today know the newer name only, most other endpoints the older.
    limit_name = "max_tokens" if endpoint.url else "max_completion_tokens"
    fields: dict[str, object] = {
        "model": endpoint.model,
        "messages": [_message(message, request.reasoning_field) for message in request.messages],
        "stream": True,
        limit_name: request.max_output_tokens,
        "temperature": request.temperature,
        "stream_options": {"include_usage": True},
    }
    if request.tools:
        fields["tools"] = [json.loads(schema) for schema in request.tools]
    if request.response_schema is not None:
        fields["response_format"] = _format(request.response_schema)
    return fields


def lessen_chat(fields: Fields, refusal: str) -> Fields | None:
    """Rename, weaken or leave out the field that the refusal names; None: it names none."""
    if "max_tokens" in fields and "max_completion_tokens" in refusal:
        renamed = {"max_tokens": "max_completion_tokens"}
        return {renamed.get(name, name): value for name, value in fields.items()}
    if "response_format" in fields and any(word in refusal for word in _FORMAT_WORDS):
        return _lesser_format(fields)
    return without(fields, ("temperature", "stream_options"), refusal)


def without(fields: Fields, names: Sequence[str], refusal: str) -> Fields | None:
    """Leave out the first of the fields that the refusal names; None: it names none."""
    for name in names:
        if name in fields and name in refusal:
            return _dropped(fields, name)
    return None


def _dropped(fields: Fields, name: str) -> Fields:
    return {kept: value for kept, value in fields.items() if kept != name}


def _message(message: Message, reasoning_field: str | None) -> dict[str, object]:
    found: dict[str, object] = {"role": message.role.value, "content": _content(message)}
    if message.tool_calls:
        found["tool_calls"] = [_call(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        found["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        found["name"] = message.name
    if message.reasoning and reasoning_field is not None:
        _add_reasoning(found, message, reasoning_field)
    if message.extra is not None:
        found.update(json.loads(message.extra))
    return found


def _content(message: Message) -> object:
    if message.parts is not None:
        return json.loads(message.parts)
    if message.text is None and message.role is Role.ASSISTANT and message.tool_calls:
        return None
    return storable(message.text or "")


def _call(call: ToolCall) -> dict[str, object]:
    extra = json.loads(call.extra or "{}")
    function = {"name": call.name, "arguments": storable(call.arguments)}
    function.update(extra.pop("function", {}))
    return {"id": call.id, "type": "function", "function": function, **extra}


def _add_reasoning(found: dict[str, object], message: Message, field: str) -> None:
    """Put reasoning where the endpoint expects it: in a text field, or as a call's signature."""
    if field != _BLOCKS:
        found[field] = storable("".join(block.text for block in message.reasoning))
        return
    signature = next((block.signature for block in message.reasoning if block.signature), None)
    calls = found.get("tool_calls")
    if signature is not None and isinstance(calls, list):
        # A call that came as a dict brings its own.
        calls[0].setdefault("extra_content", {"google": {"thought_signature": signature}})


def _format(schema: str) -> dict[str, object]:
    described = {"name": "answer", "schema": json.loads(schema), "strict": True}
    return {"type": "json_schema", "json_schema": described}


def _lesser_format(fields: Fields) -> Fields:
    """Ask for less: the schema as a hint, then any JSON, then nothing."""
    asked = mapping(fields["response_format"])
    described = mapping(asked.get("json_schema"))
    if described.get("strict"):
        hint = {**asked, "json_schema": _dropped(described, "strict")}
        return {**fields, "response_format": hint}
    if described:
        return {**fields, "response_format": {"type": "json_object"}}
    return _dropped(fields, "response_format")

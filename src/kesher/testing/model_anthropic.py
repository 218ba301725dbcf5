"""Messages in the words of Anthropic's protocol, as pure functions.

Source: Anthropic API reference, "Streaming Messages" and "Extended thinking".
"""

import json

from kesher.domain.message import ToolCall
from kesher.testing.model_turn import CallForm, Turn, cut, fragments
from kesher.testing.model_wire import Exchange, JsonObject, data_line


class AnthropicWire:
    """Messages as Anthropic sends them: blocks of thinking, of text and of calls, by index."""

    def opening(self, exchange: Exchange) -> str:
        """Return the start of the message and a ping."""
        usage = {**_input_usage(exchange), "output_tokens": 1}
        message = {**_message(exchange.model), "usage": usage}
        return _event({"type": "message_start", "message": message}) + _event({"type": "ping"})

    def pieces(self, exchange: Exchange) -> list[str]:
        """Return the deltas of every block; its start and its stop go with the outermost ones."""
        script, turn = exchange.script, exchange.turn
        found: list[str] = []
        index = 0
        if turn.thinking or turn.signature:
            found += _thinking_block(index, turn, script.chunk_chars)
            index += 1
        if turn.redacted:
            block: JsonObject = {"type": "redacted_thinking", "data": turn.redacted}
            found.append(_start(index, block) + _stop(index))
            index += 1
        if turn.text:
            found += _text_block(index, turn.text, script.chunk_chars)
            index += 1
        return [*found, *_call_blocks(index, turn.calls, script.call_form, script.chunk_chars)]

    def closing(self, exchange: Exchange) -> str:
        """Return the stop reason with the tokens written, and the end of the message."""
        delta = {"stop_reason": _stop_reason(exchange.turn), "stop_sequence": None}
        usage = {"output_tokens": exchange.script.output_tokens}
        return _event({"type": "message_delta", "delta": delta, "usage": usage}) + _event(
            {"type": "message_stop"}
        )

    def whole(self, exchange: Exchange) -> JsonObject:
        """Return one message with its usage. Malformed arguments are sent as their text."""
        turn = exchange.turn
        content: list[JsonObject] = []
        if turn.thinking:
            content.append(
                {"type": "thinking", "thinking": turn.thinking, "signature": turn.signature}
            )
        if turn.redacted:
            content.append({"type": "redacted_thinking", "data": turn.redacted})
        if turn.text:
            content.append({"type": "text", "text": turn.text})
        content += [{**_tool_use(call), "input": _decoded(call.arguments)} for call in turn.calls]
        return {
            **_message(exchange.model),
            "content": content,
            "stop_reason": _stop_reason(turn),
            "usage": {
                **_input_usage(exchange),
                "output_tokens": exchange.script.output_tokens,
            },
        }

    def error(self, status: int, message: str) -> JsonObject:
        """Return Anthropic's error object."""
        kind = {429: "rate_limit_error", 401: "authentication_error"}.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}}

    def error_event(self, message: str) -> str:
        """Return an error event, as sent when the model is overloaded."""
        return _event({"type": "error", "error": {"type": "overloaded_error", "message": message}})

    def broken(self, data: str) -> str:
        """Return a delta event that is not what it should be."""
        return f"event: content_block_delta\ndata: {data}\n\n"


def _thinking_block(index: int, turn: Turn, chars: int) -> list[str]:
    signed = _delta(index, {"type": "signature_delta", "signature": turn.signature})
    found = [
        _delta(index, {"type": "thinking_delta", "thinking": piece})
        for piece in cut(turn.thinking, chars)
    ]
    if turn.signature:
        found.append(signed)
    return _enclosed(index, {"type": "thinking", "thinking": "", "signature": ""}, found)


def _text_block(index: int, text: str, chars: int) -> list[str]:
    found = [_delta(index, {"type": "text_delta", "text": piece}) for piece in cut(text, chars)]
    return _enclosed(index, {"type": "text", "text": ""}, found)


def _enclosed(index: int, block: JsonObject, deltas: list[str]) -> list[str]:
    found = [*deltas]
    found[0] = _start(index, block) + found[0]
    found[-1] += _stop(index)
    return found


def _call_blocks(first: int, calls: tuple[ToolCall, ...], form: CallForm, chars: int) -> list[str]:
    found = []
    for piece in fragments(calls, form, chars):
        index = first + piece.index
        delta: JsonObject = {"type": "input_json_delta", "partial_json": piece.arguments}
        event = _start(index, _tool_use(piece.call)) if piece.first else ""
        event += _delta(index, delta)
        found.append(event + (_stop(index) if piece.last else ""))
    return found


def _tool_use(call: ToolCall) -> JsonObject:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}


def _decoded(arguments: str) -> object:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


def _stop_reason(turn: Turn) -> str:
    return turn.finish or ("tool_use" if turn.calls else "end_turn")


def _input_usage(exchange: Exchange) -> JsonObject:
    counted = exchange.counted
    if not exchange.script.caching:
        return {"input_tokens": counted.input_tokens}
    apart = counted.cached_tokens + counted.written_tokens
    return {
        "input_tokens": counted.input_tokens - apart,
        "cache_read_input_tokens": counted.cached_tokens,
        "cache_creation_input_tokens": counted.written_tokens,
    }


def _message(model: str) -> JsonObject:
    return {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
    }


def _start(index: int, block: JsonObject) -> str:
    return _event({"type": "content_block_start", "index": index, "content_block": block})


def _delta(index: int, delta: JsonObject) -> str:
    return _event({"type": "content_block_delta", "index": index, "delta": delta})


def _stop(index: int) -> str:
    return _event({"type": "content_block_stop", "index": index})


def _event(body: JsonObject) -> str:
    return f"event: {body['type']}\n{data_line(body)}"

"""The words of two protocols, as pure functions: OpenAI's and Anthropic's JSON and event streams.

Source: OpenAI API reference, "Chat Completions streaming" and "Embeddings"; Anthropic API
reference, "Streaming Messages".
"""

import json
from collections.abc import Sequence
from typing import Protocol

from kesher.testing.model_script import ReceivedRequest, Script

JsonObject = dict[str, object]


class Wire(Protocol):
    """How one protocol writes an answer and an error."""

    def opening(self, script: Script, request: ReceivedRequest) -> str:
        """Return the events before the first piece, the model's thinking among them."""
        ...

    def piece(self, text: str) -> str:
        """Return the event of one piece of text."""
        ...

    def closing(self, script: Script) -> str:
        """Return the events from the reason for the end to the last."""
        ...

    def whole(self, script: Script, request: ReceivedRequest) -> JsonObject:
        """Return the answer to a request that asked for no stream."""
        ...

    def error(self, status: int, message: str) -> JsonObject:
        """Return the body of an HTTP error."""
        ...

    def error_event(self, message: str) -> str:
        """Return the event of an error inside the stream."""
        ...

    def broken(self, data: str) -> str:
        """Return an event that carries `data` where an object of the protocol should be."""
        ...


class OpenAIWire:
    """Chat completions as OpenAI and all that speak its protocol send them."""

    def opening(self, script: Script, request: ReceivedRequest) -> str:
        """Return a first chunk with the role, then the thinking."""
        del request
        first = _openai_chunk({"role": "assistant", "content": ""})
        if not script.reasoning:
            return first
        return first + _openai_chunk({"reasoning_content": script.reasoning})

    def piece(self, text: str) -> str:
        """Return a chunk whose delta has the text."""
        return _openai_chunk({"content": text})

    def closing(self, script: Script) -> str:
        """Return the chunk with the finish reason, the one with the usage, and the end mark."""
        ended = _openai_chunk({}, finish=script.finish or "stop")
        counted = {**_openai_base(), "choices": [], "usage": _openai_usage(script)}
        return ended + _data(counted) + "data: [DONE]\n\n"

    def whole(self, script: Script, request: ReceivedRequest) -> JsonObject:
        """Return one completion with its usage."""
        message = {"role": "assistant", "content": script.answer(request)}
        choice = {"index": 0, "message": message, "finish_reason": script.finish or "stop"}
        return {
            **_openai_base("chat.completion"),
            "choices": [choice],
            "usage": _openai_usage(script),
        }

    def error(self, status: int, message: str) -> JsonObject:
        """Return OpenAI's error object."""
        return {"error": {"message": message, "type": "scripted", "param": None, "code": status}}

    def error_event(self, message: str) -> str:
        """Return an error in place of a chunk."""
        return _data(self.error(500, message))

    def broken(self, data: str) -> str:
        """Return a data line that is not what it should be."""
        return f"data: {data}\n\n"


class AnthropicWire:
    """Messages as Anthropic sends them."""

    def opening(self, script: Script, request: ReceivedRequest) -> str:
        """Return the start of the message, a ping, the thinking, and the start of the text."""
        message = {
            **_anthropic_message(str(request.body.get("model", ""))),
            "usage": {"input_tokens": script.input_tokens, "output_tokens": 1},
        }
        events = _event({"type": "message_start", "message": message}) + _event({"type": "ping"})
        if script.reasoning:
            delta: JsonObject = {"type": "thinking_delta", "thinking": script.reasoning}
            events += _block_start(0, {"type": "thinking", "thinking": "", "signature": ""})
            events += _block_delta(0, delta) + _event({"type": "content_block_stop", "index": 0})
        return events + _block_start(1, {"type": "text", "text": ""})

    def piece(self, text: str) -> str:
        """Return a delta of the text block."""
        return _block_delta(1, {"type": "text_delta", "text": text})

    def closing(self, script: Script) -> str:
        """Return the stop reason with the tokens written, and the end of the message."""
        delta = {"stop_reason": script.finish or "end_turn", "stop_sequence": None}
        usage = {"output_tokens": script.output_tokens}
        return (
            _event({"type": "content_block_stop", "index": 1})
            + _event({"type": "message_delta", "delta": delta, "usage": usage})
            + _event({"type": "message_stop"})
        )

    def whole(self, script: Script, request: ReceivedRequest) -> JsonObject:
        """Return one message with its usage."""
        usage = {"input_tokens": script.input_tokens, "output_tokens": script.output_tokens}
        return {
            **_anthropic_message(str(request.body.get("model", ""))),
            "content": [{"type": "text", "text": script.answer(request)}],
            "stop_reason": script.finish or "end_turn",
            "usage": usage,
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


def openai_models(names: Sequence[str]) -> JsonObject:
    """Return the list of models, as OpenAI's endpoint lists them."""
    listed = [{"id": name, "object": "model", "created": 0, "owned_by": "kesher"} for name in names]
    return {"object": "list", "data": listed}


def openai_embeddings(vectors: Sequence[Sequence[float]], model: str) -> JsonObject:
    """Return the vectors, as OpenAI's endpoint answers with floats."""
    data = [
        {"object": "embedding", "index": index, "embedding": list(vector)}
        for index, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": len(vectors), "total_tokens": len(vectors)}
    return {"object": "list", "data": data, "model": model, "usage": usage}


def _openai_base(kind: str = "chat.completion.chunk") -> JsonObject:
    return {"id": "chatcmpl-scripted", "object": kind, "created": 0, "model": "scripted-model"}


def _openai_chunk(delta: JsonObject, *, finish: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _data({**_openai_base(), "choices": [choice]})


def _openai_usage(script: Script) -> JsonObject:
    return {
        "prompt_tokens": script.input_tokens,
        "completion_tokens": script.output_tokens,
        "total_tokens": script.input_tokens + script.output_tokens,
    }


def _anthropic_message(model: str) -> JsonObject:
    return {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
    }


def _block_start(index: int, block: JsonObject) -> str:
    return _event({"type": "content_block_start", "index": index, "content_block": block})


def _block_delta(index: int, delta: JsonObject) -> str:
    return _event({"type": "content_block_delta", "index": index, "delta": delta})


def _event(body: JsonObject) -> str:
    return f"event: {body['type']}\n{_data(body)}"


def _data(body: JsonObject) -> str:
    # Escapes stay on, as with several providers: an emoji then comes as two halves of a pair.
    return f"data: {json.dumps(body)}\n\n"

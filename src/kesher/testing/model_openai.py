"""Chat completions in the words of OpenAI's protocol, as pure functions.

Source: OpenAI API reference, "Chat Completions streaming"; `reasoning_content` as DeepSeek and
vLLM send it, `reasoning` as OpenRouter and Ollama do.
"""

from kesher.domain.message import ToolCall
from kesher.testing.model_turn import CallForm, CallFragment, ThinkingForm, Turn, cut, fragments
from kesher.testing.model_wire import Exchange, JsonObject, data_line

_TAGGED = {ThinkingForm.TAGS: "<think>\n", ThinkingForm.OPENED_BY_TEMPLATE: ""}


class OpenAIWire:
    """Chat completions as OpenAI and all that speak its protocol send them."""

    def opening(self, exchange: Exchange) -> str:
        """Return a first chunk with the role."""
        del exchange
        return _chunk({"role": "assistant", "content": ""})

    def pieces(self, exchange: Exchange) -> list[str]:
        """Return the chunks of thinking, then of text, then of calls."""
        script, turn = exchange.script, exchange.turn
        beside: JsonObject = {"tool_calls": []} if script.empty_call_lists else {}
        found: list[JsonObject] = []
        if script.thinking_form not in _TAGGED:
            field = script.thinking_form.value
            found += [{field: piece} for piece in cut(turn.thinking, script.chunk_chars)]
        found += [
            {"content": piece, **beside} for piece in cut(_text(exchange), script.chunk_chars)
        ]
        found += [
            {"tool_calls": [_fragment(piece, script.call_form)]}
            for piece in fragments(turn.calls, script.call_form, script.chunk_chars)
        ]
        return [_chunk(delta) for delta in found]

    def closing(self, exchange: Exchange) -> str:
        """Return the chunk with the finish reason, the one with the usage, and the end mark."""
        ended = _chunk({}, finish=_finish(exchange.turn))
        counted = {**_base(), "choices": [], "usage": _usage(exchange)}
        return ended + data_line(counted) + "data: [DONE]\n\n"

    def whole(self, exchange: Exchange) -> JsonObject:
        """Return one completion with its usage."""
        turn = exchange.turn
        message: JsonObject = {"role": "assistant", "content": _text(exchange)}
        if turn.thinking and exchange.script.thinking_form not in _TAGGED:
            message[exchange.script.thinking_form.value] = turn.thinking
        if turn.calls:
            message["tool_calls"] = [_call(call, call.arguments) for call in turn.calls]
        choice = {"index": 0, "message": message, "finish_reason": _finish(turn)}
        return {**_base("chat.completion"), "choices": [choice], "usage": _usage(exchange)}

    def error(self, status: int, message: str) -> JsonObject:
        """Return OpenAI's error object."""
        return {"error": {"message": message, "type": "scripted", "param": None, "code": status}}

    def error_event(self, message: str) -> str:
        """Return an error in place of a chunk."""
        return data_line(self.error(500, message))

    def broken(self, data: str) -> str:
        """Return a data line that is not what it should be."""
        return f"data: {data}\n\n"


def _text(exchange: Exchange) -> str:
    turn, form = exchange.turn, exchange.script.thinking_form
    if not turn.thinking or form not in _TAGGED:
        return turn.text
    return f"{_TAGGED[form]}{turn.thinking}</think>\n\n{turn.text}"


def _fragment(piece: CallFragment, form: CallForm) -> JsonObject:
    index: JsonObject = {} if form is CallForm.NO_INDEX else {"index": piece.index}
    if piece.first:
        return {**index, **_call(piece.call, piece.arguments)}
    return {**index, "function": {"arguments": piece.arguments}}


def _call(call: ToolCall, arguments: str) -> JsonObject:
    named: JsonObject = {"id": call.id} if call.id else {}
    return {**named, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _finish(turn: Turn) -> str:
    return turn.finish or ("tool_calls" if turn.calls else "stop")


def _base(kind: str = "chat.completion.chunk") -> JsonObject:
    return {"id": "chatcmpl-scripted", "object": kind, "created": 0, "model": "scripted-model"}


def _chunk(delta: JsonObject, *, finish: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return data_line({**_base(), "choices": [choice]})


def _usage(exchange: Exchange) -> JsonObject:
    counted, written = exchange.counted, exchange.script.output_tokens
    usage: JsonObject = {
        "prompt_tokens": counted.input_tokens,
        "completion_tokens": written,
        "total_tokens": counted.input_tokens + written,
    }
    if exchange.script.caching and exchange.script.cache_hit_field:
        usage["prompt_cache_hit_tokens"] = counted.cached_tokens
        usage["prompt_cache_miss_tokens"] = counted.input_tokens - counted.cached_tokens
    elif exchange.script.caching:
        usage["prompt_tokens_details"] = {"cached_tokens": counted.cached_tokens}
    return usage

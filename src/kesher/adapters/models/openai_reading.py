"""The stream of an answer over OpenAI's protocol, event by event.

Source: OpenAI API reference, "Chat Completions streaming"; DeepSeek, "Thinking mode" and "Context
caching"; OpenRouter, "Reasoning tokens"; Mistral, "Reasoning" (content in parts).
"""

from collections.abc import Iterable, Iterator

from kesher.adapters.models.call_pieces import CallPieces
from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.failures import broken_stream
from kesher.adapters.models.openai_client import Fields
from kesher.adapters.models.payload import count, items, mapping, text
from kesher.adapters.models.surrogates import PairJoiner
from kesher.adapters.models.think_tags import ThinkTags
from kesher.domain.message import Reasoning
from kesher.ports.models import ChatDelta, FinishReason

_FINISH = {
    "tool_calls": FinishReason.CALLS,
    "function_call": FinishReason.CALLS,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "content_filter": FinishReason.FILTERED,
    "safety": FinishReason.FILTERED,
}
_SAID = frozenset({"role", "content"})
_WHOLE = (FinishReason.CALLS, FinishReason.STOP)


class OpenAIReading:
    """What is known of one answer while its events come in."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._tags = ThinkTags(opened=endpoint.opens_thinking)
        self._text = PairJoiner()
        self._thinking = PairJoiner()
        self._thought = ""
        self._calls = CallPieces()
        self._finish: FinishReason | None = None
        self._usage = ChatDelta()

    def take(self, event: object) -> Iterable[ChatDelta]:
        """Return what one event adds: thinking, text, calls, in this order.

        Raises:
            ValueError: the event is no JSON object.
        """
        if not isinstance(event, dict):
            raise ValueError(f"an event is {str(event)[:80]!r}")
        said = _text_alone(event) if self._tags.are_past and not self._thought else ""
        if not said:
            return self._taken(event)
        said = self._text.feed(said)
        return (ChatDelta(said),) if said else ()

    def _taken(self, event: Fields) -> Iterator[ChatDelta]:
        self._count(mapping(event.get("usage")))
        for choice in items(event.get("choices")):
            yield from self._choose(mapping(choice))

    def close(self) -> Iterator[ChatDelta]:
        """Yield what was held back, and the end.

        Raises:
            ModelStreamError: the stream ended without saying why.
        """
        if self._finish is None:
            raise broken_stream(self._endpoint, "it ended without a reason for its end")
        parted = self._tags.rest()
        yield from self._thinks(parted.thinking + self._thinking.rest())
        yield from self._says(parted.text + self._text.rest())
        yield from self._whole_thought()
        complete = self._finish in _WHOLE
        for piece in self._calls.close(complete=complete):
            yield ChatDelta(call=piece)
        # Several endpoints say "stop" after calls.
        finish = FinishReason.CALLS if complete and self._calls.any else self._finish
        usage = self._usage
        yield ChatDelta(
            finish=finish,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cached_tokens=usage.cached_tokens,
            reasoning_tokens=usage.reasoning_tokens,
        )

    def _choose(self, choice: Fields) -> Iterator[ChatDelta]:
        if reason := text(choice.get("finish_reason")):
            self._finish = _FINISH.get(reason.lower(), FinishReason.STOP)
        delta = mapping(choice.get("delta"))
        yield from self._thinks(self._thinking.feed(_thinking_in(delta)))
        said = self._text.feed(_text_in(delta))
        if said:
            parted = self._tags.feed(said)
            yield from self._thinks(parted.thinking)
            yield from self._says(parted.text)
        for item in items(delta.get("tool_calls")):
            yield from self._call(mapping(item))

    def _thinks(self, thinking: str) -> Iterator[ChatDelta]:
        if thinking:
            self._thought += thinking
            yield ChatDelta(thinking=thinking)

    def _says(self, said: str) -> Iterator[ChatDelta]:
        if said:
            yield from self._whole_thought()
            yield ChatDelta(said)

    def _call(self, item: Fields) -> Iterator[ChatDelta]:
        google = mapping(mapping(item.get("extra_content")).get("google"))
        yield from self._whole_thought(text(google.get("thought_signature")) or None)
        if piece := self._calls.take(item):
            yield ChatDelta(call=piece)

    def _whole_thought(self, signature: str | None = None) -> Iterator[ChatDelta]:
        """Yield the thinking so far as one block, once something else begins."""
        if self._thought or signature:
            yield ChatDelta(reasoning=Reasoning(self._thought, signature))
            self._thought = ""

    def _count(self, usage: Fields) -> None:
        if not usage:
            return
        details = mapping(usage.get("prompt_tokens_details"))
        cached = count(details.get("cached_tokens"))
        written = mapping(usage.get("completion_tokens_details"))
        self._usage = ChatDelta(
            input_tokens=count(usage.get("prompt_tokens")),
            output_tokens=count(usage.get("completion_tokens")),
            cached_tokens=count(usage.get("prompt_cache_hit_tokens")) if cached is None else cached,
            reasoning_tokens=count(written.get("reasoning_tokens")),
        )


def _text_alone(event: Fields) -> str:
    """Return the text of an event that adds nothing else, as nearly all do; else nothing."""
    choices = items(event.get("choices"))
    if len(choices) != 1 or event.get("usage"):
        return ""
    choice = mapping(choices[0])
    delta = mapping(choice.get("delta"))
    if choice.get("finish_reason") or any(delta[name] for name in delta.keys() - _SAID):
        return ""
    return text(delta.get("content"))


def _thinking_in(delta: Fields) -> str:
    field = text(delta.get("reasoning_content")) or text(delta.get("reasoning"))
    return field or "".join(_parts(delta.get("content"), "thinking"))


def _text_in(delta: Fields) -> str:
    content = delta.get("content")
    return text(content) or "".join(_parts(content, "text")) or text(delta.get("refusal"))


def _parts(content: object, kind: str) -> Iterator[str]:
    """Yield the texts of one kind where content comes in parts; thinking has parts of its own."""
    for item in items(content):
        part = mapping(item)
        if part.get("type") == kind:
            inner = part.get(kind)
            yield text(inner) or "".join(_parts(inner, "text"))

"""The stream of an answer over Anthropic's protocol, event by event.

Source: Anthropic API reference, "Streaming Messages".
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.failures import broken_stream
from kesher.adapters.models.payload import count, mapping, text
from kesher.adapters.models.surrogates import PairJoiner
from kesher.domain.message import Reasoning
from kesher.ports.models import CallPiece, ChatDelta, FinishReason

_FINISH = {
    "tool_use": FinishReason.CALLS,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "refusal": FinishReason.FILTERED,
}
_INPUT_COUNTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


@dataclass(slots=True)
class _Block:
    """One block of the answer that is still open.

    Attributes:
        written: Its thinking, or its arguments.
        call: Which of the answer's calls it is; -1: it is none.
    """

    kind: str
    call: int = -1
    written: str = ""
    signature: str = ""
    sealed: str = ""
    joiner: PairJoiner = field(default_factory=PairJoiner)


class AnthropicReading:
    """What is known of one answer while its events come in."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._blocks: dict[int | None, _Block] = {}
        self._calls = 0
        self._finish: FinishReason | None = None
        self._ended = False
        self._input_tokens: int | None = None
        self._output_tokens: int | None = None
        self._cached_tokens: int | None = None
        self._written_tokens: int | None = None

    def take(self, event: object) -> Iterator[ChatDelta]:
        """Yield what one event adds.

        Raises:
            ValueError: the event is no JSON object.
        """
        if not isinstance(event, dict):
            raise ValueError(f"an event is {str(event)[:80]!r}")
        self._count(mapping(event.get("usage") or mapping(event.get("message")).get("usage")))
        delta, index = mapping(event.get("delta")), count(event.get("index"))
        if reason := text(delta.get("stop_reason")):
            self._finish = _FINISH.get(reason, FinishReason.STOP)
        kind = event.get("type")
        if kind == "content_block_start":
            yield from self._start(index, mapping(event.get("content_block")))
        elif kind == "content_block_delta":
            yield from self._add(self._block(index, delta), delta)
        elif kind == "content_block_stop":
            yield from self._stop(self._blocks.pop(index, None))
        self._ended = self._ended or kind == "message_stop"

    def close(self) -> Iterator[ChatDelta]:
        """Yield what was held back, and the end.

        Raises:
            ModelStreamError: the stream ended before the message did.
        """
        if self._finish is None or not self._ended:
            raise broken_stream(self._endpoint, "it ended before the message did")
        for block in self._blocks.values():
            yield from _said(block, block.joiner.rest())
        yield ChatDelta(
            finish=self._finish,
            input_tokens=self._input_tokens,
            output_tokens=self._output_tokens,
            cached_tokens=self._cached_tokens,
            written_tokens=self._written_tokens,
        )

    def _start(self, index: int | None, content: Mapping[str, object]) -> Iterator[ChatDelta]:
        block = _Block(text(content.get("type")), sealed=text(content.get("data")))
        self._blocks[index] = block
        if block.kind == "tool_use":
            block.call, self._calls = self._calls, self._calls + 1
            id_, name = text(content.get("id")), text(content.get("name"))
            whole = mapping(content.get("input"))
            block.written = json.dumps(whole, ensure_ascii=False) if whole else ""
            yield ChatDelta(call=CallPiece(block.call, id_, name, block.written))
        elif block.kind == "text":
            yield from _said(block, block.joiner.feed(text(content.get("text"))))

    def _block(self, index: int | None, delta: Mapping[str, object]) -> _Block:
        """Return the open block; some endpoints send text without opening one."""
        if index not in self._blocks and delta.get("type") == "text_delta":
            self._blocks[index] = _Block("text")
        return self._blocks.get(index) or _Block("")

    def _add(self, block: _Block, delta: Mapping[str, object]) -> Iterator[ChatDelta]:
        kind = delta.get("type")
        if kind == "text_delta":
            yield from _said(block, block.joiner.feed(text(delta.get("text"))))
        elif kind == "thinking_delta":
            # Kept as it came: the provider checks it byte for byte.
            block.written += text(delta.get("thinking"))
            yield from _thought(block.joiner.feed(text(delta.get("thinking"))))
        elif kind == "signature_delta":
            block.signature += text(delta.get("signature"))
        elif kind == "input_json_delta":
            yield from _argued(block, block.joiner.feed(text(delta.get("partial_json"))))

    def _stop(self, block: _Block | None) -> Iterator[ChatDelta]:
        if block is None:
            return
        rest = block.joiner.rest()
        if block.kind == "thinking":
            yield from _thought(rest)
            yield ChatDelta(reasoning=Reasoning(block.written, block.signature or None))
        elif block.kind == "redacted_thinking":
            yield ChatDelta(reasoning=Reasoning("", redacted=block.sealed))
        elif block.kind == "tool_use":
            # A call without arguments has no delta: its input is the empty object of its start.
            last = rest if block.written or rest else "{}"
            yield ChatDelta(call=CallPiece(block.call, arguments=last, ended=True))
        else:
            yield from _said(block, rest)

    def _count(self, usage: Mapping[str, object]) -> None:
        fresh, created, read = (count(usage.get(name)) for name in _INPUT_COUNTS)
        if fresh is not None:
            # Cached tokens are counted apart; all of them were read.
            self._input_tokens = fresh + (created or 0) + (read or 0)
            self._cached_tokens, self._written_tokens = read, created
        written = count(usage.get("output_tokens"))
        self._output_tokens = self._output_tokens if written is None else written


def _said(block: _Block, said: str) -> Iterator[ChatDelta]:
    if said and block.kind == "text":
        yield ChatDelta(said)


def _thought(thinking: str) -> Iterator[ChatDelta]:
    if thinking:
        yield ChatDelta(thinking=thinking)


def _argued(block: _Block, arguments: str) -> Iterator[ChatDelta]:
    if arguments and block.call >= 0:
        block.written += arguments
        yield ChatDelta(call=CallPiece(block.call, arguments=arguments))

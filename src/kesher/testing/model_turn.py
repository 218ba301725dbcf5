"""One turn of the scripted model: its thinking, words and calls, and how they are streamed."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from kesher.domain.message import ToolCall

if TYPE_CHECKING:
    from kesher.testing.model_script import ReceivedRequest


class ThinkingForm(StrEnum):
    """Where OpenAI-compatible endpoints put a model's thinking. Anthropic's has blocks for it."""

    REASONING_CONTENT = "reasoning_content"
    REASONING = "reasoning"
    TAGS = "tags"
    """`<think>…</think>` at the beginning of the text itself."""
    OPENED_BY_TEMPLATE = "opened_by_template"
    """The chat template wrote `<think>` into the prompt, so only `</think>` is in the text."""


class CallForm(StrEnum):
    """How calls are cut into events."""

    FRAGMENTS = "fragments"
    """One call after another, its arguments in pieces."""
    INTERLEAVED = "interleaved"
    """Pieces of all calls by turns."""
    WHOLE = "whole"
    """Each call in one event."""
    NO_INDEX = "no_index"
    """Each call in one event that does not say which call it is (OpenAI's protocol)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the model does at one request.

    Attributes:
        calls: Arguments go out byte for byte, malformed or not; an empty id is left out.
        finish: Why it ends, in the protocol's own word; None: the word that fits the turn.
        signature: Of the thinking block, in Anthropic's protocol.
        redacted: Data of a sealed block of thinking, in Anthropic's protocol; empty: none.
    """

    text: str = ""
    thinking: str = ""
    calls: tuple[ToolCall, ...] = ()
    finish: str | None = None
    signature: str = ""
    redacted: str = ""


Policy = Callable[["ReceivedRequest"], Turn]
"""Gives the model's turn from the request. Called from the server's own thread."""


@dataclass(frozen=True, slots=True)
class CallFragment:
    """A piece of a call; `first` and `last` of its own call."""

    index: int
    call: ToolCall
    arguments: str
    first: bool
    last: bool


def by_position(*turns: Turn) -> Policy:
    """Return a policy that gives turn n to a request with n assistant messages; then the last.

    It keeps no state, so that a request that is sent again after a crash gets the same turn.
    """
    return lambda request: turns[min(request.assistant_messages, len(turns) - 1)]


def in_order(*turns: Turn) -> Policy:
    """Return a policy that gives turn n to the nth request, whatever is in it; then the last."""
    lock = threading.Lock()
    rest = iter(turns)

    def next_turn(_request: "ReceivedRequest") -> Turn:
        with lock:
            return next(rest, turns[-1])

    return next_turn


def cut(text: str, chars: int) -> list[str]:
    """Return the text in pieces of so many characters (code points)."""
    return [text[at : at + chars] for at in range(0, len(text), chars)]


def fragments(calls: Sequence[ToolCall], form: CallForm, chars: int) -> list[CallFragment]:
    """Return the pieces of all calls, in the order in which they are sent."""
    whole = form in (CallForm.WHOLE, CallForm.NO_INDEX)
    each = [
        list(_fragments_of(index, call, [call.arguments] if whole else cut(call.arguments, chars)))
        for index, call in enumerate(calls)
    ]
    if form is not CallForm.INTERLEAVED:
        return list(chain.from_iterable(each))
    return [piece for pieces in zip_longest(*each) for piece in pieces if piece is not None]


def _fragments_of(index: int, call: ToolCall, pieces: Sequence[str]) -> Iterator[CallFragment]:
    # Arguments of no length still announce their call.
    cuts = pieces or [""]
    for at, arguments in enumerate(cuts):
        yield CallFragment(index, call, arguments, at == 0, at == len(cuts) - 1)

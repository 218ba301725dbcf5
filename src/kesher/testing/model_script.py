"""What the scripted model server is to answer, and how it is to fail."""

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from kesher.testing.model_turn import CallForm, Policy, ThinkingForm, Turn

DEFAULT_ANSWER = "שלום. Hello. Здравствуйте. مرحبا."


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """One request as the server got it.

    Attributes:
        headers: Names in lower case.
        body: The decoded JSON object; empty for a GET.
        at_seconds: When it came, on a clock that only serves to take differences.
    """

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, object]
    at_seconds: float

    @property
    def messages(self) -> tuple[tuple[str, str], ...]:
        """(role, text) of each chat message, in order; Anthropic's system text comes first.

        Of content in several blocks, the texts and tool results, by blank lines apart.
        """
        system = self.body.get("system")
        found = [("system", _content_text(system))] if system else []
        found += [
            (str(message.get("role")), _content_text(message.get("content")))
            for message in self._listed("messages")
        ]
        return tuple(found)

    @property
    def assistant_messages(self) -> int:
        """How many of the messages are the model's own."""
        return sum(role == "assistant" for role, _ in self.messages)

    @property
    def results(self) -> tuple[tuple[str, str], ...]:
        """(id of the call, text) of each tool result, in order, in either protocol."""
        return tuple(
            result for message in self._listed("messages") for result in _results_in(message)
        )

    @property
    def tool_names(self) -> tuple[str, ...]:
        """Names of the tools on offer, in order, in either protocol."""
        listed = self._listed("tools")
        return tuple(str(_mapping(tool.get("function") or tool).get("name")) for tool in listed)

    def _listed(self, field: str) -> list[Mapping[str, object]]:
        listed = self.body.get(field)
        return [_mapping(item) for item in listed] if isinstance(listed, list) else []

    @property
    def inputs(self) -> tuple[str, ...]:
        """The texts that were sent to be embedded."""
        given = self.body.get("input")
        if isinstance(given, str):
            return (given,)
        return tuple(given) if _is_texts(given) else ()

    @property
    def dimensions(self) -> int | None:
        """The length of vector that was asked for, if one was."""
        asked = self.body.get("dimensions")
        return asked if isinstance(asked, int) else None


@dataclass(frozen=True, slots=True)
class Refuse:
    """Answer with an HTTP error instead.

    Attributes:
        times: How often, before serving normally; None: always.
        retry_after: The `Retry-After` header, if any: seconds or a date.
        unless_without: Refuse only requests whose body has this field.
    """

    status: int
    message: str = "refused by the script"
    times: int | None = None
    retry_after: str | None = None
    unless_without: str | None = None


@dataclass(frozen=True, slots=True)
class Hang:
    """Send nothing more after so many pieces; 0: not even the headers."""

    after_pieces: int = 0


@dataclass(frozen=True, slots=True)
class Drop:
    """Cut the connection after so many pieces; 0: before the headers.

    Attributes:
        times: How often, before serving normally; None: always.
    """

    after_pieces: int = 0
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Malform:
    """Send something that is not of the protocol after so many pieces."""

    after_pieces: int = 0
    data: str = '{"choices": [{"delta": '


@dataclass(frozen=True, slots=True)
class EndEarly:
    """Close the stream in good order after so many pieces, without the reason for the end."""

    after_pieces: int = 1


@dataclass(frozen=True, slots=True)
class ReportError:
    """Send an error inside the stream after so many pieces, as overloaded models do."""

    after_pieces: int = 0
    message: str = "overloaded"


# A piece is one event of thinking, of text or of a call, so that a fault may fall within a call.
Fault = Refuse | Hang | Drop | Malform | EndEarly | ReportError


def hash_vector(text: str, dimensions: int) -> list[float]:
    """Return a unit vector by hashing words and their beginnings: a stand-in for a hosted model.

    Texts that share words come close; it knows no meaning and no second language. The same text
    gives the same vector on every machine.
    """
    vector = [0.0] * dimensions
    for word in re.findall(r"\w+", text.lower()) or [text]:
        for part in {word, word[:4], word[-4:]}:
            digest = hashlib.blake2b(part.encode("utf-8", "replace"), digest_size=9).digest()
            place = int.from_bytes(digest[:8], "little") % dimensions
            vector[place] += 1.0 if digest[8] & 1 else -1.0
    length = math.hypot(*vector)
    # Two parts may cancel out; a vector must have a direction.
    return [number / length for number in vector] if length else [1.0] + [0.0] * (dimensions - 1)


def _default_answer(_request: ReceivedRequest) -> str:
    return DEFAULT_ANSWER


def _default_vectors(request: ReceivedRequest) -> list[list[float]]:
    dimensions = request.dimensions or 768
    return [hash_vector(text, dimensions) for text in request.inputs]


@dataclass(frozen=True, slots=True)
class Script:
    """How the server behaves.

    Attributes:
        answer: The text to stream, from the request; read before the first piece is sent.
        turns: The whole turn, from the request: text, thinking, calls. Takes the place of
            `answer`, `reasoning` and `finish`.
        chunk_chars: Characters (code points) of a piece.
        delay_seconds: Wait before each piece.
        reasoning: Text sent as the model's thinking before the answer; not part of the answer.
        finish: Why the answer ends, in the protocol's own word; None: its usual one.
        thinking_form, call_form: How they are sent.
        empty_call_lists: Send `"tool_calls": []` with every piece of text (OpenAI's protocol).
        caching: Count the tokens of each request and those that the cache had, in place of
            `input_tokens`; the cache lasts as long as the server.
        cache_hit_field: Tell the tokens that the cache had as DeepSeek does, in
            `prompt_cache_hit_tokens` (OpenAI's protocol).
        vectors: The embeddings to answer with, from the request.
        fault: How to fail, if at all.
    """

    answer: Callable[[ReceivedRequest], str] = _default_answer
    chunk_chars: int = 7
    delay_seconds: float = 0.0
    reasoning: str = ""
    finish: str | None = None
    input_tokens: int = 11
    output_tokens: int = 7
    models: tuple[str, ...] = ("scripted-model",)
    vectors: Callable[[ReceivedRequest], Sequence[Sequence[float]]] = _default_vectors
    fault: Fault | None = None
    turns: Policy | None = None
    thinking_form: ThinkingForm = ThinkingForm.REASONING_CONTENT
    call_form: CallForm = CallForm.FRAGMENTS
    empty_call_lists: bool = False
    caching: bool = False
    cache_hit_field: bool = False

    def turn(self, request: ReceivedRequest) -> Turn:
        """Return what the model does at this request."""
        if self.turns is not None:
            return self.turns(request)
        return Turn(self.answer(request), self.reasoning, finish=self.finish)


def _is_texts(given: object) -> TypeGuard[list[str]]:
    return isinstance(given, list) and all(isinstance(text, str) for text in given)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _results_in(message: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    content = message.get("content")
    if message.get("role") == "tool":
        yield str(message.get("tool_call_id")), _content_text(content)
    for block in content if isinstance(content, list) else []:
        if _mapping(block).get("type") == "tool_result":
            yield str(block.get("tool_use_id")), _content_text(block.get("content"))


def _content_text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = [_mapping(block) for block in content] if isinstance(content, list) else []
    texts = [block.get("text") or _content_text(block.get("content")) for block in blocks]
    return "\n\n".join(str(text) for text in texts if text)

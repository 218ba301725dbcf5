"""What we ask of models: vectors for texts, tokens for texts, and a streamed answer."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kesher.domain.message import Message, Reasoning

Progress = Callable[[int, int], None]
"""Called with (done, total), both in the unit that the caller states."""


class Embedder(Protocol):
    """Texts to vectors of unit length; a question and a passage share one space."""

    @property
    def name(self) -> str:
        """Model and version: an index made with another name is another index."""
        ...

    @property
    def dimensions(self) -> int:
        """Numbers a vector."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, shape (len(texts), dimensions), rows of unit length."""
        ...

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, shape (dimensions,), of unit length."""
        ...


class TokenCounter(Protocol):
    """Counts tokens as the answering model would, or nearly so."""

    def count(self, text: str) -> int:
        """Return the tokens of `text`; special-token strings inside count as plain text."""
        ...


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Messages, system first, and the most tokens that the model may write.

    Attributes:
        tools: Tool schemas as canonical JSON objects (`{"function": {...}, "type": "function"}`).
        cache_marks: Indices of the messages after which the provider is asked to keep the prefix.
        reasoning_field: The message field by which reasoning goes back; None: it does not.
        response_schema: JSON Schema, as JSON text, that the answer must follow; None: free text.
        raw: The provider's events come too, each as a `ChatDelta.raw` before what is read from it.
    """

    messages: tuple[Message, ...]
    max_output_tokens: int
    temperature: float = 0.0
    tools: tuple[str, ...] = ()
    cache_marks: tuple[int, ...] = ()
    reasoning_field: str | None = None
    response_schema: str | None = None
    raw: bool = False


class FinishReason(StrEnum):
    """Why the model stopped writing."""

    STOP = "stop"
    CALLS = "calls"
    LENGTH = "length"
    FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A piece of one tool call.

    Attributes:
        index: Which of the answer's calls; pieces of several may alternate.
        id, name: Empty where this piece does not carry them.
        arguments: More of the JSON text.
        ended: The provider says that the arguments are complete.
    """

    index: int
    id: str = ""
    name: str = ""
    arguments: str = ""
    ended: bool = False


@dataclass(frozen=True, slots=True)
class ChatDelta:
    """A piece of the stream, or the end with its reason and the tokens as billed.

    Attributes:
        thinking: More of the model's reasoning, from a field or from `<think>` tags.
        reasoning: A block of reasoning, whole, as it must go back (signature included).
        call: A piece of a tool call.
        raw: The provider's event as it came, JSON text; on a delta of its own.
    """

    text: str = ""
    finish: FinishReason | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    written_tokens: int | None = None
    reasoning_tokens: int | None = None
    thinking: str = ""
    reasoning: Reasoning | None = None
    call: CallPiece | None = None
    raw: str = ""


class ChatModel(Protocol):
    """A language model that answers as a stream."""

    @property
    def name(self) -> str:
        """The model's name as its endpoint knows it."""
        ...

    def stream(self, request: ChatRequest) -> AsyncIterator[ChatDelta]:
        """Yield the answer piece by piece, the last with `finish`. Closing the iterator stops it.

        Raises:
            ModelUnreachableError: no connection.
            ModelRefusedError: wrong key, model name or request (4xx).
            ModelRateLimitedError: 429 after the allowed retries.
            ModelTimeoutError: nothing came within the limit.
            ModelStreamError: the stream broke off before its end.
        """
        ...

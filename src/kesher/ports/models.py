"""What we ask of models: vectors for texts, tokens for texts, and a streamed answer."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

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


class Role(StrEnum):
    """Who speaks in a chat request."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a request."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Messages, system first, and the most tokens that the model may write."""

    messages: tuple[ChatMessage, ...]
    max_output_tokens: int
    temperature: float = 0.0


class FinishReason(StrEnum):
    """Why the model stopped writing."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class ChatDelta:
    """A piece of the stream: some text, or the end with its reason and the tokens as billed."""

    text: str = ""
    finish: FinishReason | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


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

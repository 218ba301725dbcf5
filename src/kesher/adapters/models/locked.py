"""Stand-ins for models whose key cannot be decrypted: each request says why, none is sent."""

from collections.abc import AsyncIterator, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kesher.errors import ModelRefusedError
from kesher.ports.models import ChatDelta, ChatRequest


class LockedChat:
    """A `ChatModel` that cannot be asked."""

    def __init__(self, name: str, why: str) -> None:
        self._name = name
        self._why = why

    @property
    def name(self) -> str:
        """The model's name as its endpoint knows it."""
        return self._name

    def stream(self, request: ChatRequest) -> AsyncIterator[ChatDelta]:
        """Raise ModelRefusedError at the first piece."""
        return _Refusal(self._why)


class _Refusal:
    """A stream that fails before its first piece."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ChatDelta:
        raise ModelRefusedError(self._why)

    async def aclose(self) -> None:
        """There is nothing to end."""


class LockedEmbedder:
    """An `Embedder` that cannot be asked."""

    def __init__(self, model: str, dimensions: int, why: str) -> None:
        self._name = f"{model}@{dimensions}"
        self._dimensions = dimensions
        self._why = why

    @property
    def name(self) -> str:
        """As `OpenAIEmbedder.name`: the rooms stay this model's."""
        return self._name

    @property
    def dimensions(self) -> int:
        """Numbers a vector."""
        return self._dimensions

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Raise ModelRefusedError."""
        raise ModelRefusedError(self._why)

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """Raise ModelRefusedError."""
        raise ModelRefusedError(self._why)

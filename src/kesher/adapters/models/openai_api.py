"""Chat and embeddings from any endpoint that speaks OpenAI's protocol, Gemini's among them."""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import numpy as np
from numpy.typing import NDArray

from kesher.adapters.models.endpoint import Endpoint
from kesher.adapters.models.failures import broken_stream, without_key
from kesher.adapters.models.openai_client import (
    FOREIGN_ERRORS,
    Fields,
    decoded,
    posted,
    streamed,
    translated,
)
from kesher.adapters.models.openai_reading import OpenAIReading
from kesher.adapters.models.openai_request import chat_fields, lessen_chat, without
from kesher.adapters.models.payload import as_json, count, items, mapping
from kesher.adapters.models.transport import retried, retried_stream
from kesher.adapters.models.unit_length import checked_unit_rows
from kesher.errors import ModelError
from kesher.ports.models import ChatDelta, ChatRequest
from kesher.text.storable import storable

# Gemini's endpoint takes no more texts in one request; the others take more.
_BATCH_TEXTS = 100


class OpenAIChat:
    """A `ChatModel` by OpenAI's chat completions. Safe for many callers."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The model's name as its endpoint knows it."""
        return self._endpoint.model

    def stream(self, request: ChatRequest) -> AsyncGenerator[ChatDelta]:
        """Yield the answer piece by piece, the last with `finish`. Closing the iterator stops it.

        Reasoning comes as `thinking` while it is written, from a field or from leading `<think>`
        tags, and once more as one whole `reasoning` when something else begins. `cache_marks` say
        nothing here: these endpoints find prefixes by themselves. An unknown reason for the end
        counts as `STOP`, and `STOP` after calls as `CALLS`.

        Raises:
            ModelUnreachableError: no connection, or the endpoint is out of order (5xx).
            ModelRefusedError: wrong key, model name or request (4xx).
            ModelRateLimitedError: 429 after the allowed retries.
            ModelTimeoutError: nothing came within the limit.
            ModelStreamError: the stream broke off before its end, or is not of the protocol.
        """
        return retried_stream(lambda: self._attempt(request), self._endpoint)

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[ChatDelta]:
        reading = OpenAIReading(self._endpoint)
        began = False
        try:
            fields = chat_fields(self._endpoint, request)
            async with posted(
                self._endpoint, "/chat/completions", fields, lessen=lessen_chat
            ) as answer:
                began = True
                async with aclosing(streamed(answer)) as parts:
                    async for part in parts:
                        for data in part:
                            event = decoded(self._endpoint, data)
                            if request.raw:
                                yield ChatDelta(raw=as_json(event))
                            for delta in reading.take(event):
                                yield delta
        except FOREIGN_ERRORS as error:
            failure = translated(self._endpoint, error, began=began)
            raise failure from without_key(self._endpoint, error)
        for delta in reading.close():
            yield delta


class OpenAIEmbedder:
    """An `Embedder` by OpenAI's embeddings. Safe for many callers."""

    def __init__(self, endpoint: Endpoint, *, dimensions: int) -> None:
        """Serve vectors of so many numbers, which is asked of the endpoint and checked."""
        self._endpoint = endpoint
        self._dimensions = dimensions

    @property
    def name(self) -> str:
        """The model's name and the dimensions, which some models shorten on request."""
        return f"{self._endpoint.model}@{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """Numbers a vector."""
        return self._dimensions

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, shape (len(texts), dimensions), rows of unit length.

        Raises:
            ModelError: a class of it, as `OpenAIChat.stream` raises them; `ModelError` itself
                where the model's vectors have another length.
        """
        rows = np.empty((len(texts), self._dimensions), np.float32)
        for at in range(0, len(texts), _BATCH_TEXTS):
            batch = [_embeddable(text) for text in texts[at : at + _BATCH_TEXTS]]
            rows[at : at + len(batch)] = await self._embed(batch)
        return rows

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, shape (dimensions,), of unit length. Raises as `embed_passages`."""
        rows = await self._embed([_embeddable(text)])
        first: NDArray[np.float32] = rows[0]
        return first

    async def _embed(self, texts: list[str]) -> NDArray[np.float32]:
        return await retried(lambda: self._attempt(texts), self._endpoint)

    async def _attempt(self, texts: list[str]) -> NDArray[np.float32]:
        fields: Fields = {
            "model": self._endpoint.model,
            "input": texts,
            "encoding_format": "float",
            "dimensions": self._dimensions,
        }
        try:
            async with posted(
                self._endpoint, "/embeddings", fields, lessen=_lessen_embedding
            ) as response:
                answer: object = json.loads(await response.read())
        except FOREIGN_ERRORS as error:
            failure = translated(self._endpoint, error, began=False)
            raise failure from without_key(self._endpoint, error)
        return self._unit_vectors(answer, expected=len(texts))

    def _unit_vectors(self, answer: object, *, expected: int) -> NDArray[np.float32]:
        vectors = _vectors_in_order(answer)
        if len(vectors) != expected:
            raise broken_stream(
                self._endpoint, f"{expected} texts were sent and {len(vectors)} vectors came"
            )
        for vector in vectors:
            if len(vector) != self._dimensions:
                raise self._wrong_length(len(vector))
        try:
            return checked_unit_rows(np.array(vectors, np.float32))
        except (ValueError, TypeError) as error:
            raise broken_stream(self._endpoint, f"its vectors cannot be used: {error}") from error

    def _wrong_length(self, found: int) -> ModelError:
        return ModelError(
            f"The model {self._endpoint.described()} gives vectors of {found} numbers, and "
            f"`embedding_dimensions` is {self._dimensions}. Set it to {found}."
        )


def _lessen_embedding(fields: Fields, refusal: str) -> Fields | None:
    """Leave out the field that the refusal names; the vectors' length is checked anyway."""
    words = refusal.replace("matryoshka", "dimensions")
    return without(fields, ("dimensions", "encoding_format"), words)


def _embeddable(passage: str) -> str:
    # An empty input is refused by OpenAI.
    return storable(passage) or " "


def _vectors_in_order(answer: object) -> list[Sequence[object]]:
    """Return the vectors in the order of the texts.

    `index` says which text a vector is of. Where the indices are not exactly 0 to n - 1 (some
    endpoints leave them out), the order of the answer counts.
    """
    found = [mapping(item) for item in items(mapping(answer).get("data"))]
    vectors = [items(item.get("embedding")) for item in found]
    indices = [count(item.get("index")) for item in found]
    if set(indices) != set(range(len(found))):
        return vectors
    ordered = sorted(zip(indices, vectors, strict=True), key=lambda pair: pair[0] or 0)
    return [vector for _, vector in ordered]

"""Vectors for texts that a model refuses, and for those beside them."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.app.memory.embedding import BEGINNING_CHARS, embedded
from kesher.errors import ModelRefusedError, ModelUnreachableError
from kesher.ports.models import Embedder


class Limited:
    """An embedder that refuses a request with a text of more than `limit` characters."""

    name = "limited"
    dimensions = 2

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.asked = 0

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += 1
        if any(len(text) > self.limit for text in texts):
            raise ModelRefusedError("ארוך מדי")
        return np.array([(1, len(text)) for text in texts], np.float32)

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        return np.array((1, len(text)), np.float32)


def lengths(embedder: Embedder, texts: Sequence[str]) -> list[int]:
    return [int(row[1]) for row in asyncio.run(embedded(embedder, texts))]


def test_a_text_that_is_too_long_is_embedded_by_its_beginning_and_the_others_whole() -> None:
    texts = ["שלום", "א" * 90_000, "привет", "سلام", "b" * 9_000]
    found = lengths(Limited(8_000), texts)
    assert found == [4, BEGINNING_CHARS, 6, 4, BEGINNING_CHARS]


def test_texts_that_are_taken_are_asked_for_once() -> None:
    embedder = Limited(8_000)
    assert lengths(embedder, ["שלום", "hello"]) == [4, 5]
    assert embedder.asked == 1


def test_a_model_that_refuses_every_text_is_told_of() -> None:
    with pytest.raises(ModelRefusedError):
        lengths(Limited(0), ["שלום", "א" * 9_000])


def test_a_model_that_does_not_serve_is_not_asked_text_by_text() -> None:
    class Away(Limited):
        async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            self.asked += 1
            raise ModelUnreachableError("אין מענה")

    embedder = Away(0)
    with pytest.raises(ModelUnreachableError):
        lengths(embedder, ["שלום"] * 32)
    assert embedder.asked == 1

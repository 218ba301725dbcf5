"""Vectors of sentences that many questions of one run bring up again."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kesher.ports.models import Embedder

MOST_TEXTS = 20_000
"""With 384 numbers each some 30 MB."""


class Remembered(Embedder):
    """An embedder that makes the vector of a passage once, as long as it is among the newest.

    Attributes:
        most: Texts that are remembered; the longest unused is forgotten first.
    """

    def __init__(self, embedder: Embedder, *, most: int = MOST_TEXTS) -> None:
        self._embedder = embedder
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self.most = most

    @property
    def name(self) -> str:
        """That of the embedder behind it."""
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        """Those of the embedder behind it."""
        return self._embedder.dimensions

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, shape (len(texts), dimensions), rows of unit length."""
        lacking = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        found = {text: self._vectors.pop(text) for text in {*texts} - {*lacking}}
        if lacking:
            made = await self._embedder.embed_passages(lacking)
            found.update(zip(lacking, made, strict=True))
        self._vectors.update(found)
        for oldest in list(self._vectors)[: max(0, len(self._vectors) - self.most)]:
            del self._vectors[oldest]
        return np.stack([found[text] for text in texts])

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, shape (dimensions,), of unit length; not remembered."""
        return await self._embedder.embed_query(text)

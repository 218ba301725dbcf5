"""Vectors for texts of any length, whatever limit the embedding model has."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kesher.errors import ModelRefusedError
from kesher.ports.models import Embedder

BEGINNING_CHARS = 2_000
"""Of a text that is too long for the model, its beginning; our own reads no further either."""


async def embedded(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Return float32, shape (len(texts), dim), rows of unit length.

    A text that the model refuses, such as one too long for it, keeps no other from its vector: it
    is embedded by its beginning.

    Raises:
        ModelError: the model does not serve, or refuses a text of ordinary length.
    """
    try:
        return await embedder.embed_passages(texts)
    except ModelRefusedError:
        if len(texts) > 1:
            half = len(texts) // 2
            parts = [await embedded(embedder, part) for part in (texts[:half], texts[half:])]
            return np.concatenate(parts)
        if len(texts[0]) <= BEGINNING_CHARS:
            raise
        return await embedder.embed_passages([texts[0][:BEGINNING_CHARS]])

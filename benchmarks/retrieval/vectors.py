"""Vectors of passages and questions, kept in `.bench/` so that only the first run waits."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kesher.adapters.models.local_e5 import LocalE5

Floats = NDArray[np.float32]

KEPT = Path(".bench/retrieval")
_AT_ONCE = 32


async def passage_vectors(embedder: LocalE5, texts: Sequence[str]) -> Floats:
    """Return float32, shape (len(texts), dimensions), rows of unit length."""
    file = _file(embedder, "passages", texts)
    if not file.exists():
        parts = [
            await embedder.embed_passages(texts[at : at + _AT_ONCE])
            for at in range(0, len(texts), _AT_ONCE)
        ]
        _keep(file, np.concatenate(parts))
    kept: Floats = np.load(file)
    return kept


async def question_vectors(embedder: LocalE5, texts: Sequence[str]) -> Floats:
    """Return the same for questions."""
    file = _file(embedder, "questions", texts)
    if not file.exists():
        _keep(file, np.stack([await embedder.embed_query(text) for text in texts]))
    kept: Floats = np.load(file)
    return kept


def _file(embedder: LocalE5, kind: str, texts: Sequence[str]) -> Path:
    name = hashlib.sha256("\0".join([embedder.name, kind, *texts]).encode()).hexdigest()[:24]
    return KEPT / f"{name}.npy"


def _keep(file: Path, vectors: Floats) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new.npy")
    np.save(beside, vectors)
    beside.replace(file)

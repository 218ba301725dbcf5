"""multilingual-e5-small on this machine's processor: no key, no server, nothing downloaded."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

import anyio
import anyio.to_thread
import ctranslate2
import numpy as np
from numpy.typing import NDArray

from kesher.adapters.models.e5_folder import ensure_built, is_built, model_folder
from kesher.adapters.models.e5_packed import find_weights
from kesher.adapters.models.e5_tokenizer import E5Tokenizer, load_tokenizer
from kesher.adapters.models.unit_length import checked_unit_rows
from kesher.ports.models import Progress

T = TypeVar("T")

DIMENSIONS = 384

# The model was trained with these words before the text; without them questions and passages
# drift apart. Source: Wang et al., "Multilingual E5 Text Embeddings", 2024.
_QUERY_PREFIX = "query: "
_PASSAGE_PREFIX = "passage: "
# Measured: with three or four passages of 256 tokens a batch the states stay in the processor's
# cache; with 16 of them the rate halves.
_BATCH_TOKENS = 1_024


class _Output(Protocol):
    @property
    def last_hidden_state(self) -> object: ...


class _Encoder(Protocol):
    def forward_batch(
        self, inputs: list[list[int]], *, token_type_ids: list[list[int]]
    ) -> _Output: ...


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: E5Tokenizer
    encoder: _Encoder


class LocalE5:
    """The built-in `Embedder`. It is built on first use, once a machine, in a few seconds.

    One copy of the weights serves one query and `batch_threads` batches at the same time, each on
    one thread, so that a question does not wait for an ingestion. Safe for many callers and for
    several event loops.
    """

    def __init__(
        self, cache_folder: Path, *, batch_threads: int = 0, progress: Progress | None = None
    ) -> None:
        """Find the weights; nothing is built or loaded yet.

        Args:
            cache_folder: The model is built below it, in `models/`.
            batch_threads: Threads for passages; 0 takes one a core.
            progress: Called with (steps done, steps in all) of the build, from another thread.

        Raises:
            ToolMissingError: the package with the weights is not installed.
        """
        self._cache_folder = cache_folder
        self._weights = find_weights()
        self._batch_threads = batch_threads or os.cpu_count() or 1
        self._progress = progress
        self._loading = threading.Lock()
        self._batch_places = threading.BoundedSemaphore(self._batch_threads)
        self._model: _Loaded | None = None

    @property
    def name(self) -> str:
        """Model, precision and the version of the package with its weights."""
        return f"multilingual-e5-small-int8@{self._weights.version}"

    @property
    def dimensions(self) -> int:
        """Numbers a vector."""
        return DIMENSIONS

    @property
    def is_loaded(self) -> bool:
        """Whether it is in memory, so that a text is embedded without a wait."""
        return self._model is not None

    @property
    def is_built(self) -> bool:
        """Whether the first use will find the model in the cache folder."""
        return is_built(model_folder(self._cache_folder, self._weights))

    async def ready(self) -> None:
        """Build the model if it is absent or damaged, and load it. Again costs nothing.

        Raises:
            ToolMissingError: the packed weights are damaged.
            StorageFullError: the disk has no room for the model.
            ConfigurationError: the cache folder cannot be written.
        """
        await _to_the_end(self._loaded)

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return float32, shape (len(texts), 384), rows of unit length.

        Of each text the first 512 tokens count. Cancelling takes effect between two batches.
        """
        vectors = np.empty((len(texts), DIMENSIONS), np.float32)
        if not texts:
            return vectors
        ids = await _to_the_end(self._encode_passages, list(texts))
        batches = _batches_by_length(ids)
        async with anyio.create_task_group() as group:
            for _ in range(self._batch_threads):
                group.start_soon(self._work_off, batches, ids, vectors)
        return vectors

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return float32, shape (384,), of unit length."""
        return await _to_the_end(self._embed_query, text)

    def _loaded(self) -> _Loaded:
        with self._loading:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> _Loaded:
        folder = ensure_built(self._cache_folder, self._weights, progress=self._progress)
        with _one_at_a_time:
            return _in_memory(folder, self._batch_threads + 1)

    def _encode_passages(self, texts: list[str]) -> list[list[int]]:
        return self._loaded().tokenizer.encode(texts, prefix=_PASSAGE_PREFIX)

    async def _work_off(
        self,
        batches: Iterator[list[int]],
        ids: list[list[int]],
        vectors: NDArray[np.float32],
    ) -> None:
        for rows in batches:
            vectors[rows] = await _to_the_end(self._embed_batch, [ids[row] for row in rows])

    def _embed_batch(self, ids: list[list[int]]) -> NDArray[np.float32]:
        # Several callers together must leave one place of the encoder to the queries.
        with self._batch_places:
            return _embed(self._loaded().encoder, ids)

    def _embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed a question in a call of its own.

        In one call the engine rounds a text's states by what stands beside it: near passages then
        change places from one time to the next, and a replay would say that something changed.
        """
        model = self._loaded()
        vectors = _embed(model.encoder, model.tokenizer.encode([text], prefix=_QUERY_PREFIX))
        first: NDArray[np.float32] = vectors[0]
        return first


_one_at_a_time = threading.Lock()


@cache
def _in_memory(folder: Path, threads: int) -> _Loaded:
    """Load a built model once a process: it does not change, and a copy takes 300 MB."""
    encoder = ctranslate2.Encoder(  # type: ignore[attr-defined]  # its types are not declared
        str(folder), device="cpu", compute_type="int8", inter_threads=threads, intra_threads=1
    )
    return _Loaded(load_tokenizer(folder), encoder)


async def _to_the_end(work: Callable[..., T], *given: object) -> T:
    """Run `work` in a thread; a caller who is cancelled waits for it.

    A thread that still computes when Python ends aborts the whole process.
    """
    running = asyncio.ensure_future(anyio.to_thread.run_sync(work, *given))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([running])
        if not running.cancelled():
            running.exception()  # looked at, so that it is not reported as forgotten
        raise


def _embed(encoder: _Encoder, ids: list[list[int]]) -> NDArray[np.float32]:
    """Return the mean of each text's token states, padding left out, brought to unit length."""
    output = encoder.forward_batch(ids, token_type_ids=[[0] * len(row) for row in ids])
    states = np.asarray(output.last_hidden_state)
    sums = [state[: len(row)].sum(axis=0) for state, row in zip(states, ids, strict=True)]
    return checked_unit_rows(np.stack(sums))


def _batches_by_length(ids: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield groups of row numbers, alike in length so that little padding is computed."""
    batch: list[int] = []
    for row in sorted(range(len(ids)), key=lambda row: -len(ids[row])):
        if batch and len(ids[batch[0]]) * (len(batch) + 1) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch

"""The dense index: a room's matrices in memory, kept up with the store's changes."""

import os
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from anyio import Lock, to_thread
from numpy.typing import NDArray

from kesher.adapters.indexes.room_languages import RoomLanguages
from kesher.adapters.indexes.room_matrix import CODES_FROM_NUMBERS
from kesher.domain.retrieval import Ranked
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.indexes import ChangeFeed

# Up to here a search takes less than a millisecond, and handing it to a thread costs 0.1 ms.
_THREAD_FROM_NUMBERS = 4 * CODES_FROM_NUMBERS
_MEMORY_BYTES = 1024 * 1024 * 1024

_Key = tuple[RoomScope, str]  # a room, and the model whose vectors are held


@dataclass(slots=True, eq=False)
class _Held:
    matrix: RoomLanguages = field(default_factory=RoomLanguages)
    lock: Lock = field(default_factory=Lock)


class MatrixIndex:
    """Exact cosine search; before each search a room applies the changes that it lacks.

    Args:
        feed: Where changes come from.
        embedder: Name of the model whose vectors are searched unless another is named.
        memory_bytes: Matrices of rooms that were not searched for longest are dropped past this;
            the room searched last stays, whatever its size.
    """

    def __init__(
        self, feed: ChangeFeed, embedder: str, *, memory_bytes: int = _MEMORY_BYTES
    ) -> None:
        self._feed = feed
        self._embedder = embedder
        self._memory_bytes = memory_bytes
        self._rooms: OrderedDict[_Key, _Held] = OrderedDict()
        # Its thread begins with the first scan that is large enough for two.
        several = (os.cpu_count() or 1) > 1
        self._helper = ThreadPoolExecutor(1, "kesher-scan") if several else None

    async def search(
        self,
        scope: RoomScope,
        vector: NDArray[np.float32],
        *,
        top: int,
        embedder: str | None = None,
    ) -> Sequence[Ranked]:
        """Return up to `top` chunks of each language by cosine, best first."""
        matrix = await self._current((scope, embedder or self._embedder))
        if matrix.numbers < _THREAD_FROM_NUMBERS:
            return matrix.search(vector, top=top)
        helper = self._helper if _is_a_core_free() else None
        scan = partial(matrix.search, vector, top=top, helper=helper)
        return await to_thread.run_sync(scan)

    async def catch_up(self, scope: RoomScope) -> None:
        """Apply the changes that the room lacks, so that the next search need not wait for them."""
        await self._current((scope, self._embedder))

    async def forget(self, scope: RoomScope) -> None:
        """Drop the room's matrices, of any model."""
        for key in [key for key in self._rooms if key[0] == scope]:
            del self._rooms[key]

    def applied(self) -> Mapping[RoomScope, int]:
        """Return the number of the last change that each room held has taken in."""
        found: dict[RoomScope, int] = {}
        for (scope, _), held in self._rooms.items():
            found[scope] = min(held.matrix.sequence, found.get(scope, held.matrix.sequence))
        return found

    async def check(self) -> None:
        """Find nothing wrong: all of it is in memory."""

    def held_bytes(self) -> int:
        """Return what all matrices hold in memory."""
        return sum(held.matrix.size_bytes for held in self._rooms.values())

    async def _current(self, key: _Key) -> RoomLanguages:
        scope, _ = key
        held = self._rooms.setdefault(key, _Held())
        self._rooms.move_to_end(key)
        async with held.lock:
            try:
                newest = await self._feed.room_sequence(scope)
            except NotFoundError:
                await self.forget(scope)
                raise
            if newest != held.matrix.sequence:
                held.matrix = await self._caught_up(key, held.matrix, newest)
                self._drop_others(key)
            return held.matrix

    async def _caught_up(self, key: _Key, matrix: RoomLanguages, newest: int) -> RoomLanguages:
        scope, embedder = key
        if newest < matrix.sequence:  # the room's history began anew: a restored database
            matrix = RoomLanguages()
        while matrix.sequence < newest:
            changes = await self._feed.changes_after(scope, matrix.sequence, embedder=embedder)
            if not changes:
                break
            matrix = await to_thread.run_sync(matrix.after, changes)
        return await to_thread.run_sync(matrix.with_codes)

    def _drop_others(self, key: _Key) -> None:
        for other in list(self._rooms):
            if self.held_bytes() <= self._memory_bytes:
                return
            if other != key:
                del self._rooms[other]


def _is_a_core_free() -> bool:
    """Tell whether a second thread would run at once: where it must wait, it only delays."""
    if not hasattr(os, "getloadavg"):  # Windows
        return True
    return os.getloadavg()[0] < (os.cpu_count() or 1)

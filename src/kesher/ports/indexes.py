"""What we ask of indexes. They are derived from the store and may lag: hits are joined again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kesher.domain.retrieval import Ranked
from kesher.domain.scope import RoomScope


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """What an index needs of a chunk: its text for terms, its vector for the matrix."""

    id: str
    document_id: str
    text: str
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RoomChange:
    """One step in a room's history of chunks: a document's chunks were added, or taken away.

    Attributes:
        sequence: From 1, rising, without regard to other rooms.
        document_id: Empty where documents were removed: nothing says which, so that no trace of
            them is left.
        chunks: The document's chunks as they are searched now; empty where they are not.
        kept: Where documents were removed, all that are searched now: whatever else an index
            holds goes. None: nothing was removed.
    """

    sequence: int
    document_id: str
    chunks: tuple[IndexedChunk, ...]
    kept: frozenset[str] | None = None


class ChangeFeed(Protocol):
    """Where an index learns what it lacks."""

    async def room_sequence(self, scope: RoomScope) -> int:
        """Return the number of the room's newest change, 0 if there was none."""
        ...

    async def changes_after(
        self, scope: RoomScope, sequence: int, *, embedder: str | None, limit: int = 64
    ) -> Sequence[RoomChange]:
        """Return up to `limit` changes past `sequence`, oldest first.

        Args:
            embedder: Whose vectors the chunks carry; those without one are left out. None: all
                chunks, with empty vectors.
        """
        ...

    async def chunk_ids(self, scope: RoomScope, document_ids: Sequence[str]) -> frozenset[str]:
        """Return the ids of the chunks that a search finds in these documents of the room."""
        ...


class WatchedIndex(Protocol):
    """An index that says how it is."""

    def applied(self) -> Mapping[RoomScope, int]:
        """Return the number of the last change that each room held open has taken in."""
        ...

    async def check(self) -> None:
        """Raise StoreError where no index could be opened."""
        ...


class DenseIndex(WatchedIndex, Protocol):
    """Exact search over a room's vectors, a row a chunk."""

    async def search(
        self,
        scope: RoomScope,
        vector: NDArray[np.float32],
        *,
        top: int,
        embedder: str | None = None,
    ) -> Sequence[Ranked]:
        """Return chunks by cosine (−1 to 1), best first, ties in a stable order.

        Up to `top` of each language come back, named by `Ranked.language`: those of a question's
        own language lie nearer to it and would leave no place for others.

        Args:
            vector: float32, shape (dimensions,), of unit length.
            embedder: Among whose vectors; None: the model's that is set.
        """
        ...

    async def catch_up(self, scope: RoomScope) -> None:
        """Apply the changes that the room lacks, so that the next search need not wait for them.

        A search beside it waits only where it could not see all that was published before it.
        """
        ...

    async def forget(self, scope: RoomScope) -> None:
        """Drop what is held of a room that was deleted, files included."""
        ...


class Rewritten(Protocol):
    """An index whose files keep words of removed documents until they are written anew."""

    async def rewrite(self, scope: RoomScope) -> bool:
        """Write a room's files anew where words of removed documents may stand in them.

        Searches go on meanwhile.

        Returns:
            Whether it was needed.
        """
        ...


class LexicalIndex(Rewritten, WatchedIndex, Protocol):
    """BM25 over Hebrew-aware terms, and over pieces of words."""

    async def search(self, scope: RoomScope, text: str, *, top: int) -> Sequence[Ranked]:
        """Return up to `top` chunks that share a term with `text`, by BM25, best first."""
        ...

    async def search_grams(self, scope: RoomScope, text: str, *, top: int) -> Sequence[Ranked]:
        """Return up to `top` chunks that share pieces of words with `text`, by BM25, best first."""
        ...

    async def catch_up(self, scope: RoomScope) -> None:
        """Apply the changes that the room lacks, so that the next search need not wait for them.

        A search beside it waits only where it could not see all that was published before it.
        """
        ...

    async def forget(self, scope: RoomScope) -> None:
        """Drop what is held of a room that was deleted, files included."""
        ...

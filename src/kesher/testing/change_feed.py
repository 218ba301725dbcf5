"""A room's history of chunks in memory, for tests and benchmarks of indexes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.indexes import IndexedChunk, RoomChange


@dataclass(slots=True)
class _History:
    """Documents in the order of their changes, and what each holds now."""

    document_ids: list[str] = field(default_factory=list)
    standing: dict[str, tuple[IndexedChunk, ...]] = field(default_factory=dict)


class MemoryFeed:
    """A `ChangeFeed` that is written by `put` and `remove`. A room begins with its first change.

    Attributes:
        reads: How many times changes were asked for.
    """

    def __init__(self) -> None:
        self._rooms: defaultdict[RoomScope, _History] = defaultdict(_History)
        self.reads = 0

    def put(self, scope: RoomScope, document_id: str, chunks: Sequence[IndexedChunk]) -> None:
        """Add a document's chunks, or replace them."""
        history = self._rooms[scope]
        history.document_ids.append(document_id)
        history.standing[document_id] = tuple(chunks)

    def remove(self, scope: RoomScope, document_id: str) -> None:
        """Take a document away."""
        self.put(scope, document_id, ())

    def remove_room(self, scope: RoomScope) -> None:
        """Take a room away with all its history."""
        del self._rooms[scope]

    async def room_sequence(self, scope: RoomScope) -> int:
        """Return the number of the room's newest change. Raises NotFoundError."""
        if scope not in self._rooms:
            raise NotFoundError("room", scope.room_id)
        return len(self._rooms[scope].document_ids)

    async def changes_after(
        self, scope: RoomScope, sequence: int, *, embedder: str | None, limit: int = 64
    ) -> Sequence[RoomChange]:
        """Return up to `limit` changes past `sequence`, oldest first, as documents stand now."""
        del embedder  # one model's vectors are held
        self.reads += 1
        history = self._rooms[scope]
        numbered = enumerate(history.document_ids[sequence : sequence + limit], start=sequence + 1)
        return [RoomChange(number, id_, history.standing[id_]) for number, id_ in numbered]

    async def chunk_ids(self, scope: RoomScope, document_ids: Sequence[str]) -> frozenset[str]:
        """Return the ids of the chunks of these documents of the room."""
        standing = self._rooms[scope].standing
        return frozenset(each.id for id_ in document_ids for each in standing.get(id_, ()))

"""What we ask of the store so that things are kept as long as was asked, and no longer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from kesher.domain.retention import Kept, Retention
from kesher.domain.scope import RoomScope


class RetentionStore(Protocol):
    """How long each room keeps what it keeps, and what is over. Each call is one transaction."""

    async def room_days(self, scope: RoomScope) -> Mapping[Kept, int]:
        """Return what a room has of its own, in days; 0: for ever. Raises NotFoundError."""
        ...

    async def set_room_days(self, scope: RoomScope, days: Mapping[Kept, int]) -> None:
        """Replace what a room has of its own; a kind that is absent follows the settings.

        Raises:
            NotFoundError: no such room.
        """
        ...

    async def rules(self, settings: Retention) -> Sequence[tuple[RoomScope, Retention]]:
        """Return the rooms, of every tenant, that do not keep all for ever, by tenant and id."""
        ...

    async def all_rooms(self) -> Sequence[RoomScope]:
        """Return the rooms of every tenant, by tenant and id."""
        ...

    async def empty_log(self) -> bool:
        """Let nothing of what was removed stay in the database's own log; False: not yet."""
        ...

    async def due(
        self, scope: RoomScope, kind: Kept, *, before: datetime, limit: int
    ) -> Sequence[str]:
        """Return the ids of up to `limit` things of a room that are over, in a stable order."""
        ...

    async def remove(
        self, scope: RoomScope, kind: Kept, ids: Sequence[str], *, before: datetime
    ) -> tuple[int, Sequence[str]]:
        """Remove those of the things that are over still.

        Returns:
            How many went, and the blobs (sha256) that no document refers to any more.
        """
        ...

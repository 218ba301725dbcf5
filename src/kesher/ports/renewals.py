"""What a change of the embedding model asks of the database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from kesher.domain.renewal import RoomVectors
from kesher.domain.scope import RoomScope


class RenewalStore(Protocol):
    """Rooms that are searched by one model's vectors while another's grow beside."""

    async def room_embedder(self, scope: RoomScope) -> str | None:
        """Return the model whose vectors are searched; None: nothing there is ready."""
        ...

    async def room_vectors(self, scope: RoomScope, *, embedder: str) -> RoomVectors:
        """Tell how far the room's vectors of `embedder` are. Raises NotFoundError."""
        ...

    async def take_renewal(
        self, *, embedder: str, now: datetime, lease_seconds: float
    ) -> RoomScope | None:
        """Lease some room with ready documents of another model; None if there is none.

        Two callers never take the same room. Those that were stopped are left out.
        """
        ...

    async def hold_renewal(self, scope: RoomScope, *, now: datetime, lease_seconds: float) -> bool:
        """Prolong the lease; False where the room is gone or was stopped."""
        ...

    async def outdated(self, scope: RoomScope, *, embedder: str) -> Sequence[str]:
        """Return the room's ready documents that another model's vectors are searched of."""
        ...

    async def swap_vectors(self, scope: RoomScope, *, embedder: str) -> bool:
        """Let the room be searched by `embedder` from now on, if it is whole; else False.

        One transaction: no search sees half of the one and half of the other. The other model's
        vectors stay, so that going back costs nothing.
        """
        ...

    async def stop_renewal(self, scope: RoomScope, *, stopped: bool) -> None:
        """Stop or resume the growing of another model's vectors. Raises NotFoundError."""
        ...

    async def release_renewals(self) -> None:
        """Let go of all rooms (at the start of the only process)."""
        ...

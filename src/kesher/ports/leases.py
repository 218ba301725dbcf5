"""What we ask of a store that lets one process at a time go on with a thing."""

from typing import Protocol

from kesher.domain.scope import Scope


class Leases(Protocol):
    """Who runs a thing, and until when unless it shows signs of life."""

    async def take_lease(
        self,
        scope: Scope,
        identifier: str,
        /,
        *,
        owner: str,
        seconds: float,
        from_anybody: bool = False,
    ) -> None:
        """Hold a thing, so that nobody else runs it; a lease that lapsed is taken over.

        Args:
            owner: Told to whoever is refused; no two holders may share it.
            seconds: After this long without `renew_lease` another may take it.
            from_anybody: Also where it is held.

        Raises:
            NotFoundError: no such thing in the tenant.
            TrajectoryInUseError: it is held.
        """
        ...

    async def renew_lease(
        self, scope: Scope, identifier: str, /, *, owner: str, seconds: float
    ) -> bool:
        """Prolong a lease; False where it is gone, or another has taken it."""
        ...

    async def end_lease(self, scope: Scope, identifier: str, /, *, owner: str) -> None:
        """Let a thing go. Nothing happens where `owner` no longer holds it."""
        ...

"""The lease on what is being run (a trajectory, a research): no two runs at once, anywhere.

Without it, whoever resumes a live run would take its running calls for interrupted ones, and make
them again. It is kept in the store and prolonged while the run lives; the store takes no event
from anybody else meanwhile. A process that dies leaves it to lapse.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from kesher.domain.scope import Scope
from kesher.errors import StoreError
from kesher.ports.leases import Leases

LEASE_SECONDS = 30.0
_RENEWALS = 3
"""Chances to prolong a lease before it lapses."""


@dataclass(frozen=True, slots=True)
class Lease:
    """What a run holds a trajectory, or a research, by.

    Attributes:
        owner: Told to whoever is refused; unlike any other run's.
        seconds: After this long without being prolonged it lapses.
    """

    store: Leases
    scope: Scope
    identifier: str
    owner: str
    seconds: float

    @asynccontextmanager
    async def held(self, stop: asyncio.Event, *, from_anybody: bool = False) -> AsyncIterator[None]:
        """Hold it while the block lasts.

        Args:
            stop: Set where the lease is lost, as after a long sleep of the machine.
            from_anybody: As `Leases.take_lease`.

        Raises:
            NotFoundError: the tenant has no such thing.
            TrajectoryInUseError: it is held already.
        """
        await self.store.take_lease(
            self.scope,
            self.identifier,
            owner=self.owner,
            seconds=self.seconds,
            from_anybody=from_anybody,
        )
        renewing = asyncio.ensure_future(self._renew(stop))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            with suppress(StoreError):  # it lapses then; what the block raised is what counts
                await self.store.end_lease(self.scope, self.identifier, owner=self.owner)

    async def _renew(self, stop: asyncio.Event) -> None:
        """Prolong the lease until it is lost."""
        is_held = True
        while is_held:
            await asyncio.sleep(self.seconds / _RENEWALS)
            with suppress(StoreError):  # the store may be back before the lease lapses
                is_held = await self.store.renew_lease(
                    self.scope, self.identifier, owner=self.owner, seconds=self.seconds
                )
        stop.set()

"""A trajectory together with its store: each event is durable before the next step is taken."""

import asyncio
from collections.abc import Sequence

from kesher.context.trajectory import Trajectory
from kesher.domain.scope import Scope
from kesher.domain.trajectory import Entry, Event, Payload
from kesher.ports.clock import Clock
from kesher.ports.stores import TrajectoryHead, TrajectoryStore


class Log:
    """The trajectory of one run. After a store's failure it is read anew, never gone on with."""

    def __init__(
        self,
        store: TrajectoryStore,
        scope: Scope,
        head: TrajectoryHead,
        trajectory: Trajectory,
        clock: Clock,
        owner: str | None = None,
    ) -> None:
        self.head = head
        self.scope = scope
        self.owner = owner
        self.trajectory = trajectory
        self._store = store
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    async def opened(
        cls,
        store: TrajectoryStore,
        scope: Scope,
        trajectory_id: str,
        clock: Clock,
        *,
        owner: str | None = None,
    ) -> "Log":
        """Read a trajectory from its store.

        Args:
            owner: Who holds its lease; None: nobody may.

        Raises:
            NotFoundError: the tenant has none of that id.
            BrokenChainError: what is stored was changed.
        """
        head = await store.trajectory_head(scope, trajectory_id)
        events = await store.trajectory_events(scope, trajectory_id)
        return cls(store, scope, head, Trajectory(head.prefix, events), clock, owner)

    @property
    def id(self) -> str:
        """The trajectory's id."""
        return self.head.id

    @property
    def events(self) -> Sequence[Event]:
        """All events, oldest first."""
        return self.trajectory.events

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The messages as shown now."""
        return self.trajectory.entries()

    async def adopt(self, events: Sequence[Event]) -> None:
        """Add the events of another log of the same prefix as they are, hashes included.

        Raises:
            BrokenChainError: they do not follow from what is here.
        """
        async with self._one_at_a_time:
            self.trajectory = Trajectory(self.head.prefix, [*self.events, *events])
            for event in events:
                await self._store.append_event(self.scope, self.id, event, owner=self.owner)

    async def append(self, payload: Payload) -> Event:
        """Add an event and store it.

        Raises:
            ConflictError: another run holds the trajectory, or went on with it.
            StoreError: it could not be stored.
            InvariantError, ContextError: it is an edit that may not stand.
        """
        async with self._one_at_a_time:
            event = self.trajectory.append(payload, at=self._clock())
            await self._store.append_event(self.scope, self.id, event, owner=self.owner)
            return event

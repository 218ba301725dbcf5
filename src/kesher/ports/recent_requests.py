"""What was sent to models lately, whoever's conversation or run it was for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kesher.domain.request import SentRequest
from kesher.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class RecentRequest:
    """A request with what it was sent for.

    Attributes:
        request: Without its segments.
        title: Of its thread or trajectory.
        room_id: Of its thread; None: it was sent for a trajectory.
    """

    request: SentRequest
    title: str
    room_id: str | None


class RecentRequests(Protocol):
    """The newest requests of the threads and trajectories that are the scope's person's own."""

    async def recent(
        self, scope: Scope, *, limit: int, after: str | None = None
    ) -> Sequence[RecentRequest]:
        """Return the newest requests, newest first.

        A person's own are those of their threads in rooms whose member they are still, and of
        their trajectories. Without a person, all of the tenant.

        Args:
            limit: At most this many.
            after: Id of the last one that is known already: those older than it are given.

        Raises:
            NotFoundError: there is no request `after`.
        """
        ...

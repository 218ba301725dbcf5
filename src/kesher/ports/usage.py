"""What we ask of whoever counts what models took, and keeps how much may be taken."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from kesher.domain.limits import Amounts, Holder, Limit, Reached, SetLimits
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import Sums, UsageBy, UsageFilter, UsageKey, UsageRow


class UsageStore(Protocol):
    """Daily sums. Requests and answers are counted where they are stored; all else is told."""

    async def count(self, scope: Scope, key: UsageKey, sums: Sums) -> None:
        """Add to the sums of a day."""
        ...

    async def usage(self, scope: Scope, wanted: UsageFilter, by: UsageBy) -> Sequence[UsageRow]:
        """Return the sums by room, person, day or model; days in order, all else most first."""
        ...


class LimitStore(Protocol):
    """What rooms and people may take, and how much of it they have taken."""

    async def limits(self, scope: Scope, holder: Holder, holder_id: str) -> SetLimits:
        """Return the limits that were set. Raises NotFoundError: no such room or person."""
        ...

    async def used(
        self, scope: Scope, holder: Holder, holder_id: str, *, now: datetime
    ) -> Mapping[Limit, float]:
        """Return how much of everything that can be limited a room or person has taken by now.

        Questions are counted only where they are limited; of others there are none.
        """
        ...

    async def put_limits(
        self,
        scope: Scope,
        holder: Holder,
        holder_id: str,
        amounts: Mapping[str, float | None],
        *,
        by_administrator: bool,
    ) -> None:
        """Set limits by name; None: what holds without it again. Others stay.

        Raises:
            NotFoundError: no such room or person.
        """
        ...

    async def reached(
        self, scope: RoomScope, defaults: Mapping[Holder, Amounts], *, now: datetime
    ) -> Reached | None:
        """Return the first spending limit of the room or the scope's person that is used up."""
        ...

    async def take_question(
        self, scope: RoomScope, defaults: Mapping[Holder, Amounts], *, now: datetime
    ) -> Reached | None:
        """Count a question of the scope's person in the room, unless a limit is used up.

        Of several at once no more are counted than a limit of questions allows.

        Returns:
            The limit; None: none is, and the question is counted.
        """
        ...

    async def reached_by_person(
        self, scope: Scope, defaults: Amounts, *, now: datetime
    ) -> Reached | None:
        """Return the first spending limit of the scope's person that is used up."""
        ...

    async def room_is_full(
        self, scope: RoomScope, defaults: Amounts, *, sha256: str, size_bytes: int
    ) -> Reached | None:
        """Return the limit that one more document would pass; None: none, or the room has it."""
        ...

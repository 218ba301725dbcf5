"""What we ask of a database and of indexes about themselves, for who watches a server."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from kesher.domain.scope import RoomScope, Scope


@dataclass(frozen=True, slots=True)
class Queue:
    """The work on documents, as it stands in the database.

    Attributes:
        counts: By state: `queued`, `running` and `failed`, each of them there.
        oldest: Since when the work waits that waits longest; None: none waits.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    oldest: datetime | None = None


class Condition(Protocol):
    """How a database is."""

    async def is_current(self) -> bool:
        """Tell whether its tables have this Kesher's form. Raises StoreError: no answer."""
        ...

    async def queue(self, scope: Scope) -> Queue:
        """Return the tenant's work on documents."""
        ...

    async def sequences(self, scope: Scope) -> Mapping[RoomScope, int]:
        """Return the number of the newest change of each of the tenant's rooms."""
        ...

    def connections(self) -> Mapping[str, int]:
        """Return this process's connections: `used` and `idle`."""
        ...

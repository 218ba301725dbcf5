"""What we ask of whoever keeps the audit."""

from collections.abc import Sequence
from typing import Protocol

from kesher.domain.audit import Act, AuditEvent, AuditFilter, Verification
from kesher.domain.scope import Scope


class AuditStore(Protocol):
    """An audit that is only ever added to, one chain for each tenant."""

    async def append(self, scope: Scope, acts: Sequence[Act]) -> Sequence[AuditEvent]:
        """Store acts at the end of the chain, in their order, and return them in their places.

        Of several writers at once each finds its acts whole and none between two of its own.
        """
        ...

    async def events(
        self, scope: Scope, wanted: AuditFilter, *, before: int | None, limit: int
    ) -> Sequence[AuditEvent]:
        """Return at most `limit` events, newest first.

        Args:
            before: Only those of a lower sequence: the last of the page before.
        """
        ...

    async def verify(self, scope: Scope) -> Verification:
        """Look at every event, and tell whether none was changed, moved or taken out."""
        ...

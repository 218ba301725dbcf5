"""What we ask of the database about deep-research runs. Each call is one transaction.

A run goes with its thread. Its steps name chunks and hold none of their text, so that deleting a
document leaves of it only what queries and answers quote.
"""

from collections.abc import Sequence
from typing import Protocol

from kesher.domain.research import RecordedStep, ResearchRun, Step
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.leases import Leases


class ResearchStore(Leases, Protocol):
    """Runs, their append-only steps, and who goes on with them."""

    async def create_run(self, scope: RoomScope, run: ResearchRun) -> None:
        """Store a new run. Raises NotFoundError where the room has no such thread."""
        ...

    async def run(self, scope: Scope, run_id: str) -> ResearchRun:
        """Return a run of any room of the tenant. Raises NotFoundError."""
        ...

    async def runs(self, scope: RoomScope) -> Sequence[ResearchRun]:
        """Return the room's runs, newest first."""
        ...

    async def append_step(self, scope: Scope, run_id: str, step: Step, *, owner: str) -> None:
        """Store the next step, durable before this returns.

        Raises:
            NotFoundError: no such run in the tenant.
            TrajectoryInUseError: another than `owner` holds it. Nothing changed.
        """
        ...

    async def steps(self, scope: Scope, run_id: str) -> Sequence[RecordedStep]:
        """Return a run's steps, oldest first. Raises NotFoundError.

        The chunks of hits are without their texts: `DocumentStore.join` brings what still stands.
        """
        ...

    async def end_research_leases(self) -> int:
        """Let every run go (at the start of the only process); return how many were held."""
        ...

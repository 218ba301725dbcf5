"""Which trajectories are being run in this process, so that none is run twice at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from kesher.domain.scope import Scope
from kesher.errors import ConflictError


class UnderWay:
    """The runs of this process.

    Without it, whoever resumes a live run would take its running calls for interrupted ones, and
    make them again.
    """

    def __init__(self) -> None:
        self._live: set[tuple[str, str]] = set()

    @contextmanager
    def claimed(self, scope: Scope, trajectory_id: str) -> Iterator[None]:
        """Hold a trajectory while the block lasts.

        Raises:
            ConflictError: it is held already.
        """
        key = (scope.tenant_id, trajectory_id)
        if key in self._live:
            raise ConflictError(
                f"`{trajectory_id}` is under way. Wait until it comes to rest, or stop it first."
            )
        self._live.add(key)
        try:
            yield
        finally:
            self._live.discard(key)

"""The work that goes on behind requests: in a server, or in a worker of its own."""

from collections.abc import Coroutine
from typing import Any

from kesher.wiring.services import Services


def work_on(services: Services, *, loads: bool) -> tuple[Coroutine[Any, Any, None], ...]:
    """Return the loops that take documents in, tend memory and renew vectors, each without an end.

    Args:
        loads: As for `Tending.run`.
    """
    services.neighbours.on_job(services.jobs.wake)
    return (
        services.jobs.run(),
        services.renewing.run(),
        services.memory.tending.run(loads=loads),
    )

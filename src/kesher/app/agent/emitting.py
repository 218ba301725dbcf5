"""Telling somebody else's code what happens, without its faults becoming the run's."""

import structlog

from kesher.app.agent.hooks import Emit
from kesher.domain.agent import AgentEvent
from kesher.telemetry import raised

_log = structlog.get_logger("kesher.agent")


def unfailing(emit: Emit, trajectory_id: str) -> Emit:
    """Return an `emit` that never raises: a fault of `emit` is logged once, and the run goes on.

    A run has effects that cannot be taken back, and whoever only watches it must not end it in
    the midst of them. Later events are still told, since a fault may be of one kind of event only.
    """
    has_failed = False

    def told(event: AgentEvent) -> None:
        nonlocal has_failed
        try:
            emit(event)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a caller's code, whatever it raises
            if not has_failed:
                kind = type(event).__name__
                _log.error(
                    "events_callback_failed",
                    trajectory=trajectory_id,
                    told=kind,
                    exception=raised(error),
                )
            has_failed = True

    return told

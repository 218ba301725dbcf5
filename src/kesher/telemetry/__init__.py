"""What a process tells of itself: structured logs, measures and spans; never what people wrote."""

from kesher.telemetry.logs import raised, set_up_logs

__all__ = ["raised", "set_up_logs"]

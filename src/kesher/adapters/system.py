"""The machine's own clock and identifiers, where nobody needs them fixed."""

import os
import socket
from datetime import UTC, datetime

from kesher.domain.ids import new_id

__all__ = ["new_id", "process_name", "utc_now"]


def utc_now() -> datetime:
    """Return now, aware, in UTC: the `Clock` of every program."""
    return datetime.now(UTC)


def process_name() -> str:
    """Return this process in words that a person can find it by: its number and its machine."""
    return f"process {os.getpid()} on {socket.gethostname()}"

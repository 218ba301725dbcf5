"""Telling the processes on one PostgreSQL of something, as the transaction that made it commits.

A channel's name counts for a whole database, so that it carries the schema that holds the tables.
"""

import json
from dataclasses import asdict

from sqlalchemy import Connection, text

from kesher.ports.signals import Signal, SignalKind

CHANNEL = "'kesher_' || md5(current_schema())"
"""SQL for the name of the channel."""

_NOTIFY = text(f"SELECT pg_notify({CHANNEL}, :payload)")


def notify(connection: Connection, signal: Signal) -> None:
    """Tell it at commit; on SQLite nobody else is there to hear."""
    if connection.dialect.name == "sqlite":
        return
    given = {name: value for name, value in asdict(signal).items() if value}
    connection.execute(_NOTIFY, {"payload": json.dumps(given)})


def signal_from(payload: str) -> Signal | None:
    """Return what was told; None where a newer Kesher says what this one does not know."""
    try:
        given = json.loads(payload)
        return Signal(**{**given, "kind": SignalKind(given["kind"])})
    except (ValueError, TypeError, KeyError):
        return None

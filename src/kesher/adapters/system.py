"""The machine's own clock and identifiers, where nobody needs them fixed."""

from datetime import UTC, datetime

from kesher.domain.ids import new_id

__all__ = ["new_id", "utc_now"]


def utc_now() -> datetime:
    """Return now, aware, in UTC: the `Clock` of every program."""
    return datetime.now(UTC)

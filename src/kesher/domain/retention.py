"""How long things are kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum


class Kept(StrEnum):
    """Kinds of things that may be removed after some days."""

    THREADS = "threads"  # with answers, records, links to them, requests and research
    REQUESTS = "requests"  # what models were sent; the answers stay
    VERSIONS = "versions"  # superseded ones; the current one never
    JOBS = "jobs"  # that have ended, on documents that stay


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days each kind is kept.

    Attributes:
        days: 0, or a kind that is absent: for ever.
    """

    days: Mapping[Kept, int] = field(default_factory=dict)

    def before(self, kind: Kept, now: datetime) -> datetime | None:
        """Return the instant before which things of a kind may go; None: they are kept."""
        days = self.days.get(kind, 0)
        return now - timedelta(days=days) if days else None

    def over(self, other: Mapping[Kept, int]) -> "Retention":
        """Return these rules with those that a room has of its own in their place."""
        return Retention({**self.days, **other})

"""How much a room or a person may take of models and of the store, and when that is used up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum


class Limit(StrEnum):
    """What is limited."""

    TOKENS_DAY = "tokens_day"
    """Input and output tokens of models, a day (UTC)."""
    USD_MONTH = "usd_month"
    """US dollars at the profile's prices, a calendar month (UTC)."""
    QUESTIONS_MINUTE = "questions_minute"
    """Questions and researches within one minute of the first."""
    QUESTIONS_DAY = "questions_day"
    """Questions and researches a day (UTC)."""
    DOCUMENTS = "documents"
    """Documents of a room, older versions too."""
    BYTES = "bytes"
    """Bytes of a room's originals, older versions too."""


SPENDING = (Limit.TOKENS_DAY, Limit.USD_MONTH)
QUESTIONS = (Limit.QUESTIONS_MINUTE, Limit.QUESTIONS_DAY)
KEPT = (Limit.DOCUMENTS, Limit.BYTES)
"""Of rooms only: a person keeps nothing but in rooms."""


class Holder(StrEnum):
    """Whose limit it is."""

    ROOM = "room"
    PERSON = "person"


Amounts = Mapping[Limit, float]
"""How much of what; 0, or not in it: as much as one likes."""


@dataclass(frozen=True, slots=True)
class SetLimits:
    """The limits of one room or person, as they were set.

    Attributes:
        by_administrator: These take the place of the settings' defaults.
        by_owner: Of a room; these count only where they are stricter.
    """

    by_administrator: Amounts = field(default_factory=dict)
    by_owner: Amounts = field(default_factory=dict)

    def ceiling(self, defaults: Amounts) -> dict[Limit, float]:
        """Return what a room's owner may not go beyond."""
        given = {**defaults, **self.by_administrator}
        return {limit: amount for limit, amount in given.items() if amount}

    def in_force(self, defaults: Amounts) -> dict[Limit, float]:
        """Return the limits that hold; what is not in it is not limited."""
        held = self.ceiling(defaults)
        for limit, amount in self.by_owner.items():
            if amount:
                held[limit] = min(amount, held.get(limit, amount))
        return held


@dataclass(frozen=True, slots=True)
class Reached:
    """A limit that is used up.

    Attributes:
        free_at: When it is free again; None: when something is deleted.
    """

    limit: Limit
    holder: Holder
    used: float
    allowed: float
    free_at: datetime | None


def day_after(now: datetime) -> datetime:
    """Return the beginning of the next day, UTC."""
    return _midnight(now) + timedelta(days=1)


def month_after(now: datetime) -> datetime:
    """Return the beginning of the next calendar month, UTC."""
    return (_midnight(now).replace(day=1) + timedelta(days=32)).replace(day=1)


def window_end(limit: Limit, now: datetime) -> datetime:
    """Return when questions that begin to be counted now are counted anew."""
    return now + timedelta(minutes=1) if limit is Limit.QUESTIONS_MINUTE else day_after(now)


def _midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)

"""What an expression of time in a text stands for."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum


class TimeKind(StrEnum):
    """What sort of time the words give."""

    DATE = "date"
    """One day, or one part of it (`precision`)."""
    DATETIME = "datetime"
    WINDOW = "window"
    """Hours of one day: from, to."""
    CLOCK = "clock"
    """An hour whose day is not said: `begins` lies on the message's day."""
    HOURS = "hours"
    """Hours from, to, whose day is not said."""
    DATES = "dates"
    """From one day to another, the last included."""
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    DURATION = "duration"
    """A length alone: `begins` is the message."""
    WEEKDAYS = "weekdays"
    """Days of every week, perhaps with hours."""


class Bound(StrEnum):
    """How the words before it tie something to the time."""

    AT = "at"
    UNTIL = "until"
    SINCE = "since"
    BEFORE = "before"
    AFTER = "after"
    WITHIN = "within"
    """Of a duration: at its end at the latest."""


class Precision(StrEnum):
    """The smallest unit that the words fix."""

    YEAR = "year"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"
    PART = "part"  # of a day: the morning
    MINUTE = "minute"


_FORMS = {
    TimeKind.DATETIME: "{day}T{begins:%H:%M}",
    TimeKind.WINDOW: "{day} {begins:%H:%M}-{ends:%H:%M}",
    TimeKind.CLOCK: "{begins:%H:%M}",
    TimeKind.HOURS: "{begins:%H:%M}-{ends:%H:%M}",
    TimeKind.DATES: "{day}/{last}",
    TimeKind.MONTH: "{begins:%Y-%m}",
    TimeKind.YEAR: "{begins:%Y}",
    TimeKind.DURATION: "",
    TimeKind.WEEKDAYS: "",
}


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """One expression of time as it stands in a text.

    Attributes:
        start, end: Half-open span in code points of the text, without attached prefix letters.
        begins, ends: Half-open interval of aware datetimes in the speaker's zone.
        bound: From the words before it: "until 22.1", "within 3 days".
        duration: Of a DURATION only; a month counts 30 days, a year 365.
        weekdays: Of WEEKDAYS only: 0 Monday to 6 Sunday, in the week's order.
        year_said: The text names the year, or a time that needs none ("tomorrow").
    """

    start: int
    end: int
    kind: TimeKind
    begins: datetime
    ends: datetime
    precision: Precision
    bound: Bound = Bound.AT
    duration: timedelta | None = None
    weekdays: tuple[int, ...] = ()
    year_said: bool = True

    @property
    def value(self) -> str:
        """As facts write it: `2026-02-12`, `2026-02-24T17:30`, `2026-02-12 16:00-20:00`.

        Empty for a duration and for days of the week: their own words say it best.
        """
        form = _FORMS.get(self.kind, "{day}")
        last = (self.ends - timedelta(days=1)).date()
        return form.format(day=self.begins.date(), begins=self.begins, ends=self.ends, last=last)

    @property
    def limit(self) -> datetime:
        """When something that holds "until this" lapses.

        Until a day: with its end. Until an hour, month or year: as it begins. Until the end of
        a month: with that end.
        """
        begins_it = self.precision in (Precision.MONTH, Precision.YEAR, Precision.MINUTE)
        if begins_it and self.kind not in (TimeKind.WINDOW, TimeKind.HOURS, TimeKind.DURATION):
            return self.begins
        return self.ends

    def at(self, start: int, end: int) -> "TimeSpan":
        """Return the same time with another place in the text."""
        return replace(self, start=start, end=end)

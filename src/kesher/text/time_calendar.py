"""Arithmetic of days in a zone: which year, which Tuesday, the end of a month, business days."""

import calendar
from datetime import UTC, date, datetime, time, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo

# Friday and Saturday; a request to a shop counts Sunday to Thursday here.
_REST_IN_ISRAEL = (4, 5)
_REST_ELSEWHERE = (5, 6)
_ISRAEL = "Asia/Jerusalem"


class Tense(IntEnum):
    """Which way the words of a clause point."""

    PAST = -1
    UNKNOWN = 0
    FUTURE = 1


# How much farther a day may lie in the direction that the clause does not show. Without a hint a
# coming day may be twice as far as a past one: people speak of plans farther off than memories.
_WEIGHTS = {
    Tense.PAST: (1.0, 3.0),
    Tense.UNKNOWN: (2.0, 1.0),
    Tense.FUTURE: (6.0, 1.0),
}


def real_date(year: int, month: int, day: int) -> date | None:
    """Return the day, or None where the calendar has none such."""
    if not 1 <= month <= 12 or not 1 <= year <= 9998:
        return None
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    return date(year, month, day)


def nearest_year(today: date, month: int, day: int, tense: Tense) -> date | None:
    """Return the day and month in the year that is nearest, weighed by the clause's tense.

    29 February may lie up to eight years off; None where no year has the day.
    """
    past_weight, future_weight = _WEIGHTS[tense]

    def distance(found: date) -> float:
        days = (found - today).days
        return days * future_weight if days >= 0 else -days * past_weight

    years = range(today.year - 8, today.year + 9)
    days = [found for year in years if (found := real_date(year, month, day))]
    return min(days, key=distance, default=None)


def full_year(written: str, today: date) -> int:
    """Return the year of two or four digits: at most ten years ahead, else the century before."""
    year = int(written)
    if len(written) > 2:
        return year
    century = today.year - today.year % 100
    return century + year if century + year <= today.year + 10 else century - 100 + year


def weekday_near(today: date, weekday: int, tense: Tense) -> date:
    """Return the next such day after today; the last one before it where the clause is past."""
    ahead = (weekday - today.weekday()) % 7 or 7
    if tense == Tense.PAST:
        return today + timedelta(days=ahead - 7 if ahead < 7 else -7)
    return today + timedelta(days=ahead)


def week_of(day: date, zone: str) -> date:
    """Return the first day of its week: Sunday in Israel, Monday elsewhere."""
    first = 6 if zone == _ISRAEL else 0
    return day - timedelta(days=(day.weekday() - first) % 7)


def month_later(day: date, months: int) -> date:
    """Return the day that many months on (or back), the month's last where it is shorter."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    year = min(max(year, 1), 9998)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def business_days_later(day: date, count: int, zone: str) -> date:
    """Return the day after `count` working days; Friday and Saturday rest in Israel."""
    rest = _REST_IN_ISRAEL if zone == _ISRAEL else _REST_ELSEWHERE
    weeks, left = divmod(count, 5)
    day += timedelta(days=7 * weeks)
    while left:
        day += timedelta(days=1)
        left -= day.weekday() not in rest
    while day.weekday() in rest:
        day += timedelta(days=1)
    return day


def moment(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    """Return the wall clock's instant, minutes after midnight (24:00 and more: the next day).

    An hour that a clock change skips becomes the hour that the clocks show instead.
    """
    day += timedelta(days=minutes // 1440)
    wall = datetime.combine(day, time(minutes % 1440 // 60, minutes % 60), zone)
    return wall.astimezone(UTC).astimezone(zone)

"""Find expressions of time in a message, anchored to when and where it was said."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from kesher.text.time_calendar import moment, real_date
from kesher.text.time_clocks import AFTERNOON_UP_TO, CLOCKS
from kesher.text.time_days import DAYS
from kesher.text.time_periods import PERIODS, later, length
from kesher.text.time_scene import Piece, Scene, scene
from kesher.text.time_span import Bound, Precision, TimeKind, TimeSpan
from kesher.text.time_stretches import STRETCHES

_RECOGNISERS = (*DAYS, *STRETCHES, *PERIODS, *CLOCKS)
# What may stand between two parts of one expression: "Thursday, the 12th at 16:00".
_LINK = re.compile(
    r"[\s,(]*(?:(?:on|at|in|the|of|from|between|around|for|בשעה|בשעות|שעה|בין|השעות|ביום|יום|של|"
    r"בערך|סביבות|в|к|с|الساعة|في|يوم)\s+)*(?:[בלמה]{1,2}-?\s?)?-?\s*"
)
_TO = re.compile(r"\s*(?:-|ל-?|ועד|עד|to|until|till|through|and)\s*ה?-?\s*(?:ל-?)?")
_TOO_FAR = 16
# A few words of one clause: "on Thursday there is a slot 16:00-20:00".
_SAME_CLAUSE = re.compile(r"(?:\s+[^\s,.!?;\d]+){1,4}\s+(?:[בלמ]-?|at\s|from\s|between\s|בין\s)?")
_SAME_CLAUSE_CHARS = 32
_DAY_MINUTES = 24 * 60
_DAY_KINDS = (TimeKind.DATE, TimeKind.DATES)


def find_times(text: str, *, at: datetime, zone: str) -> tuple[TimeSpan, ...]:
    """Find every expression of time in a message, in text order, none overlapping another.

    Days count from the message, never from the moment of reading. Numbers are day before month;
    a missing year is the nearest one, weighed by the clause's past and coming words. Prices,
    doses, versions, phone numbers and sections ("4.2(ב)") are no dates.

    Args:
        at: When it was said; aware.
        zone: IANA name of the speaker's zone, in which days begin and clocks run.

    Raises:
        zoneinfo.ZoneInfoNotFoundError: no such zone.
    """
    seen = scene(text, at=at, zone=zone)
    joined = _joined(_pieces(seen), seen)
    spans = (_span(piece, seen) for piece in joined if not piece.weak)
    return tuple(_placed(span, seen) for span in spans if span)


def _pieces(seen: Scene) -> list[Piece]:
    """Return the pieces in text order; of overlapping ones the longest, then the first rule's."""
    found: list[Piece] = []
    for pattern, build in _RECOGNISERS:
        for match in pattern.finditer(seen.text):
            piece = build(match, seen)
            if piece is not None and piece.end > piece.start:
                found.append(piece)
    found.sort(key=lambda piece: (piece.start - piece.end, piece.weak))
    kept: list[Piece] = []
    taken = bytearray(len(seen.text) + 1)  # 1 where a piece stands
    for piece in found:
        if not any(taken[piece.start : piece.end]):
            taken[piece.start : piece.end] = b"\x01" * (piece.end - piece.start)
            kept.append(piece)
    return sorted(kept, key=lambda piece: piece.start)


def _joined(pieces: Sequence[Piece], seen: Scene) -> list[Piece]:
    """Join neighbours: weekday and date, day and hour, first and last day."""
    joined: list[Piece] = []
    for piece in pieces:
        bound = piece.bound if piece.bound != Bound.AT else seen.bound(piece.start)
        piece = replace(piece, bound=bound)  # noqa: PLW2901 - the same piece, its bound known
        if joined and (both := _both(joined[-1], piece, seen)):
            joined[-1] = both
        else:
            joined.append(piece)
    return joined


def _both(first: Piece, second: Piece, seen: Scene) -> Piece | None:
    gap = seen.text[first.end : second.start]
    near = len(gap) <= _SAME_CLAUSE_CHARS and _SAME_CLAUSE.fullmatch(gap)
    if near and _shares_day(first, second):
        return _with_hours(first, second)
    if len(gap) > _TOO_FAR:
        return None
    if _TO.fullmatch(gap) and (ranged := _range(first, second)):
        return ranged
    if not _LINK.fullmatch(gap):
        return None
    for one, other in ((first, second), (second, first)):
        if both := _combined(one, other):
            return both
    return None


def _shares_day(first: Piece, second: Piece) -> bool:
    """Tell whether a day comes first and certain hours after it."""
    hours = second.minutes is not None and second.day is None and not second.weak
    return hours and first.kind == TimeKind.DATE and first.day is not None


def _range(first: Piece, second: Piece) -> Piece | None:
    """Join "10.9-13.9"; a move from one weekday to another is no range."""
    plain = first.kind == second.kind == TimeKind.DATE and not first.minutes and not second.minutes
    if not plain or first.day is None or second.day is None:
        return None
    if first.weekday is not None or second.weekday is not None:
        return None
    last = second.day if second.year_said else _next_such_day(first.day, second.day)
    if last <= first.day:
        return None
    return replace(first.over(second), kind=TimeKind.DATES, last_day=last)


def _next_such_day(first: date, last: date) -> date:
    """Return the last day's day and month in the first one's year, or in the year after."""
    for year in (first.year, first.year + 1):
        day = real_date(year, last.month, last.day)
        if day is not None and day > first:
            return day
    return last


def _combined(day: Piece, other: Piece) -> Piece | None:
    """Join a day with what tells more of it, or None where the two are two."""
    if other.day is None:
        return _with_hours(day, other)
    if day.day is None:
        return None
    if day.kind == other.kind == TimeKind.DATE and day.day == other.day and not _has_hours(day):
        return replace(
            other.over(day), start=min(day.start, other.start), end=max(day.end, other.end)
        )
    if day.kind == TimeKind.DATE and other.weekday is not None:
        return None if _has_hours(other) and _has_hours(day) else _same_day(day, other)
    in_week = day.weekday is not None and other.kind == TimeKind.WEEK
    return _in_week(day, other) if in_week else None


def _has_hours(piece: Piece) -> bool:
    return piece.minutes is not None or piece.part is not None


def _same_day(day: Piece, named: Piece) -> Piece | None:
    if day.day is None or day.day.weekday() != named.weekday or day.weekday is not None:
        return None
    whole = day.over(named)
    if whole.minutes is None and named.minutes is not None:
        return replace(whole, minutes=named.minutes, precision=named.precision)
    return whole


def _in_week(named: Piece, week: Piece) -> Piece | None:
    if week.day is None or named.weekday is None:
        return None
    days = (week.day + timedelta(days=step) for step in range(7))
    day = next(day for day in days if day.weekday() == named.weekday)
    return replace(named.over(week), day=day)


def _with_hours(day: Piece, hours: Piece) -> Piece | None:
    """Give a day, days of the week or an hour its hour, hours or part of the day."""
    if hours.weekdays or hours.length or day.length:
        return None
    if hours.minutes is not None and day.minutes is None and _takes_hours(day):
        minutes = _sure(hours, hours.part or day.part)
        merged = replace(day.over(hours), minutes=minutes, precision=Precision.MINUTE, weak=False)
        return replace(merged, morning_unsure=False) if day.day or day.weekdays else merged
    if hours.part is not None and hours.minutes is None:
        return _with_part(day, hours)
    return None


def _takes_hours(day: Piece) -> bool:
    return bool(day.weekdays) or (day.kind == TimeKind.DATE and day.day is not None)


def _with_part(day: Piece, part: Piece) -> Piece | None:
    if part.part is None or day.part is not None or day.weekdays:
        return None
    whole = replace(day.over(part), part=part.part, weak=False)
    if day.minutes is not None:
        return replace(whole, minutes=_sure(day, part.part), morning_unsure=False)
    if day.kind == TimeKind.DATE and day.day is not None:
        return replace(whole, precision=Precision.PART)
    return None


def _sure(hours: Piece, part: tuple[int, int] | None) -> tuple[int, int]:
    """Return the hours on the side of noon that the part of the day shows."""
    first, last = hours.minutes or (0, 0)
    noon = _DAY_MINUTES // 2
    if part is not None and first < noon:
        later_half = part[0] >= noon // 60 and not (part[0] >= 21 and first < 5 * 60)
        return (first + noon, last + noon) if later_half and last <= noon else (first, last)
    if part is None and hours.morning_unsure and first <= AFTERNOON_UP_TO:
        return first + noon, last + noon
    return first, last


def _span(piece: Piece, seen: Scene) -> TimeSpan | None:
    """Turn a whole piece into a span of time, None where the calendar ends."""
    try:
        kind, begins, ends = _interval(piece, seen)
    except (OverflowError, ValueError):
        return None
    return TimeSpan(
        start=piece.start,
        end=piece.end,
        kind=kind,
        begins=begins,
        ends=ends,
        precision=piece.precision,
        bound=piece.bound,
        duration=length(*piece.length) if piece.length else None,
        weekdays=piece.weekdays,
        year_said=piece.year_said,
    )


def _interval(piece: Piece, seen: Scene) -> tuple[TimeKind, datetime, datetime]:
    if piece.length:
        ends = later(seen.at, *piece.length, seen.zone_name)
        return TimeKind.DURATION, seen.at, ends or seen.at
    first = piece.day or seen.today
    if piece.minutes is not None:
        return _hours_of(piece, seen)
    if piece.part is not None:
        opens, closes = (60 * hour for hour in piece.part)
        return piece.kind, moment(first, opens, seen.zone), moment(first, closes, seen.zone)
    last = (piece.last_day or first) + timedelta(days=1)
    return piece.kind, moment(first, 0, seen.zone), moment(last, 0, seen.zone)


def _hours_of(piece: Piece, seen: Scene) -> tuple[TimeKind, datetime, datetime]:
    opens, closes = _sure(piece, piece.part) if piece.morning_unsure else piece.minutes or (0, 0)
    point = opens == closes
    first = piece.day or seen.today
    begins = moment(first, opens, seen.zone)
    after = begins.astimezone(UTC) + timedelta(minutes=1)
    ends = after.astimezone(seen.zone) if point else moment(first, closes, seen.zone)
    if piece.weekdays:
        return TimeKind.WEEKDAYS, begins, ends
    if piece.day is None:
        return (TimeKind.CLOCK if point else TimeKind.HOURS), begins, ends
    return (TimeKind.DATETIME if point else TimeKind.WINDOW), begins, ends


def _placed(span: TimeSpan, seen: Scene) -> TimeSpan:
    """Move a span from the folded text's places to the message's."""
    start, last = seen.places[span.start], seen.places[span.end - 1]
    return span.at(start, last + 1)

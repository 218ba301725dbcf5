"""Recognisers of weeks, weekends, months, years and lengths of time; each gives pieces."""

import re
from datetime import UTC, date, datetime, timedelta

from kesher.text.time_calendar import (
    Tense,
    business_days_later,
    month_later,
    nearest_year,
    real_date,
    week_of,
    weekday_near,
)
from kesher.text.time_days import PREFIX, Recogniser, tense_of, words
from kesher.text.time_scene import Piece, Scene
from kesher.text.time_span import Bound, Precision, TimeKind
from kesher.text.time_words import MONTHS, NUMBERS, UNITS

_STEPS = {
    "הבא": 1,
    "הבאה": 1,
    "הקרוב": 1,
    "הקרובה": 1,
    "next": 1,
    "the coming": 1,
    "שעבר": -1,
    "שעברה": -1,
    "האחרון": -1,
    "האחרונה": -1,
    "last": -1,
    "הזה": 0,
    "הזאת": 0,
    "הזו": 0,
    "this": 0,
    "the": 0,
}
_PERIODS = {
    "שבוע": TimeKind.WEEK,
    "week": TimeKind.WEEK,
    "חודש": TimeKind.MONTH,
    "month": TimeKind.MONTH,
    "שנה": TimeKind.YEAR,
    "year": TimeKind.YEAR,
}
_PRECISIONS = {
    TimeKind.WEEK: Precision.WEEK,
    TimeKind.MONTH: Precision.MONTH,
    TimeKind.YEAR: Precision.YEAR,
}
_END = r"(?P<edge>(?:סוף|סופו\s+של|(?:the\s+)?end\s+of)\s+)?"
_DAYS_OF_MONTH, _DAYS_OF_YEAR = 30, 365
_ONE_DAY = timedelta(days=1)


def period(kind: TimeKind, day: date, zone: str) -> tuple[date, date]:
    """Return the first and last day of the week, month or year that holds a day."""
    if kind == TimeKind.WEEK:
        first = week_of(day, zone)
        return first, first + timedelta(days=6)
    if kind == TimeKind.MONTH:
        first = day.replace(day=1)
        return first, month_later(first, 1) - _ONE_DAY
    return date(day.year, 1, 1), date(day.year, 12, 31)


def _piece(match: re.Match[str], scene: Scene, kind: TimeKind, day: date) -> Piece:
    first, last = period(kind, day, scene.zone_name)
    if match.groupdict().get("edge"):
        first, kind = last, TimeKind.DATE
    precision = _PRECISIONS.get(kind, Precision.DAY)
    prefix = match.groupdict().get("pre") or ""
    start = match.start("named")
    return Piece(start, match.end(), prefix, kind, first, last, precision=precision)


def _relative(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "next week", "בחודש שעבר", "סוף החודש"; "the week" alone only with its end."""
    step = " ".join((match["step"] or "").split())
    if step == "the" and not match["edge"]:
        return None
    kind, steps = _PERIODS[match["unit"]], _STEPS.get(step, 0)
    today = scene.today
    if kind == TimeKind.WEEK:
        day = today + timedelta(days=7 * steps)
    else:
        day = month_later(today.replace(day=1), steps * (12 if kind == TimeKind.YEAR else 1))
    return _piece(match, scene, kind, day)


def _month(match: re.Match[str], scene: Scene) -> Piece | None:
    name = match["month"]
    if name in ("may", "march", "mar") and not scene.capital(match.start("month")):
        return None
    cued = match["y"] or match["cue"] or set(match["pre"]) & set("בלמ")
    if name in ("may", "מאי") and not cued:
        return None
    if match["y"]:
        day = real_date(int(match["y"]), MONTHS[name], 1)
    else:
        day = _month_near(scene.today, MONTHS[name], tense_of(match, scene))
    return _piece(match, scene, TimeKind.MONTH, day) if day else None


def _month_near(today: date, month: int, tense: Tense) -> date | None:
    if month == today.month:
        return today.replace(day=1)
    return nearest_year(today, month, 1, tense)


def _year(match: re.Match[str], scene: Scene) -> Piece | None:
    day = real_date(int(match["y"]), 1, 1)
    return _piece(match, scene, TimeKind.YEAR, day) if day else None


def _weekend(match: re.Match[str], scene: Scene) -> Piece | None:
    step = " ".join((match["step"] or "").split())
    past = _STEPS.get(step, 0) < 0 or (not step and tense_of(match, scene) == Tense.PAST)
    first = 4 if scene.zone_name == "Asia/Jerusalem" else 5
    today = scene.today
    if today.weekday() in (first, first + 1) and not past:
        day = today - timedelta(days=today.weekday() - first)
    else:
        day = weekday_near(today, first, Tense.PAST if past else Tense.FUTURE)
    return Piece(
        match.start("named"), match.end(), match["pre"] or "", TimeKind.DATES, day, day + _ONE_DAY
    )


def _length(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "בעוד יומיים", "3 days ago", "תוך 14 ימי עסקים", "for two weeks"."""
    lead = match["lead"] or ""
    number = " ".join((match["n"] or "").split())
    unit, times = UNITS[" ".join(match["unit"].split())]
    long = (match["pre"] or "").endswith("ל") and unit in ("week", "month", "year")
    if not (long or _counts(number, times, lead, match)):
        return None
    count = times * (int(number) if number.isdigit() else NUMBERS.get(number, 1))
    bound = Bound.WITHIN if lead in ("תוך", "within") else None
    start = match.start("named")
    if bound or not (match["ago"] or lead in ("בעוד", "עוד", "in", "לפני")):
        start = match.start("n") if match["n"] else match.start("unit")
        return Piece(
            start,
            match.end(),
            kind=TimeKind.DURATION,
            length=(count, unit),
            bound=bound or scene.bound(start),
        )
    backward = bool(match["ago"]) or lead == "לפני"
    return _shifted(match, scene, -count if backward else count, unit)


def _counts(number: str, times: int, lead: str, match: re.Match[str]) -> bool:
    """Tell a length from "a day" in "twice a day" and from the bare word for a week."""
    cued = bool(lead or match["ago"])
    if number in ("a", "an"):
        return cued
    return bool(number) or times > 1 or cued


def _shifted(match: re.Match[str], scene: Scene, count: int, unit: str) -> Piece | None:
    begins = later(scene.at, count, unit, scene.zone_name)
    if begins is None:
        return None
    start, prefix = match.start("named"), match["pre"] or ""
    if unit in ("hour", "minute"):
        clock = begins.hour * 60 + begins.minute
        return Piece(
            start, match.end(), prefix, TimeKind.DATE, begins.date(), minutes=(clock, clock)
        )
    return Piece(start, match.end(), prefix, TimeKind.DATE, begins.date())


def later(at: datetime, count: int, unit: str, zone: str) -> datetime | None:
    """Return the instant that many units on (back where negative); None beyond the calendar."""
    try:
        if unit in ("hour", "minute"):
            return (at.astimezone(UTC) + _clock(count, unit)).astimezone(at.tzinfo)
        if unit == "business":
            day = business_days_later(at.date(), max(count, 0), zone)
        elif unit in ("day", "week"):
            day = at.date() + timedelta(days=count * (7 if unit == "week" else 1))
        else:
            day = month_later(at.date(), count * (12 if unit == "year" else 1))
        return datetime.combine(day, at.timetz())
    except OverflowError:
        return None


def length(count: int, unit: str) -> timedelta:
    """Return a length of time: a month is 30 days, a year 365, five business days a week."""
    days = {
        "day": count,
        "week": 7 * count,
        "month": _DAYS_OF_MONTH * count,
        "year": _DAYS_OF_YEAR * count,
        "business": count // 5 * 7 + count % 5,
    }
    if unit in days:
        return timedelta(days=days[unit])
    return _clock(count, unit)


def _clock(count: int, unit: str) -> timedelta:
    return timedelta(hours=count) if unit == "hour" else timedelta(minutes=count)


_HE_STEPS = words(step for step in _STEPS if not step.isascii())
_CUE = r"(?P<cue>(?:in|until|till|by|since|from|last|next|עד|מאז|סוף|end\s+of)\s+)?"
# Lazy, so that the letter of "בעוד" is not taken for a prefix of "עוד".
_LAZY_PREFIX = r"(?<![\w.,/:+#])(?:(?P<pre>(?=[והבלמכש])ו?(?:כ?ש)?[בלמכ]?ה?)[- ]?)??"
_NUMBER = rf"(?P<n>\d{{1,3}}|{words(NUMBERS)})"

PERIODS: tuple[Recogniser, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"{PREFIX}(?P<named>{_END}ה?(?P<unit>שבוע|חודש|שנה)\s+(?P<step>{_HE_STEPS}))(?!\w)",
            _relative,
        ),
        (rf"{PREFIX}(?P<named>{_END}ה(?P<unit>שבוע|חודש|שנה))(?P<step>)(?!\w)", _relative),
        (
            rf"(?<!\w)(?P<pre>)(?P<named>{_END}(?P<step>next|last|this|the\s+coming|the)\s+"
            r"(?P<unit>week|month|year))(?!\w)",
            _relative,
        ),
        (
            rf"{PREFIX}{_CUE}(?P<named>{_END}(?P<month>{words(MONTHS)}))(?!\w)(?!\s\d{{1,2}}(?!\d))"
            r"(?:,?\s+(?P<y>(?:19|20)\d\d)(?!\d|:))?",
            _month,
        ),
        (
            r"(?<!\w)(?:(?P<pre>[בלמ])-?|(?:שנת|משנת|בשנת|in|since|until|from|year)\s+)(?P<pre2>)"
            r"(?P<named>(?P<y>(?:19|20)\d\d))(?![\w./:,-]\d|\w)",
            _year,
        ),
        (
            rf"{PREFIX}(?P<named>(?:ה?סופ\"?ש|סופשבוע|סוף\s+ה?שבוע)(?P<step>\s+(?:{_HE_STEPS}))?)"
            r"(?!\w)",
            _weekend,
        ),
        (
            r"(?<!\w)(?P<pre>)(?P<named>(?P<step>next|last|this|the)\s+weekend)(?!\w)",
            _weekend,
        ),
        (
            rf"{_LAZY_PREFIX}(?P<named>(?:(?P<lead>בעוד|עוד|תוך|לפני|in|within|for)\s+)?(?:about\s+)?"
            rf"(?:{_NUMBER}[\s-]+)?(?P<unit>{words(UNITS)})(?P<ago>\s+ago)?)(?!\w)",
            _length,
        ),
    )
)
"""Periods and lengths, as (pattern, builder)."""

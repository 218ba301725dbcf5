"""Recognisers of days by their number alone and of stretches between two numbered days."""

import re
from datetime import date

from kesher.text.time_calendar import Tense, month_later, nearest_year, real_date
from kesher.text.time_days import Recogniser, tense_of
from kesher.text.time_scene import Piece, Scene
from kesher.text.time_span import TimeKind
from kesher.text.time_words import QUANTITY_UNITS

_UNIT = re.compile(r"\s*(?:[%°₪$€£\"]|(?:" + "|".join(map(re.escape, QUANTITY_UNITS)) + r")(?!\w))")
_TO = r"\s?(?:-|עד|ועד|to|until|till|through|and)\s?(?:the\s)?ה?-?\s?"


def _numbered_stretch(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "12.5 עד 16.5" and "12/5-16/5": two days with their months."""
    if _UNIT.match(scene.text, match.end()):
        return None
    month, last_month = int(match["m"]), int(match["m2"])
    if not (1 <= month <= 12 and 1 <= last_month <= 12):
        return None
    first = nearest_year(scene.today, month, int(match["d"]), tense_of(match, scene))
    if first is None:
        return None
    year = first.year + (last_month < month)
    return _stretch(match, first, real_date(year, last_month, int(match["d2"])))


def _of_month_stretch(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "מה-14 עד ה-18" and "from the 14th to the 18th": the nearest such days to come."""
    first = _coming(scene, int(match["d"]))
    if first is None or _UNIT.match(scene.text, match.end()):
        return None
    last = real_date(first.year, first.month, int(match["d2"]))
    if last is not None and last <= first:
        following = month_later(first.replace(day=1), 1)
        last = real_date(following.year, following.month, int(match["d2"]))
    return _stretch(match, first, last)


def _stretch(match: re.Match[str], first: date, last: date | None) -> Piece | None:
    if last is None or last <= first:
        return None
    return Piece(match.start("d"), match.end(), "", TimeKind.DATES, first, last, year_said=False)


def _day_of_month(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "עד ה-18", "to the 26th", "ב-15 ב-10:00": the nearest such day to come."""
    if _UNIT.match(scene.text, match.end()):
        return None
    day = _coming(scene, int(match["d"]))
    if day is None or tense_of(match, scene) == Tense.PAST:
        return None
    return Piece(match.start("named"), match.end(), "", TimeKind.DATE, day, year_said=False)


def _coming(scene: Scene, number: int) -> date | None:
    for step in (0, 1, 2):
        month = month_later(scene.today.replace(day=1), step)
        day = real_date(month.year, month.month, number)
        if day is not None and day >= scene.today:
            return day
    return None


STRETCHES: tuple[Recogniser, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            r"(?<![\w.,/:+#])(?:(?P<pre>[בלמ]|מה)-?)?(?P<d>\d{1,2})(?P<sep>[./])(?P<m>\d{1,2})"
            + _TO
            + r"(?P<d2>\d{1,2})(?P=sep)(?P<m2>\d{1,2})(?!\w|[./,:]\d|\()",
            _numbered_stretch,
        ),
        (
            r"(?<!\w)(?P<pre>מה|בין ה|מיום ה)-?\s?(?P<d>\d{1,2})\s?(?:-|עד|ועד|ל|ועד)\s?-?"
            r"(?:ה-?|ל-?)?\s?(?P<d2>\d{1,2})(?!\w|[./,:]\d|\()",
            _of_month_stretch,
        ),
        (
            r"(?<!\w)(?P<pre>)(?:from|between|on)?\s?the\s(?P<d>\d{1,2})(?:st|nd|rd|th)?"
            + _TO
            + r"(?P<d2>\d{1,2})(?:st|nd|rd|th)(?!\w)",
            _of_month_stretch,
        ),
        (
            r"(?<!\w)(?P<pre>)(?:to|for|before|after|through|around|it's|is)\s(?P<named>the\s"
            r"(?P<d>\d{1,2})(?:st|nd|rd|th))(?!\w|\s+(?:of|floor|time|order|place|birthday|grade))",
            _day_of_month,
        ),
        (
            r"(?<!\w)עד\s(?P<pre>)ה-?(?P<named>(?P<d>\d{1,2}))(?!\w|[./,:-]\d|\()",
            _day_of_month,
        ),
        (
            r"(?<!\w)(?P<pre>)[בל]-?(?P<named>(?P<d>\d{1,2}))\s(?=ב-?\d{1,2}:\d\d|בשעה\s)",
            _day_of_month,
        ),
    )
)
"""Days by number and stretches of days, as (pattern, builder)."""

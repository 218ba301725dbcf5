"""Recognisers of hours and parts of the day; each gives pieces."""

import re
from datetime import date, timedelta

from kesher.text.time_calendar import Tense, weekday_near
from kesher.text.time_days import NUMBER_PREFIX, PREFIX, Recogniser, tense_of, words
from kesher.text.time_scene import Piece, Scene
from kesher.text.time_span import Precision, TimeKind
from kesher.text.time_words import CLOCK_WORDS, PARTS, TODAY_PARTS

_NOON = 12 * 60
_DAY = 24 * 60
_FRIDAY, _SATURDAY = 4, 5
_ENDS = re.compile(r"\s*(?:$|[,.!?\n;)])")
_MODIFIERS = {"חצי": 30, "רבע": 15, "עשרה": 10, "עשרים": 20, "חמישה": 5}
# Nobody sees a doctor or a plumber at three in the morning: a bare hour up to six is afternoon.
_AFTERNOON_UP_TO = 6 * 60


def _minutes(hour: str, minute: str | None, half: str | None) -> int | None:
    """Return minutes after midnight, None where no clock shows it."""
    hours, minutes = int(hour), int(minute or 0)
    if hours > 24 or (half and not 1 <= hours <= 12):
        return None
    if half:
        hours = hours % 12 + (12 if half[0] == "p" else 0)
    total = hours * 60 + minutes
    return total if total <= _DAY else None


def _clock(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "16:00", "ב8:15", "8:30 pm"."""
    minutes = _minutes(match["h"], match["mi"], match["half"])
    if minutes is None or minutes == _DAY:
        return None
    return _at(match, match.start("h"), minutes)


def _at(
    match: re.Match[str], start: int, minutes: int, *, weak: bool = False, unsure: bool = False
) -> Piece:
    prefix = match.groupdict().get("pre") or ""
    return Piece(
        start,
        match.end(),
        prefix,
        TimeKind.CLOCK,
        minutes=(minutes, minutes),
        weak=weak,
        morning_unsure=unsure,
        precision=Precision.MINUTE,
    )


def _bare_hour(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "ב8", "at 4": an hour only beside a day, or after "at" at a clause's end."""
    minutes = _minutes(match["h"], None, None)
    if minutes is None or minutes in (0, _DAY):
        return None
    sure = match["cue"] in ("at", "בשעה", "לשעה", "משעה") and bool(
        _ENDS.match(scene.text, match.end())
    )
    return _at(match, match.start("h"), minutes, weak=not sure, unsure=minutes <= _NOON)


def _called_hour(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "בתשע וחצי", "רבע לשמונה", "half past eight"."""
    groups = match.groupdict()
    hour = CLOCK_WORDS.get(" ".join(match["hour"].split()))
    hour = int(match["hour"]) if hour is None else hour
    if not 1 <= hour <= 23:
        return None
    minutes = hour * 60 + _added(groups.get("more")) - _added(groups.get("less"))
    exact = bool(groups.get("more") or groups.get("less"))
    closes = bool(_ENDS.match(scene.text, match.end()))
    weak = not exact and (not closes or hour <= 2 or not groups.get("pre"))
    return _at(match, match.start("named"), minutes, weak=weak, unsure=hour <= 12)


def _added(words_of: str | None) -> int:
    if not words_of:
        return 0
    if "half" in words_of:
        return 30
    if "quarter" in words_of:
        return 15
    found = [minutes for word, minutes in _MODIFIERS.items() if word in words_of]
    return max(found) if found else int(re.sub(r"\D", "", words_of) or 0)


def _hours(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "16:00-20:00", "בין 8 ל-12", "8 עד 15", "from 9 to 5"."""
    first = _minutes(match["h1"], match["m1"], match["half1"] or match["half2"])
    last = _minutes(match["h2"], match["m2"], match["half2"])
    if first is None or last is None or first == last:
        return None
    if match["half2"] and not match["half1"] and first > last:
        first -= _NOON
    if last < first <= _NOON and last < _NOON:
        last += _NOON  # from 9 to 5
    said = bool(match["m1"] or match["m2"] or match["half1"] or match["half2"])
    loose = match["link"] in ("and", "ל", "ל-", "to")
    if not said and loose and not match["cue"]:
        return None
    if last < first:
        last += _DAY
    prefix = match.groupdict().get("pre") or ""
    return Piece(
        match.start("h1"),
        match.end(),
        prefix,
        TimeKind.HOURS,
        minutes=(first, last),
        weak=not said,
        precision=Precision.MINUTE,
        other={"cue": match["cue"] or ""},
    )


def _noon(match: re.Match[str], scene: Scene) -> Piece | None:
    minutes = 0 if match["word"] in ("midnight", "חצות") else _NOON
    return _at(match, match.start("word"), minutes)


def _part(match: re.Match[str], scene: Scene) -> Piece | None:
    hours = PARTS[" ".join(match["part"].split())]
    prefix = match.groupdict().get("pre") or ""
    return Piece(
        match.start("part"),
        match.end(),
        prefix,
        TimeKind.CLOCK,
        part=hours,
        weak=True,
        precision=Precision.PART,
    )


def _today_part(match: re.Match[str], scene: Scene) -> Piece | None:
    hours = PARTS[TODAY_PARTS[" ".join(match["word"].split())]]
    day = scene.today
    if match["word"] == "last night":
        day -= timedelta(days=1)
    return _part_of(match, day, hours)


def _last_night(match: re.Match[str], scene: Scene) -> Piece | None:
    return _part_of(match, scene.today - timedelta(days=1), PARTS["night"])


def _part_of(match: re.Match[str], day: date, hours: tuple[int, int]) -> Piece:
    prefix = match.groupdict().get("pre") or ""
    return Piece(
        match.start("word"),
        match.end(),
        prefix,
        TimeKind.DATE,
        day,
        part=hours,
        precision=Precision.PART,
    )


def _sabbath(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give מוצ"ש (Saturday's evening) and ערב שבת (Friday's afternoon)."""
    out = "מוצ" in match["word"]
    weekday = _SATURDAY if out else _FRIDAY
    tense = Tense.PAST if "שעבר" in match["word"] else tense_of(match, scene)
    today = scene.today
    day = today if today.weekday() == weekday and tense != Tense.PAST else None
    day = day or weekday_near(today, weekday, tense)
    return _part_of(match, day, (18, 24) if out else (14, 19))


_HALF = r"(?:\s?(?P<half>am|pm|a\.m\.|p\.m\.)(?!\w))?"
_HE_HOURS = words(word for word in CLOCK_WORDS if not word.isascii())
_EN_HOURS = words(word for word in CLOCK_WORDS if word.isascii())
_HE_PARTS = words(word for word in PARTS if not word.isascii())
_EN_PARTS = words(word for word in PARTS if word.isascii())
# Said without a letter before them, too: "מחר אחר הצהריים".
_AFTERNOONS = words(word for word in PARTS if word.startswith("אח"))

CLOCKS: tuple[Recogniser, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            r"(?<![\w.,/:+#])(?<![a-z]-)(?P<cue>בין\s|between\s|from\s|מ-?|משעה\s)?\s*"
            r"(?:השעות\s+)?(?P<h1>\d{1,2})(?::(?P<m1>[0-5]\d))?\s?(?P<half1>am|pm)?\s*"
            r"(?P<link>-|עד|to|until|till|and|ל-?)\s*(?P<h2>\d{1,2})(?::(?P<m2>[0-5]\d))?"
            r"(?:\s?(?P<half2>am|pm))?(?!\w|[./:]\d|-\d|%)",
            _hours,
        ),
        (
            rf"{NUMBER_PREFIX}(?P<h>\d{{1,2}}):(?P<mi>[0-5]\d)(?!\d|:\d|[א-ת]){_HALF}",
            _clock,
        ),
        (
            r"(?<![\w.,/:])(?P<h>\d{1,2})(?P<mi>)\s?(?P<half>am|pm)(?!\w)",
            _clock,
        ),
        (
            r"(?<![\w.,/:])(?:(?P<pre>[בלמ])-?\s?|(?P<cue>at|בשעה|לשעה|משעה|before|after|by|until)\s+)"
            r"(?P<h>\d{1,2})(?![\w%₪]|[.,:/]\d|-\d)",
            _bare_hour,
        ),
        (
            rf"(?<![\w.,/:])(?P<h>\d{{1,2}})(?P<cue>)(?=\s+ב(?:{_HE_PARTS})(?!\w))",
            _bare_hour,
        ),
        (
            rf"{PREFIX}(?P<named>(?P<hour>{_HE_HOURS}|\d{{1,2}})\s+(?P<more>ו?(?:חצי|רבע|עשרים|עשרה)"
            r"|ועשר\s+דקות))(?!\w)",
            _called_hour,
        ),
        (rf"{PREFIX}(?P<named>(?P<hour>{_HE_HOURS}))(?!\w)", _called_hour),
        (
            rf"{PREFIX}(?P<named>(?P<less>רבע|עשרה|חמישה)\s+ל-?(?P<hour>{_HE_HOURS}|\d{{1,2}}))(?!\w)",
            _called_hour,
        ),
        (
            rf"(?<!\w)(?P<pre>)(?P<named>(?P<more>half|quarter|\d\d?)\s+past\s+"
            rf"(?P<hour>{_EN_HOURS}|\d{{1,2}}))(?!\w)",
            _called_hour,
        ),
        (
            rf"(?<!\w)(?P<pre>)(?P<named>(?:a\s+)?(?P<less>quarter|ten|five)\s+to\s+"
            rf"(?P<hour>{_EN_HOURS}|\d{{1,2}}))(?!\w)",
            _called_hour,
        ),
        (rf"(?<!\w)at\s+(?P<pre>)(?P<named>(?P<hour>{_EN_HOURS}))(?!\w)", _called_hour),
        (rf"(?<!\w)(?P<word>{words(TODAY_PARTS)})(?!\w)", _today_part),
        (r"(?<!\w)(?P<word>last\s+night)(?!\w)", _last_night),
        (
            rf"(?<![\w'\"])(?P<pre>[בל])-?(?:שעות\s+ה)?ה?(?P<part>{_HE_PARTS})(?!\w)",
            _part,
        ),
        (rf"(?<!\w)(?P<pre>)(?P<part>{_AFTERNOONS})(?!\w)", _part),
        (rf"(?<!\w)(?:in\s+the\s+|at\s+)?(?P<part>{_EN_PARTS})(?!\w)", _part),
        (r"(?<!\w)(?P<word>noon|midday|midnight)(?!\w)", _noon),
        (rf"{PREFIX}(?P<word>חצות)(?!\w)", _noon),
        (
            rf"{PREFIX}(?P<word>מוצ\"ש|מוצש|מוצאי\s+ה?שבת|ערב\s+שבת)(?!\w)",
            _sabbath,
        ),
    )
)
"""Hours and parts of the day, as (pattern, builder)."""

AFTERNOON_UP_TO = _AFTERNOON_UP_TO
"""A bare hour up to this, in minutes, means the afternoon unless a part of the day is said."""

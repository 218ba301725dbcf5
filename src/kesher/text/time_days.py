"""Recognisers of days, weeks, months and years; each gives pieces of a scene."""

import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta

from kesher.text.time_calendar import (
    Tense,
    full_year,
    month_later,
    nearest_year,
    real_date,
    weekday_near,
)
from kesher.text.time_scene import Piece, Scene
from kesher.text.time_span import TimeKind
from kesher.text.time_words import (
    CLOCK_WORDS,
    DAY_WORDS,
    MONTHS,
    NO_DATE_BEFORE,
    QUANTITY_UNITS,
    WEEKDAY_LETTERS,
    WEEKDAYS,
    listed,
)

Recogniser = tuple[re.Pattern[str], Callable[[re.Match[str], Scene], Piece | None]]


def words(named: Iterable[str]) -> str:
    """Return an alternation for a regular expression, longest first; a space stands for any."""
    ordered = sorted(named, key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered)


# And, that, in or to or from, the: in this order, each at most once.
_LETTERS = r"ו?(?:כ?ש)?[בלמכ]?ה?"
PREFIX = rf"(?<![\w'\"])(?P<pre>{_LETTERS})-?"
NUMBER_PREFIX = rf"(?<![\w.,/:+#])(?<![a-z]-)(?:(?P<pre>(?=[והבלמכש]){_LETTERS})[- ]?)?"
_DAY_NUMBER = r"(?P<d>\d{1,2})"
_ORDINAL = r"(?:st|nd|rd|th)?"
_AMOUNT = re.compile(rf"\s*(?:[%°₪$€£\"״(]|(?:{words(QUANTITY_UNITS)})(?!\w))")
_CUE_BEFORE = listed(
    "ב ל מ ה עד ביום יום בתאריך תאריך מיום ליום on by until till since from dated date before "
    "after לפני אחרי מאז בין between היום מחר מחרתיים today tomorrow"
)
# Words that announce a day where nothing else follows the digits: "צפי מסירה 17.6", "ETA 23/6".
_ANNOUNCES = listed(
    "צפי הצפי מסירה המסירה הגעה ההגעה אספקה האספקה מועד המועד דדליין הדדליין תוקף סיום הסיום משוער "
    "מעודכן חדש החדש ההגשה הגשה התור הפגישה יגיע תגיע יגיעו eta expected due arriving arrives "
    "arrive delivery estimate estimated deadline revised"
)
_CLOCK_AFTER = re.compile(
    rf"\s*,?\s*(?:ב|בשעה|at|בין|between|from)?[- ]?\s*(?:\d{{1,2}}(?::\d|\s*$|-\d)"
    rf"|(?:{words(CLOCK_WORDS)})(?!\w))|\s*(?:בין|between)\s+\d{{1,2}}(?!\d|[./])"
)
_ALONE_AFTER = re.compile(r"\s*(?:$|[,.!?\n;)])")
_CAPITALISED = listed("sun sat mon wed")
_HOUR_AFTER = re.compile(r"\s+(?:at\s+)?\d{1,2}(?::\d\d|\s?[ap]m)")


def _dated(match: re.Match[str], scene: Scene, month: int) -> Piece | None:
    """Build the piece of a day and month with or without its year."""
    first = _day_of(match, scene, month, int(match["d"]))
    if first is None:
        return None
    said = match.groupdict().get("y") is not None
    last = None
    if match.groupdict().get("d2"):
        last = real_date(first.year, month, int(match["d2"]))
        if last is None or last <= first:
            return None
    start = match.start("d") if match.start("d") >= 0 else match.start()
    if "month" in match.groupdict():
        start = min(start, match.start("month"))
    kind = TimeKind.DATES if last else TimeKind.DATE
    prefix = match.groupdict().get("pre") or ""
    return Piece(start, match.end(), prefix, kind, first, last, year_said=said)


def _day_of(match: re.Match[str], scene: Scene, month: int, day: int) -> date | None:
    year = match.groupdict().get("y")
    if year:
        return real_date(full_year(year, scene.today), month, day)
    if not 1 <= month <= 12:
        return None
    return nearest_year(scene.today, month, day, tense_of(match, scene))


def tense_of(match: re.Match[str], scene: Scene) -> Tense:
    """Tell the tense from the prefix, the word before, then the clause."""
    prefix = match.groupdict().get("pre") or ""
    named = match.groupdict().get("named")
    before = scene.word_before(match.start("named") if named else match.start())
    if "ל" in prefix or before in ("עד", "until", "till", "by", "to", "for"):
        return Tense.FUTURE
    return scene.tense(match.start(), match.end())


def _numeric(match: re.Match[str], scene: Scene) -> Piece | None:
    if not match["y"] and not _reads_as_date(match, scene):
        return None
    if match["y"] and scene.word_before(match.start()) in NO_DATE_BEFORE:
        return None
    return _dated(match, scene, int(match["m"]))


def _reads_as_date(match: re.Match[str], scene: Scene) -> bool:
    """Tell a short date from a price, a dose, a version and a grade by what stands beside it."""
    text, before = scene.text, scene.word_before(match.start())
    if _AMOUNT.match(text, match.end()) or before in NO_DATE_BEFORE:
        return False
    if match["sep"] == "/" and (match["d"], match["m"]) == ("24", "7"):
        return False
    cued = before.strip("-") in _CUE_BEFORE or before.lstrip("ו") in _CUE_BEFORE
    if cued or set(match["pre"] or "") & set("בלמה") or before in WEEKDAYS:
        return True
    alone = bool(_ALONE_AFTER.match(text, match.end()))
    opens = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1:] in ",.:;-(\n"
    told = opens or before in _ANNOUNCES
    return bool(_CLOCK_AFTER.match(text, match.end())) or (told and alone)


def _iso(match: re.Match[str], scene: Scene) -> Piece | None:
    day = real_date(int(match["y"]), int(match["m"]), int(match["d"]))
    if day is None:
        return None
    return Piece(match.start("y"), match.end(), match["pre"] or "", TimeKind.DATE, day)


def _named_month(match: re.Match[str], scene: Scene) -> Piece | None:
    return _dated(match, scene, MONTHS[match["month"]])


def _numeric_range(match: re.Match[str], scene: Scene) -> Piece | None:
    return _dated(match, scene, int(match["m"]))


def _weekday(match: re.Match[str], scene: Scene) -> Piece | None:
    name = match["day"]
    if not _is_weekday(match, scene):
        return None
    if match.groupdict().get("many") or match.groupdict().get("plural"):
        return Piece(
            match.start("day"), match.end(), kind=TimeKind.WEEKDAYS, weekdays=(WEEKDAYS[name],)
        )
    relation = " ".join((match["rel"] or "").split())
    day = _related_weekday(WEEKDAYS[name], relation, match, scene)
    start = match.start("named")
    prefix = match.groupdict().get("pre") or ""
    return Piece(start, match.end(), prefix, TimeKind.DATE, day, weekday=day.weekday())


def _related_weekday(weekday: int, relation: str, match: re.Match[str], scene: Scene) -> date:
    if relation in ("שעבר", "שעברה", "האחרון", "האחרונה", "last"):
        return weekday_near(scene.today, weekday, Tense.PAST)
    if relation:
        day = weekday_near(scene.today, weekday, Tense.FUTURE)
        # Nobody calls tomorrow "next Tuesday": the one of the week after is meant.
        skips = relation in _NEXT and (day - scene.today).days <= _TOO_NEAR_FOR_NEXT
        return day + timedelta(days=7) if skips else day
    return weekday_near(scene.today, weekday, tense_of(match, scene))


_NEXT = ("next", "הבא", "הבאה")
_TOO_NEAR_FOR_NEXT = 1
_ORDINALS = frozenset(("ראשון", "שני"))  # "first" and "second" as well
_AFTER_ORDINAL = re.compile(
    r"\s*(?:$|[,.!?\n;)]|ב-?\d|\d|ב(?:בוקר|ערב|צהריים|לילה)|ל(?:שלישי|רביעי|חמישי|שישי))"
)


def _is_weekday(match: re.Match[str], scene: Scene) -> bool:
    """Tell "on Monday" from "the second", and a short name from a word of the same letters."""
    name = match["day"]
    if name in _CAPITALISED:
        return scene.capital(match.start("day")) or bool(_HOUR_AFTER.match(scene.text, match.end()))
    if name.isascii() or match.groupdict().get("yom") or match["rel"]:
        return True
    if name in _ORDINALS:
        cued = bool(set(match["pre"]) & set("בלמ"))
        return cued and bool(_AFTER_ORDINAL.match(scene.text, match.end()))
    return not match["pre"].endswith("ה")


def _letter_day(match: re.Match[str], scene: Scene) -> Piece | None:
    weekday = WEEKDAY_LETTERS[match["letter"]]
    if match["many"] != "יום":
        return Piece(match.start("named"), match.end(), kind=TimeKind.WEEKDAYS, weekdays=(weekday,))
    day = weekday_near(scene.today, weekday, tense_of(match, scene))
    return Piece(
        match.start("named"), match.end(), match["pre"], TimeKind.DATE, day, weekday=weekday
    )


def _weekday_range(match: re.Match[str], scene: Scene) -> Piece | None:
    names = {**WEEKDAYS, **WEEKDAY_LETTERS}
    first, last = names[match["one"]], names[match["two"]]
    count = (last - first) % 7 + 1
    if count < 2 or (match["one"].isascii() and _moves(scene)):
        return None
    days = tuple((first + step) % 7 for step in range(count))
    return Piece(match.start("named"), match.end(), kind=TimeKind.WEEKDAYS, weekdays=days)


def _moves(scene: Scene) -> bool:
    return bool(re.search(r"\b(?:mov|push|shift|resched|postpon)\w*", scene.text))


def _day_word(match: re.Match[str], scene: Scene) -> Piece | None:
    name = " ".join(match["word"].split())
    day = scene.today + timedelta(days=DAY_WORDS[name])
    return Piece(match.start("word"), match.end(), match["pre"], TimeKind.DATE, day)


def _of_month(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "the 15th", "ב-15 לחודש": the nearest such day of a month."""
    tense = tense_of(match, scene)
    months = [month_later(scene.today.replace(day=1), step) for step in (-1, 0, 1)]
    days = [found for m in months if (found := real_date(m.year, m.month, int(match["d"])))]
    past = [day for day in days if day < scene.today]
    coming = [day for day in days if day >= scene.today]
    chosen = past[-1:] if tense == Tense.PAST else coming[:1]
    if not chosen:
        return None
    prefix = match.groupdict().get("pre") or ""
    return Piece(match.start("named"), match.end(), prefix, TimeKind.DATE, chosen[0])


def _weekday_of_month(match: re.Match[str], scene: Scene) -> Piece | None:
    """Give "Thursday the 17th", "חמישי ה-17"; where the two differ, the number counts."""
    weekday, tense = WEEKDAYS[match["day"]], tense_of(match, scene)
    months = [month_later(scene.today.replace(day=1), step) for step in (-1, 0, 1, 2)]
    days = [found for m in months if (found := real_date(m.year, m.month, int(match["d"])))]
    past = [day for day in reversed(days) if day < scene.today]
    coming = [day for day in days if day >= scene.today]
    near = past if tense == Tense.PAST else coming
    chosen = [day for day in near if day.weekday() == weekday] or near
    if not chosen:
        return None
    prefix = match.groupdict().get("pre") or ""
    day = chosen[0]
    return Piece(
        match.start("named"), match.end(), prefix, TimeKind.DATE, day, weekday=day.weekday()
    )


_HE_MONTHS = [name for name in MONTHS if not name.isascii()]
_EN_MONTHS = [name for name in MONTHS if name.isascii()]
_HE_DAYS = [name for name in WEEKDAYS if not name.isascii()]
_EN_DAYS = [name for name in WEEKDAYS if name.isascii()]
_YEAR = r"(?:,?\s+(?P<y>(?:19|20)\d\d)(?!\d|:))?"
_LETTER = "[אבגדהוש]"

DAYS: tuple[Recogniser, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"{NUMBER_PREFIX}(?P<y>\d{{4}})[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})"
            r"(?!\d|[-/]\d)(?=t\d\d:\d\d|\W|$)t?",
            _iso,
        ),
        (
            rf"{NUMBER_PREFIX}{_DAY_NUMBER}\s?-\s?(?P<d2>\d{{1,2}})(?P<sep>[./])(?P<m>\d{{1,2}})"
            r"(?:(?P=sep)(?P<y>\d{4}|\d{2}))?(?!\w|[./,:]\d|\()",
            _numeric_range,
        ),
        (
            rf"{NUMBER_PREFIX}{_DAY_NUMBER}(?P<sep>[./])(?P<m>\d{{1,2}})"
            r"(?:(?P=sep)(?P<y>\d{4}|\d{2}))?(?!\w|[./,:]\d|\()",
            _numeric,
        ),
        (
            rf"{NUMBER_PREFIX}(?:the\s+)?{_DAY_NUMBER}{_ORDINAL}"
            rf"(?:\s?(?:-|to|עד)\s?(?P<d2>\d{{1,2}}){_ORDINAL})?\s+(?:of\s+)?[בל]?-?"
            rf"(?P<month>{words(MONTHS)})(?!\w){_YEAR}",
            _named_month,
        ),
        (
            rf"(?<!\w)(?P<month>{words(_EN_MONTHS)})\.?\s+(?:the\s+)?{_DAY_NUMBER}{_ORDINAL}"
            rf"(?!\w|[:.]\d)(?:\s?(?:-|to|through|until)\s?(?P<d2>\d{{1,2}}){_ORDINAL}"
            rf"(?!\w|[:.]\d))?{_YEAR}",
            _named_month,
        ),
        (
            rf"{PREFIX}(?P<named>(?P<many>(?:ימי|כל\s+יום)\s+)?(?P<yom>יום\s+)?ה?"
            rf"(?P<day>{words(_HE_DAYS)})(?!\w|\s+(?:לציון|שלום))"
            r"(?P<rel>\s+(?:הקרובה?|הבאה?|שעברה?|האחרונה?))?)",
            _weekday,
        ),
        (
            rf"(?<!\w)(?P<named>(?P<rel>(?:next|last|this|this coming|coming)\s+)?"
            rf"(?P<many>(?:every|each)\s+)?(?P<day>{words(_EN_DAYS)})(?P<plural>s)?(?!\w))",
            _weekday,
        ),
        (
            rf"{PREFIX}(?P<named>(?P<many>יום|ימי|ימים)\s+(?P<letter>{_LETTER})'?)(?![\w\"])",
            _letter_day,
        ),
        (
            rf"(?<![\w'\"])(?P<pre>)(?P<named>(?P<many>)(?P<letter>{_LETTER})')(?=\s\d{{1,2}}:\d\d)",
            _letter_day,
        ),
        (
            rf"{PREFIX}(?P<named>(?:(?:ימי|ימים|יום)\s+)?(?P<one>{_LETTER})'?\s?(?:-|עד)\s?"
            rf"(?P<two>{_LETTER})'?)(?![\w\"])",
            _weekday_range,
        ),
        (
            rf"{PREFIX}(?P<named>(?P<one>{words(_HE_DAYS)})\s?(?:-|עד)\s?"
            rf"(?P<two>{words(_HE_DAYS)}))(?!\w)",
            _weekday_range,
        ),
        (
            rf"(?<!\w)(?P<named>(?P<one>{words(_EN_DAYS)})s?\s?(?:-|to|through|thru)\s?"
            rf"(?P<two>{words(_EN_DAYS)})s?)(?!\w)",
            _weekday_range,
        ),
        (
            rf"(?<!\w)(?P<named>(?P<day>{words(_EN_DAYS)}),?\s+(?:the\s+)?(?P<d>\d{{1,2}})"
            rf"(?:st|nd|rd|th))(?!\w|\s+(?:of\s+)?(?:{words(_EN_MONTHS)})(?!\w))",
            _weekday_of_month,
        ),
        (
            rf"{PREFIX}(?P<named>(?:יום\s+)?(?P<day>{words(_HE_DAYS)}),?\s+ה-?\s?(?P<d>\d{{1,2}})"
            rf"(?:\s+לחודש)?)(?!\w|[./:-]\d|\s+[בל]?-?(?:{words(_HE_MONTHS)})(?!\w))",
            _weekday_of_month,
        ),
        (rf"{PREFIX}(?P<word>{words(DAY_WORDS)})(?!\w)", _day_word),
        (rf"{NUMBER_PREFIX}(?P<named>(?P<d>\d{{1,2}})\s+לחודש)(?!\w)", _of_month),
        (
            r"(?<!\w)(?:on|by|until|till|since|from)\s+(?P<named>the\s+"
            r"(?P<d>\d{1,2})(?:st|nd|rd|th))(?!\w|\s+(?:of|floor|time|order))",
            _of_month,
        ),
    )
)
"""Days, as (pattern, builder)."""

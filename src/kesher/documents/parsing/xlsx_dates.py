"""A worksheet's dates and times: numbers of days, written by the date tokens of a format."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

DATE_SIGN = r"AM/PM|A/P|y+|m+|d+|h+|s+(?:\.0+)?"
_DAYS_LIMIT = 2_958_466  # the first day of the year 10000
_EPOCH_1900 = datetime(1899, 12, 30)  # noqa: DTZ001 - a worksheet's days are in no time zone
# Excel counts a 29 February 1900, as Lotus 1-2-3 did: days before it are one less from the epoch.
_LEAP_DAY_1900 = 60
_EPOCH_1904 = datetime(1904, 1, 1)  # noqa: DTZ001
_HEBREW, _ARABIC, _RUSSIAN = 0x0D, 0x01, 0x19  # MS-LCID, the low ten bits
_MONTHS = {
    0: "January February March April May June July August September October November December",
    _HEBREW: "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    _ARABIC: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    _RUSSIAN: "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
}
_WEEKDAYS = {
    0: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    _HEBREW: "שני שלישי רביעי חמישי שישי שבת ראשון",
    _ARABIC: "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
    _RUSSIAN: "понедельник вторник среда четверг пятница суббота воскресенье",
}


def format_date(
    value: float, tokens: Sequence[tuple[str, str]], language: int, *, from_1904: bool
) -> str:
    """Write a number of days as the date or time that its format asks for.

    Args:
        tokens: As `xlsx_formats.Section` holds them.
        language: Of the names of months and days; English where it is not known.

    Returns:
        The number itself where no date is so far.
    """
    if not 0 <= value < _DAYS_LIMIT:
        return f"{value:.10g}"
    decimals = max((len(text.partition(".")[2]) for _, text in tokens), default=0)
    seconds = round(value * 86400, min(decimals, 3))
    moment = (_EPOCH_1904 if from_1904 else _EPOCH_1900) + timedelta(seconds=seconds)
    if not from_1904 and 1 <= value < _LEAP_DAY_1900:
        moment += timedelta(days=1)
    halves = any(kind == "date" and text[:1] in "Aa" for kind, text in tokens)
    pieces = []
    for at, (kind, text) in enumerate(tokens):
        if kind == "date":
            pieces.append(_written(moment, text, _is_minutes(tokens, at), language, halves))
        elif kind == "elapsed":
            pieces.append(_elapsed(seconds, text))
        else:
            pieces.append(text)
    return "".join(pieces).strip()


def _is_minutes(tokens: Sequence[tuple[str, str]], at: int) -> bool:
    """Tell minutes from months: minutes stand after hours or before seconds."""
    timed = [
        (place, text[:1].lower())
        for place, (kind, text) in enumerate(tokens)
        if kind in ("date", "elapsed")
    ]
    before = [letter for place, letter in timed if place < at]
    after = [letter for place, letter in timed if place > at]
    return before[-1:] == ["h"] or after[:1] == ["s"]


def _elapsed(seconds: float, text: str) -> str:
    unit = {"h": 3600, "m": 60, "s": 1}[text[:1].lower()]
    return f"{int(seconds // unit):0{len(text)}}"


def _written(moment: datetime, text: str, is_minutes: bool, language: int, halves: bool) -> str:
    letter, length = text[:1].lower(), len(text)
    if letter in "ym":
        return _year_or_month(moment, text, is_minutes, language)
    if letter == "d":
        return _named(moment.day, length, _names(_WEEKDAYS, language)[moment.weekday()])
    if letter == "h":
        hour = (moment.hour - 1) % 12 + 1 if halves else moment.hour
        return f"{hour:0{min(length, 2)}}"
    if letter == "s":
        return _seconds(moment, text)
    half = "AM" if moment.hour < 12 else "PM"
    return half if length > 3 else half[0]


def _year_or_month(moment: datetime, text: str, is_minutes: bool, language: int) -> str:
    length = len(text)
    if text[:1].lower() == "y":
        return f"{moment.year:04}" if length > 2 else f"{moment.year % 100:02}"
    if is_minutes:
        return f"{moment.minute:0{min(length, 2)}}"
    return _named(moment.month, length, _names(_MONTHS, language)[moment.month - 1])


def _names(tables: dict[int, str], language: int) -> list[str]:
    return tables.get(language, tables[0]).split(" ")


def _named(number: int, length: int, name: str) -> str:
    if length <= 2:
        return f"{number:0{length}}"
    is_latin = re.match("[A-Za-z]", name)
    return name[:3] if length == 3 and is_latin else name


def _seconds(moment: datetime, text: str) -> str:
    whole, _, part = text.partition(".")
    shown = f"{moment.second:0{min(len(whole), 2)}}"
    return shown + (f".{moment.microsecond:06}"[: len(part) + 1] if part else "")

"""Until when a fact holds, said to people in Hebrew and English."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from kesher.domain.fact import Expiry
from kesher.memory.durations import in_english, in_hebrew

PageLanguage = Literal["he", "en"]

_UNTIL: Mapping[PageLanguage, str] = {"he": "עד", "en": "until"}
_LASTING: Mapping[PageLanguage, str] = {"he": "למשך", "en": "for"}
_OR: Mapping[PageLanguage, str] = {"he": "או", "en": "or"}
_REVIEW: Mapping[PageLanguage, str] = {"he": "לבדיקה ב-", "en": "to be looked at on "}
_TRIGGERS: Mapping[str, Mapping[PageLanguage, str]] = {
    "task_done": {"he": "עד שהמשימה תסתיים", "en": "until the task is done"},
    "reply": {"he": "עד שתגיע תשובה", "en": "until an answer comes"},
    "delivered": {"he": "עד המסירה", "en": "until delivery"},
    "status": {"he": "עד שהמצב ישתנה", "en": "until the status changes"},
}
_BEGINS: Mapping[PageLanguage, tuple[str, ...]] = {
    "he": ("עד", "כל עוד"),
    "en": ("until", "till", "as long as", "while"),
}


def expiry_text(expires: Expiry | None, language: PageLanguage, time_zone: str) -> str:
    """Say when a fact ends: "עד שהספק עונה", "until 12.3.2026 13:00"; empty: it does not.

    A condition stands in its source's words. Where there is a date, too, whichever comes first
    ends the fact, and both are said.

    Args:
        time_zone: IANA name; dates are told in it.
    """
    if expires is None:
        return ""
    zone = ZoneInfo(time_zone)
    said = [_condition(expires, language), _end(expires, language, zone)]
    text = f" {_OR[language]} ".join(part for part in said if part)
    if expires.review_at is None:
        return text
    review = f"{_REVIEW[language]}{_day(expires.review_at, zone)}"
    return f"{text}; {review}" if text else review


def _condition(expires: Expiry, language: PageLanguage) -> str:
    if not expires.condition:
        return _TRIGGERS.get(expires.trigger, {}).get(language, "")
    words = expires.condition.strip()
    # The condition's own language has its own words for "until".
    begun = any(words.casefold().startswith(word) for ways in _BEGINS.values() for word in ways)
    return words if begun else f"{_UNTIL[language]} {words}"


def _end(expires: Expiry, language: PageLanguage, zone: ZoneInfo) -> str:
    if expires.at is not None:
        return f"{_UNTIL[language]} {_moment(expires.at, zone)}"
    if expires.duration is None:
        return ""
    say = in_hebrew if language == "he" else in_english
    return f"{_LASTING[language]} {say(expires.duration)}"


def _moment(at: datetime, zone: ZoneInfo) -> str:
    local = at.astimezone(zone)
    if local.hour == local.minute == 0:
        # Midnight ends the day before: "until 12.3" includes the 12th.
        return _day(at - timedelta(seconds=1), zone)
    return f"{_day(at, zone)} {local:%H:%M}"


def _day(at: datetime, zone: ZoneInfo) -> str:
    local = at.astimezone(zone)
    return f"{local.day}.{local.month}.{local.year}"

"""Instants as a model reads them: stamps on messages, and how long ago something was."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

from kesher.context.status.labels import Labels
from kesher.domain.message import Role
from kesher.domain.trajectory import Event, Origin, Said

_DAYS: dict[Labels, tuple[str, ...]] = {
    "he": ("יום שני", "יום שלישי", "יום רביעי", "יום חמישי", "יום שישי", "שבת", "יום ראשון"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
_UNITS: tuple[tuple[int, str, str, str], ...] = (
    (86_400, "ימים", "days", "day"),
    (3_600, "שעות", "hours", "hour"),
    (60, "דקות", "minutes", "minute"),
)
_ONE_HEBREW = {"ימים": "יום", "שעות": "שעה", "דקות": "דקה"}
_TWO_HEBREW = {"ימים": "יומיים", "שעות": "שעתיים", "דקות": "שתי דקות"}


STAMP = re.compile(r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] ")
"""What `stamped` puts before a text."""


def stamped(text: str, at: datetime, zone: tzinfo) -> str:
    """Return a message's text with its time before it: `[2026-11-30 10:15:00] ...`."""
    return f"[{at.astimezone(zone):%Y-%m-%d %H:%M:%S}] {text}"


def yesterday(at: datetime, zone: tzinfo, *, labels: Labels = "en") -> str:
    """Return the day before an instant's, by the person's calendar: "the files of yesterday"."""
    day = at.astimezone(zone).date() - timedelta(days=1)
    return f"{_DAYS[labels][day.weekday()]} {day:%Y-%m-%d}"


def moment(at: datetime, zone: tzinfo, *, labels: Labels = "en") -> str:
    """Return an instant with its weekday and its distance from UTC."""
    local = at.astimezone(zone)
    offset = f"{local:%z}"
    return f"{_DAYS[labels][local.weekday()]} {local:%Y-%m-%d %H:%M} (UTC{offset[:3]}:{offset[3:]})"


def ago(seconds: float, *, labels: Labels = "en") -> str:
    """Return a stretch of time in its largest unit; less than a minute is said so."""
    for size, hebrew, many, one in _UNITS:
        count = int(seconds // size)
        if count < 1:
            continue
        if labels == "en":
            return f"{count} {one if count == 1 else many}"
        if count == 1:
            return _ONE_HEBREW[hebrew]
        return _TWO_HEBREW[hebrew] if count == 2 else f"{count} {hebrew}"
    return "פחות מדקה" if labels == "he" else "less than a minute"


def last_reply(events: Sequence[Event]) -> Event | None:
    """Return the event with the model's latest words; None: it has said nothing yet."""
    for event in reversed(events):
        said = event.payload
        if (
            isinstance(said, Said)
            and said.origin is Origin.MODEL
            and said.message.role is Role.ASSISTANT
            and said.message.text
        ):
            return event
    return None

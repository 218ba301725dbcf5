"""Lengths of time as ISO 8601 writes them, and as people say them in Hebrew and English."""

import re
from datetime import timedelta

from kesher.errors import InputError

_ISO = re.compile(
    r"P(?=\d|T\d)(?:(?P<weeks>\d+)W)?(?:(?P<days>\d+)D)?"
    r"(?:T(?=\d)(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+)S)?)?"
)
# Months and years have no fixed length: a default for memory needs none.
_PARTS = (
    (timedelta(days=1), ("יום", "יומיים", "ימים"), ("day", "days")),
    (timedelta(hours=1), ("שעה", "שעתיים", "שעות"), ("hour", "hours")),
    (timedelta(minutes=1), ("דקה", "שתי דקות", "דקות"), ("minute", "minutes")),
)


def iso_duration(text: str) -> timedelta:
    """Return the length that "P7D", "PT24H" or "P1W" writes.

    Raises:
        InputError: it is none, or has years or months, which have no fixed length.

    Source:
        ISO 8601-1:2019, 5.5.2, without years, months and fractions.
    """
    found = _ISO.fullmatch(text.strip())
    if found is None:
        raise InputError(
            f"`{text}` is no duration. Write weeks, days, hours, minutes and seconds as in `P7D`, "
            f"`PT24H` or `P1W`."
        )
    return timedelta(**{part: int(amount) for part, amount in found.groupdict(default="0").items()})


def in_hebrew(length: timedelta) -> str:
    """Say a length in Hebrew: "יומיים ו-3 שעות". Under a minute counts as one."""
    said = [_hebrew(amount, words) for amount, words, _ in _amounts(length)]
    return " ו-".join(said)


def in_english(length: timedelta) -> str:
    """Say a length in English: "2 days and 3 hours". Under a minute counts as one."""
    said = [f"{amount} {words[amount != 1]}" for amount, _, words in _amounts(length)]
    return " and ".join(said)


def _amounts(length: timedelta) -> list[tuple[int, tuple[str, str, str], tuple[str, str]]]:
    left = max(length, timedelta(minutes=1))
    found = []
    for unit, hebrew, english in _PARTS:
        amount, left = left // unit, left % unit
        if amount:
            found.append((amount, hebrew, english))
    return found


def _hebrew(amount: int, words: tuple[str, str, str]) -> str:
    one, two, many = words
    return {1: one, 2: two}.get(amount, f"{amount} {many}")

"""Which of the languages that we serve a text is in, by its letters alone."""

from collections import Counter
from typing import Literal

Language = Literal["he", "ar", "ru", "en"]

_SCRIPTS: tuple[tuple[Language, tuple[tuple[str, str], ...]], ...] = (
    ("he", (("\u0590", "\u05ff"), ("\ufb1d", "\ufb4f"))),
    (
        "ar",
        (("\u0600", "\u06ff"), ("\u0750", "\u077f"), ("\ufb50", "\ufdff"), ("\ufe70", "\ufefe")),
    ),
    ("ru", (("\u0400", "\u052f"),)),
    ("en", (("A", "Z"), ("a", "z"), ("\u00c0", "\u024f"))),
)

NAMES: dict[Language, str] = {"he": "Hebrew", "ar": "Arabic", "ru": "Russian", "en": "English"}


# In UTF-8 the first byte of a letter tells its script, but for a few rare letters.
_FIRST_BYTES: tuple[tuple[Language, tuple[bytes, ...]], ...] = (
    ("he", (b"\xd7",)),
    ("ar", (b"\xd8", b"\xd9")),
    ("ru", (b"\xd0", b"\xd1")),
)
_LATIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_NOT_LATIN = bytes(set(range(256)) - _LATIN)


def passage_language(text: str) -> Language:
    """Return what `language` does for a text of more than a few words, in microseconds.

    An index asks this of every passage of a room. Rare letters (presentation forms, Latin ones with
    accents, Persian and Ukrainian ones) are not counted.
    """
    written = text.encode("utf-8", "replace")
    counts = {name: sum(map(written.count, first)) for name, first in _FIRST_BYTES}
    counts["en"] = len(written.translate(None, _NOT_LATIN))
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else "he"


def language(text: str, *, default: Language = "he") -> Language:
    """Return the language whose script has most letters in `text`; a tie goes to the first above.

    Latin letters count as English, Cyrillic ones as Russian. Hebrew questions often hold Latin
    names, so Latin wins only with more letters than each of the others.

    Args:
        default: For a text without letters.
    """
    counts = {name: 0 for name, _ in _SCRIPTS}
    for char, times in Counter(text).items():
        for name, ranges in _SCRIPTS:
            if char.isalpha() and any(low <= char <= high for low, high in ranges):
                counts[name] += times
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else default

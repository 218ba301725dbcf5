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

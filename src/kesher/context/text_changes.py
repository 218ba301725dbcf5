"""Two texts that should be one: by which habit they came to differ."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

DIRECTION_MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|"
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|"
    "ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר|"
    "ראשון|שני|שלישי|רביעי|חמישי|שישי|שבת|"
    "يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|"
    "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря"
)
_TIME = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
    r"|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?"
    r"|\b1[5-9]\d{8}(?:\d{3})?\b"
    r"|(?:\b\d{1,2}(?:st|nd|rd|th)?[ .,]*)?"
    rf"\b[בלה]?(?:{_MONTHS})\b(?: \d{{1,2}}\b)?(?:,? \d{{4}})?",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|\b(?:req|request|sess|session|trace|run|conv|msg)[_-][0-9A-Za-z_-]{4,}"
    r"|\b(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{12,}\b"
)
_NUMBER = re.compile(r"\d[\d.,]*")
_SNAPSHOT = re.compile(
    r"git status|\bbranch\b|\bcommits?\b|\bmodified:|\buntracked\b|working directory|\bcwd\b"
    r"|directory listing|<env>|\bfiles in\b|תיקיית העבודה|ענף|рабочий каталог|ветка|مجلد العمل",
    re.IGNORECASE,
)
_USER = re.compile(
    r"\b(?:user|customer|account|balance|credits?|quota|remaining|plan|tier)\b"
    r"|משתמש|לקוח|יתרה|נותרו|пользовател|баланс|остал|المستخدم|رصيد",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\bexamples?\b|דוגמ|пример|مثال", re.IGNORECASE)


def unescaped(text: str) -> str:
    r"""Return a text with JSON's escapes of letters (`\u05d0`) as the letters themselves."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)


def without_direction_marks(text: str) -> str:
    """Return a text without the characters that only steer its direction."""
    return text.translate(dict.fromkeys(map(ord, DIRECTION_MARKS)))


def _without_trailing_space(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.replace("\\n", "\n").strip().split("\n"))


_SPELLINGS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("escapes_changed", unescaped),
    ("normalisation_drift", lambda text: unicodedata.normalize("NFC", text)),
    ("direction_mark_drift", without_direction_marks),
    ("trailing_space", _without_trailing_space),
)


def spelling_cause(before: str, after: str) -> str | None:
    """Return the cause where two texts say the same in other bytes; None where they do not."""
    for cause, plain in _SPELLINGS:
        if plain(before) == plain(after):
            return cause
    return None


def content_cause(before: str, after: str) -> str | None:
    """Return the habit by which two wordings of one text differ; None where none is known.

    A time, an identifier or a number is the cause only where all else is equal; a snapshot or a
    user's state where the lines that differ speak of one.
    """
    old, new = changed_lines(before, after)
    around = f"{old}\n{new}"
    heading = _heading(before, old)
    tests: tuple[tuple[str, bool], ...] = (
        ("snapshot_rerendered", bool(_SNAPSHOT.search(around))),
        ("timestamp", _masked(_TIME, before) == _masked(_TIME, after)),
        ("request_id", _masked(_IDENTIFIER, before) == _masked(_IDENTIFIER, after)),
        ("user_state", bool(_USER.search(around))),
        ("examples_changed", bool(_EXAMPLE.search(around) or _EXAMPLE.search(heading))),
        ("user_state", _masked(_NUMBER, before) == _masked(_NUMBER, after)),
    )
    return next((cause for cause, holds in tests if holds), None)


def changed_lines(before: str, after: str) -> tuple[str, str]:
    """Return the lines that are only in the earlier and only in the later text."""
    old, new = before.split("\n"), after.split("\n")
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    hunks = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return (
        "\n".join(_lines((old[i1:i2] for _, i1, i2, _, _ in hunks))),
        "\n".join(_lines((new[j1:j2] for _, _, _, j1, j2 in hunks))),
    )


def _lines(hunks: Iterable[list[str]]) -> list[str]:
    return [line for hunk in hunks for line in hunk]


def _masked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub("\0", text)


def _heading(text: str, lines: str) -> str:
    """Return the last heading or opening tag before some lines of a text."""
    before, _, _ = text.partition(lines) if lines else (text, "", "")
    headings = [line for line in before.split("\n") if line.startswith(("#", "<"))]
    return headings[-1] if headings else ""

"""Words of a message with their places, folded for look-up: niqqud, final letters, quotes, case.

Offsets always point into the text as it was written; only `Word.fold` is changed.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from kesher.text.hebrew import FOLDS, LETTERS


class WordKind(StrEnum):
    """What a word looks like."""

    WORD = "word"
    NUMBER = "number"
    CODE = "code"  # letters and digits: "FH-3310", "71-884"
    EMAIL = "email"
    PHONE = "phone"
    LINK = "link"
    ACCOUNT = "account"  # of a bank, as IBAN writes it, with its spaces


@dataclass(frozen=True, slots=True)
class Word:
    """One word, number, address or telephone number of a text.

    Attributes:
        start, end: Half-open span in code points.
        fold: Lower case, without niqqud, final letters as common ones, quotes as `'` and `"`.
        gap: What stands between the word before and this one.
    """

    start: int
    end: int
    text: str
    fold: str
    kind: WordKind
    gap: str

    @property
    def glued(self) -> bool:
        """Whether no space parts it from the word before."""
        return not any(char.isspace() for char in self.gap)

    @property
    def capital(self) -> bool:
        """Whether it begins with a Latin or Cyrillic capital."""
        return self.text[:1].isupper()

    def after(self, letters: int) -> int:
        """Return the offset past its first `letters` folded letters and their points."""
        at = self.start
        for char in self.text:
            if letters == 0 and not unicodedata.combining(char):
                break
            letters -= bool(_fold(char))
            at += 1
        return at


_HEBREW_WORD = rf"[{LETTERS}\u0591-\u05bd\u05bf-\u05c7\ufb1d-\ufb4f]"
_QUOTE = "\"'״׳’‘”“´`"
_TOKEN = re.compile(
    rf"""
    (?P<email>[A-Za-z0-9](?:[A-Za-z0-9._%+-]*)@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)
    | (?P<link>(?:https?://|www\.)\S+)
    | (?P<account>[A-Z]{{2}}\d{{2}}(?:[ ]?[A-Z\d]{{4}}){{3,7}}(?:[ ]?[A-Z\d]{{1,3}})?(?!\w))
    | (?P<phone>(?<![\d.,/])(?:
        \+972[ \-.]?\(?0?\)?[ \-.]?\d{{1,2}}(?:[ \-.]?\d){{7}}
        | \(?0(?:5\d|7\d|[2-489])\)?[ \-.]?(?:\d[ \-.]?){{6}}\d
        | 1[ -]?[578]00[ -]?\d{{3}}[ -]?\d{{3}}
        | \(?[2-9]\d{{2}}\)?[ \-.]{{1,2}}\d{{3}}[\-.]\d{{4}}(?!-\d)
        | \+\d{{1,3}}(?:[ \-.]?\(?\d{{1,4}}\)?){{2,5}}
      )(?![\d/]|[.,:]\d))
    | (?P<code>[A-Za-z]{{2}}\d{{6,}}[A-Za-z]{{2}}(?![\w@])
        |[A-Za-z]{{1,6}}[-_]?\d+(?:[-_]\w+)*(?![\w@])|\d+(?:-\d+)+(?![\d.:])(?=[^\W\d]?)
        |\d+[A-Za-z]\w*\d\w*)
    | (?P<number>\d+(?:[.,:/]\d+)*)
    | (?P<word>{_HEBREW_WORD}+(?:[{_QUOTE}]{{1,2}}{_HEBREW_WORD}+)*(?:['׳’](?!\w))?
        | [^\W\d_{LETTERS}]+(?:['’][^\W\d_]+)*)
    """,
    re.VERBOSE,
)
# A prefix and the opening of a quotation: else 'ב"נתיב"' would look like an abbreviation.
_BEFORE_QUOTE = re.compile(rf"([ושהבלמכ]{{1,3}})[\"״“”„]({_HEBREW_WORD}{{3,}})")
_ANY_QUOTE = re.compile(r"[\"״“”„]")
_QUOTED_CHARS = 40
_RANGE = re.compile(r"\d{1,2}-\d{1,2}")


@lru_cache(maxsize=256)
def words(text: str) -> tuple[Word, ...]:
    """Return the words of `text` in order; punctuation stands in `Word.gap` of the next one.

    Hebrew prefix letters before a number or a Latin word are words of their own ("ב17", "ב-Wix"),
    joined to the next one (`glued`). Hyphens part words: "קורל-טק" is two, the second glued.
    """
    found = []
    last = 0
    for match in _TOKEN.finditer(text):
        for start, end, kind in _parts(match, text):
            written = text[start:end]
            found.append(Word(start, end, written, fold(written), kind, text[last:start]))
            last = end
    return tuple(found)


def _parts(match: re.Match[str], text: str) -> list[tuple[int, int, WordKind]]:
    """A range such as "9-17" is two numbers, any other code one word."""
    kind = WordKind(match.lastgroup or "word")
    start, end = match.span()
    if kind is WordKind.CODE and _RANGE.fullmatch(match.group()):
        middle = start + match.group().index("-")
        return [(start, middle, WordKind.NUMBER), (middle + 1, end, WordKind.NUMBER)]
    quoted = _BEFORE_QUOTE.fullmatch(match.group()) if kind is WordKind.WORD else None
    if quoted and _closes(text, end):
        return [(start, start + quoted.end(1), kind), (start + quoted.start(2), end, kind)]
    return [(start, end, kind)]


def _closes(text: str, end: int) -> bool:
    """Tell whether the next sign of a quotation behind a place closes one: 'ב"נתיב הגליל"'."""
    found = _ANY_QUOTE.search(text, end, end + _QUOTED_CHARS)
    if found is None or text[found.start() - 1].isspace():
        return False
    return not text[found.end() : found.end() + 1].isalnum()


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Fold a word or phrase for look-up."""
    return "".join(_fold(char) for char in text).replace("''", '"')


@lru_cache(maxsize=4096)
def _fold(char: str) -> str:
    letters = unicodedata.normalize("NFKD", char)
    kept = "".join(c for c in letters if not unicodedata.combining(c))
    return kept.translate(FOLDS).lower()


# Written onto the next word in this order; each at most once.
_CLITICS = re.compile(r"(?:ו)?(?:כש|לכש|מש|ש)?(?:[בלמכ])?(?:ה)?")
_HEBREW = re.compile(f"[{LETTERS}]")
# Arabic: and, so; in, to, as.
_ARABIC_CLITICS = re.compile("[وف]?[بلك]?")
_ARABIC = re.compile("[\u0621-\u064a]")


@lru_cache(maxsize=256)
def all_readings(text: str) -> frozenset[str]:
    """Return the folded words of a text, each as it is and without its prefix letters."""
    return frozenset(rest for word in words(text) for _, rest in readings(word.fold))


@lru_cache(maxsize=8192)
def readings(folded: str) -> tuple[tuple[str, str], ...]:
    """Return the ways to part prefix letters from a word: ("", word) first, then each split.

    "מיבנה" gives ("", "מיבנה"), ("מ", "יבנה"); at least two letters stay.
    """
    found = [("", folded)]
    clitics = _clitics_of(folded)
    if clitics is not None:
        longest = clitics.match(folded)
        most = longest.end() if longest else 0
        found += (
            (folded[:count], folded[count:])
            for count in range(1, min(most, len(folded) - 2) + 1)
            if clitics.fullmatch(folded[:count])
        )
    return tuple(found)


def _clitics_of(folded: str) -> re.Pattern[str] | None:
    """Return the prefix letters of the word's script, None where it has none."""
    if _HEBREW.match(folded):
        return _CLITICS
    return _ARABIC_CLITICS if _ARABIC.match(folded) else None

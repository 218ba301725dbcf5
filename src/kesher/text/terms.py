"""Texts to the terms that exact-word search compares: Hebrew first, then Arabic, Russian, English.

A change here makes old indexes meaningless: raise `TERMS_VERSION` with it.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from kesher.text import hebrew, stems
from kesher.text.normalize import strip_niqqud

TERMS_VERSION = 2
"""Number of the rules that make terms, here, in `search_terms` and in `grams`; an index made by
others is made anew."""

# Longer runs are encodings or noise, and an index refuses terms beyond a limit of its own.
_TERM_CHARS = 64

# Words repeat: taken apart once, they make an index of many texts in a third less time.
_WORDS_KEPT = 32_768

# Accents of Latin and Cyrillic letters, and Arabic's vowel signs, hamzas and tatweel, all go.
_MARKS = dict.fromkeys(
    code
    for first, last in ((0x0300, 0x036F), (0x0610, 0x061A), (0x064B, 0x065F), (0x06D6, 0x06ED))
    for code in range(first, last + 1)
    if unicodedata.category(chr(code)) == "Mn"
)
_DIGITS = {
    first + digit: str(digit) for first in (0x0660, 0x06F0) for digit in range(10)
}  # of Arabic and Persian
_FOLDS: dict[int, int | str | None] = {
    **_MARKS,
    0x0670: None,
    0x0640: None,
    **_DIGITS,
    **hebrew.FOLDS,
}

_TOKEN = re.compile(
    rf"""
    (?P<prefix>(?<![{hebrew.LETTERS}"'])[והבכלמש]{{1,3}}[-־–](?=["'(]?[\da-z]))
    | (?P<code>[a-z]+\d[a-z\d]*)
    | (?P<date>\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}|\d{{4}}-\d{{1,2}}-\d{{1,2}})(?![\d/])
    | (?P<number>\d+(?:[.,/:]\d+)*)
      (?P<part>(?:[{hebrew.LETTERS}a-z](?![^\W_]|["']))?
               (?:\((?:[{hebrew.LETTERS}]{{1,2}}|[a-z]|\d{{1,2}})\))*)
    | (?P<hebrew>[{hebrew.LETTERS}]+(?:["'][{hebrew.LETTERS}]+)*)
    | (?P<possessive>(?<=[a-z])'s(?![a-z]))
    | (?P<word>[^\W\d_{hebrew.LETTERS}]+)
    """,
    re.VERBOSE,
)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_DOTTED = re.compile(
    rf"(?<![{hebrew.LETTERS}.])([{hebrew.LETTERS}](?:\.[{hebrew.LETTERS}])?)\.([{hebrew.LETTERS}])\."
    rf"(?![{hebrew.LETTERS}])"
)
_QUOTED_AFTER_PREFIX = re.compile(rf"[והבכלמש]{{1,3}}\"(?=[{hebrew.LETTERS}]{{3}})")


def index_terms(text: str) -> list[str]:
    """Return the terms of `text` in order, repeated as often as they occur.

    Niqqud and accents go, final letters become common ones, and up to three prefix letters of
    Hebrew words are taken off while three letters stay. Abbreviations keep their gershayim in one
    form and count as written, too ('המנכ"ל'). Numbers, dates and section marks are terms of their
    own, the year of a date and the section of a sub-section besides. Words of other languages are
    in lower case, and Arabic, Russian and English ones lightly stemmed. No term holds white space.
    """
    return [term for _, term in tokens(text)]


def query_terms(text: str) -> list[str]:
    """Return the terms of a question, each once, in order.

    Question and function words are left out unless there is nothing else.
    """
    return list(dict.fromkeys(term for _, term in telling_tokens(text)))


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield each word as written (folded, in lower case) with a term that it gives, in order.

    A word may come more than once, with other terms: an abbreviation, a sub-section, a date.
    """
    for word, term in _tokens(text):
        yield word[:_TERM_CHARS], term[:_TERM_CHARS]


def telling_tokens(text: str) -> list[tuple[str, str]]:
    """Return the tokens of a question without question and function words; all if only those."""
    found = list(tokens(text))
    return [each for each in found if not _is_function_word(each[0])] or found


def _is_function_word(word: str) -> bool:
    return word in hebrew.QUESTION_WORDS or word in stems.QUESTION_WORDS


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for found in _TOKEN.finditer(_undotted(folded(text))):
        kind = found.lastgroup
        if kind == "part":
            yield from _number_terms(found["number"], found["part"])
        elif kind == "date":
            yield from _date_terms(found["date"])
        elif kind == "hebrew":
            yield from _hebrew_terms(found["hebrew"])
        elif kind == "word":
            yield found["word"], _stemmed(found["word"])
        elif kind == "code":
            yield found["code"], found["code"]


def folded(text: str) -> str:
    """Return `text` in lower case without points, accents and final letters, quotes in one form.

    It may be shorter or longer than `text`: no offset of one is an offset of the other.
    """
    text = strip_niqqud(unicodedata.normalize("NFKC", text))
    text = unicodedata.normalize("NFD", text).translate(_FOLDS)
    return text.replace("''", '"').lower()


def _undotted(text: str) -> str:
    """Write an abbreviation by dots as one by gershayim: "ת.ז." becomes `ת"ז`."""
    return _DOTTED.sub(lambda found: found[1].replace(".", "") + '"' + found[2], text)


@lru_cache(maxsize=_WORDS_KEPT)
def _hebrew_terms(word: str) -> tuple[tuple[str, str], ...]:
    if '"' in word:
        # `ב"ידיעות אחרונות"` is a prefix before a quotation, no abbreviation.
        word = _QUOTED_AFTER_PREFIX.sub("", word, count=1)
    peeled = hebrew.peel(word)
    # An abbreviation is asked for to the letter: it counts as written, too.
    if '"' in word and peeled != word:
        return (word, word), (word, peeled)
    return ((word, peeled),)


@lru_cache(maxsize=_WORDS_KEPT)
def _stemmed(word: str) -> str:
    return stems.stem(word)


def _number_terms(number: str, part: str) -> Iterator[tuple[str, str]]:
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "")
    yield number, number
    if part:
        yield number + part, number + part
    elif not number.isdigit():
        yield from ((year, year) for year in _YEAR.findall(number))


def _date_terms(date: str) -> Iterator[tuple[str, str]]:
    """Write a date in one way, "1.12.2024", and its year."""
    fields = [field.lstrip("0") or "0" for field in re.split(r"[-./]", date)]
    day, month, year = reversed(fields) if "-" in date else fields
    for term in (f"{day}.{month}.{year}", year):
        yield term, term

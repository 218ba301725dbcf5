"""Text folded for comparison: what is not seen goes, and what looks alike becomes alike."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# Letters of Cyrillic and Greek that are drawn as Latin ones.
_LOOKALIKES = str.maketrans(
    "авсеёнкмортухіјѕԁһӏԛԝαβεικνορτυχ",
    "abceehkmoptyxijsdhlqwabeiknoptux",
)
_LETTERS = {
    # Arabic is written with and without its hamzas; tatweel only stretches a word.
    **{ord(char): "ا" for char in "أإآٱ"},
    ord("ى"): "ي",
    ord("ة"): "ه",
    0x0640: None,
    ord("ё"): "е",
    **{ord(mark): '"' for mark in "״“”„‟«»"},
    **{ord(mark): "'" for mark in "׳‘’‚‛′`´"},
    **{ord(dash): "-" for dash in "־‐‑‒–—―−"},
    **{0x0660 + digit: str(digit) for digit in range(10)},
    **{0x06F0 + digit: str(digit) for digit in range(10)},
}
_DROPPED_CATEGORIES = {"Cf", "Mn", "Me", "Cs", "Co", "Cn"}
_WORD = re.compile(r"[^\W_]+")
_LATIN = re.compile("[a-z]")
_LOOKALIKE_SCRIPTS = re.compile("[\u0370-\u03ff\u0400-\u052f]")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text, and where each of its characters came from.

    Attributes:
        offsets: Of every character of `text`, its place in the original; one more at the end.
    """

    text: str
    offsets: tuple[int, ...]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the original's half-open range for one of the folded text."""
        if end <= start:
            return self.offsets[start], self.offsets[start]
        return self.offsets[start], self.offsets[end - 1] + 1


def fold(text: str) -> str:
    """Return `text` in one case and width, without points, accents apart and hidden characters.

    Runs of white space become one space. Words that mix Latin with lookalikes of Cyrillic or
    Greek are read as Latin.
    """
    return folded(text).text


@lru_cache(maxsize=512)
def folded(text: str) -> Folded:
    """Return `text` folded as `fold` does, with the place of each character."""
    kept: list[str] = []
    offsets: list[int] = []
    for at, char in enumerate(text):
        for letter in _letters(char):
            if letter == " " and kept and kept[-1] == " ":
                continue
            kept.append(letter)
            offsets.append(at)
    return Folded(_unmixed("".join(kept)), (*offsets, len(text)))


@lru_cache(maxsize=8192)
def _letters(char: str) -> str:
    if char.isspace():
        return " "
    if unicodedata.category(char) in _DROPPED_CATEGORIES:
        return ""
    plain = unicodedata.normalize("NFKC", char).casefold().translate(_LETTERS)
    return "".join(
        " " if letter.isspace() else letter
        for letter in plain
        if unicodedata.category(letter) not in _DROPPED_CATEGORIES
    )


def _unmixed(text: str) -> str:
    if not _LOOKALIKE_SCRIPTS.search(text):
        return text
    return _WORD.sub(lambda found: _as_latin(found.group()), text)


def _as_latin(word: str) -> str:
    if _LATIN.search(word) and _LOOKALIKE_SCRIPTS.search(word):
        return word.translate(_LOOKALIKES)
    return word

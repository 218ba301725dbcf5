"""Hebrew letters that a file names as the plain Latin letters of the same key or seven-bit code.

Fonts of before Unicode drew shin where "a" is typed, or where the code of "y" stood, and a file
made with one names what it draws so: "שלום" is stored as "akuo" or as "ylem". Any text of Latin
letters could be such, so a font is believed to be Hebrew only by its words: letters that end words
end them, those that never do never do, and some words are the ones that any Hebrew has.

Source: SI 960 (the seven-bit code) and SI 1452 (the keyboard).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Codes

_LETTERS = "אבגדהוזחטיךכלםמןנסעףפץצקרשת"
_FINALS, _NEVER_LAST = frozenset("ךםןףץ"), frozenset("כמנפצ")
# Words that are frequent in whatever is written in Hebrew.
_FREQUENT_WORDS = "של את על לא הוא היא כי או אם עם זה כל גם יש בין לפי עד אין אל זו לו"
_FREQUENT = frozenset(_FREQUENT_WORDS.split())
_FEWEST, _FEWEST_DISTINCT, _FEWEST_SIGNS = 40, 12, 3
# Shares: of alef or tav among letters, for a first look; of finals among letters; of finals that do
# not end a word; of words that end in what never does; of frequent words.
_SIGNS, _LEAST_FINALS, _MOST_ASTRAY, _MOST_WRONG_ENDS, _LEAST_FREQUENT = (
    0.015,
    0.02,
    0.1,
    0.08,
    0.04,
)
_FIRST, _LAST = ord("a"), ord("z")


@dataclass(frozen=True, slots=True)
class TypedTable:
    """How plain characters stand for Hebrew.

    Attributes:
        name: For people.
        letters: Hebrew letters by what is stored for each.
        signs: The marks that the same font draws in other places than they are stored.
    """

    name: str
    letters: Mapping[str, str]
    signs: Mapping[str, str] = field(default_factory=dict)


TYPED_TABLES = (
    TypedTable("seven-bit code", dict(zip("`abcdefghijklmnopqrstuvwxyz", _LETTERS, strict=True))),
    TypedTable(
        "keyboard",
        dict(zip("tcdsvuzjyhlfkonibxg;p.mera,", _LETTERS, strict=True)),
        {"'": ",", "/": ".", "w": "'", "q": "/"},
    ),
)


def may_be_typed(codes: Codes) -> bool:
    """Tell quickly whether a page has alef or tav where no text of Latin letters has such signs."""
    plain = (codes >= _FIRST) & (codes <= _LAST)
    least = max(_FEWEST_SIGNS, _SIGNS * int(plain.sum()))
    if int((codes == ord("`")).sum()) >= least:
        return True
    inside = (codes[:-1] == ord(",")) & plain[1:]
    return int(inside.sum()) >= least


def recovered_typed(codes: Codes, fonts: NDArray[np.uint64]) -> Codes:
    """Give each character its Hebrew code point where the words of its font are Hebrew so.

    Args:
        codes: uint32, shape (n,), in stored order.
        fonts: uint64, shape (n,): equal for characters of one font; 0 for those of none.
    """
    found = codes.copy()
    for font in np.unique(fonts[fonts != 0]).tolist():
        own = fonts == font
        table = typed_table_of("".join(map(chr, codes[own | (fonts == 0)].tolist())))
        if table is not None:
            for stored, letter in (*table.letters.items(), *table.signs.items()):
                found[own & (codes == ord(stored))] = ord(letter)
    return found


def typed_table_of(text: str) -> TypedTable | None:
    """Choose the table by which a font's text is Hebrew, or None where it is what it says."""
    return next((table for table in TYPED_TABLES if _is_hebrew(text, table)), None)


def _is_hebrew(text: str, table: TypedTable) -> bool:
    decoded = "".join(table.letters.get(char, " ") for char in text)
    letters = Counter(decoded.replace(" ", ""))
    if letters.total() < _FEWEST or len(letters) < _FEWEST_DISTINCT:
        return False
    words = [word for word in decoded.split() if len(word) > 1]
    # As drawn, words are stored from their last letter on.
    return _reads_as_hebrew(words) or _reads_as_hebrew([word[::-1] for word in words])


def _reads_as_hebrew(words: Sequence[str]) -> bool:
    letters = sum(map(len, words))
    finals = sum(char in _FINALS for word in words for char in word)
    ending = sum(word[-1] in _FINALS for word in words)
    wrong = sum(word[-1] in _NEVER_LAST for word in words)
    frequent = sum(word in _FREQUENT for word in words)
    return (
        finals >= _LEAST_FINALS * letters
        and finals - ending <= _MOST_ASTRAY * finals
        and wrong <= _MOST_WRONG_ENDS * len(words)
        and frequent >= _LEAST_FREQUENT * len(words)
    )

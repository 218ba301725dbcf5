"""Hebrew letters that a file names as the letters of another code page.

Fonts made before Unicode keep alef to tav where Western code pages keep accented letters, and a
writer that does not know the font names them so: "שלום" is stored as "ùìåí". Each font of a page is
judged by itself, since its neighbour may be French.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Codes, distinct

ALEF, LETTERS = 0x5D0, 27
_FEWEST, _FEWEST_DISTINCT = 12, 8
# Of a real language these letters touch plain ones, and others stand among them.
_MOST_BESIDE_PLAIN, _LEAST_SHARE = 0.05, 0.95
_FINALS = np.array([ord(letter) for letter in "ךםןףץ"], dtype=np.uint32)
_MOST_INSIDE = 0.3


@dataclass(frozen=True, slots=True)
class Table:
    """How one pair of code pages names the 27 letters.

    Attributes:
        name: For people.
        codes: The code points that stand for alef to tav, in order.
    """

    name: str
    codes: tuple[int, ...]


def _codes(decoded: str) -> tuple[int, ...]:
    return tuple(map(ord, decoded))


TABLES = (
    # Windows-1255 and ISO 8859-8 have the same places.
    Table("Windows-1255 named as Western", tuple(range(0xE0, 0xE0 + LETTERS))),
    Table("Mac Hebrew named as Mac Roman", _codes(bytes(range(0xE0, 0xFB)).decode("mac_roman"))),
    Table("DOS 862 named as DOS 437", _codes(bytes(range(0x80, 0x9B)).decode("cp437"))),
    # A symbol font's bytes lie in the private use area.
    Table("Windows-1255 in a symbol font", tuple(range(0xF0E0, 0xF0E0 + LETTERS))),
)


def may_be_mapped(codes: Codes) -> bool:
    """Tell quickly whether a page has as many different letters of one table as Hebrew needs."""
    if (((codes >= 0x80) & (codes < 0x590)) | (codes > 0x2000)).sum() < _FEWEST:
        return False
    found = set(distinct(codes).tolist())
    return any(len(found.intersection(table.codes)) >= _FEWEST_DISTINCT for table in TABLES)


def recovered(codes: Codes, fonts: NDArray[np.uint64]) -> Codes:
    """Give each character its Hebrew code point where its font's letters fit one table.

    Args:
        codes: uint32, shape (n,), in stored order.
        fonts: uint64, shape (n,): equal for characters of one font; 0 for those of none, such as
            blanks that pdfium makes up.

    Returns:
        uint32, shape (n,).
    """
    found = codes.copy()
    for font in np.unique(fonts[fonts != 0]).tolist():
        table = table_of(codes[(fonts == font) | (fonts == 0)])
        for at, code in enumerate(table.codes if table else ()):
            found[(fonts == font) & (codes == code)] = ALEF + at
    return found


def table_of(codes: Codes) -> Table | None:
    """Choose the table by which a font's characters are Hebrew, or None where they are not."""
    return next((table for table in TABLES if _fits(codes, table)), None)


def _fits(codes: Codes, table: Table) -> bool:
    named = np.isin(codes, table.codes)
    count = int(named.sum())
    if count < _FEWEST or len(np.unique(codes[named])) < _FEWEST_DISTINCT:
        return False
    foreign = (codes >= 0x80) & ~np.isin(codes, _ordinary(codes))
    plain = ((codes | 0x20) >= ord("a")) & ((codes | 0x20) <= ord("z"))
    beside = np.zeros(len(codes), dtype=bool)
    beside[1:] |= plain[:-1]
    beside[:-1] |= plain[1:]
    return bool(
        count >= _LEAST_SHARE * foreign.sum()
        and (named & beside).sum() <= _MOST_BESIDE_PLAIN * count
        and _ends_as_hebrew(codes, table)
    )


def _ordinary(codes: Codes) -> list[int]:
    """Give the codes of dashes, quotes and signs that any text has."""
    every = np.unique(codes[codes >= 0x80]).tolist()
    return [code for code in every if unicodedata.category(chr(code)) in {"Pd", "Zs", "Sc", "Cf"}]


def _ends_as_hebrew(codes: Codes, table: Table) -> bool:
    """Tell whether letters that only end words stand at ends of words, on one side of them."""
    sides = [0, 0, 0]
    for word in _words(codes, table):
        finals = np.flatnonzero(np.isin(word, _FINALS))
        for place in finals.tolist() if len(word) > 1 else ():
            sides[0 if place == 0 else 2 if place == len(word) - 1 else 1] += 1
    return sum(sides) - max(sides[0], sides[2]) <= _MOST_INSIDE * sum(sides)


def _words(codes: Codes, table: Table) -> Iterator[NDArray[np.uint32]]:
    """Give stretches of named letters, as Hebrew code points."""
    place = {code: ALEF + at for at, code in enumerate(table.codes)}
    letters = np.array([place.get(code, 0) for code in codes.tolist()], dtype=np.uint32)
    cuts = np.flatnonzero(np.diff(letters != 0)) + 1
    yield from (part for part in np.split(letters, cuts) if len(part) and part[0])

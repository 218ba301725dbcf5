"""Names folded for look-up. Final letters stay: they tell where a name ends."""

import re
import unicodedata
from functools import lru_cache

from kesher.text.hebrew import FOLDS
from kesher.text.normalize import clean, strip_niqqud

_FINALS = "ךםןףץ"
_QUOTES = {code: to for code, to in FOLDS.items() if chr(code) not in _FINALS}
_DOTS = re.compile(r"(?<=\w)\.(?=\s|$|\w)|(?<=[א-ת])\"(?=[א-ת])")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*(?:(?<=[גזצץת])')?")
_DOUBLED = re.compile("(?<=[א-ת])(?:וו|יי)")
_HARAKAT = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u0640]")


@lru_cache(maxsize=16384)
def fold_name(text: str) -> str:
    """Fold a name: NFKC, lower case, no marks, points and Latin accents; words between spaces.

    Hyphens and maqaf part words, gershayim within a word and dots go (ד"ר is דר, Dr. is dr), geresh
    is `'`, digits of all scripts are 0 to 9, Hebrew vav and yod are single.
    """
    plain = strip_niqqud(unicodedata.normalize("NFKC", clean(text)).casefold())
    plain = "".join(map(_bare, _HARAKAT.sub("", plain))).translate(_QUOTES)
    parts = _WORD.findall(_DOTS.sub("", plain.replace("''", '"')))
    # Vav and yod are doubled or not as the writer likes: חווה and חוה are one name.
    return _DOUBLED.sub(lambda found: found.group()[0], " ".join(parts))


@lru_cache(maxsize=4096)
def _bare(char: str) -> str:
    """A digit in ASCII, a Latin letter without its accent; й, ё and أ are letters of their own."""
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if ord(char) < 0xC0 or ord(char) > 0x24F:
        return char
    return unicodedata.normalize("NFD", char)[0]

"""Whether a value stands in a text: whole, and not as a piece of a longer word or number."""

import re
from decimal import Decimal
from functools import lru_cache

from kesher.context.guard.folding import fold
from kesher.context.guard.shapes import UNITS, Shape, Shaped, host, numbers, shape_of, shaped
from kesher.domain.json_value import Json
from kesher.text.terms import index_terms

# What is written onto the word that follows: "לdana", "ב5", "بـ5".
_PREFIXED = re.compile(r"(?<![^\W_])(?:[והבכלמש]{1,3}|[وفبلك]{1,2}(?:ال)?)$")
_PREFIX_CHARS = 5
_OF_PREFIXES = re.compile("[\u05d0-\u05ea\u0621-\u064a]")
# A code such as "789GHI", or a flat's "12ב": its pieces are no words and no numbers.
_CODE = re.compile(
    rf"(?<![^\W_])(?!(?:[והבכלמש]{{1,3}})?\d+(?:{UNITS})?(?![^\W_]))"
    r"(?=[^\W_]*\d)(?=[^\W_]*[^\W\d_])[^\W_]+"
)
_DATE = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})|(?P<d2>\d{1,2})[./](?P<m2>\d{1,2})[./](?P<y2>\d{4})"
)


def is_in(value: Json, text: str) -> bool:
    """Say whether a value stands in a text: as a number, a date, a shaped value, or as words.

    Case, spacing, points and the format of numbers make no difference. A piece of a longer word,
    code, address or number does not stand there: neither "789" nor 789 is in "789GHI".
    """
    if isinstance(value, int | float):
        return Decimal(str(value)).normalize() in _numbers(text)
    written = str(value)
    shape = shape_of(written)
    if shape is not None:
        return _stands(shape, text)
    plain = fold(written).strip()
    if _holds(fold(text), plain):
        return True
    if _DATE.fullmatch(plain):
        return _dates(plain) <= _dates(fold(text))
    if len(plain) < 2 or _CODE.search(plain):
        return False
    return _holds(_peeled(text), _peeled(written))


def terms_of(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text as search compares them, without pieces of codes."""
    return tuple(_peeled(text).split())


def shapes_in(text: str, shape: Shape) -> frozenset[str]:
    """Return the distinct values of one shape in a text, in their compared form."""
    return frozenset(each.value for each in _all_shaped(text) if each.shape is shape)


def hosts_in(text: str) -> frozenset[str]:
    """Return the hosts of the web addresses in a text."""
    return frozenset(host(url) for url in shapes_in(text, Shape.URL))


@lru_cache(maxsize=1024)
def _numbers(text: str) -> frozenset[Decimal]:
    return numbers(text)


@lru_cache(maxsize=1024)
def _all_shaped(text: str) -> frozenset[Shaped]:
    return frozenset(shaped(text))


def _stands(wanted: Shaped, text: str) -> bool:
    if any(each.value == wanted.value for each in _all_shaped(text)):
        return True
    if wanted.shape in (Shape.ACCOUNT, Shape.PHONE):
        return _holds(re.sub(r"(?<=\d)[ ()-]+(?=\d)", "", fold(text)), wanted.value)
    return False


def _holds(text: str, value: str) -> bool:
    """Say whether a value stands in a text between borders of words."""
    if not value:
        return False
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        if _opens(text, at, value[0]) and not (
            value[-1].isalnum() and text[end : end + 1].isalnum()
        ):
            return True
        at = text.find(value, at + 1)
    return False


def _opens(text: str, at: int, first: str) -> bool:
    if not (at and first.isalnum() and text[at - 1].isalnum()):
        return True
    prefixed = _PREFIXED.search(text[max(0, at - _PREFIX_CHARS) : at])
    return prefixed is not None and not _OF_PREFIXES.match(first)


@lru_cache(maxsize=1024)
def _peeled(text: str) -> str:
    return " ".join(index_terms(_CODE.sub(" ", fold(text))))


def _dates(text: str) -> frozenset[tuple[int, int, int]]:
    return frozenset(
        (int(f["y"] or f["y2"]), int(f["m"] or f["m2"]), int(f["d"] or f["d2"]))
        for f in _DATE.finditer(text)
    )

"""Where a value of a call comes from: the person, our own side, others, or the model itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache

from kesher.context.guard.folding import fold
from kesher.context.guard.material import Field, Material, Source
from kesher.context.guard.shapes import Shape, Shaped, host, numbers, shape_of, shaped
from kesher.domain.json_value import Json
from kesher.text.hebrew import PREFIXES
from kesher.text.terms import index_terms

_WORD = re.compile(r"[^\W_]+")
_HEBREW = re.compile("[\u05d0-\u05ea]")
_DATE = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})|(?P<d2>\d{1,2})[./](?P<m2>\d{1,2})[./](?P<y2>\d{4})"
)
_PREFIX_LETTERS = 3
_LEAST_LETTERS = 2


class Provenance(StrEnum):
    """Who a value comes from; the first that fits."""

    CONSTANT = "constant"
    """True, false, nothing: it carries no content."""
    USER = "user"
    TRUSTED = "trusted"
    EXTERNAL = "external"
    """It stands in content by others and nowhere else."""
    COMPOSED = "composed"
    """It stands nowhere: the model computed or wrote it, or put it together from pieces."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in content by others.

    Attributes:
        whole: The field is the value and nothing else; not so, it is a part of running text.
    """

    source: Source
    field: Field
    whole: bool


@dataclass(frozen=True, slots=True)
class Trace:
    """A value and where it comes from.

    Attributes:
        places: For EXTERNAL: where it stands, oldest first.
    """

    provenance: Provenance
    places: tuple[Place, ...] = ()


def trace(value: Json, material: Material) -> Trace:
    """Return where a value comes from, whatever its case, spacing, points or number format.

    Values with a shape (addresses, accounts) must stand somewhere whole. Others also count as
    written by the person when each of their words is, Hebrew prefixes apart.
    """
    if value is None or isinstance(value, bool) or value == "":
        return Trace(Provenance.CONSTANT)
    if any(is_in(value, text) for text in material.asked):
        return Trace(Provenance.USER)
    if any(is_in(value, text) for text in material.trusted):
        return Trace(Provenance.TRUSTED)
    places = tuple(_places(value, material))
    if places:
        return Trace(Provenance.EXTERNAL, places)
    if shape_of(str(value)) is None and _words_of_all(str(value), material.asked):
        return Trace(Provenance.USER)
    return Trace(Provenance.COMPOSED)


def is_in(value: Json, text: str) -> bool:
    """Say whether a value stands in a text: as a number, a date, a shaped value, or as words."""
    if isinstance(value, int | float):
        return Decimal(str(value)).normalize() in _numbers(text)
    written = str(value)
    shape = shape_of(written)
    if shape is not None:
        return _stands(shape, text)
    if _holds(fold(text), fold(written).strip()):
        return True
    dates = _dates(fold(written))
    if dates and _DATE.fullmatch(fold(written).strip()):
        return dates <= _dates(fold(text))
    return len(_bare(written)) > 1 and _holds(_peeled(text), _peeled(written).strip())


@lru_cache(maxsize=1024)
def _numbers(text: str) -> frozenset[Decimal]:
    return numbers(text)


@lru_cache(maxsize=1024)
def _all_shaped(text: str) -> frozenset[Shaped]:
    return frozenset(shaped(text))


def shapes_in(text: str, shape: Shape) -> frozenset[str]:
    """Return the distinct values of one shape in a text, in their compared form."""
    return frozenset(each.value for each in _all_shaped(text) if each.shape is shape)


def hosts_in(text: str) -> frozenset[str]:
    """Return the hosts of the web addresses in a text."""
    return frozenset(host(url) for url in shapes_in(text, Shape.URL))


def _stands(wanted: Shaped, text: str) -> bool:
    if any(each.value == wanted.value for each in _all_shaped(text)):
        return True
    if wanted.shape in (Shape.ACCOUNT, Shape.PHONE):
        return wanted.value in re.sub(r"[ ()-]", "", fold(text))
    return False


def _holds(text: str, value: str) -> bool:
    """Say whether a value stands in a text between borders of words."""
    if not value:
        return False
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        before = text[at - 1] if at else " "
        after = text[end] if end < len(text) else " "
        if not (_glued(before, value[0]) or _glued(value[-1], after)):
            return True
        at = text.find(value, at + 1)
    return False


def _glued(left: str, right: str) -> bool:
    # A Hebrew prefix touches what it belongs to ("לdana", "ב5").
    if _HEBREW.match(left) and not _HEBREW.match(right):
        return False
    return left.isalnum() and right.isalnum()


def _places(value: Json, material: Material) -> Iterator[Place]:
    plain = fold(str(value)).strip()
    shape = shape_of(str(value)) if isinstance(value, str) else None
    for source in material.sources:
        for field in source.fields:
            if _is_whole(value, plain, shape, field):
                yield Place(source, field, whole=True)
            elif is_in(value, field.value):
                yield Place(source, field, whole=False)
        for text in source.prose:
            # Running text is among the fields; what was decoded from it is not.
            if is_in(value, text) and not any(f.value == fold(text).strip() for f in source.fields):
                yield Place(source, Field("", fold(text)), whole=False)


def _is_whole(value: Json, plain: str, shape: Shaped | None, field: Field) -> bool:
    if field.value == plain:
        return True
    if isinstance(value, int | float):
        found = numbers(field.value)
        return (
            len(found) == 1 and not re.search(r"[^\W\d_]", field.value) and found == numbers(plain)
        )
    return shape is not None and shape_of(field.value) == shape


def _words_of_all(value: str, texts: tuple[str, ...]) -> bool:
    words = _WORD.findall(_bare(value))
    known = {form for text in texts for word in _WORD.findall(fold(text)) for form in _forms(word)}
    known |= {term for text in texts for term in index_terms(text)}
    return bool(words) and all(
        any(form in known for form in _forms(word)) or _stem_known(word, known) for word in words
    )


def _stem_known(word: str, known: set[str]) -> bool:
    return any(term in known for term in index_terms(word))


def _forms(word: str) -> Iterator[str]:
    """Yield a word, and without its Hebrew prefixes."""
    yield word
    at = 0
    while at < _PREFIX_LETTERS and len(word) - at > _LEAST_LETTERS and word[at] in PREFIXES:
        at += 1
        yield word[at:]


def _bare(value: str) -> str:
    return fold(value).strip()


@lru_cache(maxsize=1024)
def _peeled(text: str) -> str:
    return " ".join(index_terms(text))


def _dates(text: str) -> frozenset[tuple[int, int, int]]:
    return frozenset(
        (int(f["y"] or f["y2"]), int(f["m"] or f["m2"]), int(f["d"] or f["d2"]))
        for f in _DATE.finditer(text)
    )

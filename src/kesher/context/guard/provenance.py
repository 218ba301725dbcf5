"""Where a value of a call comes from: the person, our own side, others, or the model itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kesher.context.guard.folding import fold
from kesher.context.guard.material import Field, Material, Source
from kesher.context.guard.shapes import Shaped, numbers, shape_of
from kesher.context.guard.standing import is_in, terms_of
from kesher.domain.json_value import Json
from kesher.text.hebrew import PREFIXES

_WORD = re.compile(r"[^\W_]+")
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
    words = _WORD.findall(fold(value))
    known = {form for text in texts for word in _WORD.findall(fold(text)) for form in _forms(word)}
    known |= {term for text in texts for term in terms_of(text)}
    return bool(words) and all(
        any(form in known for form in _forms(word)) or _is_stem_known(word, known) for word in words
    )


def _is_stem_known(word: str, known: set[str]) -> bool:
    terms = terms_of(word)
    return bool(terms) and all(term in known for term in terms)


def _forms(word: str) -> Iterator[str]:
    """Yield a word, and without its Hebrew prefixes."""
    yield word
    at = 0
    while at < _PREFIX_LETTERS and len(word) - at > _LEAST_LETTERS and word[at] in PREFIXES:
        at += 1
        yield word[at:]

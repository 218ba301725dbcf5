"""What the person pointed at: sources named, instructions handed over, pages, details of a wish.

What is pointed at lends its words, within what was asked. A source is pointed at by the person's
own words for it; a piece of it by what those words say of the piece.
"""

import re
from collections.abc import Iterator

from kesher.context.guard.asked import asks_for_links, hands_over, requested
from kesher.context.guard.folding import fold
from kesher.context.guard.material import Field, Material, Source, arguments_of, leaves
from kesher.context.guard.provenance import Place, Provenance, trace
from kesher.context.guard.shapes import Shape, shape_of
from kesher.context.guard.standing import is_in
from kesher.context.guard.words.pointing import AUTHORS, DETAILS
from kesher.text.terms import query_terms

_SENTENCE_ENDS = re.compile(r"[.!?؟](?=\s|$)|\n")
_DETAILS = tuple(re.compile(pattern) for pattern in DETAILS)
_PARTS = re.compile(r"[^\W_]+")
_LEAST_SHARED_WORDS = 3
_LEAST_LETTERS = 3


def names(source: Source, material: Material) -> bool:
    """Say whether the person named a source, by the arguments of its call or by its name."""
    if any(_is_named(source.name, text) for text in material.asked):
        return True
    found = [trace(value, material).provenance for value in said(source)]
    return Provenance.USER in found and all(
        each in (Provenance.USER, Provenance.TRUSTED, Provenance.CONSTANT) for each in found
    )


def said(source: Source) -> list[str]:
    """Return the texts among the arguments of the call that brought a source."""
    if source.call is None:
        return []
    values = [value for _, value in leaves(arguments_of(source.call))]
    return [value for value in values if isinstance(value, str) and value.strip()]


def handed_over(material: Material) -> tuple[str, ...]:
    """Return the texts whose instructions the person said to follow; empty for most requests.

    Only sources that the person named, and none in which a detector found orders to the model.
    """
    if not any(hands_over(text) for text in material.asked):
        return ()
    return tuple(
        text
        for source in material.sources
        if not source.alarmed and names(source, material)
        for text in source.prose
    )


def detailed(material: Material) -> tuple[str, ...]:
    """Return the texts, folded, that the person said hold the details of what they asked for.

    "You can find details in the message from Bob to Alice": the records of a named source whose
    author that sentence names. What they order is wished only where the person asked for such an
    action, for details add no wish of their own.
    """
    pointers = [part for text in material.asked for part in _sentences(text) if _is_pointer(part)]
    if not pointers:
        return ()
    return tuple(
        field.value
        for source in material.sources
        if not source.alarmed and names(source, material)
        for field in source.fields
        if " " in field.value and any(_is_singled_out(field, source, part) for part in pointers)
    )


def is_passed_over(place: Place, material: Material) -> bool:
    """Say whether the person named one of several who wrote in a source, and another wrote this.

    "The folder that Priya mentions": what Mallory wrote beside it was not pointed at. Nor is
    Mallory, where Vera was to be answered.
    """
    if not place.field.record:
        return False
    authors = {f.value for f in place.source.fields if f.record and _is_author(f.name)}
    named = {who for who in authors if any(is_in(who, text) for text in material.asked)}
    return bool(named) and not any(
        each.value in named
        for each in place.source.fields
        if each.record == place.field.record and _is_author(each.name)
    )


def follows(source: Source, material: Material) -> bool:
    """Say whether a source was fetched because a text that the person pointed at names it."""
    texts = (*handed_over(material), *detailed(material))
    values = said(source)
    return bool(values and texts) and all(any(is_in(v, text) for text in texts) for v in values)


def is_page(source: Source) -> bool:
    """Say whether a source was fetched by an address of the web."""
    shapes = (shape_of(value) for value in said(source))
    return any(shape is not None and shape.shape is Shape.URL for shape in shapes)


def wants_its_pages(source: Source, material: Material) -> bool:
    """Say whether the person wants the pages that a source leads to ("the websites posted in X").

    The sentence that names the source speaks of pages. Where the source is a page itself, it
    must speak of links.
    """
    if source.alarmed:
        return False
    return any(
        asks_for_links(part) or (not is_page(source) and "web" in requested(part).things)
        for part in _naming(source, material)
    )


def is_described(passage: str, source: Source, material: Material) -> bool:
    """Say whether a passage is the one that the person described when they named its source.

    "Find the message in general about a great restaurant near the office": three telling words
    of that sentence stand in the passage.
    """
    if source.alarmed or is_page(source):
        return False
    shown = set(query_terms(passage))
    own = {term for value in said(source) for term in query_terms(value)}
    return any(
        len((_telling(part) - own) & shown) >= _LEAST_SHARED_WORDS
        for part in _naming(source, material)
    )


def _naming(source: Source, material: Material) -> Iterator[str]:
    """Yield the sentences of the person, or of what they handed over, that name a source."""
    values = said(source)
    for text in (*material.asked, *handed_over(material)):
        for part in _sentences(text):
            if values and all(is_in(value, part) for value in values):
                yield part


def _telling(sentence: str) -> set[str]:
    return {term for term in query_terms(sentence) if len(term) >= _LEAST_LETTERS}


def _is_singled_out(field: Field, source: Source, pointer: str) -> bool:
    """Say whether the sentence names who wrote the record; a subject, anybody may write."""
    own = {fold(value).strip() for value in said(source)}
    authors = (
        each.value
        for each in source.fields
        if field.record and each.record == field.record and _is_author(each.name)
    )
    return any(author not in own and is_in(author, pointer) for author in authors)


def _is_author(name: str) -> bool:
    return not AUTHORS.isdisjoint(_PARTS.findall(name))


def _is_pointer(sentence: str) -> bool:
    shown = fold(sentence)
    return any(pattern.search(shown) for pattern in _DETAILS)


def _sentences(text: str) -> list[str]:
    return [part for part in _SENTENCE_ENDS.split(text) if part.strip()]


def _is_named(name: str, text: str) -> bool:
    return len(name) > 3 and is_in(name, text)

"""When a value from content by others may be used: the person pointed at it, and nothing rivals it.

A person who says "pay the bill in bill.txt" lends that file a voice in one matter: whom and how
much. The rules, each for a reason:

* A source speaks where the person named it: the call that brought it was made with the person's
  own words, or its name stands in the request. A listing without arguments speaks only through
  the fields of its records.
* A field that is the value is data. A part of a running text is not, unless the source was named.
* An account or an address to send to must stand alone, in a field or in a line "label: value", and
  without a rival: two accounts in one bill are a question. In a sentence nobody can tell an order
  from a datum, unless a mail address bears a name that the person used. An address that is only
  read may stand in a sentence.
* A value beside a verb of the same action, in a sentence, is an order by others, not data.
* Where the person's own word for an argument brought a source ("reviews of City Hub"), its
  running text does not name another one.
* Changing what exists never lends a voice about where it goes: that must be the person's word.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kesher.context.guard.asked import Action, action_of, mentions
from kesher.context.guard.folding import fold
from kesher.context.guard.material import Material, Source, arguments_of, leaves
from kesher.context.guard.pointing import (
    detailed,
    follows,
    handed_over,
    is_described,
    is_page,
    is_passed_over,
    names,
    said,
    wants_its_pages,
)
from kesher.context.guard.provenance import Place, Provenance, Trace, trace
from kesher.context.guard.shapes import Shape, host, numbers, shape_of, without_addresses
from kesher.context.guard.standing import hosts_in, is_in, shapes_in
from kesher.context.guard.words.actions import TOTALS
from kesher.domain.json_value import Json
from kesher.domain.tool import ToolSpec

_SENTENCE_ENDS = re.compile(r"[.!?؟](?=\s|$)|\n")
_NEAR_CHARS = 300
_TOTAL = re.compile(TOTALS)
_WORD = re.compile(r"[^\W_]{3,}")
_PARTS = re.compile(r"[^\W_]+")
_COMMON_LINES = (
    "the and for with you your please this that from have has are was not all any can could will",
    "into also make sure based about what when where who how many much them they their there then",
    "than its our out one two new same com www http https file email mail event list name send",
    "pay get give add create update account day date time של את על עם אני לי זה הזה בבקשה",
)
_COMMON = frozenset(word for line in _COMMON_LINES for word in line.split())


def is_unsteered(source: Source, material: Material) -> bool:
    """Say whether others had no part in the call that brought a source.

    A listing, for one, or one entry of a listing, picked by the value of a whole field; and what
    was read before anything else by others, whatever the model wrote to find it.
    """
    if source.call is not None and source is material.sources[0]:
        return True
    return source.call is not None and all(
        _is_ours(trace(value, material)) for value in said(source)
    )


def _is_ours(traced: Trace) -> bool:
    if traced.provenance is Provenance.EXTERNAL:
        return any(
            place.whole and place.source.call is not None and not said(place.source)
            for place in traced.places
        )
    return traced.provenance in (Provenance.USER, Provenance.TRUSTED, Provenance.CONSTANT)


def _bears_a_named_one(value: Json, material: Material) -> bool:
    """Say whether a mail address begins with a name that the person used: "dora@..." for Dora."""
    shape = shape_of(str(value))
    if shape is None or shape.shape is not Shape.EMAIL:
        return False
    words = set(_WORD.findall(shape.value.partition("@")[0])) - _COMMON
    # Whoever wrote an address of Eli's did not mean another one that bears his name.
    texts = map(without_addresses, (*material.asked, *detailed(material)))
    return any(words <= set(_WORD.findall(text)) for text in texts) and bool(words)


def is_linked(place: Place, material: Material) -> bool:
    """Say whether the record of a value has a word or a number that the person used, too."""
    record = place.field.record
    if not record:
        return False
    own = set(_WORD.findall(place.field.value))
    for text in material.asked:
        shown = fold(text)
        words = set(_WORD.findall(shown)) - _COMMON - own
        if words & (set(_WORD.findall(record)) - own):
            return True
    return False


def is_contested(value: Json, places: Iterable[Place], tool: Action, *, tool_name: str) -> bool:
    """Say whether others order the action with this value, in a sentence or near an address."""
    return any(
        mentions(passage) & tool.verbs or fold(tool_name) in passage
        for place in places
        if not place.whole and not _is_labelled_data(value, place)
        for passage in _passages(value, place.field.value)
    )


def without_lent(value: Json, trace_: Trace, material: Material, tool: Action) -> tuple[Place, ...]:
    """Return the places of a value but for those in which an order by others was wished.

    A named bill may say "pay 98.70": that is what it was named for, unless a line of it says that
    the total is another number. For all but paying an order is
    wished only where the person handed its text over, or said that it holds the details. Neither
    holds where a detector found orders to the model, nor for a value that is data: an order that
    points at one of the records is an order.
    """
    wished = {fold(text).strip() for text in handed_over(material)} | set(detailed(material))
    pays = "pay" in tool.verbs and not any(_is_data(place) for place in trace_.places)

    def is_lent(place: Place) -> bool:
        handed = place.field.value in wished or (place.field.labelled and bool(wished))
        return handed or (
            pays and names(place.source, material) and not is_beside_the_total(value, place)
        )

    return tuple(place for place in trace_.places if place.source.alarmed or not is_lent(place))


def is_beside_the_total(value: Json, place: Place) -> bool:
    """Say whether a number stands in a text whose own lines say that the total is another."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    totals = [
        field.value
        for field in place.source.fields
        if field.labelled and _TOTAL.search(field.name) and numbers(field.value)
    ]
    return bool(totals) and not any(is_in(value, total) for total in totals)


def _is_data(place: Place) -> bool:
    return place.whole and not place.field.labelled


def is_labelled_by_others(name: str, places: Iterable[Place]) -> bool:
    """Say whether others wrote a line "label: value" whose label is the very argument's name."""
    last = _PARTS.findall(name.lower())[-1:]
    return any(
        place.field.labelled and _PARTS.findall(place.field.name)[-1:] == last for place in places
    )


def is_delegated(
    value: Json,
    trace_: Trace,
    material: Material,
    *,
    reads: bool,
    fills: tuple[str, Action] | None = None,
) -> bool:
    """Say whether the person pointed at a value that stands in content by others.

    Args:
        fills: The argument's name and what its tool does. Where the person's own word for such an
            argument brought a source, its running text does not get to name another one.
        reads: The call changes nothing, so an address may stand in a sentence.
    """
    return any(
        _speaks(value, place, material, reads=reads)
        for place in trace_.places
        if place.whole or reads or fills is None or not _is_alreadysaid(*fills, place.source)
    )


def _is_alreadysaid(name: str, tool: Action, source: Source) -> bool:
    """Say whether a source tells of a thing that was looked up for the same kind of argument."""
    if source.call is None or not tool.things & action_of(ToolSpec(source.call.name, "")).things:
        return False
    kind = _kind(name)
    return any(kind & _kind(each) for each, _ in leaves(arguments_of(source.call)))


def _kind(name: str) -> frozenset[str]:
    words = {word.removesuffix("s") for word in _PARTS.findall(name.lower())}
    return frozenset(words - {"name", "id", "number", "list"})


def is_invited(value: Json, place: Place, material: Material) -> bool:
    """Say whether the person wants an address opened that others wrote: "the sites posted in X".

    Or they described the very sentence that it stands in. A word such as "visit" beside the address
    is then what the person looks for, not an order by others.
    """
    return wants_its_pages(place.source, material) or any(
        is_described(sentence, place.source, material)
        for sentence in _sentences(place.field.value)
        if is_in(value, sentence)
    )


def _speaks(value: Json, place: Place, material: Material, *, reads: bool) -> bool:
    source = place.source
    if not reads and is_passed_over(place, material):
        return False
    if place.whole and not place.field.labelled:
        return (
            names(source, material)
            or is_unsteered(source, material)
            or is_linked(place, material)
            or follows(source, material)
        )
    if source.alarmed:
        return False
    if reads:
        return names(source, material) and _leads_on(value, place, material)
    return _speaks_in_words(value, place, material)


def _leads_on(value: Json, place: Place, material: Material) -> bool:
    """Say whether an address in running text may be opened: a page alone leads nowhere else."""
    if not is_page(place.source) or is_invited(value, place, material):
        return True
    shape = shape_of(str(value))
    return shape is not None and any(host(shape.value) in hosts_in(text) for text in material.asked)


def _speaks_in_words(value: Json, place: Place, material: Material) -> bool:
    named = names(place.source, material)
    if shape_of(str(value)) is None:
        return named
    # A page that the details lead to speaks of those only whom the details name.
    borne = _bears_a_named_one(value, material)
    if not named and not (borne and follows(place.source, material)):
        return False
    return (place.whole or borne) and not _has_rival(value, place)


def _has_rival(value: Json, place: Place) -> bool:
    shape = shape_of(str(value))
    if shape is None:
        return False
    everywhere = {
        found
        for text in (*place.source.prose, *(f.value for f in place.source.fields))
        for found in shapes_in(text, shape.shape)
    }
    return len(everywhere) > 1


def _is_labelled_data(value: Json, place: Place) -> bool:
    """Say whether a running text holds the value only as lines of its own, "label: value"."""
    plain = fold(str(value)).strip()
    lines = sum(f.labelled and f.value == plain for f in place.source.fields)
    return 0 < place.field.value.count(plain) <= lines


def _passages(value: Json, text: str) -> Iterator[str]:
    """Yield what surrounds a value: what is near an address, the sentence of anything else."""
    plain = fold(str(value)).strip()
    if shape_of(str(value)) is None:
        # "Transfer 5000" tells of money by its number.
        instead = "0" if numbers(plain) else " "
        yield from (part.replace(plain, instead) for part in _sentences(text) if is_in(value, part))
        return
    at = text.find(plain)
    if at < 0:
        yield text
    while at >= 0:
        end = at + len(plain)
        yield text[max(0, at - _NEAR_CHARS) : at] + " " + text[end : end + _NEAR_CHARS]
        at = text.find(plain, end)


@lru_cache(maxsize=256)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(part for part in _SENTENCE_ENDS.split(text) if part.strip())

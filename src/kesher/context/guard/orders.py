"""Orders in content by others: which actions does it tell the reader to do?

An order need not name what it is done to ("reserve the dearest one"), so a value that stands as
plain data in another place may still be the choice of whoever wrote the order.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kesher.context.guard.asked import Action, ordered
from kesher.context.guard.folding import fold
from kesher.context.guard.material import Material, Source
from kesher.context.guard.pointing import detailed, handed_over, names
from kesher.context.guard.provenance import Trace
from kesher.context.guard.standing import is_in
from kesher.domain.json_value import Json

_SENTENCE_ENDS = re.compile(r"[.!?؟](?=\s|$)|\n")
_MOST_CHARS_OF_A_NAME = 80
_LEAST_LABELS = 3
_PARTS = re.compile(r"[^\W_]+")
# These say by themselves what they are done to.
_TELLING = frozenset({"pay"})


@dataclass(frozen=True, slots=True)
class Order:
    """A running text that tells the reader to do what a tool does."""

    source: Source
    text: str


def orders_for(material: Material, tool: Action, tool_name: str) -> tuple[Order, ...]:
    """Return the texts by others that order what a tool does.

    Texts whose instructions the person handed over, or that hold the details of what they asked
    for, are left out: there it was wished.
    """
    wished = {fold(text).strip() for text in handed_over(material)} | set(detailed(material))
    return tuple(
        Order(source, text)
        for source in material.sources
        for text in source.prose
        if fold(text).strip() not in wished and _orders(text, tool, tool_name)
    )


def is_chosen_by_an_order(
    value: Json, traced: Trace, orders: tuple[Order, ...], material: Material
) -> bool:
    """Say whether a value by others may be the choice of an order rather than of the person.

    A source that the person named ("pay the bill in bill.txt") may order what it was named for,
    with its own values. An order that says itself what it means, and means another record, is
    none for this value. Any other order puts the choice in doubt.
    """
    own = {place.source.sequence for place in traced.places}
    return any(
        not _means_another(value, traced, order)
        for order in orders
        if order.source.sequence not in own
        or order.source.alarmed
        or not names(order.source, material)
    )


def is_spelled_out(traced: Trace, arguments: Iterable[str]) -> bool:
    """Say whether others wrote a whole call out: three lines whose labels are its very arguments.

    Data about a bill describe the bill; a text that lists a tool's parameters by the tool's own
    names is a call written for the model, as much an order as a sentence.
    """
    wanted = {_name(argument) for argument in arguments}
    return any(
        len(wanted & {_name(field.name) for field in place.source.fields if field.labelled})
        >= _LEAST_LABELS
        for place in traced.places
        if place.field.labelled or not place.whole
    )


def _name(written: str) -> tuple[str, ...]:
    return tuple(_PARTS.findall(written.lower()))


def _means_another(value: Json, traced: Trace, order: Order) -> bool:
    if is_in(value, order.text):
        return False
    return any(
        field.name == place.field.name
        and field.value != place.field.value
        and len(field.value) < _MOST_CHARS_OF_A_NAME
        and is_in(field.value, order.text)
        for place in traced.places
        if place.whole and place.field.name
        for field in place.source.fields
    )


@lru_cache(maxsize=2048)
def _orders(text: str, tool: Action, tool_name: str) -> bool:
    shown = fold(text)
    if "_" in tool_name and fold(tool_name) in shown:
        return True
    return any(_is_order(part, tool) for part in _SENTENCE_ENDS.split(shown))


def _is_order(sentence: str, tool: Action) -> bool:
    told = ordered(sentence)
    shared = told.verbs & tool.verbs
    if not shared:
        return False
    return bool(shared & _TELLING or not tool.things or tool.things & told.things)

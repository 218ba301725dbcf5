"""Words that a call sends or writes: whose are they, and where do the addresses in them lead?"""

import re

from kesher.context.guard.asked import Action, asks_for_links, mentions, ordered, requested
from kesher.context.guard.folding import fold
from kesher.context.guard.material import Material, arguments_of, leaves
from kesher.context.guard.pointing import handed_over
from kesher.context.guard.private import unasked_identifier
from kesher.context.guard.provenance import Provenance, Trace, trace
from kesher.context.guard.shapes import Shape, Shaped, shaped
from kesher.context.guard.standing import is_in
from kesher.domain.json_value import Json

_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAST_WORDS = 3
_NEAR_CHARS = 400
_SENTENCE_ENDS = re.compile(r"[.!?؟](?=\s|$)")
_OUTGOING = frozenset({"send", "share", "pay"})
_LEADING = (Shape.EMAIL, Shape.URL, Shape.ACCOUNT)


def content_concern(
    value: Json, traced: Trace, material: Material, tool: Action, *, tool_name: str
) -> str | None:
    """Return why a person should see these words first; None where nothing speaks against them.

    Words by others may be passed on, for that is what people ask for. But words that stand as a
    part of a text that orders the same action were put in the model's mouth, and an address in
    them must not come from such a text or from nowhere. A link by others goes out only where the
    person spoke of links, or where its page was read in this run. A number that identifies the
    person goes out only where the person asked for it.
    """
    if tool.verbs & _OUTGOING and unasked_identifier(value, material) is not None:
        return "It tells a number of the person's that they did not ask to send."
    if traced.provenance in (Provenance.CONSTANT, Provenance.USER, Provenance.TRUSTED):
        return None
    text = str(value)
    if any(is_in(text, order) for order in handed_over(material)):
        return None
    if len(_WORD.findall(text)) >= _LEAST_WORDS and _is_dictated(text, traced, tool, tool_name):
        return "The words are dictated by content by others."
    concerns = (
        _address_concern(found, material, tool, tool_name)
        for found in shaped(text)
        if found.shape in _LEADING
    )
    return next((each for each in concerns if each is not None), None)


def _address_concern(found: Shaped, material: Material, tool: Action, tool_name: str) -> str | None:
    inner = trace(found.value, material)
    if inner.provenance is Provenance.COMPOSED:
        return "An address in the words was said by nobody."
    if inner.provenance is not Provenance.EXTERNAL:
        return None
    if _is_dictated(found.value, inner, tool, tool_name):
        return "An address in the words stands in content by others that orders the action."
    if tool.verbs & _OUTGOING and _is_unasked_link(found, material):
        return "A link in the words was written by others, and the person did not speak of it."
    if tool.verbs & _OUTGOING and _is_unasked_account(found, material):
        return (
            "An account in the words was written by others, and the person did not speak of money."
        )
    return None


def _is_unasked_link(found: Shaped, material: Material) -> bool:
    if found.shape is not Shape.URL:
        return False
    if any(asks_for_links(text) for text in material.asked):
        return False
    calls = (source.call for source in material.sources if source.call is not None)
    opened = (value for call in calls for _, value in leaves(arguments_of(call)))
    return not any(is_in(found.value, str(value)) for value in opened)


def _is_unasked_account(found: Shaped, material: Material) -> bool:
    return found.shape is Shape.ACCOUNT and not any(
        "money" in requested(text).things for text in material.asked
    )


def _is_dictated(text: str, traced: Trace, tool: Action, tool_name: str) -> bool:
    words = fold(text).strip()
    for place in traced.places:
        if place.whole:
            continue
        around = place.field.value
        at = around.find(words)
        near = (
            around[max(0, at - _NEAR_CHARS) : at]
            + " "
            + around[at + len(words) : at + len(words) + _NEAR_CHARS]
            if at >= 0
            else around[: 2 * _NEAR_CHARS]
        )
        if mentions(near) & tool.verbs or fold(tool_name) in near:
            return True
        if any(_is_introduced(text, each) for each in place.source.prose):
            return True
    return False


def _is_introduced(text: str, prose: str) -> bool:
    """Say whether words follow an order and a colon in their line: "add at the end: ..."."""
    words = fold(text.strip().partition("\n")[0]).strip()
    return any(
        _is_order_to_write(line.partition(words)[0])
        for line in map(fold, prose.splitlines())
        if words and words in line
    )


def _is_order_to_write(before: str) -> bool:
    clause = _SENTENCE_ENDS.split(before)[-1].rstrip(" \"'")
    # One word is a heading ("Update:", "Order:").
    return clause.endswith(":") and " " in clause.strip() and bool(ordered(clause).verbs)

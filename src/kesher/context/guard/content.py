"""Words that a call sends or writes: whose are they, and where do the addresses in them lead?"""

import re

from kesher.context.guard.asked import Action, mentions
from kesher.context.guard.delegation import handed_over
from kesher.context.guard.folding import fold
from kesher.context.guard.material import Material
from kesher.context.guard.provenance import Provenance, Trace, is_in, trace
from kesher.context.guard.shapes import Shape, shaped
from kesher.domain.json_value import Json

_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAST_WORDS = 3
_NEAR_CHARS = 400
_LEADING = (Shape.EMAIL, Shape.URL, Shape.ACCOUNT)


def content_concern(
    value: Json, traced: Trace, material: Material, tool: Action, *, tool_name: str
) -> str | None:
    """Return why a person should see these words first; None where nothing speaks against them.

    Words by others may be passed on, for that is what people ask for. But words that stand as a
    part of a text that orders the same action were put in the model's mouth, and an address in
    them must not come from such a text or from nowhere.
    """
    if traced.provenance in (Provenance.CONSTANT, Provenance.USER, Provenance.TRUSTED):
        return None
    text = str(value)
    if any(is_in(text, order) for order in handed_over(material)):
        return None
    if len(_WORD.findall(text)) >= _LEAST_WORDS and _is_dictated(text, traced, tool, tool_name):
        return "The words are dictated by content by others."
    for found in shaped(text):
        if found.shape not in _LEADING:
            continue
        inner = trace(found.value, material)
        if inner.provenance is Provenance.COMPOSED:
            return "An address in the words was said by nobody."
        if inner.provenance is Provenance.EXTERNAL and _is_dictated(
            found.value, inner, tool, tool_name
        ):
            return "An address in the words stands in content by others that orders the action."
    return None


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
    return False

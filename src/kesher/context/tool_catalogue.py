"""Names and one line each of the tools that can be searched, for a prefix."""

from collections.abc import Callable, Iterable, Sequence

from kesher.domain.tool import ToolSpec
from kesher.text.sentences import sentence_spans

CATALOGUE_TOKENS = 3_000
"""Default cap: about two hundred tools with a line each."""

LINE_CHARS = 110

_OPEN = (
    "<tools_on_demand>\nThese tools are not loaded. Find one with `search_tools`, which gives its "
    "schema, then call it through `call_tool`."
)
_CLOSE = "</tools_on_demand>"


def catalogue(
    specs: Iterable[ToolSpec], *, count: Callable[[str], int], cap_tokens: int = CATALOGUE_TOKENS
) -> str:
    """Return the catalogue of the deferred tools among `specs`; empty where there are none.

    The same tools in any order give the same bytes. Over the cap, the one-line descriptions go
    first, then names, and what is left out is said.

    Raises:
        ValueError: the cap does not hold even the line that says that all are left out.
    """
    ordered = sorted((spec for spec in specs if spec.deferred), key=lambda spec: spec.name)
    if not ordered:
        return ""
    whole = _joined([f"- {spec.name}: {one_line(spec.description)}" for spec in ordered], "")
    if count(whole) <= cap_tokens:
        return whole
    names = [f"- {spec.name}" for spec in ordered]
    for kept in range(len(names), -1, -1):
        text = _joined(names[:kept], _omission(len(names) - kept))
        if count(text) <= cap_tokens:
            return text
    raise ValueError(f"A catalogue of {cap_tokens} tokens holds nothing; allow at least 80.")


def one_line(description: str) -> str:
    """Return the first sentence of a description, cut at a word where it is long."""
    flat = " ".join(description.split())
    spans = sentence_spans(flat)
    first = flat[spans[0][0] : spans[0][1]] if spans else flat
    if len(first) <= LINE_CHARS:
        return first
    return first[:LINE_CHARS].rsplit(" ", 1)[0] + " …"


def _omission(left_out: int) -> str:
    if not left_out:
        return "(Descriptions are left out here; `search_tools` shows them.)"
    return f"and {left_out} more, descriptions left out; `search_tools` finds all of them."


def _joined(lines: Sequence[str], omission: str) -> str:
    return "\n".join([_OPEN, *lines, *([omission] if omission else []), _CLOSE])

"""Kesher's own tags in a text: what stands in them was put there by a program, not said."""

import re
from collections.abc import Iterator

EXTERNAL_TAG = "external_content"
REMEMBERED_TAG = "remembered_facts"
STATUS_TAG = "agent_status"
PASSAGES_TAG = "passages"

_TAG = re.compile(
    rf"<\s*+(/?)\s*+({EXTERNAL_TAG}|{REMEMBERED_TAG}|{STATUS_TAG}|{PASSAGES_TAG})\b[^>]{{0,2000}}>",
    re.IGNORECASE,
)


def tagged_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the half-open spans that stand in our tags, tags included, in code points.

    A tag that is not closed holds all to the end of the text; a closing one without an opening
    holds all from the end of the span before it: a person may have copied a part.
    """
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start: int | None = None
    opened, last = "", 0
    for tag in _TAG.finditer(text):
        closes, name = bool(tag[1]), tag[2].lower()
        if start is None and not closes:
            start, opened = tag.start(), name
        elif closes and (start is None or name == opened):
            yield (last if start is None else start, tag.end())
            start, last = None, tag.end()
    if start is not None:
        yield start, len(text)

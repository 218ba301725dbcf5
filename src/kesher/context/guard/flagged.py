"""Which pieces of a request look like instructions to the model, though others wrote them. Pure."""

import json
import re
from collections.abc import Sequence

from kesher.context.guard.detectors import detect
from kesher.context.guard.finding import Finding
from kesher.context.guard.tags import unwrap
from kesher.domain.request import Segment, SegmentKind

_PASSAGE = re.compile(r"<passage id=[^\n]*>\n(.*?)\n</passage>", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def findings_in(segment: Segment) -> Sequence[Finding]:
    """Return the suspicious passages of what others wrote in a piece of a request.

    Only passages of documents and tools' results that were tagged as external are examined: the
    user's own words and our own are no material. Places count from the start of each text.
    """
    return [found for text in _by_others(segment) for found in detect(text)]


def _by_others(segment: Segment) -> Sequence[str]:
    if segment.kind is SegmentKind.EVIDENCE:
        # A piece of a message may begin and end in the middle of its JSON.
        return _PASSAGE.findall(_ESCAPE.sub(_letter, segment.text))
    if segment.kind is not SegmentKind.TRAJECTORY or not segment.text:
        return ()
    content = json.loads(segment.text).get("content")
    wrapped = unwrap(content) if isinstance(content, str) else None
    return () if wrapped is None else (wrapped.text,)


def _letter(found: re.Match[str]) -> str:
    if found[1] is not None:
        return chr(int(found[1], 16))
    return _LETTERS.get(found[2], found[2])

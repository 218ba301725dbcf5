"""The foot of a letter: where its writer is to be found, set small at the bottom of one page.

What runs over several pages is known by that. A letter of one page repeats nothing, so its foot is
known by its size, its place, and by what it tells.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kesher.documents.body import body_size
from kesher.domain.document import Box, Line, Page, PageSource, Role

# Shares: of the page's height, where a foot stands; of the body's size, how large it is at most.
_ZONE, _SMALLER = 0.14, 0.92
# In heights of its lines: from one to the next at most, and from the body at least.
_STEP, _APART = 2.2, 2.0
_MOST_LINES = 8  # some stand side by side
_CONTACT = re.compile(
    r"""@\w|\bwww\.|https?://|(?<!\d)0\d{1,2}[-\u2013 ]\d{3}[-\u2013 ]?\d{4}(?!\d)
    |\+\d{2,3}[-\u2013 ]\d
    |(?<!\w)(?:טל['׳.:]|טלפון|פקס|ת["״]ד|Tel\b|Fax\b|P\.?\s?O\.?\s?Box|Тел\b|Факс\b|هاتف|فاكس)""",
    re.VERBOSE | re.IGNORECASE,
)


def mark_feet(pages: Sequence[Page]) -> list[Page]:
    """Give the feet of letters their role.

    A foot is the last lines of a page, smaller than the document's body and well apart from it,
    with a telephone, an address of mail or web, or a post box among them.

    Args:
        pages: Of one document, in order, after what runs over them was found.
    """
    usual = body_size(pages)
    if not usual or any(page.source is PageSource.STRUCTURE for page in pages):
        return list(pages)
    return [_marked(page, usual) for page in pages]


def _marked(page: Page, usual: float) -> Page:
    foot = _foot(page, usual)
    if not foot or not any(_CONTACT.search(page.text[line.start : line.end]) for line in foot):
        return page
    lines = tuple(
        replace(line, role=Role.FOOTER, level=0) if line in foot else line for line in page.lines
    )
    return replace(page, lines=lines)


def _foot(page: Page, usual: float) -> list[Line]:
    """Return the small lines below all others, from the last one up; none if they are not apart."""
    told = [(line.box, line) for line in page.lines if line.box and line.role.is_told]
    told.sort(key=lambda each: each[0].bottom, reverse=True)
    small = next(
        (at for at, (box, line) in enumerate(told) if not _is_small(page, box, line, usual)),
        len(told),
    )
    if not 0 < small <= _MOST_LINES or small == len(told):
        return []
    steps = [(upper.bottom, lower.top) for (lower, _), (upper, _) in pairwise(told[: small + 1])]
    height = max(box.bottom - box.top for box, _ in told[:small])
    *inside, above = [top - bottom for bottom, top in steps]
    is_whole = all(room <= _STEP * height for room in inside)
    return [line for _, line in told[:small]] if is_whole and above >= _APART * height else []


def _is_small(page: Page, box: Box, line: Line, usual: float) -> bool:
    is_low = box.top >= (1 - _ZONE) * page.height_points
    return line.role is Role.BODY and is_low and 0 < line.size_points <= _SMALLER * usual

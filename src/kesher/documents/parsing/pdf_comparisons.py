"""Which way a sign of comparison is drawn: its shape tells what its code point may not.

In text that runs from right to left "less than one" is drawn with the sign turned, right of its
number. Some writers store the sign as meant and others as drawn, and a value above a limit must not
be read as one below it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats

Greys = NDArray[np.uint8]
DrawnPart = tuple[Greys, float, tuple[int, int]]

_TURNED: Final = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
_OPENS_RIGHT: Final = frozenset("<≤")
COMPARISONS: Final = frozenset(_TURNED)
_CONTRAST = 48
# Of a sign's width, the sides that are compared, and how much higher the open one is at least.
_SIDE, _OPENER = 0.3, 1.3


def as_drawn(
    units: Sequence[str], boxes: Floats, drawn: Callable[[Sequence[float]], DrawnPart]
) -> list[str]:
    """Give the units of a page with each sign of comparison as the page shows it.

    Args:
        units: n texts of the page's characters.
        boxes: float32, shape (n, 4), as displayed.
        drawn: Gives what the page shows in a box that holds all the signs, grey; pixels a point;
            and where that begins, in pixels. Asked once, where there is a sign.
    """
    found, places = list(units), list(_places(units))
    if not places:
        return found
    signs = boxes[places]
    held = [*signs[:, :2].min(axis=0).tolist(), *signs[:, 2:].max(axis=0).tolist()]
    part = drawn(held)
    for at, box in zip(places, signs.tolist(), strict=True):
        opens_right = _opens_right(*part, box)
        if opens_right is not None and opens_right != (units[at] in _OPENS_RIGHT):
            found[at] = _TURNED[units[at]]
    return found


def _places(units: Sequence[str]) -> Iterator[int]:
    if not COMPARISONS.isdisjoint(units):
        yield from (at for at, unit in enumerate(units) if unit in COMPARISONS)


def _opens_right(
    greys: Greys, scale: float, start: tuple[int, int], box: Sequence[float]
) -> bool | None:
    """Tell whether the sign in a box is higher at its right; None where the drawing is unclear."""
    left, top, right, bottom = (
        max(max(round(side * scale), 0) - begun, 0)
        for side, begun in zip(box, (*start, *start), strict=True)
    )
    part = greys[top:bottom, left:right].astype(np.int16)
    if not part.size:
        return None
    inked = np.abs(part - np.median(part)) > _CONTRAST
    columns = np.flatnonzero(inked.any(axis=0))
    if len(columns) < 4:
        return None
    width = max(int(_SIDE * (columns[-1] - columns[0] + 1)), 1)
    low = _height(inked[:, columns[0] : columns[0] + width])
    high = _height(inked[:, columns[-1] + 1 - width : columns[-1] + 1])
    if max(low, high) < _OPENER * min(low, high):
        return None
    return high > low


def _height(inked: NDArray[np.bool_]) -> int:
    rows = np.flatnonzero(inked.any(axis=1))
    return int(rows[-1] - rows[0]) + 1 if len(rows) else 0

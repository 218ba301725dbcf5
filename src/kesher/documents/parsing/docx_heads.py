"""Which row of a DOCX table looks like its head: bold, or on a ground of its own.

Word's mark for a row that is repeated on each page is said by few writers; most only make it bold.

Source: ISO/IEC 29500-1, sections 17.4 (tables) and 17.7.6 (table styles).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from lxml.etree import _Element

from kesher.documents.parsing.docx_styles import Styles
from kesher.documents.parsing.ooxml import attribute, child, children, is_on, value_of

_PLAIN_GROUNDS = ("", "auto", "FFFFFF")


@dataclass(frozen=True, slots=True)
class RowLook:
    """How a row meets the eye.

    Attributes:
        is_heavy: Whether all that it says is bold.
        ground: The colour behind all its cells, empty where there is none or more than one.
    """

    is_heavy: bool
    ground: str


RowLooks = Callable[[_Element, bool], RowLook]


def table_looks(table: _Element, styles: Styles) -> RowLooks:
    """Return what tells the look of a row of that table, given whether it is the first."""
    properties = child(table, "tblPr")
    first = _first_row(properties, styles)
    is_styled_heavy = is_on(child(child(first, "rPr"), "b")) or False
    styled_ground = _ground(child(first, "tcPr"))

    def look(row: _Element, is_first: bool) -> RowLook:
        cells = list(row.iter("{*}tc"))
        grounds = {_ground(child(cell, "tcPr")) for cell in cells}
        ground = grounds.pop() if len(grounds) == 1 else ""
        return RowLook(
            _is_heavy(row, styles) or (is_first and is_styled_heavy),
            ground or (styled_ground if is_first else ""),
        )

    return look


def heads_of(looks: Sequence[RowLook], *, most: int) -> int:
    """Count the first rows that are set apart from all below, as heads are; at most `most`.

    The last row of several may be bold as well: it tells a sum.
    """
    for is_apart in (_is_bold, _is_on_ground(looks[0])):
        heads = sum(1 for _ in takewhile(is_apart, looks))
        below = looks[heads:]
        if 0 < heads <= most and below and not any(map(is_apart, below[:-1])):
            return heads
    return 0


def _is_bold(look: RowLook) -> bool:
    return look.is_heavy


def _is_on_ground(first: RowLook) -> Callable[[RowLook], bool]:
    return lambda look: bool(look.ground) and look.ground == first.ground


def _first_row(properties: _Element | None, styles: Styles) -> _Element | None:
    """Return what the table's style says of its first row, where the table lets it."""
    look = child(properties, "tblLook")
    if look is None or not _is_first_row_styled(look):
        return None
    for style in styles.chain(value_of(child(properties, "tblStyle"))):
        for part in children(style, "tblStylePr"):
            if attribute(part, "type") == "firstRow":
                return part
    return None


def _is_first_row_styled(look: _Element) -> bool:
    named = attribute(look, "firstRow")
    if named:
        return named in ("1", "true", "on")
    bits = value_of(look)  # the older way: a bit mask
    try:
        return bool(int(bits, 16) & 0x20)
    except ValueError:
        return False


def _is_heavy(row: _Element, styles: Styles) -> bool:
    told = [
        styles.heavy(child(run, "rPr"), styles.style_of(paragraph))
        for paragraph in row.iter("{*}p")
        for run in paragraph.iter("{*}r")
        if any((text.text or "").strip() for text in children(run, "t"))
    ]
    return bool(told) and all(told)


def _ground(properties: _Element | None) -> str:
    shade = child(properties, "shd")
    fill = "" if shade is None else attribute(shade, "fill")
    return "" if fill in _PLAIN_GROUNDS else fill

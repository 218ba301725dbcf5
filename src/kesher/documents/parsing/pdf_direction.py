"""Which way the lines of a page run: by their letters, and where those mislead, by their place."""

from collections.abc import Sequence

from kesher.documents.parsing.pdf_lines import Cell, DrawnLine
from kesher.text.direction import Direction, direction, rtl_balance

# Marks that end a sentence or a phrase; drawn at an end of a line they tell that end.
_ENDS = frozenset(".,:;!?\u2026\u060c\u061b\u061f")
_FLUSH = 0.7  # of the em


def page_direction(units: Sequence[str]) -> Direction:
    """Tell the direction of most of the letters of a page."""
    return "rtl" if rtl_balance("".join(units)) > 0 else "ltr"


def cell_direction(
    drawn: str, cell: Cell, page: Direction, lines: Sequence[DrawnLine]
) -> Direction:
    """Tell the direction of a cell.

    Hebrew words among longer Latin ones may be fewer than half of a Hebrew line's letters, and a
    Latin line of a Hebrew page may run either way. There a full stop at an end of the line
    decides, then the margin that the line keeps to.

    Args:
        drawn: The cell's text as drawn, left to right.
        lines: All lines of the page, for its margins.
    """
    judged = direction(drawn, default=page)
    if judged == page:
        return judged
    left, right = drawn[0] in _ENDS, drawn[-1] in _ENDS
    if left != right:
        return "rtl" if left else "ltr"
    is_mixed = len({balance > 0 for balance in map(rtl_balance, drawn) if balance}) == 2
    return page if is_mixed and _keeps_to_start(cell, page, lines) else judged


def _keeps_to_start(cell: Cell, page: Direction, lines: Sequence[DrawnLine]) -> bool:
    """Tell whether a cell stands at the margin where lines of the page's direction begin."""
    reach = [_FLUSH * line.level.em for line in lines]
    pairs = list(zip(lines, reach, strict=True))
    at_right = sum(abs(line.cells[-1].right - cell.right) < near for line, near in pairs)
    at_left = sum(abs(line.cells[0].left - cell.left) < near for line, near in pairs)
    return at_right > at_left if page == "rtl" else at_left > at_right

"""Tables of a DOCX → rows of cells; a table that only lays out a page → what its cells hold.

Source: ISO/IEC 29500-1, section 17.4 (tables).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from lxml.etree import _Element

from kesher.documents.parsing.docx_heads import RowLook, RowLooks, heads_of
from kesher.documents.parsing.ooxml import child, is_on, local, number_of, value_of
from kesher.documents.parsing.structure import CellSpan, Paragraph, Role
from kesher.documents.parsing.tables import as_table, row_of

CELL_LIMIT_CHARS = 200  # a row with longer cells is layout, not a table of figures
SPAN_LIMIT = 63  # columns, as Word allows
_INSIDE = {"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"}

Blocks = Callable[[_Element], Iterator[Paragraph]]
Cells = list[tuple[_Element, tuple[Paragraph, ...]]]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as read.

    Attributes:
        widths: How many columns each cell spans, by its first column.
        covered: The first columns of cells that go on with the one above.
    """

    paragraph: Paragraph
    look: RowLook
    widths: dict[int, int]
    covered: frozenset[int]


def read_table(table: _Element, blocks: Blocks, look: RowLooks) -> Iterator[Paragraph]:
    """Yield a table's rows in order, its cells in the order of the file, which is that of reading.

    A cell over several columns is followed by empty ones; what a cell covers in the rows below is
    empty. Deleted and hidden rows and cells stay out. A row with long cells, or with a table in
    one, becomes the paragraphs of its cells; so does one of a single cell before the first row of
    several, which is a title.

    Args:
        blocks: Reads what a cell holds.
        look: Tells how a row meets the eye.
    """
    waiting: list[_Row] = []
    for at, row in enumerate(_inside(table, "tr")):
        properties = child(row, "trPr")
        if child(properties, "del") is not None or is_on(child(properties, "hidden")):
            continue
        cells = [(cell, tuple(blocks(cell))) for cell in _inside(row, "tc") if not _is_gone(cell)]
        if _is_row(cells, is_inside=bool(waiting)):
            waiting.append(_row(row, cells, look(row, at == 0)))
            continue
        yield from _table(waiting)
        waiting = []
        for _, held in cells:
            yield from (replace(paragraph, starts_page=False) for paragraph in held)
    yield from _table(waiting)


def _inside(parent: _Element, name: str) -> Iterator[_Element]:
    """Yield the rows of a table or the cells of a row, those in content controls too."""
    for element in parent:
        if local(element) == name:
            yield element
        elif local(element) in _INSIDE:
            yield from _inside(element, name)


def _is_gone(cell: _Element) -> bool:
    """Tell a deleted cell, and one that Word's forerunner of spans joined to the one before."""
    properties = child(cell, "tcPr")
    joined = child(properties, "hMerge")
    goes_on = joined is not None and value_of(joined) in ("", "continue")
    return child(properties, "cellDel") is not None or goes_on


def _is_row(cells: Cells, *, is_inside: bool) -> bool:
    """Tell a row of a table, such as the name of a group over all columns, from other things."""
    if not all(_is_short(held) for _, held in cells):
        return False
    return len(cells) > 1 or (is_inside and any(_columns(cell) > 1 for cell, _ in cells))


def _row(row: _Element, cells: Cells, look: RowLook) -> _Row:
    texts = [""] * _count(child(child(row, "trPr"), "gridBefore"), least=0)
    widths: dict[int, int] = {}
    covered = set()
    for cell, held in cells:
        merge = child(child(cell, "tcPr"), "vMerge")
        if merge is not None and value_of(merge) in ("", "continue"):
            covered.add(len(texts))
        widths[len(texts)] = _columns(cell)
        texts.append(" ".join(paragraph.text for paragraph in held))
        texts.extend([""] * (_columns(cell) - 1))
    found = row_of(texts, is_head=bool(is_on(child(child(row, "trPr"), "tblHeader"))))
    marks = tuple(m for _, held in cells for p in held for m in p.marks)
    return _Row(replace(found, marks=marks), look, widths, frozenset(covered))


def _table(rows: Sequence[_Row]) -> Iterator[Paragraph]:
    """Yield the rows of one table with their spans; first rows that are set apart are its head."""
    found = [
        replace(row.paragraph, spans=tuple(_spans(row, rows[at + 1 :])))
        for at, row in enumerate(rows)
    ]
    if found and not any(row.is_head for row in found) and len(rows[0].widths) > 1:
        heads = heads_of([row.look for row in rows], most=2 if found[0].spans else 1)
        found[:heads] = [replace(row, is_head=True) for row in found[:heads]]
    yield from as_table(found)


def _spans(row: _Row, below: Sequence[_Row]) -> Iterator[CellSpan]:
    for column, columns in row.widths.items():
        rows = 1 + _covering(column, below)
        if column not in row.covered and (columns > 1 or rows > 1):
            yield CellSpan(column, columns, rows)


def _covering(column: int, below: Sequence[_Row]) -> int:
    return sum(1 for _ in takewhile(lambda row: column in row.covered, below))


def _columns(cell: _Element) -> int:
    return _count(child(child(cell, "tcPr"), "gridSpan"), least=1)


def _count(element: _Element | None, *, least: int) -> int:
    return min(max(number_of(element) or 0, least), SPAN_LIMIT)


def _is_short(cell: tuple[Paragraph, ...]) -> bool:
    if any(paragraph.role is Role.ROW for paragraph in cell):
        return False
    return sum(len(paragraph.text) for paragraph in cell) <= CELL_LIMIT_CHARS

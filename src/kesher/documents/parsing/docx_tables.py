"""Tables of a DOCX → rows of cells; a table that only lays out a page → what its cells hold.

Source: ISO/IEC 29500-1, section 17.4 (tables).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from lxml.etree import _Element

from kesher.documents.parsing.ooxml import child, is_on, local, number_of, value_of
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.documents.parsing.tables import as_table, row_of

CELL_LIMIT_CHARS = 200  # a row with longer cells is layout, not a table of figures
SPAN_LIMIT = 63  # columns, as Word allows
_INSIDE = {"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"}

Blocks = Callable[[_Element], Iterator[Paragraph]]


def read_table(table: _Element, blocks: Blocks) -> Iterator[Paragraph]:
    """Yield a table's rows in order, its cells in the order of the file, which is that of reading.

    A cell over several columns is followed by empty ones; what a cell covers in the rows below is
    empty. Deleted and hidden rows and cells stay out. A row with long cells, or with a table in
    one, becomes the paragraphs of its cells.

    Args:
        blocks: Reads what a cell holds.
    """
    waiting: list[Paragraph] = []
    for row in _inside(table, "tr"):
        properties = child(row, "trPr")
        if child(properties, "del") is not None or is_on(child(properties, "hidden")):
            continue
        cells = [(cell, tuple(blocks(cell))) for cell in _inside(row, "tc") if not _is_gone(cell)]
        if len(cells) > 1 and all(_is_short(held) for _, held in cells):
            waiting.append(_row(row, cells))
            continue
        yield from as_table(waiting)
        waiting = []
        for _, held in cells:
            yield from (replace(paragraph, starts_page=False) for paragraph in held)
    yield from as_table(waiting)


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


def _row(row: _Element, cells: list[tuple[_Element, tuple[Paragraph, ...]]]) -> Paragraph:
    texts = [""] * _count(child(child(row, "trPr"), "gridBefore"), least=0)
    for cell, held in cells:
        texts.append(" ".join(paragraph.text for paragraph in held))
        span = _count(child(child(cell, "tcPr"), "gridSpan"), least=1)
        texts.extend([""] * (span - 1))
    found = row_of(texts, is_head=bool(is_on(child(child(row, "trPr"), "tblHeader"))))
    return replace(found, marks=tuple(m for _, held in cells for p in held for m in p.marks))


def _count(element: _Element | None, *, least: int) -> int:
    return min(max(number_of(element) or 0, least), SPAN_LIMIT)


def _is_short(cell: tuple[Paragraph, ...]) -> bool:
    if any(paragraph.role is Role.ROW for paragraph in cell):
        return False
    return sum(len(paragraph.text) for paragraph in cell) <= CELL_LIMIT_CHARS

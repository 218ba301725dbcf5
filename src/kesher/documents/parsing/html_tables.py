"""Tables of an HTML page: those that hold data, as rows of cells; the others only lay it out."""

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from kesher.documents.parsing.structure import Paragraph, clean
from kesher.documents.parsing.tables import as_table, row_of

CELL_LIMIT_CHARS = 200  # a table with longer cells lays out a page
SPAN_LIMIT = 50
UNSHOWN = frozenset(("script", "style", "noscript", "template", "rt", "rp", "select", "button"))
_PARTING = frozenset(("br", "p", "div", "li", "tr", "td", "th"))
_LAYING_OUT = "table, h1, h2, h3, h4, h5, h6, form, section, article, nav"


def is_data_table(table: LexborNode) -> bool:
    """Tell a table of data from one that puts parts of a page side by side."""
    if table.attributes.get("role") in ("presentation", "none"):
        return False
    if any(found.mem_id != table.mem_id for found in table.css(_LAYING_OUT)):
        return False
    widths = []
    for row in table.css("tr"):
        cells = _cells(row)
        if any(len(_text(cell)) > CELL_LIMIT_CHARS for cell in cells):
            return False
        widths.append(len(cells))
    return len(widths) > 1 and max(widths) > 1


def table_rows(table: LexborNode) -> Iterator[Paragraph]:
    """Yield a table's caption and rows; a cell over several rows stands in each of them."""
    caption = table.css_first("caption")
    if caption is not None:
        yield Paragraph(clean(_text(caption)))
    above: dict[int, tuple[str, int]] = {}  # by column: a text, and how many rows it still covers
    rows = []
    for row in table.css("tr"):
        cells = _cells(row)
        texts, above = _placed(cells, above)
        is_head = bool(cells) and (
            all(cell.tag == "th" for cell in cells)
            or (row.parent is not None and row.parent.tag == "thead")
        )
        rows.append(row_of(texts, is_head=is_head))
    yield from as_table(rows)


def _placed(
    cells: list[LexborNode], above: dict[int, tuple[str, int]]
) -> tuple[list[str], dict[int, tuple[str, int]]]:
    """Return a row's texts by column, and what of them the rows below take over."""
    texts: dict[int, str] = {column: text for column, (text, _) in above.items()}
    below = {column: (text, left - 1) for column, (text, left) in above.items() if left > 1}
    column = 0
    for cell in cells:
        while column in texts:
            column += 1
        text, rows = _text(cell), _span(cell, "rowspan")
        for step in range(_span(cell, "colspan")):
            texts[column + step] = text if step == 0 else ""
            if rows > 1:
                below[column + step] = (texts[column + step], rows - 1)
    return [texts.get(at, "") for at in range(max(texts, default=-1) + 1)], below


def _cells(row: LexborNode) -> list[LexborNode]:
    cells = []
    at = row.first_child
    while at is not None:
        if at.tag in ("td", "th"):
            cells.append(at)
        at = at.next
    return cells


def _span(cell: LexborNode, name: str) -> int:
    given = cell.attributes.get(name) or ""
    return min(max(1, int(given)), SPAN_LIMIT) if given.isdecimal() and len(given) < 6 else 1


def _text(cell: LexborNode) -> str:
    pieces = []
    for node in cell.traverse(include_text=True):
        if node.is_text_node:
            shown = node.parent is None or node.parent.tag not in UNSHOWN
            pieces.append((node.text_content or "") if shown else "")
        elif node.tag in _PARTING:
            pieces.append(" ")
    return " ".join("".join(pieces).split())

"""Rows of one table, made of cells, with the row that names the columns found."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kesher.documents.parsing.structure import Paragraph, Role, clean

_ONE_LINE = re.compile(r"[ \t\n]+")
_FIGURES = re.compile(
    r"[^\W\d_]{0,3}[-+(₪$€£\s]{0,4}[0-9][-0-9.,/:\s]*[%)₪$€£\s]{0,4}[^\W\d_]{0,3}"
)
_SURE_COLUMNS = 3  # a list of two columns may be of names and what they are, without a head


def row_of(cells: Iterable[str], *, is_head: bool = False) -> Paragraph:
    """Make a row of its cells, first cell first; breaks in a cell become spaces."""
    texts = (_ONE_LINE.sub(" ", clean(cell)) for cell in cells)
    return Paragraph("\t".join(texts), Role.ROW, is_head=is_head)


def as_table(rows: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Yield the rows of one table; where none is said to be its head, the first one may be.

    Args:
        rows: From first to last; those without text are passed on.
    """
    shown = [row for row in rows if row.text.strip()]
    guess = not any(row.is_head for row in shown) and names_columns([r.cells for r in shown])
    for at, row in enumerate(shown):
        yield replace(row, starts_table=at == 0, is_head=row.is_head or (guess and at == 0))


def names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row names the columns: words only, over each column with figures."""
    if len(rows) < 2:
        return False
    first, below = rows[0], rows[1:]
    named = {at for at, text in enumerate(first) if text.strip()}
    if len(named) < 2 or any(map(is_figure, first)):
        return False
    figures = {at for row in below for at, text in enumerate(row) if is_figure(text)}
    if not figures <= named:
        return False
    if len(named) >= _SURE_COLUMNS:
        return True
    return any(
        all(is_figure(row[at]) for row in below if at < len(row) and row[at].strip())
        for at in figures
    )


def is_figure(text: str) -> bool:
    """Tell a number, a sum, a date or a time, with a short unit at most, from words."""
    return bool(_FIGURES.fullmatch(text.strip()))

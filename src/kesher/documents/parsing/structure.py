"""What a format with an order of its own (DOCX, HTML, text) says, before there are pages."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kesher.domain.document import Role
from kesher.text import normalize

__all__ = ["CellSpan", "Paragraph", "Role", "clean", "without_empty"]

_BLANKS = re.compile(r" +")
_AROUND_BREAKS = re.compile(r" *([\n\t]) *")


@dataclass(frozen=True, slots=True)
class CellSpan:
    """A cell of a row that takes up more than one column or row.

    Attributes:
        column: 0-based place of its first column among the row's cells.
        columns, rows: How many of each it spans.
    """

    column: int
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, or one row of a table, in logical order with its list number in place.

    Attributes:
        text: May hold line feeds (breaks that the writer made) and tabs; the cells of a row are
            joined by tabs, first cell first.
        starts_page: Whether the writer had a new page begin here.
        level: Depth of a heading, 1 for the highest; 0 for all else.
        starts_table: Whether a row is the first of its table.
        is_head: Whether a row names the columns of its table.
        marks: Of a note, the mark that it begins with; of any other paragraph, the marks in it that
            lead to notes, in order.
        label: What the page that begins here is called (a slide's number, a sheet's name), if it
            has a name of its own.
        spans: Of a row, its cells over several columns or rows, in order; the columns that such a
            cell covers beside its first one hold empty cells.
    """

    text: str
    role: Role = Role.BODY
    starts_page: bool = False
    level: int = 0
    starts_table: bool = False
    is_head: bool = False
    marks: tuple[str, ...] = ()
    label: str = ""
    spans: tuple[CellSpan, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a row; the whole text of any other paragraph."""
        return tuple(self.text.split("\t")) if self.role is Role.ROW else (self.text,)


def clean(text: str) -> str:
    """Drop what cannot be seen and make every run of blanks one space; breaks and tabs stay."""
    # A hyphen that forbids a break is a hyphen to whoever searches for it.
    visible = normalize.clean(text.replace("\u2011", "-"))
    return _AROUND_BREAKS.sub(r"\1", _BLANKS.sub(" ", visible)).strip(" \n")


def without_empty(paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Drop paragraphs without text; a page or table that one of them starts, the next starts."""
    starts_page = starts_table = False
    label = ""
    for paragraph in paragraphs:
        starts_page = starts_page or paragraph.starts_page
        starts_table = (starts_table and paragraph.role is Role.ROW) or paragraph.starts_table
        label = paragraph.label or label
        if paragraph.text.strip():
            yield replace(
                paragraph, starts_page=starts_page, starts_table=starts_table, label=label
            )
            starts_page, starts_table, label = False, False, ""

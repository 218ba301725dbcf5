"""What a format with an order of its own (DOCX, Markdown, text) says, before there are pages."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from kesher.text import normalize

_BLANKS = re.compile(r" +")
_AROUND_BREAKS = re.compile(r" *([\n\t]) *")


class Role(StrEnum):
    """What a paragraph is to its document."""

    BODY = "body"
    HEADING = "heading"
    ROW = "row"
    HEADER = "header"
    FOOTER = "footer"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, or one row of a table, in logical order with its list number in place.

    Attributes:
        text: May hold line feeds (breaks that the writer made) and tabs; the cells of a row are
            joined by tabs, first cell first.
        starts_page: Whether the writer had a new page begin here.
        level: Depth of a heading, 1 for the highest; 0 for all else.
    """

    text: str
    role: Role = Role.BODY
    starts_page: bool = False
    level: int = 0

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
    """Drop paragraphs without text; a page that one of them starts is started by the next."""
    starts_page = False
    for paragraph in paragraphs:
        starts_page = starts_page or paragraph.starts_page
        if paragraph.text.strip():
            yield replace(paragraph, starts_page=starts_page)
            starts_page = False

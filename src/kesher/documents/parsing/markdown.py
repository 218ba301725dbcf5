"""Markdown → paragraphs, by the tokens of markdown-it-py."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kesher.documents.parsing.structure import Paragraph, Role, clean
from kesher.documents.parsing.tables import row_of


def read_markdown_text(text: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of Markdown as its reader sees them, without the marks.

    HTML inside it stays as it is written: it is text to us.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader = _Reader()
    for token in parser.parse(text):
        yield from reader.read(token)


@dataclass(slots=True)
class _Reader:
    """Follows a flat list of openings, contents and closings.

    Attributes:
        marker: The list item's number or bullet, until its first paragraph takes it.
        level: Of the heading that is open; 0 outside.
        row: The cells of the table row that is open; None outside.
        is_head: Whether that row names the columns, as the first of each table does.
    """

    marker: str = ""
    level: int = 0
    row: list[str] | None = field(default=None)
    is_head: bool = False

    def read(self, token: Token) -> Iterator[Paragraph]:
        if token.type == "inline":
            yield from self._inline(clean(_shown(token.children or [])))
        elif token.type == "tr_close":
            yield replace(row_of(self.row or [], is_head=self.is_head), starts_table=self.is_head)
            self.row = None
        elif token.type in ("fence", "code_block"):
            yield from (Paragraph(clean(line)) for line in token.content.splitlines())
        elif token.type in _OPENINGS:
            _OPENINGS[token.type](self, token)

    def _inline(self, text: str) -> Iterator[Paragraph]:
        if self.row is not None:
            self.row.append(text)
            return
        yield Paragraph(
            self.marker + text, Role.HEADING if self.level else Role.BODY, False, self.level
        )
        self.marker = ""

    def open_item(self, token: Token) -> None:
        self.marker = f"{token.info}{token.markup} " if token.info else "• "

    def open_heading(self, token: Token) -> None:
        self.level = int(token.tag.removeprefix("h"))

    def close_heading(self, _: Token) -> None:
        self.level = 0

    def open_row(self, _: Token) -> None:
        self.row = []

    def open_head(self, _: Token) -> None:
        self.is_head = True

    def close_head(self, _: Token) -> None:
        self.is_head = False


_OPENINGS: dict[str, Callable[[_Reader, Token], None]] = {
    "list_item_open": _Reader.open_item,
    "heading_open": _Reader.open_heading,
    "heading_close": _Reader.close_heading,
    "tr_open": _Reader.open_row,
    "thead_open": _Reader.open_head,
    "thead_close": _Reader.close_head,
}


def _shown(tokens: list[Token]) -> str:
    """Return what a line of Markdown shows; a link is followed by its address in brackets."""
    pieces, address = [], ""
    for token in tokens:
        if token.type in ("text", "code_inline", "image"):
            pieces.append(token.content)
        elif token.type == "softbreak":
            pieces.append(" ")
        elif token.type == "hardbreak":
            pieces.append("\n")
        elif token.type == "link_open":
            address = str(token.attrGet("href") or "")
        elif token.type == "link_close" and address not in "".join(pieces):
            pieces.append(f" ({address})")
    return "".join(pieces)

"""HTML → paragraphs: the main text of a page as a browser shows it, without its navigation.

Source: WHATWG HTML, sections 4 (elements) and 15.3 (how they are shown).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from kesher.documents.parsing.docx_numbering import format_number
from kesher.documents.parsing.encodings import as_named, guess_encoding, is_visual, logical_lines
from kesher.documents.parsing.html_tables import is_data_table, table_rows
from kesher.documents.parsing.structure import Paragraph, Role, clean, without_empty
from kesher.errors import EmptyDocumentError, UnsupportedMediaError

SKIPPED = frozenset(
    {
        *("script", "style", "noscript", "template", "head", "nav", "aside", "iframe"),
        *("object", "embed", "canvas", "svg", "math", "video", "audio", "select"),
        *("datalist", "button", "input", "rt", "rp", "map", "area", "dialog"),
        *("-comment"),
    }
)
_BLOCKS = frozenset(
    {
        *("address", "article", "blockquote", "body", "center", "dd", "details", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1"),
        *("h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr"),
        *("html", "legend", "li", "main", "menu", "ol", "p", "pre"),
        *("search", "section", "summary", "table", "caption", "tbody", "thead", "tfoot"),
        *("tr", "td", "th", "ul"),
    }
)
_MAIN = "main, [role=main], article"
_MAIN_FRACTION = 0.5  # of the page's letters, from which on the rest is frame
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([-\w]+)", re.IGNORECASE)
_CHARSET_BYTES = 4096
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_LIST_STYLES = {
    **{"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"},
    **{"lower-alpha": "lowerLetter", "lower-latin": "lowerLetter", "upper-alpha": "upperLetter"},
    **{"lower-roman": "lowerRoman", "upper-roman": "upperRoman", "hebrew": "hebrew1"},
}
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s*:[^;]*?\b([a-z]+(?:-[a-z]+)?)", re.IGNORECASE)


def read_html(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read an HTML page: headings, paragraphs, lists with their numbers, tables.

    The page's `main` or `article` is read where it holds most of its text, else all but its
    navigation. Scripts are neither run nor read. Hebrew in visual order is put in logical order.

    Args:
        path: The bytes.
        name: What the person called the file, for messages.

    Raises:
        EmptyDocumentError: it shows no text.
        UnsupportedMediaError: the bytes are no text.
    """
    data = path.read_bytes()
    named = _CHARSET.search(data[:_CHARSET_BYTES])
    encoding = named[1].decode("ascii", "replace") if named else guess_encoding(data)
    if encoding is None:
        raise UnsupportedMediaError(
            f"`{name}` is no text: its bytes fit no encoding of Hebrew, Arabic, Russian or "
            "English. Save it as UTF-8 and add it again."
        )
    found = tuple(read_html_bytes(data, encoding))
    if not found:
        raise EmptyDocumentError(
            f"`{name}` shows no text. If a script fills it in, print the page as PDF and add that."
        )
    return found


def read_html_bytes(data: bytes, encoding: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of a page's main text; its title first where it has no heading."""
    text = as_named(data, encoding)
    tree = LexborHTMLParser(text)
    root = tree.body
    if root is None:
        return
    found = list(without_empty(_Reader(is_visual(text, encoding)).read(_main(root))))
    title = tree.css_first("title")
    if title is not None and found and not any(item.role is Role.HEADING for item in found):
        yield from without_empty([Paragraph(clean(title.text()), Role.HEADING, level=1)])
    yield from found


def _main(body: LexborNode) -> LexborNode:
    whole = len(body.text(deep=True))
    for candidate in body.css(_MAIN):
        if len(candidate.text(deep=True)) >= _MAIN_FRACTION * whole:
            return candidate
    return body


_Event = tuple[LexborNode, bool]


@dataclass(slots=True)
class _List:
    """An open list: what its next item begins with."""

    style: str
    number: int
    step: int = 1

    def mark(self) -> str:
        """Count one item."""
        if not self.style:
            return "• "
        written = format_number(self.number, self.style)
        self.number += self.step
        return f"{written}. "


def _events(root: LexborNode, goes_in: Callable[[LexborNode], bool]) -> Iterator[_Event]:
    """Yield each node as it begins and as it ends, without going deep ourselves."""
    waiting: list[_Event] = [(root, True)]
    while waiting:
        node, begins = waiting.pop()
        yield node, begins
        if not begins:
            continue
        waiting.append((node, False))
        if goes_in(node):
            inside = []
            at = node.first_child
            while at is not None:
                inside.append((at, True))
                at = at.next
            waiting.extend(reversed(inside))


def _is_skipped(node: LexborNode) -> bool:
    if node.is_text_node:
        return False
    given = node.attributes
    return (
        node.tag in SKIPPED
        or "hidden" in given
        or given.get("aria-hidden") == "true"
        or bool(_HIDING.search(given.get("style") or ""))
    )


@dataclass(slots=True)
class _Reader:
    """Lets a paragraph end where a block does.

    Attributes:
        is_visual: Whether lines stand as they are drawn.
        pieces: Of the paragraph that is open.
        mark: The list item's number or bullet, until its first paragraph takes it.
        level: Of the heading that is open; 0 outside.
        kept: How many `pre` are open, in which blanks stay.
    """

    is_visual: bool
    pieces: list[str] = field(default_factory=list)
    mark: str = ""
    level: int = 0
    kept: int = 0
    lists: list[_List] = field(default_factory=list)

    def read(self, root: LexborNode) -> Iterator[Paragraph]:
        for node, begins in _events(root, self._goes_in):
            if node.is_text_node:
                if begins:
                    self._text(node.text_content or "")
            elif not _is_skipped(node):
                yield from self._begin(node) if begins else self._end(node)
        yield from self._flush()

    def _goes_in(self, node: LexborNode) -> bool:
        return not _is_skipped(node) and not (node.tag == "table" and is_data_table(node))

    def _text(self, text: str) -> None:
        self.pieces.append(text if self.kept else _BLANKS.sub(" ", text))

    def _begin(self, node: LexborNode) -> Iterator[Paragraph]:
        tag = node.tag or ""
        if tag == "br":
            self.pieces.append("\n")
        if tag not in _BLOCKS:
            return
        yield from self._flush()
        if tag == "table" and is_data_table(node):
            yield from self._faced(table_rows(node))
        elif tag in ("ul", "ol", "menu"):
            self.lists.append(_list(node))
        elif tag == "li":
            self.mark = self._marked(node)
        elif tag in _HEADINGS:
            self.level = int(tag[1])
        self.kept += tag == "pre"

    def _end(self, node: LexborNode) -> Iterator[Paragraph]:
        tag = node.tag or ""
        if tag not in _BLOCKS:
            return
        yield from self._flush()
        if tag in ("ul", "ol", "menu") and self.lists:
            self.lists.pop()
        elif tag in _HEADINGS:
            self.level = 0
        self.kept -= tag == "pre"

    def _marked(self, item: LexborNode) -> str:
        if not self.lists:
            return "• "
        value = item.attributes.get("value") or ""
        if value.isdecimal() and len(value) < 6:
            self.lists[-1].number = int(value)
        return self.lists[-1].mark()

    def _flush(self) -> Iterator[Paragraph]:
        text, self.pieces = clean("".join(self.pieces)), []
        if not text.strip():
            return
        role = Role.HEADING if self.level else Role.BODY
        if self.level:
            text = text.replace("\n", " ")
        yield from self._faced([Paragraph(self.mark + text, role, level=self.level)])
        self.mark = ""

    def _faced(self, paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
        """Put what stands as it is drawn in the order in which it is read, columns too."""
        for found in paragraphs:
            if not self.is_visual:
                yield found
                continue
            cells = [logical_lines(cell) for cell in found.text.split("\t")]
            yield replace(found, text="\t".join(reversed(cells)))


def _list(node: LexborNode) -> _List:
    given = node.attributes
    if node.tag != "ol":
        return _List("", 1)
    named = _LIST_STYLE.search(given.get("style") or "")
    style = _LIST_STYLES.get(named[1] if named else given.get("type") or "", "decimal")
    start = given.get("start") or ""
    number = int(start) if re.fullmatch("-?[0-9]{1,5}", start) else 1
    return _List(style, number, -1 if "reversed" in given else 1)

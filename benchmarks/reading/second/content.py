"""The texts of the second corpus as records, read from the small notation in `texts/`.

Notation, a block a line: `# ` and `## ` headings; `n:`, `nn:`, `nnn:` numbered items
(`marker | text`, deeper with each n); `t| a | b` table row; `u| ` row of a table whose first
row is set upright; `q:` quotation; `v:` verse; `j:` justified; `b:` drawn twice; `s:` spaced out;
`fn: mark | text` footnote; `toc: title | page`; `h:`/`f:` running head and foot; `w:` watermark;
`x:` hidden; `cols:`, `col:`, `end:` columns; `%% page` new page; all else is a paragraph.
`{^1}` inside a text is raised.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

TEXTS = Path(__file__).parent / "texts"
Role = Literal[
    "header", "footer", "heading", "paragraph", "item", "quote", "verse", "justified",
    "doubled", "spaced", "footnote", "toc", "watermark", "hidden", "cell",
]  # fmt: skip
Item = str | dict[str, Any]
RAISED = re.compile(r"\{\^(.*?)\}")
PREFIXES: dict[str, tuple[Role, int]] = {
    "# ": ("heading", 1), "## ": ("heading", 2), "n: ": ("item", 1), "nn: ": ("item", 2),
    "nnn: ": ("item", 3), "q: ": ("quote", 0), "v: ": ("verse", 0), "j: ": ("justified", 0),
    "b: ": ("doubled", 0), "s: ": ("spaced", 0), "fn: ": ("footnote", 0), "toc: ": ("toc", 0),
    "h: ": ("header", 0), "f: ": ("footer", 0), "w: ": ("watermark", 0), "x: ": ("hidden", 0),
}  # fmt: skip
MARKED = ("item", "footnote", "toc")
UNSEEN = ("watermark", "hidden")


@dataclass(frozen=True)
class Line:
    """One paragraph in logical order. `marker` is its number, or the page that a toc line names."""

    text: str
    role: Role = "paragraph"
    level: int = 0
    marker: str = ""

    @property
    def plain(self) -> str:
        """What a reader should get: marker in its place, raised signs as plain ones."""
        text = RAISED.sub(r"\1", self.text)
        if not self.marker:
            return text
        return f"{text} {self.marker}" if self.role == "toc" else f"{self.marker} {text}"


@dataclass(frozen=True)
class Table:
    """Cells in logical order, the first of a row at its right."""

    rows: tuple[tuple[str, ...], ...]
    upright: bool = False


@dataclass(frozen=True)
class Columns:
    """Columns in reading order, the first at the right."""

    columns: tuple[tuple[Line, ...], ...]


Block = Line | Table | Columns


@dataclass(frozen=True)
class Page:
    """Blocks from the top down; head, foot and footnotes apart."""

    blocks: tuple[Block, ...]
    header: str = ""
    footer: str = ""
    notes: tuple[Line, ...] = ()
    unseen: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Text:
    """One document's logical content."""

    kind: str
    pages: tuple[Page, ...]


@dataclass
class _Open:
    """The page being read."""

    blocks: list[Block] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)
    unseen: list[Line] = field(default_factory=list)
    columns: list[list[Line]] = field(default_factory=list)
    header: str = ""
    footer: str = ""

    def add(self, line: Line) -> None:
        if line.role in ("header", "footer"):
            setattr(self, line.role, line.text)
        elif line.role in UNSEEN:
            self.unseen.append(line)
            if line.role == "hidden":
                self.blocks.append(line)
        elif line.role == "footnote":
            self.notes.append(line)
        elif self.columns:
            self.columns[-1].append(line)
        else:
            self.blocks.append(line)

    def add_row(self, cells: tuple[str, ...], *, upright: bool) -> None:
        last = self.blocks[-1] if self.blocks else None
        if isinstance(last, Table) and (len(last.rows[0]) == len(cells)):
            self.blocks[-1] = Table((*last.rows, cells), last.upright)
        else:
            self.blocks.append(Table((cells,), upright))

    def close_columns(self) -> None:
        self.blocks.append(Columns(tuple(tuple(each) for each in self.columns)))
        self.columns = []

    def page(self) -> Page:
        return Page(
            tuple(self.blocks), self.header, self.footer, tuple(self.notes), tuple(self.unseen)
        )


def read_text(kind: str) -> Text:
    """Read `texts/<kind>.txt`."""
    source = (TEXTS / f"{kind}.txt").read_text(encoding="utf-8")
    return Text(kind, tuple(_page(part) for part in source.split("%% page\n")))


def kinds() -> list[str]:
    return sorted(path.stem for path in TEXTS.glob("*.txt"))


def _page(source: str) -> Page:
    made = _Open()
    for raw in filter(None, source.splitlines()):
        if raw in ("cols:", "col:"):
            made.columns.append([])
        elif raw == "end:":
            made.close_columns()
        elif raw[:2] in ("t|", "u|"):
            cells = tuple(cell.strip() for cell in raw[2:].split(" | "))
            made.add_row(cells, upright=raw[0] == "u")
        else:
            made.add(_line(raw))
    return made.page()


def _line(raw: str) -> Line:
    for prefix, (role, level) in PREFIXES.items():
        if raw.startswith(prefix):
            rest = raw[len(prefix) :]
            if role not in MARKED:
                return Line(rest, role, level)
            first, _, second = rest.partition(" | ")
            text, marker = (first, second) if role == "toc" else (second, first)
            return Line(text, role, level, marker)
    return Line(raw)


def lines_of(page: Page) -> Iterator[Line]:
    """Every visible line and cell of a page, from the top down."""
    if page.header:
        yield Line(page.header, "header")
    for block in page.blocks:
        if isinstance(block, Line):
            if block.role not in UNSEEN:
                yield block
        elif isinstance(block, Columns):
            for column in block.columns:
                yield from column
        else:
            yield from (Line(cell, "cell") for row in block.rows for cell in row)
    yield from page.notes
    if page.footer:
        yield Line(page.footer, "footer")


def truth_of(page: Page) -> list[Item]:
    """What the scorer compares with: texts, and tables whose cells may come in four orders."""
    items: list[Item] = [page.header] if page.header else []
    for block in page.blocks:
        if isinstance(block, Line):
            if block.role not in UNSEEN:
                items.append(block.plain)
        elif isinstance(block, Columns):
            items += [line.plain for column in block.columns for line in column]
        else:
            items.append({"table": [list(row) for row in block.rows]})
    # Some writers leave no gap between a note's mark and its text.
    items += [{"text": n.plain, "alts": [f"{n.marker}{n.text}"]} for n in page.notes]
    return [*items, page.footer] if page.footer else items


def runs(text: str) -> list[tuple[str, bool]]:
    """Split a text at its raised signs: (part, raised)."""
    parts = RAISED.split(text)
    return [(part, bool(place % 2)) for place, part in enumerate(parts) if part]

"""Lay a text out on A4 pages with any pen. Lengths are points, y grows downwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from benchmarks.reading.second.bidi import is_rtl
from benchmarks.reading.second.content import Block, Columns, Line, Page, Table, Text

WIDTH, HEIGHT = 595.28, 841.89
Align = Literal["start", "center", "end"]


@dataclass(frozen=True)
class Style:
    """How a paragraph is set. `size` in points, `grey` from 0 (black) to 1 (white)."""

    size: float = 11
    bold: bool = False
    align: Align = "start"
    rtl: bool = True
    justified: bool = False
    spaced: bool = False
    doubled: bool = False
    grey: float = 0.0


@dataclass(frozen=True)
class Spot:
    """Where a paragraph goes: its left edge, its top, and the width that it may fill."""

    x: float
    y: float
    width: float


class Pen(Protocol):
    """Draws on the page that was opened last, and notes where each word went."""

    def page(self) -> None:
        """Open the next page."""
        ...

    def paragraph(self, line: Line, text: str, spot: Spot, style: Style) -> float:
        """Set `text`, which belongs to `line`, wrapped; returns its height in points."""
        ...

    def upright(self, text: str, spot: Spot, style: Style) -> float:
        """Set `text` along the page's height, from the bottom up; returns its length."""
        ...

    def rule(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the outline of a rectangle, or a line if one side is 0."""
        ...

    def watermark(self, text: str) -> None:
        """Set `text` large, grey and aslant across the page."""
        ...


@dataclass(frozen=True)
class Layout:
    """What differs between the files of one pen."""

    size: float = 11
    margin: float = 56
    gap: float = 5
    hang: float = 26
    boxes: bool = True
    striped: bool = False


def lay_out(text: Text, pen: Pen, layout: Layout) -> None:
    """Set every page of a text.

    Raises:
        ValueError: a page's text is higher than the page.
    """
    for page in text.pages:
        pen.page()
        _Setting(pen, layout).page(page, text.kind)


class _Setting:
    """One page while it is being filled."""

    def __init__(self, pen: Pen, layout: Layout) -> None:
        self.pen, self.layout = pen, layout
        self.left, self.width = layout.margin, WIDTH - 2 * layout.margin

    def page(self, page: Page, kind: str) -> None:
        for line in page.unseen:
            if line.role == "watermark":
                self.pen.watermark(line.text)
        y = self.layout.margin
        if page.header:
            head = self.style(Line(page.header, "header"), 0.8)
            self.pen.paragraph(Line(page.header, "header"), page.header, self.spot(26), head)
            self.pen.rule(self.left, 42, self.width, 0)
            y += 6
        for block in page.blocks:
            y += self.block(block, y) + self.layout.gap
        foot = self.notes(page)
        if y > foot:
            raise ValueError(f"`{kind}` is {y - foot:.0f} points too high for its page.")
        if page.footer:
            style = Style(self.layout.size * 0.8, align="center", rtl=is_rtl(page.footer))
            line = Line(page.footer, "footer")
            self.pen.paragraph(line, page.footer, self.spot(HEIGHT - 36), style)

    def spot(self, y: float) -> Spot:
        return Spot(self.left, y, self.width)

    def style(self, line: Line, scale: float = 1.0) -> Style:
        heading = line.role == "heading"
        scale *= {("heading", 1): 1.6, ("heading", 2): 1.2, ("spaced", 0): 1.3}.get(
            (line.role, line.level), 1.0
        )
        hidden = line.role == "hidden"
        return Style(
            size=self.layout.size * (0.5 if hidden else scale),
            bold=heading,
            align="center" if line.role == "verse" else "start",
            rtl=is_rtl(line.text),
            justified=line.role == "justified",
            spaced=line.role == "spaced",
            doubled=line.role == "doubled",
            grey=1.0 if hidden else 0.0,
        )

    def notes(self, page: Page) -> float:
        """Set the footnotes; returns where the body must end."""
        top = HEIGHT - 52 - 15.0 * len(page.notes)
        if page.notes:
            self.pen.rule(self.left + self.width * 0.6, top - 4, self.width * 0.4, 0)
        for place, note in enumerate(page.notes):
            spot = self.spot(top + 15 * place)
            self.pen.paragraph(note, note.plain, spot, Style(self.layout.size * 0.8))
        return top - 6

    def block(self, block: Block, y: float) -> float:
        if isinstance(block, Line):
            return self.line(block, self.spot(y))
        if isinstance(block, Table):
            return self.table(block, y)
        return self.columns(block, y)

    def line(self, line: Line, spot: Spot) -> float:
        if line.role == "item":
            return self.item(line, spot)
        if line.role == "toc":
            return self.toc(line, spot)
        if line.role == "quote":
            spot = Spot(spot.x + 50, spot.y, spot.width - 100)
        return self.pen.paragraph(line, line.text, spot, self.style(line))

    def item(self, line: Line, spot: Spot) -> float:
        """Set the number in the margin of its text, as word processors do."""
        indent = self.layout.hang * (line.level - 1)
        own = max(self.layout.hang, 7.5 * len(line.marker) * self.layout.size / 11)
        mark = Spot(spot.x + spot.width - indent - own, spot.y, own)
        self.pen.paragraph(line, line.marker, mark, Style(self.layout.size))
        rest = Spot(spot.x, spot.y, spot.width - indent - own)
        return self.pen.paragraph(line, line.text, rest, self.style(line))

    def toc(self, line: Line, spot: Spot) -> float:
        page = Spot(spot.x, spot.y, 40)
        self.pen.paragraph(line, line.marker, page, Style(self.layout.size, align="end"))
        rest = Spot(spot.x + 40, spot.y, spot.width - 40)
        dots = "." * int((rest.width - 6.2 * len(line.text)) / 4.5)
        return self.pen.paragraph(line, f"{line.text} {dots}", rest, self.style(line))

    def columns(self, block: Columns, y: float) -> float:
        gutter, count = 18.0, len(block.columns)
        width = (self.width - gutter * (count - 1)) / count
        bottoms = []
        for place, column in enumerate(block.columns):
            x, at = self.left + self.width - width - place * (width + gutter), y
            for line in column:
                at += self.line(line, Spot(x, at, width)) + self.layout.gap
            bottoms.append(at)
        return max(bottoms) - y

    def table(self, table: Table, y: float) -> float:
        widths = _shares(table.rows, self.width)
        at = y
        for place, row in enumerate(table.rows):
            upright = table.upright and not place
            at += self.row(row, widths, at, upright=upright)
        return at - y

    def row(self, row: Sequence[str], widths: Sequence[float], y: float, *, upright: bool) -> float:
        right, heights = self.left + self.width, []
        edges = []
        for cell, width in zip(row, widths, strict=True):
            right -= width
            edges.append((right, width))
            spot = Spot(right + 4, y + 3, width - 8)
            style = Style(self.layout.size, rtl=is_rtl(cell))
            if upright:
                heights.append(self.pen.upright(cell, Spot(right, y + 4, width), style) + 8)
            else:
                heights.append(self.pen.paragraph(Line(cell, "cell"), cell, spot, style) + 6)
        height = max(heights)
        for x, width in edges if self.layout.boxes else ():
            self.pen.rule(x, y, width, height)
        if not self.layout.boxes:
            self.pen.rule(self.left, y + height, self.width, 0)
        return height


def _shares(rows: Sequence[Sequence[str]], width: float) -> list[float]:
    """Column widths by their longest cell, none below 55 percent of an equal share."""
    longest = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    least = 0.55 * sum(longest) / len(longest)
    wanted = [max(each, least) for each in longest]
    return [width * each / sum(wanted) for each in wanted]

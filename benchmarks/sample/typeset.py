"""Blocks → units of known height → pages. All of it right to left.

A unit is never cut: a heading stays with what follows it, a list item and a table stay whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.sample.blocks import Block, Kind
from benchmarks.sample.ink import Colour, Fill, Ink, Ruler, Run, Style

TEAL: Colour = (11, 83, 96)
MIST: Colour = (232, 241, 242)
CORAL: Colour = (214, 92, 60)
GREY: Colour = (108, 118, 126)
WHITE: Colour = (255, 255, 255)

BODY = Style("text", 11.5, 16.4)
STRONG = replace(BODY, face="strong")
SECTION = Style("head", 19, 26, TEAL)
SUBSECTION = Style("head", 12.5, 18, TEAL)
CELL = Style("text", 10.5, 15)
CELL_HEAD = Style("strong", 10.5, 15, WHITE)
NOTE = Style("text", 9, 12.5, GREY)

_HANG = 24.0  # a list item's text stands this far from its marker's edge
_PAD = 7.0  # around the words of a table cell or a remark


@dataclass(frozen=True, slots=True)
class Unit:
    """What stands or moves together on a page.

    Attributes:
        height: Points, the space below included.
        inks: Placed from the unit's own top left corner.
        lines: The words line by line, logical order; a table's row is one line.
        block: Where it came from.
    """

    height: float
    inks: tuple[Ink, ...]
    lines: tuple[str, ...]
    block: Block


def unit(block: Block, width: float, ruler: Ruler) -> Unit:
    """Lay one block out in a column `width` points wide."""
    if block.kind is Kind.TABLE:
        return _table(block, width, ruler)
    if block.kind is Kind.SECTION:
        return _section(block, width, ruler)
    if block.kind is Kind.REMARK:
        return _remark(block, width, ruler)
    style, above, below, hang = {
        Kind.SUBSECTION: (SUBSECTION, 6.0, 2.0, 0.0),
        Kind.ITEM: (BODY, 0.0, 4.0, _HANG),
        Kind.FOOTNOTE: (NOTE, 0.0, 1.0, 0.0),
        Kind.PARAGRAPH: (BODY, 2.0, 5.0, 0.0),
    }[block.kind]
    lines = list(broken(block.lead, block.text, style, width - hang, ruler))
    inks = [run for at, line in enumerate(lines) for run in _line(line, width - hang, at, ruler)]
    if hang:
        inks.append(Run(block.marker, width - 4, 0, replace(style, colour=CORAL)))
    words = [" ".join(text for text, _ in line) for line in lines]
    words[0] = f"{block.marker} {words[0]}" if hang else words[0]
    height = above + len(lines) * style.leading + below
    return Unit(height, tuple(ink.moved(0, above) for ink in inks), tuple(words), block)


Line = list[tuple[str, Style]]


def broken(lead: str, text: str, style: Style, width: float, ruler: Ruler) -> Iterator[Line]:
    """Break words into lines no wider than `width`; `lead` comes first, in the strong face."""
    strong = replace(style, face="strong")
    words = [(word, strong) for word in lead.split()] + [(word, style) for word in text.split()]
    line: Line = []
    for word, face in words:
        grown = _joined(line, word, face)
        if line and sum(ruler.width(t, s) for t, s in grown) + 3 * (len(grown) - 1) > width:
            yield line
            grown = [(word, face)]
        line = grown
    yield line


def _joined(line: Line, word: str, face: Style) -> Line:
    if line and line[-1][1] == face:
        return [*line[:-1], (f"{line[-1][0]} {word}", face)]
    return [*line, (word, face)]


def _line(line: Line, right: float, number: int, ruler: Ruler) -> Iterator[Run]:
    for text, style in line:
        yield Run(text, right, number * style.leading, style)
        right -= ruler.width(text, style) + ruler.width(" ", style)


def _section(block: Block, width: float, ruler: Ruler) -> Unit:
    lines = [line[0][0] for line in broken("", block.text, SECTION, width - 14, ruler)]
    runs = [Run(t, width - 14, 14 + n * SECTION.leading, SECTION) for n, t in enumerate(lines)]
    height = len(lines) * SECTION.leading
    bar = Fill(width - 5, 18, 5, height - 8, CORAL)
    rule = Fill(0, 16 + height, width, 0.8, TEAL)
    return Unit(height + 24, (bar, rule, *runs), tuple(lines), block)


def _remark(block: Block, width: float, ruler: Ruler) -> Unit:
    lines = list(broken("", block.text, BODY, width - 4 * _PAD, ruler))
    height = len(lines) * BODY.leading + 2 * _PAD
    runs = [
        run.moved(0, 10 + _PAD)
        for number, line in enumerate(lines)
        for run in _line(line, width - 2 * _PAD, number, ruler)
    ]
    box = (Fill(0, 10, width, height, MIST), Fill(width - 4, 10, 4, height, CORAL))
    words = tuple(" ".join(text for text, _ in line) for line in lines)
    return Unit(height + 18, (*box, *runs), words, block)


def _table(block: Block, width: float, ruler: Ruler) -> Unit:
    widths = _column_widths(block.rows, width, ruler)
    inks: list[Ink] = []
    top = 2.0
    for number, row in enumerate(block.rows):
        style = CELL if number else CELL_HEAD
        cells, height = _row(row, widths, style, ruler)
        shade = (WHITE, MIST)[number % 2 == 0] if number else TEAL
        inks.append(Fill(0, top, width, height, shade))
        inks.extend(run.moved(width, top) for run in cells)
        top += height
    inks.append(Fill(0, top, width, 0.8, TEAL))
    return Unit(top + 11, tuple(inks), tuple(" ".join(row) for row in block.rows), block)


def _column_widths(rows: Sequence[Sequence[str]], width: float, ruler: Ruler) -> tuple[float, ...]:
    natural = [
        max(ruler.width(cell, CELL_HEAD) for cell in column) + 2 * _PAD
        for column in zip(*rows, strict=True)
    ]
    return tuple(part * width / sum(natural) for part in natural)


def _row(
    row: Sequence[str], widths: Sequence[float], style: Style, ruler: Ruler
) -> tuple[list[Run], float]:
    """Return a row's runs, measured from its right top corner, and its height."""
    runs: list[Run] = []
    right, deepest = 0.0, 1
    for cell, width in zip(row, widths, strict=True):
        # Half a point keeps a cell that fits exactly from being broken by rounding.
        lines = list(broken("", cell, style, width - 2 * _PAD + 0.5, ruler))
        for number, line in enumerate(lines):
            runs.extend(run.moved(right - _PAD, 4) for run in _line(line, 0, number, ruler))
        right -= width
        deepest = max(deepest, len(lines))
    return runs, deepest * style.leading + 8


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit at its place on a page."""

    unit: Unit
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a page that text fills."""

    left: float
    top: float
    width: float
    height: float


def filled(
    units: Sequence[Unit], frame: Frame, notes: Mapping[int, Unit]
) -> tuple[list[Placed], int]:
    """Fill one frame and return what it holds and how many units that was.

    A footnote stands at the foot of the frame in which its mark stands.
    """
    placed: list[Placed] = []
    feet: list[Unit] = []
    used, at = 0.0, 0
    while at < len(units):
        group = units[at : at + _group(units, at)]
        new = [notes[number] for one in group for number in one.block.notes]
        foot = sum(note.height for note in (*feet, *new))
        if placed and used + sum(one.height for one in group) + foot > frame.height:
            break
        for one in group:
            placed.append(Placed(one, frame.left, frame.top + used))
            used += one.height
        feet += new
        at += len(group)
    return placed + _footnotes(feet, frame), at


def _group(units: Sequence[Unit], start: int) -> int:
    """Return how many units from `start` stay together: headings and what follows them."""
    at = start
    while at < len(units) - 1 and units[at].block.kind in (Kind.SECTION, Kind.SUBSECTION):
        at += 1
    return at - start + 1


def _footnotes(feet: Sequence[Unit], frame: Frame) -> list[Placed]:
    placed = []
    top = frame.top + frame.height - sum(note.height for note in feet)
    for number, note in enumerate(feet):
        ruled = note
        if not number:
            rule = Fill(frame.width - 120, -4, 120, 0.6, GREY)
            ruled = replace(note, inks=(rule, *note.inks))
        placed.append(Placed(ruled, frame.left, top))
        top += note.height
    return placed

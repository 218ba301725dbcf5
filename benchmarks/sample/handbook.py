"""The handbook's pages: cover, contents, running text, one part in two columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.sample.blocks import Block, Kind, parse
from benchmarks.sample.ink import PAGE_HEIGHT, PAGE_WIDTH, Fill, Ink, Ruler, Run, Style
from benchmarks.sample.typeset import (
    CORAL,
    GREY,
    MIST,
    TEAL,
    WHITE,
    Frame,
    Placed,
    filled,
    unit,
)

_MARGIN = 62.0
_GAP = 26.0  # between two columns
_TEXT = Frame(_MARGIN, 78, PAGE_WIDTH - 2 * _MARGIN, PAGE_HEIGHT - 78 - 64)
_RUNNING = Style("text", 9, 12, GREY)
_FRONT_PAGES = 2  # the cover and the contents


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of the handbook and its words, line by line, without header and footer."""

    placed: tuple[Placed, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The page's words in reading order."""
        return tuple(line for one in self.placed for line in one.unit.lines)

    @property
    def headings(self) -> tuple[Block, ...]:
        """The headings that stand on the page."""
        blocks = (one.unit.block for one in self.placed)
        return tuple(b for b in blocks if b.kind in (Kind.SECTION, Kind.SUBSECTION))


def build(source: str, path: Path, fonts: Mapping[str, Path]) -> tuple[tuple[str, ...], ...]:
    """Write the handbook to `path`; return each page's lines, running heads left out."""
    blocks = parse(source)
    cover, contents = (b for b in blocks[:2])
    ruler = Ruler(cover.rows[0][1], fonts)
    sheets = _sheets(blocks[2:], ruler)
    _cover(cover.rows[0], ruler)
    total = len(sheets) + _FRONT_PAGES
    entries = _contents(contents.text.removeprefix("toc "), sheets, ruler)
    ruler.page([*entries, *_running(_FRONT_PAGES, total, ruler)])
    for number, sheet in enumerate(sheets, start=_FRONT_PAGES + 1):
        inks = [ink.moved(p.left, p.top) for p in sheet.placed for ink in p.unit.inks]
        marks = [(b.text, int(b.kind is Kind.SUBSECTION)) for b in sheet.headings]
        ruler.page([*inks, *_running(number, total, ruler)], marks)
    ruler.save(path)
    front = (cover.rows[0], tuple(ink.text for ink in entries if isinstance(ink, Run)))
    return (*front, *(sheet.lines for sheet in sheets))


def _sheets(blocks: Sequence[Block], ruler: Ruler) -> list[Sheet]:
    sheets: list[Sheet] = []
    part: list[Block] = []
    columns = False
    for block in (*blocks, Block(Kind.FENCE, "end")):
        if block.kind is not Kind.FENCE:
            part.append(block)
            continue
        sheets += _two_columns(part, ruler) if columns else _one_column(part, ruler)
        part, columns = [], block.text == "columns"
    return sheets


def _one_column(part: Sequence[Block], ruler: Ruler) -> list[Sheet]:
    notes = {int(b.marker): unit(b, _TEXT.width, ruler) for b in part if b.kind is Kind.FOOTNOTE}
    units = [unit(b, _TEXT.width, ruler) for b in part if b.kind is not Kind.FOOTNOTE]
    sheets = []
    while units:
        placed, count = filled(units, _TEXT, notes)
        sheets.append(Sheet(tuple(placed)))
        units = units[count:]
    return sheets


def _two_columns(part: Sequence[Block], ruler: Ruler) -> list[Sheet]:
    """Lay a section on a page of its own: its heading across, the rest in two even columns."""
    heading = unit(part[0], _TEXT.width, ruler)
    width = (_TEXT.width - _GAP) / 2
    units = [unit(block, width, ruler) for block in part[1:]]
    top = _TEXT.top + heading.height
    for height in range(200, int(_TEXT.height - heading.height), 6):
        right, count = filled(units, Frame(_MARGIN + width + _GAP, top, width, height), {})
        left, rest = filled(units[count:], Frame(_MARGIN, top, width, height), {})
        if count + rest == len(units):
            return [Sheet((Placed(heading, _MARGIN, _TEXT.top), *right, *left))]
    raise ValueError(f"`{part[0].text}` does not fit one page of two columns. Shorten it.")


def _running(number: int, total: int, ruler: Ruler) -> list[Ink]:
    """Return the page's header and footer."""
    name, page = "רימונית מערכות השקיה", f"עמוד {number} מתוך {total}"
    right = PAGE_WIDTH - _MARGIN
    middle = (PAGE_WIDTH + ruler.width(page, _RUNNING)) / 2
    return [
        Run("מדריך העובד · מהדורה 7", right, 42, _RUNNING),
        Run(name, _MARGIN + ruler.width(name, _RUNNING), 42, _RUNNING),
        Fill(_MARGIN, 58, right - _MARGIN, 0.6, CORAL),
        Run(page, middle, PAGE_HEIGHT - 48, _RUNNING),
    ]


def _contents(title: str, sheets: Sequence[Sheet], ruler: Ruler) -> list[Ink]:
    head = unit(Block(Kind.SECTION, title), _TEXT.width, ruler)
    inks: list[Ink] = [ink.moved(_MARGIN, _TEXT.top) for ink in head.inks]
    top = _TEXT.top + head.height + 10
    style = Style("text", 12, 27)
    for number, sheet in enumerate(sheets, start=_FRONT_PAGES + 1):
        for block in sheet.headings:
            if block.kind is Kind.SECTION:
                inks += _entry(block.text, str(number), top, style, ruler)
                top += style.leading
    return inks


def _entry(text: str, number: str, top: float, style: Style, ruler: Ruler) -> list[Ink]:
    right = PAGE_WIDTH - _MARGIN
    faint = replace(style, colour=GREY)
    start = right - ruler.width(text, style) - 8
    dots = int((start - _MARGIN - 26) / ruler.width(".....", faint)) * "....."
    return [
        Run(text, right, top, style),
        Run(dots, start, top, faint),
        Run(number, _MARGIN + ruler.width(number, style), top, replace(style, face="strong")),
    ]


def _cover(lines: Sequence[str], ruler: Ruler) -> None:
    company, title, subtitle, edition, disclaimer = lines
    right = PAGE_WIDTH - _MARGIN
    ruler.page(
        [
            Fill(0, 0, PAGE_WIDTH, PAGE_HEIGHT * 0.62, TEAL),
            Fill(0, PAGE_HEIGHT * 0.62, PAGE_WIDTH, 10, CORAL),
            Fill(right - 96, 268, 96, 5, CORAL),
            Run(company, right, 96, Style("head", 18, 30, WHITE)),
            Run(title, right, 286, Style("head", 54, 70, WHITE)),
            Run(subtitle, right, 368, Style("text", 18, 26, MIST)),
            Run(edition, right, 580, Style("strong", 15, 22, TEAL)),
            Run(disclaimer, right, PAGE_HEIGHT - 66, _RUNNING),
        ]
    )

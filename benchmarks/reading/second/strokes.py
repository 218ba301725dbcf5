"""A pen that turns text into visual strokes, for writers that put glyphs one after another."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from benchmarks.reading.second.bidi import Visual, shaped, visual
from benchmarks.reading.second.content import RAISED, Line
from benchmarks.reading.second.flow import HEIGHT, WIDTH, Spot, Style
from benchmarks.reading.second.fonts import advances
from benchmarks.reading.second.places import Places

# Superscript digits keep the bidi class of the digits that they stand for.
LOWERED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
LIFTED = str.maketrans({digit: sign for sign, digit in LOWERED.items()})
UNDRAWN = frozenset(LOWERED)  # drawn as digits
LEADING = 1.35
Order = Literal["seen", "run", "logical"]
SPACING = 0.35  # of letter-spaced text, in ems


@dataclass(frozen=True)
class Stroke:
    """Letters in visual order. `x` is the left edge, `y` the baseline, `angle` in degrees."""

    page: int
    text: str
    x: float
    y: float
    size: float
    width: float
    bold: bool = False
    grey: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True)
class Rule:
    """An outline, or a line if one side is 0."""

    page: int
    x: float
    y: float
    width: float
    height: float


@dataclass
class StrokePen:
    """Collects strokes.

    `order` says what a stroke holds: the letters as they are `seen` from the left; a `run` of one
    direction in logical order, for writers that turn each run; or the whole line in `logical`
    order, for writers that know bidi. `words` draws each word on its own.
    """

    faces: tuple[Path, Path]
    order: Order = "seen"
    words: bool = False
    strokes: list[Stroke] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    places: Places = field(default_factory=Places)
    pages: int = 0

    def page(self) -> None:
        """Open the next page."""
        self.pages += 1

    def rule(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the outline of a rectangle."""
        self.rules.append(Rule(self.pages, x, y, width, height))

    def watermark(self, text: str) -> None:
        """Set `text` large, grey and aslant across the page."""
        shown = visual(shaped(text)).shown
        width = self.measure(shown, 90, bold=False)
        stroke = Stroke(self.pages, shown, 200, 215, 90, width, grey=0.85, angle=35)
        self.strokes.append(stroke)

    def upright(self, text: str, spot: Spot, style: Style) -> float:
        """Set `text` from the bottom up; returns its length in points."""
        shown = visual(shaped(text), rtl=style.rtl).shown
        length = self.measure(shown, style.size, bold=False)
        x = spot.x + spot.width / 2 + style.size * 0.35
        self.strokes.append(
            Stroke(self.pages, shown, x, spot.y + length, style.size, length, angle=90)
        )
        self.places.line(
            self.pages, Line(text, "cell"), text, (x - style.size, spot.y, x, spot.y + length)
        )
        return length

    def paragraph(self, line: Line, text: str, spot: Spot, style: Style) -> float:
        """Set `text`, wrapped; returns its height in points."""
        height = style.size * LEADING
        lines = list(self.wrapped(_lifted(text), spot.width, style))
        for place, part in enumerate(lines):
            last = place == len(lines) - 1
            self._line(line, part, Spot(spot.x, spot.y + place * height, spot.width), style,
                       fill=style.justified and not last)  # fmt: skip
        return height * len(lines)

    def measure(self, text: str, size: float, *, bold: bool, spacing: float = 0.0) -> float:
        """Give the width of `text` in points."""
        widths = advances(self.faces[bold])
        missing = sorted(set(text) - set(widths) - UNDRAWN)
        if missing:
            raise ValueError(f"{self.faces[bold].name} has no {' '.join(missing)}.")
        ems = sum(widths[LOWERED.get(c, c)] * (0.65 if c in LOWERED else 1.0) for c in text)
        return (ems + spacing * len(text)) * size

    def wrapped(self, text: str, width: float, style: Style) -> Iterator[str]:
        """Yield the lines that `width` points hold."""
        taken = ""
        for word in shaped(text).split():
            longer = f"{taken} {word}".strip()
            room = self.measure(longer, style.size, bold=style.bold, spacing=_spacing(style))
            if taken and room > width:
                yield taken
                longer = word
            taken = longer
        yield taken

    def _line(self, line: Line, text: str, spot: Spot, style: Style, *, fill: bool) -> None:
        turned = visual(text, rtl=style.rtl)
        spacing = _spacing(style)
        extra = 0.0
        natural = self.measure(turned.shown, style.size, bold=style.bold, spacing=spacing)
        if fill and " " in text:
            extra = (spot.width - natural) / text.count(" ")
        edges = self._edges(turned, style, spot, natural if not fill else spot.width, extra)
        baseline = spot.y + style.size
        for start, stop in self._parts(turned, style, apart=fill or self.words):
            shown = turned.shown[start:stop]
            if self.order != "seen" and shown[0] not in LOWERED:
                shown = turned.logical(start, stop)
            self._ink(shown, edges[start], edges[stop], baseline, style)
        span = (baseline - 0.8 * style.size, baseline + 0.22 * style.size)
        self.places.words(self.pages, line, turned, edges, span)

    def _edges(
        self, turned: Visual, style: Style, spot: Spot, width: float, extra: float
    ) -> list[float]:
        """Where each letter of the visual line starts, and where the last one ends."""
        at_right = style.rtl == (style.align != "end")
        x = spot.x + (spot.width - width if at_right else 0.0)
        if style.align == "center":
            x = spot.x + (spot.width - width) / 2
        edges = [x]
        for letter in turned.shown:
            step = self.measure(letter, style.size, bold=style.bold, spacing=_spacing(style))
            edges.append(edges[-1] + step + (extra if letter == " " else 0.0))
        return edges

    def _parts(self, turned: Visual, style: Style, *, apart: bool) -> Iterator[tuple[int, int]]:
        """Cut a line at raised signs; at spaces if words go apart; at each letter if spaced."""
        start, shown = 0, turned.shown
        for place in range(1, len(shown) + 1):
            cut = place == len(shown) or style.spaced
            cut = cut or (shown[place] in LOWERED) != (shown[place - 1] in LOWERED)
            cut = cut or (apart and " " in (shown[place], shown[place - 1]))
            if cut or (self.order == "run" and turned.turns(place)):
                if shown[start:place].strip():
                    yield start, place
                start = place

    def _ink(self, text: str, x: float, right: float, y: float, style: Style) -> None:
        raised = text[0] in LOWERED
        size = style.size * (0.65 if raised else 1.0)
        baseline = y - style.size * (0.35 if raised else 0.0)
        shown = "".join(LOWERED.get(c, c) for c in text)
        for shift in (0.0, 0.35) if style.doubled else (0.0,):
            self.strokes.append(
                Stroke(self.pages, shown, x + shift, baseline, size, right - x, style.bold,
                       style.grey)
            )  # fmt: skip

    def as_json(self) -> dict[str, object]:
        """What a writer in another language needs."""
        return {
            "width": WIDTH, "height": HEIGHT, "pages": self.pages,
            "strokes": [vars(each) for each in self.strokes],
            "rules": [vars(each) for each in self.rules],
        }  # fmt: skip


def _spacing(style: Style) -> float:
    return SPACING if style.spaced else 0.0


def _lifted(text: str) -> str:
    return RAISED.sub(lambda found: found.group(1).translate(LIFTED), text)

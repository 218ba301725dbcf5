"""What is put on a page, before there is a page: runs of text and filled rectangles.

Lengths are PDF points, y grows downwards. Text is logical order; it is turned when drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import fontpkg_assistant
import fontpkg_heebo
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from fpdf import FPDF

PAGE_WIDTH, PAGE_HEIGHT = 595.28, 841.89
PRINTED = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)  # fixed, so that each build gives equal bytes

_FACES = {
    "text": (fontpkg_assistant, "Assistant[wght].ttf", 400),
    "strong": (fontpkg_assistant, "Assistant[wght].ttf", 700),
    "head": (fontpkg_heebo, "Heebo[wght].ttf", 700),
}

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Style:
    """A face (`text`, `strong` or `head`), its size and line height, and its colour."""

    face: str
    size: float
    leading: float
    colour: Colour = (34, 40, 46)


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one style; `right` is their right edge, `top` the top of their line."""

    text: str
    right: float
    top: float
    style: Style

    def moved(self, x: float, y: float) -> "Run":
        """Return the same run, `x` to the right and `y` further down."""
        return replace(self, right=self.right + x, top=self.top + y)


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled rectangle."""

    left: float
    top: float
    width: float
    height: float
    colour: Colour

    def moved(self, x: float, y: float) -> "Fill":
        """Return the same rectangle, `x` to the right and `y` further down."""
        return replace(self, left=self.left + x, top=self.top + y)


Ink = Run | Fill


class Ruler:
    """Measures words, and draws them: one open PDF with the faces loaded."""

    def __init__(self, title: str, fonts: Mapping[str, Path]) -> None:
        self._pdf = FPDF(unit="pt", format=(PAGE_WIDTH, PAGE_HEIGHT))
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_creation_date(PRINTED)
        self._pdf.set_producer("Kesher sample")
        self._pdf.set_title(title)
        self._pdf.set_lang("he-IL")
        self._widths: dict[tuple[str, Style], float] = {}
        for face, font in fonts.items():
            self._pdf.add_font(face, fname=font)
        self._pdf.set_text_shaping(use_shaping_engine=True, direction="rtl")

    def width(self, text: str, style: Style) -> float:
        """Return how wide `text` is drawn."""
        if (text, style) not in self._widths:
            self._pdf.set_font(style.face, size=style.size)
            self._widths[text, style] = self._pdf.get_string_width(text)
        return self._widths[text, style]

    def page(self, inks: Sequence[Ink], bookmarks: Sequence[tuple[str, int]] = ()) -> None:
        """Draw one page. A bookmark is its title and its level, from 0."""
        self._pdf.add_page()
        for title, level in bookmarks:
            self._pdf.start_section(title, level)
        for ink in inks:
            if isinstance(ink, Fill):
                self._pdf.set_fill_color(*ink.colour)
                self._pdf.rect(ink.left, ink.top, ink.width, ink.height, style="F")
            else:
                self._write(ink)

    def image(self, path: Path) -> None:
        """Draw one page that is nothing but a picture."""
        self._pdf.add_page()
        self._pdf.image(path, 0, 0, PAGE_WIDTH, PAGE_HEIGHT)

    def save(self, path: Path) -> None:
        """Write the file."""
        self._pdf.output(str(path))

    def _write(self, run: Run) -> None:
        width = self.width(run.text, run.style)
        self._pdf.set_font(run.style.face, size=run.style.size)
        self._pdf.set_text_color(*run.style.colour)
        self._pdf.set_xy(run.right - width, run.top)
        self._pdf.cell(width, run.style.leading, run.text)


def static_fonts(folder: Path) -> dict[str, Path]:
    """Cut the faces out of their variable fonts into `folder`, and return each one's file.

    The files must stay while a `Ruler` uses them.
    """
    paths = {}
    for face, (package, name, weight) in _FACES.items():
        # The time of writing would make each build's font differ.
        font = TTFont(Path(package.ROOT, "files", name), recalcTimestamp=False)
        paths[face] = folder / f"{face}.ttf"
        instantiateVariableFont(font, {"wght": weight}).save(paths[face])  # type: ignore[no-untyped-call]
    return paths

"""A pen of Pango and cairo: whole paragraphs, with the word boxes that Pango itself reports."""

import math
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from benchmarks.reading.second.content import Line, runs
from benchmarks.reading.second.flow import HEIGHT, WIDTH, Spot, Style
from benchmarks.reading.second.places import Box, Places, boxed_words
from benchmarks.reading.second.tools import Foreign, package

UNIT = 1024  # Pango units a point
SCREEN = 72 / 96  # Pango takes a point for 96/72 units of the page
_ALIGNED = {"start": "LEFT", "center": "CENTER", "end": "RIGHT"}
_RTL, _LTR = 1, 0  # PangoDirection


@dataclass
class PangoPen:
    """Draws on `out` as it goes; `close` ends the file."""

    out: Path
    family: str = "Noto Serif Hebrew, DejaVu Sans, Noto Naskh Arabic"
    places: Places = field(default_factory=Places)
    pages: int = 0

    def __post_init__(self) -> None:
        self.cairo = package("cairocffi", "cairocffi")
        self.pango = package("pangocffi", "pangocffi")
        self.bridge = package("pangocairocffi", "pangocairocffi")
        self.surface = self.cairo.PDFSurface(str(self.out), WIDTH, HEIGHT)
        self.context = self.cairo.Context(self.surface)
        self.context.set_line_width(0.4)

    def page(self) -> None:
        """Open the next page."""
        if self.pages:
            self.context.show_page()
        self.pages += 1

    def close(self) -> None:
        """End the file."""
        self.context.show_page()
        self.surface.finish()

    def rule(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the outline of a rectangle."""
        self.context.rectangle(x, y, width, height)
        self.context.stroke()

    def watermark(self, text: str) -> None:
        """Set `text` large, grey and aslant across the page."""
        layout = self._layout(text, Style(90))
        self._show(layout, 190, 190, angle=-35, grey=0.85)

    def upright(self, text: str, spot: Spot, style: Style) -> float:
        """Set `text` from the bottom up; returns its length in points."""
        layout = self._layout(text, style)
        width, height = (each / UNIT for each in layout.get_size())
        x = spot.x + (spot.width - height) / 2
        self._show(layout, x, spot.y + width, angle=-90, grey=0)
        self.places.line(self.pages, Line(text, "cell"), text,
                         (x, spot.y, x + height, spot.y + width))  # fmt: skip
        return float(width)

    def paragraph(self, line: Line, text: str, spot: Spot, style: Style) -> float:
        """Set `text`, wrapped; returns its height in points."""
        layout = self._layout(text, style)
        layout.width = int(spot.width * UNIT)
        layout.alignment = self.pango.Alignment[_ALIGNED[style.align]]
        if style.justified:
            self.pango.pango.pango_layout_set_justify(layout.pointer, 1)
        for shift in (0.0, 0.3) if style.doubled else (0.0,):
            self._show(layout, spot.x + shift, spot.y, angle=0, grey=style.grey)
        plain = "".join(part for part, _ in runs(text))
        boxes = boxed_words(plain, lambda at: self._box(layout, plain, at, spot))
        self.places.paragraph(self.pages, line, boxes)
        return float(layout.get_size()[1]) / UNIT

    def _layout(self, text: str, style: Style) -> Foreign:
        layout = self.bridge.create_layout(self.context)
        raw = self.pango.pango
        inner = raw.pango_layout_get_context(layout.pointer)
        raw.pango_context_set_base_dir(inner, _RTL if style.rtl else _LTR)
        raw.pango_layout_set_auto_dir(layout.pointer, 0)
        raw.pango_layout_context_changed(layout.pointer)
        weight = "bold" if style.bold else "normal"
        spacing = int(0.35 * style.size * UNIT) if style.spaced else 0
        rise = int(style.size * 0.35 * SCREEN * UNIT)
        parts = "".join(
            f'<span size="65%" rise="{rise}">{escape(part)}</span>'
            if raised else escape(part, quote=False)
            for part, raised in runs(text)
        )  # fmt: skip
        layout.apply_markup(
            f'<span font_family="{self.family}" size="{int(style.size * SCREEN * UNIT)}" '
            f'weight="{weight}" letter_spacing="{spacing}">{parts}</span>'
        )
        return layout

    def _show(self, layout: Foreign, x: float, y: float, *, angle: float, grey: float) -> None:
        self.context.save()
        self.context.set_source_rgb(grey, grey, grey)
        self.context.translate(x, y)
        self.context.rotate(math.radians(angle))
        self.context.move_to(0, 0)
        self.bridge.show_layout(self.context, layout)
        self.context.restore()

    def _box(self, layout: Foreign, plain: str, at: int, spot: Spot) -> Box:
        spans = self.pango.ffi.new("PangoRectangle *")
        index = len(plain[:at].encode())
        self.pango.pango.pango_layout_index_to_pos(layout.pointer, index, spans)
        ends = (spans.x / UNIT, (spans.x + spans.width) / UNIT)
        top = spot.y + spans.y / UNIT
        return (spot.x + min(ends), top, spot.x + max(ends), top + spans.height / UNIT)

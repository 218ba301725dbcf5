"""A pen of Qt's PDF writer: whole paragraphs, with the word boxes that Qt itself reports."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.reading.second.content import Line, runs
from benchmarks.reading.second.flow import HEIGHT, WIDTH, Spot, Style
from benchmarks.reading.second.places import Box, Places, boxed_words
from benchmarks.reading.second.tools import Foreign, package

DPI = 1200
PIXEL = DPI / 72  # device pixels a point


@dataclass
class QtPen:
    """Draws on `out` as it goes; `close` ends the file."""

    out: Path
    family: str = "Noto Sans Hebrew"
    places: Places = field(default_factory=Places)
    pages: int = 0

    def __post_init__(self) -> None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        self.gui = package("PySide6.QtGui", "PySide6-Essentials")
        self.core = package("PySide6.QtCore", "PySide6-Essentials")
        self.app = self.gui.QGuiApplication.instance() or self.gui.QGuiApplication([])
        self.writer = self.gui.QPdfWriter(str(self.out))
        self.writer.setResolution(DPI)
        size = self.gui.QPageSize(self.core.QSizeF(WIDTH, HEIGHT), self.gui.QPageSize.Point)
        self.writer.setPageSize(size)
        self.writer.setPageMargins(self.core.QMarginsF(0, 0, 0, 0))
        self.painter = self.gui.QPainter(self.writer)

    def page(self) -> None:
        """Open the next page."""
        if self.pages:
            self.writer.newPage()
        self.pages += 1

    def close(self) -> None:
        """End the file."""
        self.painter.end()

    def rule(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the outline of a rectangle."""
        self.painter.setPen(self.gui.QPen(self.gui.QColor("black"), 0.4 * PIXEL))
        self.painter.drawRect(self.core.QRectF(*(each * PIXEL for each in (x, y, width, height))))

    def watermark(self, text: str) -> None:
        """Set `text` large, grey and aslant across the page."""
        layout = self._layout(text, Style(90), 400)
        self._show(layout, 190, 190, angle=-35, grey=0.85)

    def upright(self, text: str, spot: Spot, style: Style) -> float:
        """Set `text` from the bottom up; returns its length in points."""
        layout = self._layout(text, style, 300, aligned="left")
        line = layout.lineAt(0)
        width, height = line.naturalTextWidth() / PIXEL, line.height() / PIXEL
        x = spot.x + (spot.width - height) / 2
        self._show(layout, x, spot.y + width, angle=-90, grey=0)
        self.places.line(self.pages, Line(text, "cell"), text,
                         (x, spot.y, x + height, spot.y + width))  # fmt: skip
        return float(width)

    def paragraph(self, line: Line, text: str, spot: Spot, style: Style) -> float:
        """Set `text`, wrapped; returns its height in points."""
        layout = self._layout(text, style, spot.width)
        for shift in (0.0, 0.3) if style.doubled else (0.0,):
            self._show(layout, spot.x + shift, spot.y, angle=0, grey=style.grey)
        plain = "".join(part for part, _ in runs(text))
        boxes = boxed_words(plain, lambda at: _box(layout, at, spot))
        self.places.paragraph(self.pages, line, boxes)
        return float(layout.boundingRect().height()) / PIXEL

    def _layout(self, text: str, style: Style, width: float, aligned: str = "") -> Foreign:
        plain = "".join(part for part, _ in runs(text))
        layout = self.gui.QTextLayout(plain, self._font(style), self.writer)
        layout.setTextOption(self._option(style, aligned or style.align))
        layout.setFormats(self._raised(text))
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width * PIXEL)
            line.setPosition(self.core.QPointF(0, height))
            height += line.height()
        layout.endLayout()
        return layout

    def _font(self, style: Style) -> Foreign:
        font = self.gui.QFont(self.family)
        font.setPixelSize(round(style.size * PIXEL))
        font.setBold(style.bold)
        if style.spaced:
            font.setLetterSpacing(self.gui.QFont.PercentageSpacing, 160)
        return font

    def _option(self, style: Style, aligned: str) -> Foreign:
        qt = self.core.Qt
        option = self.gui.QTextOption()
        option.setTextDirection(qt.RightToLeft if style.rtl else qt.LeftToRight)
        option.setWrapMode(self.gui.QTextOption.WordWrap)
        sides = {"center": qt.AlignHCenter, "end": qt.AlignRight, "start": qt.AlignLeft,
                 "left": qt.AlignLeft | qt.AlignAbsolute}  # fmt: skip
        option.setAlignment(qt.AlignJustify if style.justified else sides[aligned])
        return option

    def _raised(self, text: str) -> list[Foreign]:
        formats, at = [], 0
        for part, raised in runs(text):
            if raised:
                one = self.gui.QTextLayout.FormatRange()
                one.start, one.length = at, len(part)
                kind = self.gui.QTextCharFormat()
                kind.setVerticalAlignment(self.gui.QTextCharFormat.AlignSuperScript)
                one.format = kind
                formats.append(one)
            at += len(part)
        return formats

    def _show(self, layout: Foreign, x: float, y: float, *, angle: float, grey: float) -> None:
        level = round(255 * grey)
        self.painter.save()
        self.painter.setPen(self.gui.QColor(level, level, level))
        self.painter.translate(x * PIXEL, y * PIXEL)
        self.painter.rotate(angle)
        layout.draw(self.painter, self.core.QPointF(0, 0))
        self.painter.restore()


def _box(layout: Foreign, at: int, spot: Spot) -> Box:
    line = layout.lineForTextPosition(at)
    ends = [line.cursorToX(each)[0] / PIXEL for each in (at, at + 1)]
    top = spot.y + line.y() / PIXEL
    return (spot.x + min(ends), top, spot.x + max(ends), top + line.height() / PIXEL)

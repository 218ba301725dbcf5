"""Build a PowerPoint file from an outline.

    build.py OUTLINE.json DECK.pptx

The outline's form is in references/outline.md. Right-to-left languages get right-to-left
paragraphs, bullets and lists on the right, and figures on the left.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree
from PIL import Image
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.oxml.ns import qn
from pptx.shapes.base import BaseShape
from pptx.slide import Slide
from pptx.text.text import TextFrame
from pptx.util import Emu, Inches, Pt

from kesher.text.direction import direction

WIDTH, HEIGHT = Inches(13.333), Inches(7.5)
MARGIN = Inches(0.7)
INK, ACCENT, MUTED = (
    RGBColor(0x1B, 0x26, 0x36),
    RGBColor(0x0B, 0x6E, 0x69),
    RGBColor(0x6B, 0x76, 0x85),
)
FONT = "Arial"
FIELDS = {"title", "subtitle", "language", "source", "font", "slides"}
SLIDE_FIELDS = {"title", "points", "figure", "caption", "notes", "pages"}
LANGUAGES = {"he": "he-IL", "ar": "ar-SA", "en": "en-US", "ru": "ru-RU"}
PAGES = {
    "he": "עמודים במקור",
    "ar": "صفحات المصدر",
    "en": "Source pages",
    "ru": "Страницы источника",
}
TITLE_ONLY, TITLE_SLIDE = 5, 0


@dataclass(frozen=True)
class Style:
    """How paragraphs look; `align` None: where the language begins."""

    size: int
    bold: bool = False
    color: RGBColor = INK
    bullets: bool = False
    align: PP_ALIGN | None = None
    anchor: MSO_ANCHOR | None = None


class Deck:
    """A presentation in one language and direction."""

    def __init__(self, outline: dict[str, Any], folder: Path) -> None:
        self.outline = outline
        self.folder = folder
        self.language = outline.get("language", "he")
        self.rtl = self.language in ("he", "ar")
        self.font = outline.get("font") or FONT
        self.presentation = Presentation()
        self.presentation.slide_width, self.presentation.slide_height = WIDTH, HEIGHT
        self.presentation.core_properties.title = outline["title"]
        self.presentation.core_properties.language = LANGUAGES[self.language]

    def build(self) -> None:
        """Add all slides."""
        self.title_slide()
        for number, slide in enumerate(self.outline["slides"], start=2):
            self.content_slide(slide, number)

    def title_slide(self) -> None:
        """Add the first slide: title, subtitle, source."""
        slide = self.presentation.slides.add_slide(self.presentation.slide_layouts[TITLE_SLIDE])
        self.bar(slide, Inches(0.35))
        place(slide.shapes.title, MARGIN, Inches(2.2), WIDTH - 2 * MARGIN, Inches(1.6))
        look = Style(40, bold=True, anchor=MSO_ANCHOR.BOTTOM)
        self.write(slide.shapes.title.text_frame, [self.outline["title"]], look)
        below = slide.placeholders[1]
        place(below, MARGIN, Inches(4.0), WIDTH - 2 * MARGIN, Inches(1.2))
        lines = [
            text for text in (self.outline.get("subtitle"), self.outline.get("source")) if text
        ]
        self.write(below.text_frame, lines or [" "], Style(20, color=MUTED, anchor=MSO_ANCHOR.TOP))

    def content_slide(self, content: dict[str, Any], number: int) -> None:
        """Add a slide: title, points, a figure beside them, foot and notes."""
        slide = self.presentation.slides.add_slide(self.presentation.slide_layouts[TITLE_ONLY])
        self.bar(slide, Inches(0.12))
        place(slide.shapes.title, MARGIN, Inches(0.45), WIDTH - 2 * MARGIN, Inches(1.0))
        look = Style(30, bold=True, anchor=MSO_ANCHOR.MIDDLE)
        self.write(slide.shapes.title.text_frame, [content["title"]], look)
        body = (MARGIN, Inches(1.7), WIDTH - 2 * MARGIN, Inches(4.9))
        points = content.get("points") or []
        if content.get("figure"):
            body = self.figure(slide, content, beside=bool(points))
        if points:
            box = slide.shapes.add_textbox(*body)
            look = Style(size_of(points, body), bullets=True, anchor=MSO_ANCHOR.TOP)
            self.write(box.text_frame, points, look)
        self.foot(slide, content, number)
        self.notes(slide, content)

    def figure(
        self, slide: Slide, content: dict[str, Any], *, beside: bool
    ) -> tuple[int, int, int, int]:
        """Add the picture and its caption; return the place left for the points."""
        file = self.folder / content["figure"]
        whole = WIDTH - 2 * MARGIN
        width = int(whole * 0.5) if beside else whole
        left = MARGIN if self.rtl or not beside else WIDTH - MARGIN - width
        top, height = Inches(1.7), Inches(4.3)
        with Image.open(file) as image:
            scale = min(width / image.width, height / image.height)
            size = int(image.width * scale), int(image.height * scale)
        at = top + (height - size[1]) // 2
        picture = slide.shapes.add_picture(str(file), left + (width - size[0]) // 2, at, *size)
        caption = content.get("caption") or content["title"]
        picture._element.nvPicPr.cNvPr.set("descr", caption)  # read to the blind
        box = slide.shapes.add_textbox(left, at + size[1] + Inches(0.05), width, Inches(0.55))
        self.write(box.text_frame, [caption], Style(12, color=MUTED, align=PP_ALIGN.CENTER))
        rest = whole - width - Inches(0.4)
        start = MARGIN + width + Inches(0.4) if self.rtl else MARGIN
        return start, Inches(1.7), rest, Inches(4.9)

    def foot(self, slide: Slide, content: dict[str, Any], number: int) -> None:
        """Add source and slide number, small."""
        pages = ", ".join(map(str, content.get("pages") or []))
        source = self.outline.get("source", "")
        text = " · ".join(
            part for part in (source, pages and f"{PAGES[self.language]}: {pages}") if part
        )
        left = MARGIN + Inches(0.8) if self.rtl else MARGIN
        width = WIDTH - 2 * MARGIN - Inches(0.8)
        box = slide.shapes.add_textbox(left, Inches(6.85), width, Inches(0.4))
        self.write(box.text_frame, [text or " "], Style(10, color=MUTED))
        at = MARGIN if self.rtl else WIDTH - MARGIN - Inches(0.8)
        corner = slide.shapes.add_textbox(at, Inches(6.85), Inches(0.8), Inches(0.4))
        self.write(corner.text_frame, [str(number)], Style(10, color=MUTED, align=PP_ALIGN.CENTER))

    def notes(self, slide: Slide, content: dict[str, Any]) -> None:
        """Write what the speaker says, and the pages that it rests on."""
        pages = ", ".join(map(str, content.get("pages") or []))
        lines = [content.get("notes") or "", f"{PAGES[self.language]}: {pages}" if pages else ""]
        written = [line for line in lines if line] or [" "]
        self.write(slide.notes_slide.notes_text_frame, written, Style(12))

    def bar(self, slide: Slide, width: int) -> None:
        """Add the coloured edge, on the side where the language begins."""
        left = WIDTH - width if self.rtl else Emu(0)
        shape = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, left, Emu(0), width, HEIGHT)
        shape.fill.solid()
        shape.fill.fore_color.rgb = ACCENT
        shape.line.fill.background()

    def write(self, frame: TextFrame, lines: list[str], style: Style) -> None:
        """Write paragraphs, each in the direction of its own letters and aligned with the deck."""
        frame.word_wrap = True
        if style.anchor is not None:
            frame.vertical_anchor = style.anchor
        frame.clear()
        for index, line in enumerate(lines):
            paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
            run = paragraph.add_run()
            run.text = line
            run.font.size, run.font.bold, run.font.name = Pt(style.size), style.bold, self.font
            run.font.color.rgb = style.color
            paragraph.alignment = style.align or (PP_ALIGN.RIGHT if self.rtl else PP_ALIGN.LEFT)
            properties = paragraph._p.get_or_add_pPr()  # there is no public way
            rtl = self.rtl or direction(line) == "rtl"
            properties.set("rtl", "1" if rtl else "0")
            self.tongue(run._r.get_or_add_rPr())  # as above
            if style.bullets:
                paragraph.space_after = Pt(style.size * 0.5)
                bullet(properties)

    def tongue(self, properties: etree._Element) -> None:
        """Set the language, and the font of Hebrew and Arabic letters, which is set apart."""
        properties.set("lang", LANGUAGES[self.language])
        complex_script = etree.SubElement(properties, qn("a:cs"))
        complex_script.set("typeface", self.font)


def bullet(properties: etree._Element) -> None:
    """Put a bullet where the line begins: the left margin of a right-to-left line is its right."""
    indent = str(Inches(0.3))
    properties.set("marL", indent)
    properties.set("indent", f"-{indent}")
    mark = etree.SubElement(properties, qn("a:buChar"))
    mark.set("char", "•")


def place(shape: BaseShape, left: int, top: int, width: int, height: int) -> None:
    """Move and size a shape."""
    shape.left, shape.top, shape.width, shape.height = left, top, width, height


def size_of(points: list[str], body: tuple[int, int, int, int]) -> int:
    """Return the largest size in points at which the lines fit their place, 14 to 26."""
    width, height = Emu(body[2]).pt, Emu(body[3]).pt
    for size in range(26, 14, -2):
        rows = sum(-(-len(point) * size * 0.5 // (width - 30)) for point in points)
        if rows * size * 1.25 + len(points) * size * 0.5 <= height:
            return size
    return 14


def checked(outline: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the outline, or end with what is wrong with it."""
    wrong = [f"unknown field `{name}`" for name in set(outline) - FIELDS]
    if not outline.get("title") or not outline.get("slides"):
        wrong.append("`title` and `slides` are needed")
    if outline.get("language", "he") not in LANGUAGES:
        wrong.append(f"`language` is one of {', '.join(LANGUAGES)}")
    for number, slide in enumerate(outline.get("slides") or [], start=2):
        wrong += [f"slide {number}: unknown field `{name}`" for name in set(slide) - SLIDE_FIELDS]
        if not slide.get("title"):
            wrong.append(f"slide {number} has no `title`")
        if slide.get("figure") and not (folder / slide["figure"]).is_file():
            wrong.append(f"slide {number}: there is no picture `{slide['figure']}`")
    if wrong:
        sys.exit("The outline cannot be built: " + "; ".join(sorted(wrong)) + ".")
    return outline


def main(source: Path, target: Path) -> None:
    """Read, check, build, save."""
    outline = checked(json.loads(source.read_text(encoding="utf-8")), source.parent)
    deck = Deck(outline, source.parent)
    deck.build()
    deck.presentation.save(str(target))
    sys.stdout.write(f"{target}: {len(outline['slides']) + 1} slides\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: build.py OUTLINE.json DECK.pptx")
    main(Path(sys.argv[1]), Path(sys.argv[2]))

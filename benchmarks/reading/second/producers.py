"""Every producer by name: a text in, a PDF out, with word boxes where the producer tells them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reading.second import drawers, node, office, others, tex, web
from benchmarks.reading.second.content import Text
from benchmarks.reading.second.drawers import Drawer
from benchmarks.reading.second.flow import Layout, lay_out
from benchmarks.reading.second.fonts import face
from benchmarks.reading.second.fop import by_fop
from benchmarks.reading.second.pango import PangoPen
from benchmarks.reading.second.places import Places
from benchmarks.reading.second.qt import QtPen
from benchmarks.reading.second.strokes import Order, StrokePen
from benchmarks.reading.second.typst_writer import by_typst


@dataclass(frozen=True)
class Workshop:
    """Folders that producers share: cut fonts, and node's packages."""

    fonts: Path
    node: Path


Producer = Callable[[Text, Path, Workshop], Places | None]


PLAIN = Layout()


@dataclass(frozen=True)
class Stroked:
    """A writer that is handed strokes; `writer` is a drawer, or the name of a node script's."""

    writer: Drawer | str
    order: Order = "seen"
    font: str = "dejavu"
    words: bool = False
    layout: Layout = PLAIN

    def __call__(self, text: Text, out: Path, shop: Workshop) -> Places:
        """Lay the text out and hand its strokes over."""
        faces = (face(self.font, shop.fonts), face(self.font, shop.fonts, bold=True))
        pen = StrokePen(faces, self.order, words=self.words)
        lay_out(text, pen, self.layout)
        if isinstance(self.writer, str):
            node.draw(self.writer, pen, out, shop.node)
        else:
            self.writer(pen, out)
        return pen.places


@dataclass(frozen=True)
class Paged:
    """A writer that takes the whole text and tells no boxes."""

    write: Callable[[Text, Path], None]

    def __call__(self, text: Text, out: Path, shop: Workshop) -> None:
        """Hand the text over."""
        self.write(text, out)


def by_pango(text: Text, out: Path, shop: Workshop) -> Places:
    pen = PangoPen(out)
    lay_out(text, pen, Layout(size=12, gap=6))
    pen.close()
    return pen.places


def by_qt(text: Text, out: Path, shop: Workshop) -> Places:
    pen = QtPen(out)
    lay_out(text, pen, Layout(size=12, boxes=False, margin=64))
    pen.close()
    return pen.places


def by_pdfmake(text: Text, out: Path, shop: Workshop) -> None:
    faces = (face("assistant", shop.fonts), face("assistant", shop.fonts, bold=True))
    others.by_pdfmake(text, out, faces, shop.node)


def by_writer(text: Text, out: Path, shop: Workshop) -> None:
    office.by_writer(text, out, shop.node)


NARROW = Layout(size=10, margin=40, boxes=False)
PRODUCERS: dict[str, Producer] = {
    "chromium": Paged(web.by_chromium),
    "firefox": Paged(web.by_firefox),
    "weasyprint": Paged(web.by_weasyprint),
    "wkhtmltopdf": Paged(web.by_wkhtmltopdf),
    "pango": by_pango,
    "qt": by_qt,
    "reportlab": Stroked(drawers.by_reportlab),
    "reportlab-frank": Stroked(drawers.by_reportlab, font="frank", words=True, layout=NARROW),
    "fpdf2": Stroked(drawers.by_fpdf2, order="logical", layout=Layout(size=12, margin=70)),
    "matplotlib": Stroked(drawers.by_matplotlib, order="run"),
    "cairo": Stroked(drawers.by_cairo),
    "jspdf": Stroked("jspdf", layout=NARROW),
    "jspdf-heebo": Stroked("jspdf", font="heebo", words=True),
    "pdfkit": Stroked("pdfkit", order="run", layout=Layout(size=11.5, hang=34)),
    "pdfmake": by_pdfmake,
    "tcpdf": Paged(others.by_tcpdf),
    "typst": Paged(by_typst),
    "xelatex": Paged(tex.by_xelatex),
    "lualatex": Paged(tex.by_lualatex),
    "fop": Paged(by_fop),
    "writer": by_writer,
    "calc": Paged(office.by_calc),
    "impress": Paged(office.by_impress),
    "pdflib": Stroked("pdflib", order="run", font="frank", layout=Layout(size=12)),
}

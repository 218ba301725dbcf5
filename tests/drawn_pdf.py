"""PDF files for tests, drawn character by character where the test says."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import fontpkg_heebo
import fontpkg_noto_sans
import fontpkg_noto_sans_arabic
import pypdfium2
from fpdf import FPDF
from fpdf.enums import TextMode
from fpdf.fonts import TTFFont

FONTS = {
    "hebrew": fontpkg_heebo.ROOT / "files" / "Heebo[wght].ttf",
    "latin": fontpkg_noto_sans.ROOT / "files" / "NotoSans[wdth,wght].ttf",
    "arabic": fontpkg_noto_sans_arabic.ROOT / "files" / "NotoSansArabic[wdth,wght].ttf",
}
WIDTH, HEIGHT = 600.0, 800.0
_EM = 1000


@dataclass(frozen=True)
class Drawn:
    """Text as drawn, left to right.

    Attributes:
        x, y: Where its baseline begins, in points from the top left; with `to_right` where it ends.
        angle: Degrees counter-clockwise about that point.
        spacing: Points added after each character.
    """

    text: str
    x: float
    y: float
    size: float = 12
    font: str = "hebrew"
    to_right: bool = False
    angle: float = 0
    spacing: float = 0
    invisible: bool = False


@contextmanager
def new_pdf(*, compress: bool = True) -> Iterator[FPDF]:
    """Begin a document of one page with the test fonts, which are closed at the end."""
    pdf = FPDF(unit="pt", format=(WIDTH, HEIGHT))
    pdf.set_compression(compress)
    for name, path in FONTS.items():
        pdf.add_font(name, fname=path)
    pdf.add_page()
    try:
        yield pdf
    finally:
        for font in pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()


def draw(path: Path, pieces: Iterable[Drawn], *, compress: bool = True) -> Path:
    """Write a page that holds the pieces, stored in the order given."""
    with new_pdf(compress=compress) as pdf:
        for piece in pieces:
            _put(pdf, piece)
        pdf.output(str(path))
    return path


def _put(pdf: FPDF, piece: Drawn) -> None:
    pdf.set_font(piece.font, size=piece.size)
    pdf.set_char_spacing(piece.spacing)
    pdf.text_mode = TextMode.INVISIBLE if piece.invisible else TextMode.FILL
    width = pdf.get_string_width(piece.text) if piece.to_right else 0
    with pdf.rotation(piece.angle, piece.x, piece.y):
        pdf.text(piece.x - width, piece.y, piece.text)


def right(
    text: str, y: float, x: float = WIDTH - 60, *, size: float = 12, font: str = "hebrew"
) -> Drawn:
    """Draw a visual string that ends at a right margin."""
    return Drawn(text, x, y, size=size, font=font, to_right=True)


def width_of(text: str, size: float = 12) -> float:
    """Measure a text in the Hebrew font, in points."""
    advances = _advances()
    return sum(advances[letter] for letter in text) * size / _EM


@cache
def _advances() -> dict[str, float]:
    """Return the advance of each letter of the Hebrew font, in parts of `_EM`.

    Fonts take tens of milliseconds to open, and a column is measured hundreds of times.
    """
    with new_pdf() as pdf:
        pdf.set_font("hebrew", size=_EM)
        font = pdf.fonts["hebrew"]
        assert isinstance(font, TTFFont)
        return {chr(code): float(pdf.get_string_width(chr(code))) for code in font.cmap}


def typeset(path: Path, lines: Iterable[str], *, font: str = "hebrew") -> Path:
    """Write logical lines by fpdf2's own bidi and shaping, flush right."""
    with new_pdf() as pdf:
        pdf.set_font(font, size=12)
        pdf.set_text_shaping(use_shaping_engine=True)
        for line in lines:
            pdf.cell(w=0, h=24, text=line, align="R", new_x="LMARGIN", new_y="NEXT")
        pdf.output(str(path))
    return path


def turned(source: Path, target: Path, degrees: int) -> Path:
    """Copy a file with its first page turned at display by clockwise degrees."""
    with _opened(source) as document:
        page = document[0]
        page.set_rotation(degrees)
        document.save(target)
        page.close()
    return target


def cropped(source: Path, target: Path, box: tuple[float, float, float, float]) -> Path:
    """Copy a file with its first page cropped to (left, bottom, right, top)."""
    with _opened(source) as document:
        page = document[0]
        page.set_cropbox(*box)
        document.save(target)
        page.close()
    return target


def _opened(source: Path) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(source)  # type: ignore[no-untyped-call]  # pypdfium2 has no types


def blank(path: Path, *sizes: tuple[float, float]) -> Path:
    """Write a file of empty pages of these sizes, in points."""
    document = pypdfium2.PdfDocument.new()  # type: ignore[no-untyped-call]  # as above
    for width, height in sizes:
        document.new_page(width, height)
    document.save(path)
    document.close()
    return path


def renamed(source: Path, target: Path, letters: dict[str, str]) -> Path:
    """Copy an uncompressed file whose map to Unicode names other letters than it draws."""
    data = source.read_bytes()
    for old, new in letters.items():
        data = data.replace(f"<{ord(old):04X}>".encode(), f"<{ord(new):04X}>".encode())
    target.write_bytes(data)
    return target


def without_unicode(source: Path, target: Path) -> Path:
    """Copy an uncompressed file without its maps to Unicode."""
    target.write_bytes(source.read_bytes().replace(b"/ToUnicode", b"/ToNothing"))
    return target

"""Finished files worked over by other tools: distilled again, turned, cropped, locked, damaged."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.second.bidi import visual
from benchmarks.reading.second.flow import HEIGHT, WIDTH
from benchmarks.reading.second.tools import Foreign, call, package, program

Rework = Callable[[Path, Path], None]


def by_ghostscript(source: Path, out: Path) -> None:
    call(
        program("gs", "ghostscript"), "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite",
        "-o", out, source,
    )  # fmt: skip


def by_postscript(source: Path, out: Path) -> None:
    """Through PostScript, where most writers lose what their glyphs mean."""
    with TemporaryDirectory() as scratch:
        between = Path(scratch) / "page.ps"
        call(program("pdftops", "poppler-utils"), source, between)
        call(program("ps2pdf", "ghostscript"), between, out)


def by_poppler(source: Path, out: Path) -> None:
    call(program("pdftocairo", "poppler-utils"), "-pdf", source, out)


def linearised(source: Path, out: Path) -> None:
    call(
        program("qpdf", "qpdf"), "--linearize", "--object-streams=generate",
        "--recompress-flate", source, out,
    )  # fmt: skip


def locked(source: Path, out: Path) -> None:
    """Encrypt for an owner; everyone may open it, with the empty password."""
    call(program("qpdf", "qpdf"), "--encrypt", "", "owner", "256", "--", source, out)


def sideways(source: Path, out: Path) -> None:
    """Say that each page is to be shown turned, as a scanner's operator does."""
    _each_page(source, out, lambda page: page.rotate(90))


def upside_down(source: Path, out: Path) -> None:
    _each_page(source, out, lambda page: page.rotate(180))


def righted(source: Path, out: Path) -> None:
    """Turn the content by a quarter and the page back, so that it is seen upright."""
    transform = package("pypdf", "pypdf").Transformation()

    def turn(page: Foreign) -> None:
        page.add_transformation(transform.rotate(90).translate(HEIGHT, 0))
        page.mediabox.upper_right = (HEIGHT, WIDTH)
        page.cropbox.upper_right = (HEIGHT, WIDTH)
        page.rotate(90)

    _each_page(source, out, turn)


def cropped(source: Path, out: Path) -> None:
    """Move the page on a larger sheet and crop the sheet to it."""
    transform = package("pypdf", "pypdf").Transformation()

    def move(page: Foreign) -> None:
        page.add_transformation(transform.translate(-37, 61))
        page.mediabox.lower_left = (-120, -80)
        page.mediabox.upper_right = (WIDTH + 90, HEIGHT + 160)
        page.cropbox.lower_left = (-37, 61)
        page.cropbox.upper_right = (WIDTH - 37, HEIGHT + 61)

    _each_page(source, out, move)


def nameless(source: Path, out: Path) -> None:
    """Take away what says which letter a glyph is, as some print drivers do."""
    pypdf = package("pypdf", "pypdf")

    def strip(page: Foreign) -> None:
        for font in page["/Resources"]["/Font"].values():
            font.get_object().pop(pypdf.generic.NameObject("/ToUnicode"), None)

    _each_page(source, out, strip)


def _each_page(source: Path, out: Path, change: Callable[[Foreign], object]) -> None:
    writer = package("pypdf", "pypdf").PdfWriter(clone_from=str(source))
    for page in writer.pages:
        change(page)
    writer.write(str(out))


def layered(source: Path, out: Path, words: list[dict[str, Foreign]], order: str) -> None:
    """A picture of each page under invisible words.

    Args:
        source: the file to take pictures of.
        out: the file to write.
        words: each with `page`, `text` and `box`, in points from the top left.
        order: `rising` puts the first letter of every word at the left, as older OCR tools do;
            `seen` puts the letters in the order of the eye.
    """
    canvas_of = package("reportlab.pdfgen.canvas", "reportlab")
    readers = package("reportlab.lib.utils", "reportlab")
    fonts = package("reportlab.pdfbase.ttfonts", "reportlab")
    metrics = package("reportlab.pdfbase.pdfmetrics", "reportlab")
    dejavu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    metrics.registerFont(fonts.TTFont("layer", dejavu))
    canvas = canvas_of.Canvas(str(out), pagesize=(WIDTH, HEIGHT), invariant=1)
    for number, picture in enumerate(pictures(source, dpi=150), start=1):
        canvas.drawImage(readers.ImageReader(picture), 0, 0, WIDTH, HEIGHT)
        for word in words:
            if word["page"] == number:
                _invisible(canvas, metrics, word, order)
        canvas.showPage()
    canvas.save()


def _invisible(canvas: Foreign, metrics: Foreign, word: dict[str, Foreign], order: str) -> None:
    left, top, right, bottom = word["box"]
    size = (bottom - top) / 1.1
    shown = word["text"] if order == "rising" else visual(word["text"]).shown
    natural = metrics.stringWidth(shown, "layer", size)
    text = canvas.beginText(left, HEIGHT - bottom + 0.2 * size)
    text.setFont("layer", size)
    text.setTextRenderMode(3)
    text.setHorizScale(100 * (right - left) / max(natural, 0.1))
    text.textOut(shown)
    canvas.drawText(text)


def recognised(source: Path, out: Path) -> None:
    """Tesseract's own searchable PDF of the first page, with Tesseract's own faults."""
    with TemporaryDirectory() as scratch:
        picture = Path(scratch) / "page.png"
        pictures(source, dpi=300)[0].save(picture, dpi=(300, 300))
        call(program("tesseract", "tesseract-ocr-heb"), picture, out.with_suffix(""), "-l",
             "heb+eng", "--psm", "4", "pdf")  # fmt: skip


def pictures(source: Path, *, dpi: int) -> list[Foreign]:
    """Each page as a Pillow image."""
    pypdfium2 = package("pypdfium2", "pypdfium2")
    with pypdfium2.PdfDocument(str(source)) as document:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]

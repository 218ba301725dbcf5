"""What limited processes run. Each function loads what it needs in the process that runs it.

So the server, which only sends the work, loads no reader, and a child none of another kind. Each
does what the function of the same name does that it loads.
"""

# ruff: noqa: PLC0415 - see above

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kesher.documents.parsing.ocr_languages import Languages
from kesher.domain.document import Page
from kesher.ports.ocr import OcrEngine

if TYPE_CHECKING:
    from kesher.documents.parsing.pdf import PdfInfo

ImageFormat = Literal["webp", "png"]


def pdf_info(path: str | Path, *, name: str = "") -> "PdfInfo":
    """Open a PDF and tell its pages' number, labels and sizes: `pdf.pdf_info`."""
    from kesher.documents.parsing import pdf

    return pdf.pdf_info(path, name=name)


def read_page(path: str | Path, number: int) -> Page:
    """Read page `number` (from 1) of a PDF: `pdf.read_page`."""
    from kesher.documents.parsing import pdf

    return pdf.read_page(path, number)


def raw_texts(path: str | Path, numbers: Sequence[int]) -> list[str]:
    """Give the text layers of pages as the file has them: `raw_lines.raw_texts`."""
    from kesher.documents.parsing import raw_lines

    return raw_lines.raw_texts(path, numbers)


def read_scan(
    engine: OcrEngine,
    path: Path,
    number: int,
    *,
    dpi: int,
    languages: Languages,
    note: str | None = None,
) -> Page:
    """Draw page `number` (from 1) of a PDF and read it from its picture: `ocr.read_scan`."""
    from kesher.documents.parsing import ocr

    return ocr.read_scan(engine, path, number, dpi=dpi, languages=languages, note=note)


def render_page(
    path: str | Path, number: int, *, width_pixels: int, image_format: ImageFormat = "webp"
) -> bytes:
    """Draw page `number` (from 1) as displayed: `pdf_render.render_page`."""
    from kesher.documents.parsing import pdf_render

    return pdf_render.render_page(
        path, number, width_pixels=width_pixels, image_format=image_format
    )


def picture_pdf(source: Path, name: str, target: Path, *, pages_limit: int) -> None:
    """Write a PDF with a page for each picture in a file: `photos.picture_pdf`."""
    from kesher.documents.parsing import photos

    photos.picture_pdf(source, name, target, pages_limit=pages_limit)


def count_chars(source: Path, media_type: str, name: str) -> int:
    """Read a document and return its code points: `structured.count_chars`."""
    from kesher.documents.parsing import structured

    return structured.count_chars(source, media_type, name)


def typeset_document(
    source: Path, media_type: str, name: str, pdf_path: Path, *, pages_limit: int
) -> None:
    """Write our own rendition of a document: `structured.typeset_document`."""
    from kesher.documents.parsing import structured

    structured.typeset_document(source, media_type, name, pdf_path, pages_limit=pages_limit)


def read_structured(source: Path, media_type: str, name: str, pdf_path: Path) -> tuple[Page, ...]:
    """Read a document and place its text on its rendition: `structured.read_structured`."""
    from kesher.documents.parsing import structured

    return structured.read_structured(source, media_type, name, pdf_path)

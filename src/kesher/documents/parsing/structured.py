"""Formats with an order of their own → pages: what `app.ingest` calls, each in a limited process.

    paragraphs = read_paragraphs(source, media_type, name)   # once, to learn that it can be read
    typeset_document(source, media_type, name, pdf_path)     # or `adapters.libreoffice`
    pages = read_structured(source, media_type, name, pdf_path)

All are top-level and take and return what can be pickled.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kesher.documents.parsing import media
from kesher.documents.parsing.alignment import align
from kesher.documents.parsing.docx import read_docx
from kesher.documents.parsing.html_page import read_html
from kesher.documents.parsing.mail import read_mail
from kesher.documents.parsing.pdf import read_pages
from kesher.documents.parsing.plain import read_markdown, read_text
from kesher.documents.parsing.pptx import read_pptx
from kesher.documents.parsing.rendition import is_ours, typeset
from kesher.documents.parsing.structure import Paragraph
from kesher.documents.parsing.xlsx import read_xlsx
from kesher.domain.document import Page
from kesher.errors import EmptyDocumentError

_READERS: Mapping[str, Callable[..., tuple[Paragraph, ...]]] = {
    **{media.DOCX: read_docx, media.PPTX: read_pptx, media.XLSX: read_xlsx},
    **{media.HTML: read_html, media.MAIL: read_mail},
    **{media.TEXT: read_text, media.MARKDOWN: read_markdown},
}
STRUCTURED = frozenset(_READERS)


@dataclass(frozen=True, slots=True)
class Conversion:
    """How LibreOffice makes an old or foreign format one of those that we read.

    Attributes:
        called: What people call the format, after "is".
        ending: Of its files.
        made: The media type of what is made of it.
        made_ending: Of what is made.
        package: Which part of LibreOffice does it, as Debian calls it.
    """

    called: str
    ending: str
    made: str
    made_ending: str
    package: str


def _conversion(called: str, ending: str, made: str) -> Conversion:
    made_ending, part = _MADE[made]
    return Conversion(called, ending, made, made_ending, f"libreoffice-{part}-nogui")


_MADE = {
    media.DOCX: (".docx", "writer"),
    media.PPTX: (".pptx", "impress"),
    media.XLSX: (".xlsx", "calc"),
}
CONVERTED: Mapping[str, Conversion] = {
    media.DOC: _conversion("a Word document of the old .doc format", ".doc", media.DOCX),
    media.RTF: _conversion("an RTF document", ".rtf", media.DOCX),
    media.ODT: _conversion("an OpenDocument text", ".odt", media.DOCX),
    media.PPT: _conversion("a presentation of the old .ppt format", ".ppt", media.PPTX),
    media.ODP: _conversion("an OpenDocument presentation", ".odp", media.PPTX),
    media.XLS: _conversion("an Excel workbook of the old .xls format", ".xls", media.XLSX),
    media.ODS: _conversion("an OpenDocument spreadsheet", ".ods", media.XLSX),
}
"""What is turned into another format before it is read."""
LAID_OUT: Mapping[str, str] = {
    **{media.DOCX: ".docx", media.PPTX: ".pptx"},
    **{kind: how.ending for kind, how in CONVERTED.items() if how.made != media.XLSX},
}
"""What LibreOffice lays out in its own layout, each with its ending; the rest is typeset by us."""
_PLAIN_NOTE = "LibreOffice did not lay this file out, so it is shown in a plain layout of ours."


def read_paragraphs(source: Path, media_type: str, name: str) -> tuple[Paragraph, ...]:
    """Read a document of a structured kind, in reading order.

    Args:
        media_type: One of `STRUCTURED`, as `media.detect` found it.
        name: What the person called the file, for messages.

    Raises:
        EmptyDocumentError: there is no text in it.
        DocumentError: one of its kinds, as the reader of that kind says.
    """
    paragraphs = _READERS[media_type](source, name=name)
    if not paragraphs:
        raise EmptyDocumentError(f"`{name}` holds no text. If it holds pictures, add it as a PDF.")
    return paragraphs


def count_chars(source: Path, media_type: str, name: str) -> int:
    """Read a document and return its code points: whether it can be laid out at all.

    Raises:
        DocumentError: as `read_paragraphs`.
    """
    return sum(len(paragraph.text) for paragraph in read_paragraphs(source, media_type, name))


def typeset_document(
    source: Path, media_type: str, name: str, pdf_path: Path, *, pages_limit: int
) -> None:
    """Write our own rendition of a document to `pdf_path`.

    Raises:
        DocumentTooLargeError: it takes more than `pages_limit` pages.
        DocumentError: as `read_paragraphs`.
    """
    paragraphs = read_paragraphs(source, media_type, name)
    typeset(paragraphs, pdf_path, title=name, pages_limit=pages_limit)


def read_structured(source: Path, media_type: str, name: str, pdf_path: Path) -> tuple[Page, ...]:
    """Read a document and place its text on the pages of its rendition.

    Returns:
        The pages of `pdf_path` in order, with the document's exact text. Where they are in our
        layout though the document has one of its own, each says so in its note.

    Raises:
        DocumentError: as `read_paragraphs`, or the rendition cannot be read.
    """
    paragraphs = read_paragraphs(source, media_type, name)
    pages = align(paragraphs, list(read_pages(pdf_path)))
    if media_type in LAID_OUT and is_ours(pdf_path):
        return tuple(replace(page, note=_PLAIN_NOTE) for page in pages)
    return pages

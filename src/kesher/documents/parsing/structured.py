"""Formats with an order of their own → pages: what `app.ingest` calls, each in a limited process.

    paragraphs = read_paragraphs(source, media_type, name)   # once, to learn that it can be read
    typeset_document(source, media_type, name, pdf_path)     # or `adapters.libreoffice`
    pages = read_structured(source, media_type, name, pdf_path)

All are top-level and take and return what can be pickled.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from kesher.documents.parsing import media
from kesher.documents.parsing.alignment import align
from kesher.documents.parsing.kinds import LAID_OUT
from kesher.documents.parsing.pdf import read_pages
from kesher.documents.parsing.rendition import is_ours, typeset
from kesher.documents.parsing.structure import Paragraph
from kesher.domain.document import Page
from kesher.errors import EmptyDocumentError

_READERS: Mapping[str, tuple[str, str]] = {
    **{media.DOCX: ("docx", "read_docx"), media.PPTX: ("pptx", "read_pptx")},
    **{media.XLSX: ("xlsx", "read_xlsx"), media.HTML: ("html_page", "read_html")},
    **{media.MAIL: ("mail", "read_mail"), media.TEXT: ("plain", "read_text")},
    media.MARKDOWN: ("plain", "read_markdown"),
}
"""The module of each kind's reader, loaded where that kind is read, and the reader's name."""
_PLAIN_NOTE = "LibreOffice did not lay this file out, so it is shown in a plain layout of ours."


def read_paragraphs(source: Path, media_type: str, name: str) -> tuple[Paragraph, ...]:
    """Read a document of a structured kind, in reading order.

    Args:
        media_type: One of `kinds.STRUCTURED`, as `media.detect` found it.
        name: What the person called the file, for messages.

    Raises:
        EmptyDocumentError: there is no text in it.
        DocumentError: one of its kinds, as the reader of that kind says.
    """
    paragraphs = _reader(media_type)(source, name=name)
    if not paragraphs:
        raise EmptyDocumentError(f"`{name}` holds no text. If it holds pictures, add it as a PDF.")
    return paragraphs


def _reader(media_type: str) -> Callable[..., tuple[Paragraph, ...]]:
    module, name = _READERS[media_type]
    found: Callable[..., tuple[Paragraph, ...]]
    found = getattr(import_module(f"kesher.documents.parsing.{module}"), name)
    return found


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

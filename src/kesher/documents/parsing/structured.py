"""DOCX, text and Markdown → pages: what `app.ingest` calls, each in a limited process.

    paragraphs = read_paragraphs(source, media_type, name)   # once, to learn that it can be read
    typeset_document(source, media_type, name, pdf_path)     # or `adapters.libreoffice` for a DOCX
    pages = read_structured(source, media_type, name, pdf_path)

All are top-level and take and return what can be pickled.
"""

from pathlib import Path

from kesher.documents.parsing.alignment import align
from kesher.documents.parsing.docx import read_docx
from kesher.documents.parsing.media import DOCX, MARKDOWN, TEXT
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.documents.parsing.plain import read_markdown, read_text
from kesher.documents.parsing.rendition import typeset
from kesher.documents.parsing.structure import Paragraph
from kesher.domain.document import Page
from kesher.errors import EmptyDocumentError

STRUCTURED = frozenset({DOCX, TEXT, MARKDOWN})


def read_paragraphs(source: Path, media_type: str, name: str) -> tuple[Paragraph, ...]:
    """Read a document of a structured kind, in reading order.

    Args:
        media_type: One of `STRUCTURED`, as `media.detect` found it.
        name: What the person called the file, for messages.

    Raises:
        EmptyDocumentError: there is no text in it.
        DocumentError: one of its kinds, as `read_docx`, `read_text`, `read_markdown` say.
    """
    if media_type == TEXT:
        return read_text(source, name=name)
    if media_type == MARKDOWN:
        return read_markdown(source, name=name)
    paragraphs = read_docx(source, name=name)
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
        The pages of `pdf_path` in order, with the document's exact text.

    Raises:
        DocumentError: as `read_paragraphs`, or the rendition cannot be read.
    """
    paragraphs = read_paragraphs(source, media_type, name)
    total = pdf_info(pdf_path).pages_total
    return align(paragraphs, [read_page(pdf_path, number) for number in range(1, total + 1)])

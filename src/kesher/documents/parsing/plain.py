"""Text and Markdown → paragraphs: bytes are decoded, form feeds start pages."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kesher.documents.parsing.encodings import guess_encoding
from kesher.documents.parsing.markdown import read_markdown_text
from kesher.documents.parsing.structure import Paragraph, clean, without_empty
from kesher.errors import EmptyDocumentError, UnsupportedMediaError


def read_text(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read a plain text file: a paragraph a line, a page a form feed.

    Args:
        path: The bytes.
        name: What the person called the file, for messages.

    Raises:
        EmptyDocumentError: there is nothing but blanks in it.
        UnsupportedMediaError: the bytes are no text.
    """
    pages = _decoded(path, name).split("\f")
    return _paged(([Paragraph(clean(line)) for line in page.splitlines()] for page in pages), name)


def read_markdown(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read Markdown (CommonMark with tables) as its reader sees it, without the marks.

    A link keeps its address in brackets, a list its numbers, a table row its cells.

    Raises:
        EmptyDocumentError, UnsupportedMediaError: as `read_text`.
    """
    pages = _decoded(path, name).split("\f")
    return _paged((list(read_markdown_text(page)) for page in pages), name)


def _decoded(path: Path, name: str) -> str:
    data = path.read_bytes()
    encoding = guess_encoding(data)
    if encoding is None:
        raise UnsupportedMediaError(
            f"`{name}` is no text: its bytes fit no encoding of Hebrew, Arabic, Russian or "
            "English. Save it as UTF-8 and add it again."
        )
    return data.decode(encoding, errors="replace").replace("\x1a", "")


def _paged(pages: Iterable[list[Paragraph]], name: str) -> tuple[Paragraph, ...]:
    marked = (
        replace(paragraph, starts_page=page > 0 and at == 0)
        for page, paragraphs in enumerate(pages)
        for at, paragraph in enumerate(paragraphs)
    )
    found = tuple(without_empty(marked))
    if not found:
        raise EmptyDocumentError(f"`{name}` holds no text. Add a file that has some.")
    return found

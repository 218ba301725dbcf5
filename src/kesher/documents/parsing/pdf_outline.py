"""The bookmarks of a PDF: its headings, as the program that wrote it knew them."""

import ctypes
from collections.abc import Iterator

import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.domain.document import OutlineEntry

_DEEPEST = 8
_MOST_ENTRIES = 5_000  # a file may lead in circles
_MOST_BYTES = 2_000


def read_outline(document: PdfPointer) -> tuple[OutlineEntry, ...]:
    """Return the bookmarks that lead to a page, in the order in which they are shown."""
    found = []
    for seen, (bookmark, level) in enumerate(_bookmarks(document), start=1):
        entry = _entry(document, bookmark, level)
        if entry:
            found.append(entry)
        if seen == _MOST_ENTRIES:
            break
    return tuple(found)


def _bookmarks(document: PdfPointer) -> Iterator[tuple[PdfPointer, int]]:
    waiting = [(pdfium.FPDFBookmark_GetFirstChild(document, None), 1)]
    while waiting:
        bookmark, level = waiting.pop()
        if not bookmark:
            continue
        yield bookmark, level
        waiting.append((pdfium.FPDFBookmark_GetNextSibling(document, bookmark), level))
        if level < _DEEPEST:
            waiting.append((pdfium.FPDFBookmark_GetFirstChild(document, bookmark), level + 1))


def _entry(document: PdfPointer, bookmark: PdfPointer, level: int) -> OutlineEntry | None:
    target = pdfium.FPDFBookmark_GetDest(document, bookmark)
    if not target:
        action = pdfium.FPDFBookmark_GetAction(bookmark)
        target = pdfium.FPDFAction_GetDest(document, action) if action else None
    index = pdfium.FPDFDest_GetDestPageIndex(document, target) if target else -1
    title = _title(bookmark)
    return OutlineEntry(title, index + 1, level) if title and index >= 0 else None


def _title(bookmark: PdfPointer) -> str:
    size = min(pdfium.FPDFBookmark_GetTitle(bookmark, None, 0), _MOST_BYTES)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFBookmark_GetTitle(bookmark, buffer, size)
    return " ".join(buffer.raw[: size - 2].decode("utf-16-le", errors="replace").split())

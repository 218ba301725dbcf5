"""Opening a PDF by pdfium's raw API, with errors that a person can act on.

pdfium is not thread-safe: call these in a process of their own (`ports.isolation`).
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pypdfium2  # initialises pdfium when it is imported
import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_chars import Frame
from kesher.errors import (
    DamagedDocumentError,
    EmptyDocumentError,
    EncryptedDocumentError,
    PageError,
)

PDFIUM_VERSION = str(pypdfium2.PDFIUM_INFO)


@contextmanager
def opened(path: str | Path, *, name: str = "") -> Iterator[PdfPointer]:
    """Open a file for the time of a `with`.

    Args:
        name: What the person called it, for messages; the path's own name if empty.

    Raises:
        EmptyDocumentError: it has no bytes or no pages.
        EncryptedDocumentError: it asks for a password.
        DamagedDocumentError: pdfium cannot read it.
    """
    path = Path(path)
    name = name or path.name
    if path.stat().st_size == 0:
        raise EmptyDocumentError(f"`{name}` has no bytes. Save or send it again.")
    document = pdfium.FPDF_LoadDocument(str(path).encode(), None)
    if not document:
        raise _open_error(name, pdfium.FPDF_GetLastError())
    try:
        if pdfium.FPDF_GetPageCount(document) < 1:
            raise EmptyDocumentError(f"`{name}` is a PDF without pages.")
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


def _open_error(name: str, reason: int) -> EncryptedDocumentError | DamagedDocumentError:
    if reason in {pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY}:
        return EncryptedDocumentError(
            f"`{name}` is locked by a password. Save a copy without it and add that."
        )
    return DamagedDocumentError(
        f"`{name}` cannot be read as a PDF (pdfium error {reason}): it is truncated or another "
        f"kind of file. Open it in a viewer and save it again."
    )


@contextmanager
def opened_page(document: PdfPointer, number: int) -> Iterator[PdfPointer]:
    """Open page `number` (from 1) for the time of a `with`.

    Raises:
        PageError: there is no such page, or it is damaged.
    """
    total = pdfium.FPDF_GetPageCount(document)
    if not 1 <= number <= total:
        raise PageError(f"There is no page {number}: the file has pages 1 to {total}.")
    page = pdfium.FPDF_LoadPage(document, number - 1)
    if not page:
        raise PageError(f"Page {number} is damaged and cannot be opened; the other pages are kept.")
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


@contextmanager
def opened_text(page: PdfPointer, number: int) -> Iterator[PdfPointer]:
    """Open the text of an open page. Raises PageError if pdfium cannot."""
    textpage = pdfium.FPDFText_LoadPage(page)
    if not textpage:
        raise PageError(f"The text of page {number} is damaged; the other pages are kept.")
    try:
        yield textpage
    finally:
        pdfium.FPDFText_ClosePage(textpage)


def frame_of(page: PdfPointer) -> Frame:
    """Give the visible part of a page (crop box within media box) and its turn at display."""
    rect = pdfium.FS_RECTF()
    turns = max(pdfium.FPDFPage_GetRotation(page), 0) % 4
    pdfium.FPDF_GetPageBoundingBox(page, ctypes.byref(rect))
    return Frame(rect.left, rect.bottom, rect.right, rect.top, turns)


def label_of(document: PdfPointer, number: int) -> str | None:
    """Give the page number as the file states it, or None where it states none."""
    size = pdfium.FPDF_GetPageLabel(document, number - 1, None, 0)
    if size <= 2:
        return None
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDF_GetPageLabel(document, number - 1, buffer, size)
    label = buffer.raw[: size - 2].decode("utf-16-le", errors="replace").strip()
    return label or None

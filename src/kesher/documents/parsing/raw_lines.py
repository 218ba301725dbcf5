"""A text layer as ordinary tools take it from a file, to show what reading makes of it.

No text of ours comes from here: `pdf.read_page` rebuilds every line from its characters' places.
"""

import ctypes
from collections.abc import Sequence
from pathlib import Path

import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_open import opened, opened_page, opened_text


def raw_texts(path: str | Path, numbers: Sequence[int]) -> list[str]:
    """Return what pdfium itself gives as the text of the pages `numbers` (from 1), in that order.

    Raises:
        EmptyDocumentError, EncryptedDocumentError, DamagedDocumentError: as `pdf_open.opened`.
        PageError: there is no such page, or it is damaged.
    """
    with opened(path) as document:
        return [_raw(document, number) for number in numbers]


def _raw(document: PdfPointer, number: int) -> str:
    with opened_page(document, number) as page, opened_text(page, number) as layer:
        most = max(0, pdfium.FPDFText_CountChars(layer))
        buffer = (ctypes.c_ushort * (most + 1))()
        written = pdfium.FPDFText_GetText(layer, 0, most, buffer)
        return bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "replace")

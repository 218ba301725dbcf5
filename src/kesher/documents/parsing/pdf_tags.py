"""Headings of a tagged PDF: its structure tree names them by the ids of their marked contents."""

import ctypes
import re
from collections.abc import Iterable, Iterator, Mapping

import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import PdfPointer

_HEADING = re.compile("H([1-6])?|Title")
_DEEPEST, _MOST_ELEMENTS = 40, 20_000
_NAME_BYTES = 64


def heading_levels(document: PdfPointer, page: PdfPointer) -> dict[int, int]:
    """Return the levels of the headings that a page's structure names, by marked content id.

    Empty for a page that is not tagged; "H" and "Title" without a number are of level 1.
    """
    if not pdfium.FPDFCatalog_IsTagged(document):
        return {}
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return {}
    try:
        return dict(_headings(tree))
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def _headings(tree: PdfPointer) -> Iterator[tuple[int, int]]:
    roots = range(max(pdfium.FPDF_StructTree_CountChildren(tree), 0))
    waiting = [(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), 0, 0) for at in roots]
    seen = 0
    while waiting and seen < _MOST_ELEMENTS:
        element, level, depth = waiting.pop()
        if not element:
            continue
        seen += 1
        found = _HEADING.fullmatch(_type(element))
        level = int(found[1] or 1) if found else level
        if level:
            count = pdfium.FPDF_StructElement_GetMarkedContentIdCount(element)
            for at in range(max(count, 0)):
                content = pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(element, at)
                if content >= 0:
                    yield content, level
        if depth < _DEEPEST:
            for at in range(max(pdfium.FPDF_StructElement_CountChildren(element), 0)):
                child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
                waiting.append((child, level, depth + 1))


def _type(element: PdfPointer) -> str:
    buffer = ctypes.create_string_buffer(_NAME_BYTES)
    size = pdfium.FPDF_StructElement_GetType(element, buffer, _NAME_BYTES)
    return buffer.raw[: max(min(size, _NAME_BYTES) - 2, 0)].decode("utf-16-le", errors="replace")


def levels_of(
    textpage: PdfPointer, places: Iterable[int], headings: Mapping[int, int]
) -> list[int]:
    """Return for each character the level of the heading that it belongs to, 0 for none."""
    if not headings:
        return [0 for _ in places]
    found = []
    for place in places:
        drawn = pdfium.FPDFText_GetTextObject(textpage, place)
        content = pdfium.FPDFPageObj_GetMarkedContentID(drawn) if drawn else -1
        found.append(headings.get(content, 0))
    return found

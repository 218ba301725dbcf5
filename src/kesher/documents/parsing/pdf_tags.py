"""Headings of a tagged PDF: its structure tree names them by the ids of their marked contents."""

import ctypes
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import (
    PdfPointer,
    address_of,
    naming,
    of_object,
    of_part,
)
from kesher.documents.parsing.pdf_chars import read_objects

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
    root_child = of_part(pdfium.FPDF_StructTree_GetChildAtIndex, pointing=True)
    child_of = of_part(pdfium.FPDF_StructElement_GetChildAtIndex, pointing=True)
    children = of_object(pdfium.FPDF_StructElement_CountChildren)
    type_of = naming(pdfium.FPDF_StructElement_GetType)
    buffer = ctypes.create_string_buffer(_NAME_BYTES)
    roots = range(max(pdfium.FPDF_StructTree_CountChildren(tree), 0))
    waiting = [(root_child(address_of(tree), at), 0, 0) for at in roots]
    seen = 0
    while waiting and seen < _MOST_ELEMENTS:
        element, level, depth = waiting.pop()
        if not element:
            continue
        seen += 1
        size = type_of(element, buffer, _NAME_BYTES)  # of a longer name nothing is written
        level = (_level_of(buffer.raw[:size]) if size <= _NAME_BYTES else 0) or level
        if level:
            yield from ((content, level) for content in _contents(element))
        if depth < _DEEPEST:
            below = range(max(children(element), 0))
            waiting += [(child_of(element, at), level, depth + 1) for at in below]


@lru_cache(maxsize=1024)
def _level_of(name: bytes) -> int:
    """Give the level that an element's type names, 0 for none."""
    found = _HEADING.fullmatch(name[:-2].decode("utf-16-le", errors="replace"))
    return int(found[1] or 1) if found else 0


def _contents(element: int) -> Iterator[int]:
    content_of = of_part(pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex)
    count = of_object(pdfium.FPDF_StructElement_GetMarkedContentIdCount)(element)
    found = (content_of(element, at) for at in range(max(count, 0)))
    yield from (content for content in found if content >= 0)


def levels_of(
    textpage: PdfPointer, places: Sequence[int], headings: Mapping[int, int]
) -> list[int]:
    """Return for each character the level of the heading that it belongs to, 0 for none."""
    if not headings:
        return [0] * len(places)
    content_of = of_object(pdfium.FPDFPageObj_GetMarkedContentID)
    drawn = read_objects(textpage, places)
    return [headings.get(content_of(item), 0) if item else 0 for item in drawn]

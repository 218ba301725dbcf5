"""What a page shows besides text: whether it is blank, and how much of it is a picture."""

import ctypes

import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_chars import Frame, PdfPointer

# Pages with more objects than this are drawings, not scans.
_MOST_OBJECTS = 400


def is_blank(page: PdfPointer) -> bool:
    """Tell whether a page draws nothing at all."""
    return int(pdfium.FPDFPage_CountObjects(page)) == 0


def picture_fraction(page: PdfPointer, frame: Frame) -> float:
    """Give the share of a page's area that its largest picture covers, 0–1."""
    sides = [ctypes.c_float() for _ in range(4)]
    area = (frame.right - frame.left) * (frame.top - frame.bottom)
    largest = 0.0
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        thing = pdfium.FPDFPage_GetObject(page, index)
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind not in {pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM}:
            continue
        if pdfium.FPDFPageObj_GetBounds(thing, *sides):
            left, bottom, right, top = (side.value for side in sides)
            wide = min(right, frame.right) - max(left, frame.left)
            high = min(top, frame.top) - max(bottom, frame.bottom)
            largest = max(largest, max(wide, 0.0) * max(high, 0.0))
    return min(largest / area, 1.0) if area > 0 else 0.0

"""What a page shows besides text: whether it is blank, and how much of it is a picture."""

import ctypes

import numpy as np
import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_chars import Floats, Frame

# Pages with more objects than this are drawings, not scans.
_MOST_OBJECTS = 400


def is_blank(page: PdfPointer) -> bool:
    """Tell whether a page draws nothing at all."""
    return int(pdfium.FPDFPage_CountObjects(page)) == 0


def picture_fraction(page: PdfPointer, frame: Frame) -> float:
    """Give the share of a page's area that its largest picture covers, 0–1."""
    width, height = frame.size_points
    pictures = picture_boxes(page, frame)
    if not len(pictures) or width * height <= 0:
        return 0.0
    wide = np.minimum(pictures[:, 2], width) - np.maximum(pictures[:, 0], 0)
    high = np.minimum(pictures[:, 3], height) - np.maximum(pictures[:, 1], 0)
    areas = np.maximum(wide, 0) * np.maximum(high, 0)
    return min(float(areas.max()) / (width * height), 1.0)


def picture_boxes(page: PdfPointer, frame: Frame) -> Floats:
    """Give the boxes of a page's pictures and forms, as displayed: float32, shape (n, 4)."""
    sides = [ctypes.c_float() for _ in range(4)]
    rects = []
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        thing = pdfium.FPDFPage_GetObject(page, index)
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind not in {pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM}:
            continue
        if pdfium.FPDFPageObj_GetBounds(thing, *sides):
            left, bottom, right, top = (side.value for side in sides)
            rects.append((left, top, right, bottom))
    return frame.shown(np.array(rects, dtype=np.float32).reshape(-1, 4))

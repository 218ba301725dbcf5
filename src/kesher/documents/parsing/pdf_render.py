"""Pictures of PDF pages as displayed, for readers and for OCR.

Top-level functions of plain values, for use in a limited process.
"""

import ctypes
import io
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray
from PIL import Image

from kesher.documents.parsing.apart import ImageFormat
from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_open import opened, opened_page
from kesher.errors import PageError

# About an A4 page at 600 dpi. A page may claim a size of kilometres, so pixels are bounded, not
# points.
PIXELS_LIMIT = 36_000_000
_POINTS_AN_INCH = 72
_WHITE = 0xFFFFFFFF


def render_page(
    path: str | Path, number: int, *, width_pixels: int, image_format: ImageFormat = "webp"
) -> bytes:
    """Draw page `number` (from 1) as displayed, with its annotations, in colour.

    Args:
        width_pixels: Width of the picture; lowered where the page would pass `PIXELS_LIMIT`.

    Returns:
        An encoded WebP (lossy, fit for reading) or PNG picture.

    Raises:
        PageError and the document errors, as `pdf.read_page`.
    """
    with opened(path) as document, opened_page(document, number) as page:
        width, height = _size(page, number)
        pixels = _pixel_size(width, height, width_pixels / width)
        data = _drawn(page, pixels, grey=False, number=number)
    picture = Image.frombytes("RGB", pixels, data, "raw", "BGRX")
    return _encoded(picture, image_format)


def render_grey(path: str | Path, number: int, *, dpi: int) -> tuple[bytes, int, int]:
    """Draw page `number` (from 1) as displayed, in grey, for OCR.

    Args:
        dpi: Pixels an inch; lowered where the page would pass `PIXELS_LIMIT`.

    Returns:
        One byte a pixel, row by row, 0 black; width and height in pixels.

    Raises:
        PageError and the document errors, as `pdf.read_page`.
    """
    with opened(path) as document, opened_page(document, number) as page:
        width, height = _size(page, number)
        pixels = _pixel_size(width, height, dpi / _POINTS_AN_INCH)
        return _drawn(page, pixels, grey=True, number=number), *pixels


def grey_page(page: PdfPointer, *, number: int, scale: float) -> tuple[NDArray[np.uint8], float]:
    """Draw an open page as displayed, in grey.

    Args:
        scale: Pixels a point; lowered where the page would pass `PIXELS_LIMIT`.

    Returns:
        uint8, shape (height, width), 0 black; and the scale that was used.
    """
    width, height = _size(page, number)
    pixels = _pixel_size(width, height, scale)
    drawn = np.frombuffer(_drawn(page, pixels, grey=True, number=number), dtype=np.uint8)
    return drawn.reshape(pixels[1], pixels[0]), pixels[1] / height


def grey_part(
    page: PdfPointer, box: Sequence[float], *, number: int, scale: float
) -> tuple[NDArray[np.uint8], float, tuple[int, int]]:
    """Draw what lies in a box of an open page, as `grey_page` does to a grey or two.

    Args:
        box: left, top, right, bottom in points as displayed; may reach beyond the page.

    Returns:
        uint8, shape (height, width), without a pixel where the box is beyond the page; the scale
        that was used; and where the part begins on the drawn page, x and y in pixels.
    """
    width, height = _size(page, number)
    pixels = _pixel_size(width, height, scale)
    used = pixels[1] / height
    sides = (max(side * used, 0.0) for side in box)
    left, top, right, bottom = map(int, sides)  # a pixel more than the box reaches
    right, bottom = min(right + 2, pixels[0]), min(bottom + 2, pixels[1])
    if left >= right or top >= bottom:
        return np.empty((0, 0), dtype=np.uint8), used, (0, 0)
    drawn = _drawn(page, pixels, grey=True, number=number, part=(left, top, right, bottom))
    greys = np.frombuffer(drawn, dtype=np.uint8).reshape(bottom - top, right - left)
    return greys, used, (left, top)


def _size(page: PdfPointer, number: int) -> tuple[float, float]:
    width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    if not (math.isfinite(width) and math.isfinite(height)) or width <= 0 or height <= 0:
        raise PageError(f"Page {number} states a size of {width} × {height} points.")
    return width, height


def _pixel_size(width: float, height: float, scale: float) -> tuple[int, int]:
    scale = min(scale, math.sqrt(PIXELS_LIMIT / (width * height)))
    wide, high = max(round(width * scale), 1), max(round(height * scale), 1)
    # A page of one point by kilometres still has a side of many pixels after the bound above.
    return min(wide, PIXELS_LIMIT // high), high


def _drawn(
    page: PdfPointer,
    pixels: tuple[int, int],
    *,
    grey: bool,
    number: int,
    part: tuple[int, int, int, int] | None = None,
) -> bytes:
    """Draw a page of so many pixels, or the part from left and top to right and bottom of it."""
    left, top, right, bottom = part or (0, 0, *pixels)
    width, height = right - left, bottom - top
    kind, depth = (pdfium.FPDFBitmap_Gray, 1) if grey else (pdfium.FPDFBitmap_BGRx, 4)
    buffer = (ctypes.c_ubyte * (width * height * depth))()
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, kind, buffer, width * depth)
    if not bitmap:
        raise PageError(f"Page {number} cannot be drawn at {width} × {height} pixels.")
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, *pixels, 0, _flags(grey=grey))
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    return bytes(buffer)


def _flags(*, grey: bool) -> int:
    flags = int(pdfium.FPDF_ANNOT)
    return flags | int(pdfium.FPDF_GRAYSCALE) if grey else flags


def _encoded(picture: Image.Image, image_format: ImageFormat) -> bytes:
    stream = io.BytesIO()
    if image_format == "webp":
        picture.save(stream, "WEBP", quality=80, method=2)
    else:
        # Level 1: encoding, not drawing, is most of the time of a picture.
        picture.save(stream, "PNG", compress_level=1)
    return stream.getvalue()

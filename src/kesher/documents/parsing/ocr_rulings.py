"""The straight lines of a scan, by its ink: borders of tables, for the rules that make cells."""

import cv2
import numpy as np

from kesher.documents.parsing.ocr_clean import Rows
from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_rulings import Rulings

_SMALLER, _INK = 2, 190  # a thin line is grey in a picture of half the size
# In points: a ruled line is at least this long and at most so thick; skew that is left over makes
# it seem thicker. Gaps of bad print in it are closed.
_LEAST, _THICKEST, _GAP = 18.0, 4.0, 2.5
_THICKENED = 2  # pixels
_SLOPE = 0.004  # of its length, that a line may still fall


def rulings_of(page: Rows, scale: float) -> Rulings:
    """Find the straight lines of a page.

    Args:
        page: uint8, shape (height, width), 0 black; level.
        scale: Points a pixel.

    Returns:
        The lines, in points.
    """
    size = (max(page.shape[1] // _SMALLER, 1), max(page.shape[0] // _SMALLER, 1))
    ink = (cv2.resize(page, size, interpolation=cv2.INTER_AREA) < _INK).astype(np.uint8)
    across = _lines(ink, _SMALLER * scale)
    down = _lines(np.ascontiguousarray(ink.T), _SMALLER * scale)
    return Rulings(across, down)


def _lines(ink: Rows, scale: float) -> Floats:
    """Return a picture's level lines: float32, shape (n, 3): place, start, end, in points."""
    least, gap = max(round(_LEAST / scale), 8), max(round(_GAP / scale), 1)
    thick = cv2.dilate(ink, np.ones((_THICKENED, 1), np.uint8))  # thin ones that are still aslant
    long = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, least), np.uint8))
    whole = cv2.morphologyEx(long, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    left, top, width, height, _ = stats[1:].astype(np.float32).T * np.float32(scale)
    straight = height <= max(_THICKEST, 2 * _THICKENED * scale) + _SLOPE * width
    found: Floats = np.stack([top + height / 2, left, left + width], axis=1)[straight]
    return found

"""Text that does not run from left to right on the displayed page: turned, upside down, slanted."""

import ctypes
import math
from collections.abc import Iterator

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats, Glyphs, PdfPointer

_SAMPLE_STEP = 40
_DEGREES_ALIKE = 2.0


def split_by_turn(
    textpage: PdfPointer, glyphs: Glyphs, quarter_turns: int
) -> Iterator[tuple[float, Glyphs]]:
    """Yield (degrees, characters) for each direction of text, upright text first.

    Args:
        quarter_turns: The page's own clockwise turns at display.

    Yields:
        Degrees counter-clockwise at which the text runs as displayed, and its characters with
        boxes as displayed.
    """
    degrees = _displayed_degrees(textpage, glyphs, quarter_turns)
    for value in sorted(set(degrees.tolist()), key=lambda value: (value != 0, value)):
        yield value, glyphs.take(degrees == value)


def turned_upright(boxes: Floats, degrees: float) -> Floats:
    """Turn displayed boxes of text at `degrees` so that the text runs from left to right."""
    if degrees == 0:
        return boxes
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners_x, corners_y = boxes[:, (0, 2, 0, 2)], boxes[:, (1, 1, 3, 3)]
    if degrees % 90:
        # The box of a slanted letter is wider than the letter; its centre is what is known.
        corners_x, corners_y = _shrunk(boxes, cos, sin)
    x, y = corners_x * cos - corners_y * sin, corners_x * sin + corners_y * cos
    turned: Floats = np.stack([x.min(1), y.min(1), x.max(1), y.max(1)], axis=1).astype(np.float32)
    return turned


def _shrunk(boxes: Floats, cos: float, sin: float) -> tuple[Floats, Floats]:
    middle_x, middle_y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    half = np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])[:, None] / 2.8
    along = np.array([-0.5, 0.5, -0.5, 0.5], dtype=np.float32) * half
    across = np.array([-1, -1, 1, 1], dtype=np.float32) * half
    return (
        middle_x[:, None] + along * cos + across * sin,
        middle_y[:, None] - along * sin + across * cos,
    )


def _displayed_degrees(
    textpage: PdfPointer, glyphs: Glyphs, quarter_turns: int
) -> NDArray[np.float64]:
    degrees = np.zeros(len(glyphs))
    sample = np.arange(0, len(glyphs), _SAMPLE_STEP)
    asked = _ask(textpage, glyphs, sample, quarter_turns)
    if (asked != 0).any():
        return _ask(textpage, glyphs, np.arange(len(glyphs)), quarter_turns)
    doubtful = _doubtful(glyphs.boxes)
    degrees[doubtful] = _ask(textpage, glyphs, doubtful, quarter_turns)
    return degrees


def _doubtful(boxes: Floats) -> NDArray[np.intp]:
    """Find neighbours in stored order that lie above each other, as those of turned text do."""
    middle_x, middle_y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    size = np.maximum(boxes[1:, 3] - boxes[1:, 1], boxes[1:, 2] - boxes[1:, 0])
    steep = np.abs(np.diff(middle_y)) > 0.25 * size
    near = np.abs(np.diff(middle_x)) < 1.5 * size
    pairs = np.flatnonzero(steep & near)
    return np.union1d(pairs, pairs + 1)


def _ask(
    textpage: PdfPointer, glyphs: Glyphs, chosen: NDArray[np.intp], quarter_turns: int
) -> NDArray[np.float64]:
    matrix = pdfium.FS_MATRIX()
    found = []
    for place in glyphs.places[chosen].tolist():
        if not pdfium.FPDFText_GetMatrix(textpage, place, ctypes.byref(matrix)):
            found.append(0.0)
            continue
        found.append(_degrees(matrix, quarter_turns))
    return np.array(found, dtype=np.float64)


def _degrees(matrix: "pdfium.FS_MATRIX", quarter_turns: int) -> float:
    mirrored = matrix.a * matrix.d - matrix.b * matrix.c < 0
    # OCR layers mirror letters to write them from right to left; they are read as upright.
    x, y = (-matrix.a, -matrix.b) if mirrored else (matrix.a, matrix.b)
    exact = (math.degrees(math.atan2(y, x)) - 90 * quarter_turns) % 360
    quarter = round(exact / 90) * 90
    if abs(exact - quarter) <= _DEGREES_ALIKE:
        return float(quarter % 360)
    return float(round(exact / 5) * 5 % 360)

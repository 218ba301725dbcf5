"""Text that does not run from left to right on the displayed page: turned, upside down, slanted."""

import math
from dataclasses import dataclass

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats, Glyphs, PdfPointer

_SAMPLE_STEP = 40
_DEGREES_ALIKE = 2.0


@dataclass(frozen=True, slots=True)
class Turned:
    """Characters whose text runs one way.

    Attributes:
        degrees: Counter-clockwise, as displayed; 0 for text that runs from left to right.
        glyphs: With boxes as displayed.
        mirrored: bool, shape (n,): drawn by a mirrored matrix, as OCR layers write from right to
            left; each letter after the first stands left of the one before.
    """

    degrees: float
    glyphs: Glyphs
    mirrored: NDArray[np.bool_]


def split_by_turn(textpage: PdfPointer, glyphs: Glyphs, quarter_turns: int) -> list[Turned]:
    """Split characters by the direction of their text, upright text first.

    Args:
        quarter_turns: The page's own clockwise turns at display.
    """
    degrees, mirrored = _directions(textpage, glyphs, quarter_turns)
    values = sorted(set(degrees.tolist()), key=lambda value: (value != 0, value))
    chosen = ((value, degrees == value) for value in values)
    return [Turned(value, glyphs.take(mask), mirrored[mask]) for value, mask in chosen]


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


def _directions(
    textpage: PdfPointer, glyphs: Glyphs, quarter_turns: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Tell degrees and mirroring of each character, asking pdfium only where there is doubt."""
    degrees, mirrored = np.zeros(len(glyphs)), np.zeros(len(glyphs), dtype=bool)
    for asked in (np.arange(0, len(glyphs), _SAMPLE_STEP), _doubtful(glyphs.boxes)):
        degrees[asked], mirrored[asked] = _ask(textpage, glyphs, asked, quarter_turns)
    if degrees.any() or mirrored.any():
        return _ask(textpage, glyphs, np.arange(len(glyphs)), quarter_turns)
    return degrees, mirrored


def _doubtful(boxes: Floats) -> NDArray[np.intp]:
    """Find neighbours in stored order that lie above each other, as those of turned text do."""
    middle_x, middle_y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    size = np.maximum(boxes[1:, 3] - boxes[1:, 1], boxes[1:, 2] - boxes[1:, 0])
    steep = np.abs(np.diff(middle_y)) > np.maximum(0.25 * size, np.abs(np.diff(middle_x)) / 4)
    near = np.abs(np.diff(middle_x)) < 1.5 * size
    pairs = np.flatnonzero(steep & near)
    return np.union1d(pairs, pairs + 1)


def _ask(
    textpage: PdfPointer, glyphs: Glyphs, chosen: NDArray[np.intp], quarter_turns: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    matrix = pdfium.FS_MATRIX()
    degrees, mirrored = np.zeros(len(chosen)), np.zeros(len(chosen), dtype=bool)
    for index, place in enumerate(glyphs.places[chosen].tolist()):
        if pdfium.FPDFText_GetMatrix(textpage, place, matrix):
            mirrored[index] = matrix.a * matrix.d - matrix.b * matrix.c < 0
            degrees[index] = _degrees(matrix.a, matrix.b, bool(mirrored[index]), quarter_turns)
    return degrees, mirrored


def _degrees(along_x: float, along_y: float, mirrored: bool, quarter_turns: int) -> float:
    sign = -1 if mirrored else 1
    exact = (math.degrees(math.atan2(sign * along_y, sign * along_x)) - 90 * quarter_turns) % 360
    quarter = round(exact / 90) * 90
    if abs(exact - quarter) <= _DEGREES_ALIKE:
        return float(quarter % 360)
    return float(round(exact / 5) * 5 % 360)

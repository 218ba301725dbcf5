"""Text that does not run from left to right on the displayed page: turned, upside down, slanted."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_chars import Floats, Glyphs, Pens, read_pens

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
    pens = read_pens(textpage, glyphs.places.tolist())
    degrees = np.array([degrees_of(along, quarter_turns) for along in pens.along.tolist()])
    values = sorted(set(degrees.tolist()), key=lambda value: (value != 0, value))
    chosen = ((value, degrees == value) for value in values)
    return [Turned(value, glyphs.take(mask), pens.mirrored[mask]) for value, mask in chosen]


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


def are_upright(pens: Pens, quarter_turns: int) -> bool:
    """Tell whether all these characters run from left to right as displayed."""
    if pens.mirrored.any():
        return False
    return not any(degrees_of(along, quarter_turns) for along in set(pens.along.tolist()))


def degrees_of(along: complex, quarter_turns: int) -> float:
    """Tell how far a character is turned counter-clockwise as displayed, in whole steps.

    Args:
        along: Where its baseline points, as of `Pens`.
    """
    exact = math.degrees(math.atan2(along.imag, along.real)) - 90 * quarter_turns
    quarter = round(exact / 90) * 90
    step = quarter if abs(exact - quarter) <= _DEGREES_ALIKE else round(exact / 5) * 5
    return float(step % 360)

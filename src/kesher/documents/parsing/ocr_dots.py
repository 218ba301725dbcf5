"""The point of a list's number, which the engine loses where the number stands alone.

A number at the edge of its page is handed to the engine without its line, and `3.` comes back as
`3`. Its ink tells: beside the digits a small low spot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kesher.documents.parsing.ocr_clean import Rows
from kesher.documents.parsing.ocr_lines import box_of, text_of
from kesher.documents.parsing.ocr_places import INK, ink_runs
from kesher.domain.document import Box
from kesher.ports.ocr import OcrSymbol, OcrWord

_MOST_DIGITS = 3
# Of a digit's height: how large a point is at most, how far from the foot, and from the digit.
_POINT_SIZE, _POINT_LIFT, _POINT_GAP = 0.32, 0.15, 0.6


@dataclass(frozen=True, slots=True)
class CutPicture:
    """A segment alone on white: uint8, shape (height, width), and where it lies on the page."""

    rows: Rows
    left: float
    top: float


def with_dot(words: tuple[OcrWord, ...], picture: CutPicture) -> tuple[OcrWord, ...]:
    """Return the words of a segment, a number of a list with the point that its ink shows."""
    if len(words) != 1 or not text_of(words[0]).isdecimal():
        return words
    (word,) = words
    if len(word.symbols) > _MOST_DIGITS:
        return words
    ink = picture.rows < INK
    runs = ink_runs(ink)
    if len(runs) != len(word.symbols) + 1:
        return words
    boxes = []
    for run in runs:
        down = np.flatnonzero(ink[:, run.left : run.right].any(axis=1))
        boxes.append(Box(run.left, float(down[0]), run.right, float(down[-1] + 1)))
    points = [place for place in (0, -1) if _is_point(boxes, place)]
    if len(points) != 1:
        return words
    box = boxes[points[0]]
    placed = Box(
        picture.left + box.left,
        picture.top + box.top,
        picture.left + box.right,
        picture.top + box.bottom,
    )
    sure = word.confidence_fraction
    digits = _placed(word, placed, is_first=points[0] == 0)
    point = OcrSymbol(".", placed, sure)
    symbols = (point, *digits) if points[0] == 0 else (*digits, point)
    return (OcrWord(symbols, sure),)


def _is_point(boxes: Sequence[Box], place: int) -> bool:
    digits = boxes[1:] if place == 0 else boxes[:-1]
    box, beside = boxes[place], digits[0 if place == 0 else -1]
    height = max(digit.bottom - digit.top for digit in digits)
    gap = max(beside.left - box.right, box.left - beside.right)
    size = max(box.bottom - box.top, box.right - box.left)
    is_low = abs(box.bottom - beside.bottom) <= _POINT_LIFT * height
    return size <= _POINT_SIZE * height and is_low and gap <= _POINT_GAP * height


def _placed(word: OcrWord, point: Box, *, is_first: bool) -> Sequence[OcrSymbol]:
    """Return the digits, whose common box may have held the point, beside it."""
    box = box_of(word)
    held = point.left < box.right and box.left < point.right
    if not held or len(word.symbols) != 1:
        return word.symbols
    (digit,) = word.symbols
    left, right = (point.right, box.right) if is_first else (box.left, point.left)
    alone = Box(left, box.top, right, box.bottom)
    return (OcrSymbol(digit.text, alone, digit.confidence_fraction),)

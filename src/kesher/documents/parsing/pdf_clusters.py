"""Letters that are drawn as one: points with their letter, and ligatures.

pdfium gives each code point of such a glyph the same box, or cuts the box into equal slices.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats, Glyphs

# pdfium keeps a point within a few places of its letter in stored order.
_REACH = 8
_SAME_POINT = 0.02


@dataclass(frozen=True, slots=True)
class Clusters:
    """Characters joined to the ones they are drawn with.

    Attributes:
        heads: bool, shape (n,): which characters stand for themselves.
        followers: Row of a head to the rows that come after it in its text.
        boxes: float32, shape (n, 4): the heads' boxes, widened to their followers'.
    """

    heads: NDArray[np.bool_]
    followers: Mapping[int, tuple[int, ...]]
    boxes: Floats


def find_clusters(
    glyphs: Glyphs, is_mark: NDArray[np.bool_], is_space: NDArray[np.bool_], origins: Floats | None
) -> Clusters:
    """Join points and ligatures' parts to their letters.

    Args:
        glyphs: n upright characters in stored order.
        is_mark, is_space: bool, shape (n,).
        origins: float32, shape (n, 2): pen positions; needed only where there are marks.
    """
    head_of = np.arange(len(glyphs))
    if origins is not None and is_mark.any():
        _attach_marks(head_of, glyphs.boxes, ~(is_mark | is_space), is_mark, origins)
    _attach_parts(head_of, glyphs, is_space)
    return _gathered(head_of, glyphs.boxes, is_mark)


def _attach_marks(
    head_of: NDArray[np.intp],
    boxes: Floats,
    is_base: NDArray[np.bool_],
    is_mark: NDArray[np.bool_],
    origins: Floats,
) -> None:
    marks = np.flatnonzero(is_mark)[:, None]
    # The nearest in stored order come first, so that of equal fits the nearest is taken.
    steps = np.array(sorted(range(-_REACH, _REACH + 1), key=abs))
    bases = marks + steps
    valid = (bases >= 0) & (bases < len(boxes))
    bases = np.where(valid, bases, 0)
    fit = np.where(valid & is_base[bases], _fit(boxes, origins, marks, bases), 0.0)
    best = np.argmax(fit.round(2), axis=1)
    every = np.arange(len(marks))
    fits = fit[every, best] > 0
    head_of[marks[fits, 0]] = bases[every, best][fits]


def _fit(
    boxes: Floats, origins: Floats, marks: NDArray[np.intp], bases: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Judge how well points sit on letters: 2 for one glyph, else the share of overlap, 0–1.

    Args:
        marks, bases: Rows, shapes (m, 1) and (m, k).
    """
    same = np.abs(origins[marks] - origins[bases]).max(axis=-1) < _SAME_POINT
    mark, base = np.moveaxis(boxes[marks], -1, 0), np.moveaxis(boxes[bases], -1, 0)
    shared = np.minimum(mark[2], base[2]) - np.maximum(mark[0], base[0])
    width = np.maximum(np.minimum(mark[2] - mark[0], base[2] - base[0]), 0.05)
    height = np.maximum(base[3] - base[1], mark[3] - mark[1])
    apart = np.maximum(mark[1], base[1]) - np.minimum(mark[3], base[3])
    overlap = np.clip(shared / width, 0.0, 1.0)
    fit: NDArray[np.float64] = np.where(same, 2.0, np.where(apart > 0.5 * height, 0.0, overlap))
    return fit


def _attach_parts(head_of: NDArray[np.intp], glyphs: Glyphs, is_space: NDArray[np.bool_]) -> None:
    """Join characters that follow each other in one and the same box."""
    boxes, places = glyphs.boxes, glyphs.places
    same = (boxes[1:, 0] == boxes[:-1, 0]) & (places[1:] - places[:-1] == 1)
    if not same.any():
        return
    same &= (boxes[1:] == boxes[:-1]).all(axis=1)
    for row in (np.flatnonzero(same & ~is_space[1:] & ~is_space[:-1]) + 1).tolist():
        if head_of[row] == row and head_of[row - 1] != row:
            head_of[row] = head_of[row - 1]


def _is_wider(boxes: Floats, row: int, head: int) -> bool:
    """Tell the body of a letter whose name is on its dot."""
    return bool(boxes[row, 2] - boxes[row, 0] > boxes[head, 2] - boxes[head, 0])


def _gathered(head_of: NDArray[np.intp], boxes: Floats, is_mark: NDArray[np.bool_]) -> Clusters:
    heads = head_of == np.arange(len(head_of))
    if heads.all():
        return Clusters(heads, {}, boxes)
    boxes = boxes.copy()
    followers: dict[int, tuple[int, ...]] = {}
    for row in np.flatnonzero(~heads).tolist():
        head = int(head_of[row])
        followers[head] = (*followers.get(head, ()), row)
        # A point may hang over its neighbour; only a slice of the same glyph widens its letter.
        if not is_mark[row] or boxes[row, 1] == boxes[head, 1] or _is_wider(boxes, row, head):
            boxes[head, 0] = min(boxes[head, 0], boxes[row, 0])
            boxes[head, 2] = max(boxes[head, 2], boxes[row, 2])
    return Clusters(heads, followers, boxes)

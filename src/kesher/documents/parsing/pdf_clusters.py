"""Letters that are drawn as one: points with their letter, and ligatures.

pdfium gives each code point of such a glyph the same box, or cuts the box into equal slices.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Floats, Glyphs
from kesher.documents.parsing.pdf_marks import (
    attach_marks,
    named_again,
    of_letters_size,
)


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
    glyphs: Glyphs,
    is_mark: NDArray[np.bool_],
    is_space: NDArray[np.bool_],
    origins: Floats | None,
    read_ink: Callable[[NDArray[np.intp]], Floats],
) -> Clusters:
    """Join points and ligatures' parts to their letters.

    Args:
        glyphs: n upright characters in stored order.
        is_mark, is_space: bool, shape (n,).
        origins: float32, shape (n, 2): pen positions; needed only where there are marks.
        read_ink: Gives the displayed boxes of the ink of these rows.
    """
    head_of = np.arange(len(glyphs))
    again = np.zeros(len(glyphs), dtype=bool)
    if origins is not None and is_mark.any():
        again = named_again(glyphs, is_mark, is_space, origins)
        bases = ~(is_mark | is_space | again)
        attach_marks(head_of, glyphs.boxes, bases, is_mark & ~again, origins, read_ink)
    _attach_parts(head_of, glyphs, is_space)
    head_of[again] = -1
    found = _gathered(head_of, glyphs.boxes, is_mark)
    pointed = [head for head, rows in found.followers.items() if is_mark[list(rows)].any()]
    return replace(found, boxes=of_letters_size(found.boxes, found.heads, glyphs.codes, pointed))


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
    for row in np.flatnonzero(~heads & (head_of >= 0)).tolist():
        head = int(head_of[row])
        followers[head] = (*followers.get(head, ()), row)
        # A point may hang over its neighbour; only a slice of the same glyph widens its letter.
        if not is_mark[row] or boxes[row, 1] == boxes[head, 1] or _is_wider(boxes, row, head):
            boxes[head, 0] = min(boxes[head, 0], boxes[row, 0])
            boxes[head, 2] = max(boxes[head, 2], boxes[row, 2])
    return Clusters(heads, followers, boxes)

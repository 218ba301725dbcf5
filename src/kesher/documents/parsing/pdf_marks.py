"""Points and the letters that they belong to, where writers draw each as a glyph of its own.

A letter with its points is drawn of one glyph or of many, and a file names them as it likes: each
glyph by its own character, one of them by all, or every one by all.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Codes, Floats, Glyphs

# pdfium keeps a point within a few places of its letter in stored order.
_REACH = 8
_SAME_POINT = 0.02
_ONE_GLYPH = 2.0
# Of a letter's width, for what the file does not name: less than this over others is a letter.
_STANDS_ON = 0.5
# A glyph so much lower than others is a point, though it is named by its letter too.
_LOW = 0.3
# Letters of one stem, which has the dot on its left: vav, zayin, yod, final nun.
_STEMS = (0x5D5, 0x5D6, 0x5D9, 0x5DF)
_InkReader = Callable[[NDArray[np.intp]], Floats]


def attach_marks(
    head_of: NDArray[np.intp],
    boxes: Floats,
    is_base: NDArray[np.bool_],
    is_mark: NDArray[np.bool_],
    origins: Floats,
    read_ink: _InkReader,
) -> None:
    """Write for each mark the row of its letter.

    Args:
        head_of: intp, shape (n,): written to.
        read_ink: Gives the boxes of the ink of these rows.
    """
    marks = np.flatnonzero(is_mark)[:, None]
    bases, valid = _near(marks, is_base)
    fit = np.where(valid, _fit(boxes, origins, marks, bases), 0.0)
    best = np.argmax(fit.round(2), axis=1)
    every = np.arange(len(marks))
    fits = fit[every, best] > 0
    head_of[marks[fits, 0]] = bases[every, best][fits]
    for row in np.flatnonzero(fit.max(axis=1) < _ONE_GLYPH).tolist():
        mark = int(marks[row, 0])
        near = np.flatnonzero(is_base & _touches(boxes, mark))
        if len(near):
            head_of[mark] = _by_ink(mark, near, read_ink) if len(near) > 1 else near[0]


def stand_alone(
    boxes: Floats, origins: Floats, is_base: NDArray[np.bool_], is_unnamed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Find unnamed characters that are letters, not parts of the letters beside them.

    Args:
        origins: float32, shape (n, 2): pen positions.
    """
    found = np.zeros(len(boxes), dtype=bool)
    rows = np.flatnonzero(is_unnamed)[:, None]
    bases, valid = _near(rows, is_base)
    fit = np.where(valid, _fit(boxes, origins, rows, bases), 0.0)
    found[rows[:, 0]] = fit.max(axis=1, initial=0.0) < _STANDS_ON
    return found


def _near(
    marks: NDArray[np.intp], is_base: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Give the rows near each mark in stored order, the nearest first, and which are letters."""
    # So that of equal fits the nearest is taken.
    steps = np.array(sorted(range(-_REACH, _REACH + 1), key=abs))
    bases = marks + steps
    inside = (bases >= 0) & (bases < len(is_base))
    bases = np.where(inside, bases, 0)
    return bases, inside & is_base[bases]


def _touches(boxes: Floats, mark: int) -> NDArray[np.bool_]:
    """Find the characters whose boxes a mark's is partly over, wherever they are stored."""
    left, top, right, bottom = boxes[mark]
    beside = (boxes[:, 0] < right) & (boxes[:, 2] > left)
    half = (bottom - top) / 2
    found: NDArray[np.bool_] = beside & (boxes[:, 1] < bottom - half) & (boxes[:, 3] > top + half)
    return found


def _by_ink(mark: int, bases: NDArray[np.intp], read_ink: _InkReader) -> int:
    """Choose the letter whose ink a mark's ink is over; of two beside it the one right of it.

    A dot inside a narrow letter stands left of its stem.
    """
    ink = read_ink(np.append(bases, mark))
    left, right = ink[:-1, 0], ink[:-1, 2]
    reach = np.minimum(right, ink[-1, 2]) - np.maximum(left, ink[-1, 0])
    share = reach / max(float(ink[-1, 2] - ink[-1, 0]), 0.05)
    is_right = (left + right) > ink[-1, 0] + ink[-1, 2]
    return int(bases[np.argmax(share + 0.25 * is_right)])


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
    fit: NDArray[np.float64] = np.where(
        same, _ONE_GLYPH, np.where(apart > 0.5 * height, 0.0, overlap)
    )
    return fit


def named_again(
    glyphs: Glyphs, is_mark: NDArray[np.bool_], is_space: NDArray[np.bool_], origins: Floats
) -> NDArray[np.bool_]:
    """Find glyphs of a pointed letter that are named by the whole of it, as another of it is.

    The widest keeps the name. Two equal letters side by side do not lie over each other.
    """
    again = np.zeros(len(glyphs), dtype=bool)
    drawn = _pointed_glyphs(is_mark, is_space, origins)
    names = [sorted(glyphs.codes[rows].tolist()) for rows in drawn]
    sides = [(glyphs.boxes[rows, 0].min(), glyphs.boxes[rows, 2].max()) for rows in drawn]
    for place, rows in enumerate(drawn):
        for other in range(place + 1, len(drawn)):
            if drawn[other][0] - rows[-1] > _REACH:
                break
            if names[other] == names[place] and _is_over(sides[place], sides[other]):
                widths = [right - left for left, right in (sides[place], sides[other])]
                again[drawn[place if widths[0] <= widths[1] else other]] = True
    return again


def _pointed_glyphs(
    is_mark: NDArray[np.bool_], is_space: NDArray[np.bool_], origins: Floats
) -> list[list[int]]:
    """Give the rows of each glyph that is named by a letter and its points."""
    near = np.convolve(is_mark, np.ones(2 * _REACH + 1))[_REACH:-_REACH] > 0
    glyphs: dict[tuple[float, float], list[int]] = defaultdict(list)
    for row in np.flatnonzero(near & ~is_space).tolist():
        x, y = origins[row].round(2).tolist()
        glyphs[x, y].append(row)
    every = (rows for rows in glyphs.values() if len(rows) > 1)
    return [rows for rows in every if is_mark[rows].any() and not is_mark[rows].all()]


def _is_over(one: tuple[float, float], other: tuple[float, float]) -> bool:
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return shared > 0.5 * min(one[1] - one[0], other[1] - other[0])


def of_letters_size(
    boxes: Floats, heads: NDArray[np.bool_], codes: Codes, pointed: Sequence[int]
) -> Floats:
    """Give letters whose name is on their point's glyph alone the width of such a letter.

    Args:
        pointed: Rows of letters with points.
    """
    height = boxes[:, 3] - boxes[:, 1]
    low = [row for row in pointed if height[row] < _LOW * np.median(height[heads])]
    if not low:
        return boxes
    whole = np.flatnonzero(heads & (height >= _LOW * np.median(height[heads])))
    found = boxes.copy()
    for row in low:
        alike = whole[codes[whole] == codes[row]]
        near = alike if len(alike) else whole
        like = near[np.argmin(np.abs(near - row))]
        width = boxes[like, 2] - boxes[like, 0]
        if codes[row] in _STEMS:
            width = width if len(alike) else 0.6 * width
            found[row, (0, 2)] = boxes[row, 0], boxes[row, 0] + width
        else:
            middle = boxes[row, (0, 2)].mean()
            found[row, (0, 2)] = middle - width / 2, middle + width / 2
    return found

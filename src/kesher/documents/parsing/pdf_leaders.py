"""Dots that lead the eye from a title to its page number."""

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_chars import Codes, Floats

_FEWEST = 5


def find_leaders(codes: Codes, lines: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Find dots that have as many like them beside them as a leader has.

    Args:
        codes: uint32, shape (n,): the inked characters of a page, each line's from left to right.
        lines: intp, shape (n,): the line that each belongs to, ascending.
    """
    dots = _are_dots(codes)
    if dots.sum() < _FEWEST:
        return np.zeros(len(codes), dtype=bool)
    breaks = np.flatnonzero((codes[1:] != codes[:-1]) | (lines[1:] != lines[:-1])) + 1
    starts = np.concatenate([[0], breaks])
    counts = np.diff(np.append(starts, len(codes)))
    found: NDArray[np.bool_] = dots & np.repeat(counts >= _FEWEST, counts)
    return found


def find_crossed(
    boxes: Floats, leads: NDArray[np.bool_], codes: Codes, lines: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Find the dots of a leader that runs on under its page number.

    They lie half or more in the box of a neighbour that is no such dot.

    Args:
        boxes: float32, shape (n, 4).
        leads: What `find_leaders` gave.
    """
    found = np.zeros(len(codes), dtype=bool)
    if not leads.any():
        return found
    dots = _are_dots(codes) & np.isin(lines, lines[leads])
    left, right = boxes[:, 0], boxes[:, 2]
    for step in (1, 2):
        shared = np.minimum(right[step:], right[:-step]) - np.maximum(left[step:], left[:-step])
        alike = lines[step:] == lines[:-step]
        before, after = right[:-step] - left[:-step], right[step:] - left[step:]
        found[step:] |= alike & ~dots[:-step] & (shared >= 0.5 * after)
        found[:-step] |= alike & ~dots[step:] & (shared >= 0.5 * before)
    return found & dots


def _are_dots(codes: Codes) -> NDArray[np.bool_]:
    """Find full stops, middle dots, one and two dot leaders and ellipses."""
    found: NDArray[np.bool_] = (codes == ord(".")) | (codes == 0xB7)
    return found | ((codes >= 0x2024) & (codes <= 0x2026))

"""The engine's boxes of a word's letters set right by the word's own ink.

The engine guesses where one letter ends and the next begins, and is often a whole letter off. Where
a word's ink falls into as many runs of columns as the word has letters, each run is one letter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.ocr_clean import Rows
from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol

INK = 140  # grey below which a pixel is ink
_OF_TWO_STROKES = '"״”“'
_FARTHEST = 1.0  # of its height, that the engine places a letter off
_AROUND = 1  # pixels beyond the engine's boxes that still are theirs


@dataclass(frozen=True, slots=True)
class Span:
    """A run of inked columns `left` to `right` (half open), in pixels of the page."""

    left: int
    right: int


def with_inked_boxes(lines: Sequence[OcrLine], page: Rows) -> tuple[OcrLine, ...]:
    """Return the lines with each letter's box drawn round its own ink, where that can be told.

    Only the order of letters from left to right is relied on: where the ink of a whole line agrees
    with its letters, words that the engine placed a letter off are set right too.

    Args:
        page: uint8, shape (height, width), 0 black; the picture that the boxes are places of.
    """
    return tuple(_inked_line(line, page) for line in lines)


def _inked_line(line: OcrLine, page: Rows) -> OcrLine:
    symbols = [symbol for word in line.words for symbol in word.symbols]
    found = _inked(symbols, page)
    if found is not None and _are_near(symbols, found):
        placed = iter(found)
        words = [
            replace(word, symbols=tuple(next(placed) for _ in word.symbols)) for word in line.words
        ]
    else:
        words = [
            replace(word, symbols=tuple(_inked(word.symbols, page) or word.symbols))
            for word in line.words
        ]
    return replace(line, words=tuple(words))


def _are_near(read: Sequence[OcrSymbol], placed: Sequence[OcrSymbol]) -> bool:
    """Tell runs that agree by chance: one letter in two pieces, two others in one."""
    return all(
        abs(one.box.left + one.box.right - other.box.left - other.box.right) / 2
        < _FARTHEST * (one.box.bottom - one.box.top)
        for one, other in zip(read, placed, strict=True)
        if one.text.isalnum()
    )


def _inked(symbols: Sequence[OcrSymbol], page: Rows) -> list[OcrSymbol] | None:
    """Return letters, in the order given, with the boxes of their ink; None where runs differ."""
    ink, left, top = _ink_of(symbols, page)
    runs = ink_runs(ink)
    order = sorted(range(len(symbols)), key=lambda at: symbols[at].box.left + symbols[at].box.right)
    strokes = [2 if symbols[at].text in _OF_TWO_STROKES else 1 for at in order]
    if len(runs) != sum(strokes):
        return None
    placed = list(symbols)
    first = 0
    for at, count in zip(order, strokes, strict=True):
        begin, end = runs[first].left, runs[first + count - 1].right
        down = np.flatnonzero(ink[:, begin:end].any(axis=1))
        box = Box(
            float(left + begin),
            float(top + down[0]),
            float(left + end),
            float(top + down[-1] + 1),
        )
        placed[at] = replace(symbols[at], box=box)
        first += count
    return placed


def _ink_of(symbols: Sequence[OcrSymbol], page: Rows) -> tuple[NDArray[np.bool_], int, int]:
    """Return which pixels round letters are ink, and where their left top corner lies."""
    height, width = page.shape
    left, top, right, bottom = _extent(symbols)
    left, top = max(left - _AROUND, 0), max(top - _AROUND, 0)
    right, bottom = min(right + _AROUND, width), min(bottom + _AROUND, height)
    return np.asarray(page[top:bottom, left:right] < INK), left, top


def _extent(symbols: Sequence[OcrSymbol]) -> tuple[int, int, int, int]:
    boxes = [symbol.box for symbol in symbols]
    return (
        int(min(box.left for box in boxes)),
        int(min(box.top for box in boxes)),
        int(max(box.right for box in boxes)),
        int(max(box.bottom for box in boxes)),
    )


def ink_runs(ink: NDArray[np.bool_]) -> list[Span]:
    """Return the runs of columns with ink, from left to right; shape of `ink`: (height, width)."""
    columns = np.concatenate([[False], ink.any(axis=0), [False]]).astype(np.int8)
    steps = np.diff(columns)
    starts, ends = np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist()
    return [Span(left, right) for left, right in zip(starts, ends, strict=True)]

"""Opaque shapes that are painted over text: black bars, white patches, rectangles of a reviewer.

Who draws a bar over a name means it to be unread, though the letters stay in the file. Whether a
shape truly hides what is under it, only the page as drawn tells: it may blend with the text.
"""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_calls import PdfPointer, of_object, pointing, reference_to
from kesher.documents.parsing.pdf_chars import Floats, Frame
from kesher.documents.parsing.pdf_looks import Painted, part_of_run
from kesher.documents.parsing.pdf_rulings import UNTURNED, Matrix, joined, matrix_of

_MOST_OBJECTS, _MOST_SHAPES, _DEEPEST = 20_000, 400, 4
_LEAST_POINTS = 4.0  # a lower or narrower shape covers no text
_OPAQUE = 250  # of 255
_SHAPED = (
    pdfium.FPDF_ANNOT_SQUARE,
    pdfium.FPDF_ANNOT_CIRCLE,
    pdfium.FPDF_ANNOT_POLYGON,
    pdfium.FPDF_ANNOT_STAMP,
    pdfium.FPDF_ANNOT_REDACT,
)
_COVERING = frozenset((pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM))
_Rect = tuple[float, float, float, float]
FirstOf = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Covers:
    """The shapes of a page that may cover text.

    Attributes:
        boxes: float32, shape (n, 4), as displayed.
        painted: intp, shape (n,): when each is painted, after text objects with a lower number.
        texts: When each text object is painted, by its pointer.
    """

    boxes: Floats
    painted: NDArray[np.intp]
    texts: dict[int, int]


@dataclass(slots=True)
class _Walk:
    """Goes through the objects of a page as they are painted."""

    rects: list[_Rect] = field(default_factory=list)
    painted: list[int] = field(default_factory=list)
    texts: dict[int, int] = field(default_factory=dict)
    at: int = 0

    def go(self, items: Sequence[int], by: Matrix, depth: int) -> None:
        kinds = list(map(of_object(pdfium.FPDFPageObj_GetType), items))
        if not depth and _COVERING.isdisjoint(kinds):
            return  # most pages: they have text and pictures alone
        for item, kind in zip(items, kinds, strict=True):
            self.at += 1
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                self.texts[item] = self.at
            elif kind == pdfium.FPDF_PAGEOBJ_PATH and self.texts:
                self._path(_pointer(item), by)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
                self._form(_pointer(item), by, depth)

    def _path(self, item: PdfPointer, by: Matrix) -> None:
        if len(self.rects) >= _MOST_SHAPES or not _is_opaque(item):
            return
        rect = _bounds(item, by)
        if min(rect[2] - rect[0], rect[1] - rect[3]) >= _LEAST_POINTS:
            self.rects.append(rect)
            self.painted.append(self.at)

    def _form(self, form: PdfPointer, by: Matrix, depth: int) -> None:
        count = max(pdfium.FPDFFormObj_CountObjects(form), 0)
        if self.at + count <= _MOST_OBJECTS:
            items = _items(pdfium.FPDFFormObj_GetObject, form, count)
            self.go(items, joined(matrix_of(form), by), depth + 1)


def read_covers(page: PdfPointer, frame: Frame) -> Covers:
    """Read the opaque shapes of a page that are painted after some of its text."""
    walk = _Walk()
    count = min(max(pdfium.FPDFPage_CountObjects(page), 0), _MOST_OBJECTS)
    walk.go(_items(pdfium.FPDFPage_GetObject, page, count), UNTURNED, 0)
    remarks = list(_remarks(page))
    rects = np.array([*walk.rects, *remarks], dtype=np.float32).reshape(-1, 4)
    painted = np.array([*walk.painted, *[walk.at + 1] * len(remarks)], dtype=np.intp)
    return Covers(frame.shown(rects), painted, walk.texts)


def _items(function: PdfPointer, holder: PdfPointer, count: int) -> list[int]:
    """Give the objects of a page or form as numbers, in the order in which they are painted."""
    item, handle = pointing(function), reference_to(holder)
    return list(map(item, repeat(handle), range(count)))


def _pointer(item: int) -> PdfPointer:
    pointer: PdfPointer = ctypes.cast(item, pdfium.FPDF_PAGEOBJECT)  # type: ignore[assignment]  # a pointer by another name
    return pointer


def _is_opaque(item: PdfPointer) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
    if not fill.value:
        return False
    *_, alpha = sides = [ctypes.c_uint() for _ in range(4)]
    return not pdfium.FPDFPageObj_GetFillColor(item, *sides) or alpha.value >= _OPAQUE


def _bounds(item: PdfPointer, by: Matrix) -> _Rect:
    """Give left, top, right and bottom of an object on its page, y upwards."""
    sides = [ctypes.c_float() for _ in range(4)]
    pdfium.FPDFPageObj_GetBounds(item, *sides)
    left, bottom, right, top = (side.value for side in sides)
    a, b, c, d, e, f = by
    xs = [a * x + c * y + e for x in (left, right) for y in (bottom, top)]
    ys = [b * x + d * y + f for x in (left, right) for y in (bottom, top)]
    return min(xs), max(ys), max(xs), min(ys)


def _remarks(page: PdfPointer) -> Iterator[_Rect]:
    """Yield the places of the shapes that a reviewer laid over a page."""
    for at in range(min(max(pdfium.FPDFPage_GetAnnotCount(page), 0), _MOST_SHAPES)):
        remark = pdfium.FPDFPage_GetAnnot(page, at)
        rect = pdfium.FS_RECTF()
        if pdfium.FPDFAnnot_GetSubtype(remark) in _SHAPED:
            pdfium.FPDFAnnot_GetRect(remark, rect)
            yield rect.left, rect.top, rect.right, rect.bottom
        pdfium.FPDFPage_CloseAnnot(remark)


def parted_by_covers(
    painted: Painted, boxes: Floats, upright: Floats, covers: Covers, first_of: FirstOf
) -> Painted:
    """Cut runs where a shape begins or ends that is painted over them, and mark what it covers.

    Args:
        boxes: Of the characters that the runs count, as displayed.
        upright: The same, turned upright.
        first_of: Gives the text object that draws a character.
    """
    if not len(covers.boxes):
        return painted
    inside = _inside(boxes, covers.boxes)
    touched = np.append(0, np.cumsum(inside.any(axis=1)))
    found = Painted([], [], [])
    for run, ink, drawn in zip(painted.runs, painted.inks, painted.drawn, strict=True):
        covered: NDArray[np.bool_] = np.zeros(run.last - run.first, dtype=bool)
        if touched[run.last] > touched[run.first]:
            at = covers.texts.get(drawn or first_of(run.first), 0)
            covered = np.asarray(inside[run.first : run.last, covers.painted > at].any(axis=1))
        for start, end in _alike(covered):
            is_whole = end - start == len(covered)
            first, last = run.first + start, run.first + end
            found.runs.append(run if is_whole else part_of_run(first, last, upright))
            found.inks.append(ink._replace(is_covered=True) if covered[start] else ink)
            found.drawn.append(drawn)
    return found


def _alike(covered: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    edges = (np.flatnonzero(np.diff(covered)) + 1).tolist()
    yield from pairwise([0, *edges, len(covered)])


def _inside(boxes: Floats, shapes: Floats) -> NDArray[np.bool_]:
    """Tell of n characters whether their middle lies in each of m shapes: bool, shape (n, m)."""
    x, y = ((boxes[:, side] + boxes[:, side + 2])[:, None] / 2 for side in (0, 1))
    left, top, right, bottom = shapes.T
    found: NDArray[np.bool_] = (left < x) & (x < right) & (top < y) & (y < bottom)
    return found

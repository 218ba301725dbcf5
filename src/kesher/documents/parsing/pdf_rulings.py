"""The straight lines that are drawn on a page: borders of tables, rules over notes, frames."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_chars import Floats, Frame

# A rule is this thin and at least this long, in points.
_THIN, _LONG = 2.6, 6.0
_STRAIGHT = 0.6
_MOST_OBJECTS, _MOST_PATHS, _MOST_SEGMENTS = 20_000, 3_000, 600
_DEEPEST = 4
Matrix = tuple[float, float, float, float, float, float]
UNTURNED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Rulings:
    """Straight lines, in points as displayed.

    Attributes:
        across: float32, shape (n, 3): y, left, right.
        down: float32, shape (m, 3): x, top, bottom.
    """

    across: Floats
    down: Floats


def read_rulings(page: PdfPointer, frame: Frame) -> Rulings:
    """Read the lines of a page: thin areas, strokes, and the edges of filled rectangles."""
    rects = [rect for path, matrix in _paths(page) for rect in _rules(path, matrix)]
    boxes = frame.shown(np.array(rects, dtype=np.float32).reshape(-1, 4))
    left, top, right, bottom = boxes.T
    wide, high = right - left, bottom - top
    across = (high <= _THIN) & (wide >= _LONG)
    down = (wide <= _THIN) & (high >= _LONG) & ~across
    return Rulings(
        np.stack([(top + bottom) / 2, left, right], axis=1)[across],
        np.stack([(left + right) / 2, top, bottom], axis=1)[down],
    )


def _paths(page: PdfPointer) -> Iterator[tuple[PdfPointer, Matrix]]:
    """Yield the drawn paths of a page, those inside its forms included, with their matrices."""
    count = min(max(pdfium.FPDFPage_CountObjects(page), 0), _MOST_OBJECTS)
    waiting = [(pdfium.FPDFPage_GetObject(page, at), UNTURNED, 0) for at in range(count)]
    found = 0
    for item, outer, depth in waiting:
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            found += 1
            yield item, joined(matrix_of(item), outer)
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            matrix = joined(matrix_of(item), outer)
            inner = min(max(pdfium.FPDFFormObj_CountObjects(item), 0), _MOST_OBJECTS)
            if len(waiting) + inner <= 2 * _MOST_OBJECTS:
                waiting += [
                    (pdfium.FPDFFormObj_GetObject(item, at), matrix, depth + 1)
                    for at in range(inner)
                ]
        if found == _MOST_PATHS:
            return


def matrix_of(item: PdfPointer) -> Matrix:
    """Give how an object's own coordinates become those of what it stands in."""
    held = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, held):
        return UNTURNED
    return held.a, held.b, held.c, held.d, held.e, held.f


def joined(inner: Matrix, outer: Matrix) -> Matrix:
    """Give what two matrices do, the inner one first."""
    a, b, c, d, e, f = inner
    ka, kb, kc, kd, ke, kf = outer
    return (
        a * ka + b * kc,
        a * kb + b * kd,
        c * ka + d * kc,
        c * kb + d * kd,
        e * ka + f * kc + ke,
        e * kb + f * kd + kf,
    )


def _rules(path: PdfPointer, matrix: Matrix) -> Iterator[tuple[float, float, float, float]]:
    """Yield (left, top, right, bottom), y upwards, of each straight piece of a path."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    if not fill.value and not stroke.value:
        return  # it only clips
    count = pdfium.FPDFPath_CountSegments(path)
    if not 2 <= count <= _MOST_SEGMENTS:
        return
    points = list(_points(path, count, matrix))
    xs, ys = [x for x, _, _ in points], [y for _, y, _ in points]
    if min(max(xs) - min(xs), max(ys) - min(ys)) <= _THIN:
        yield min(xs), max(ys), max(xs), min(ys)
        return
    begun = points[0]
    for before, after in pairwise(points):
        if after[2]:
            begun = after
            continue
        yield from _rule(before, after)
    yield from _rule(points[-1], begun)


def _points(path: PdfPointer, count: int, matrix: Matrix) -> Iterator[tuple[float, float, bool]]:
    """Yield the points of a path, and whether each begins a piece of its own."""
    a, b, c, d, e, f = matrix
    x, y = ctypes.c_float(), ctypes.c_float()
    for at in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(path, at)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        begins = pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO
        yield a * x.value + c * y.value + e, b * x.value + d * y.value + f, begins


def _rule(
    one: tuple[float, float, bool], other: tuple[float, float, bool]
) -> Iterator[tuple[float, float, float, float]]:
    left, right = sorted((one[0], other[0]))
    low, high = sorted((one[1], other[1]))
    if min(right - left, high - low) <= _STRAIGHT:
        yield left, high, right, low

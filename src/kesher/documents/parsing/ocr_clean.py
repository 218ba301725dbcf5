"""A picture of a page as a scanner or a telephone gives it → black letters on white, level.

Every step is recorded as one matrix, so that what is found in the clean picture has its place in
the one that was given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from kesher.domain.document import Box

Rows = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Numbers = NDArray[np.integer[Any] | np.floating[Any]]

WHITE = 255
_BACKGROUND_SCALE = 8
_BACKGROUND_PIXELS = 9  # of the reduced picture; wider than a stroke, narrower than a shadow
_SKEW_WIDTH = 800
_MOST_SKEW = 10.0  # degrees
_LEAST_SKEW = 0.06
_SKEW_STEPS = ((_MOST_SKEW, 0.5), (0.5, 0.1), (0.1, 0.02))
_SKEW_INK = 160
_SHARPER = 1.03  # than a level page, by which one is skewed: a single word shows no angle
# A sheet is taken for one where it has four corners, all of them inside the picture, fills this
# share of it and stands out from what it lies on.
_PAPER_FRACTION, _SQUARE_FRACTION, _STANDS_OUT, _INSIDE_FRACTION = 0.3, 0.96, 50, 0.004
_CORNERS = 4


@dataclass(frozen=True, slots=True)
class CleanPage:
    """A level page on white.

    Attributes:
        rows: uint8, shape (height, width), 0 black.
        back: float64, shape (3, 3): from a place here to one in the picture that was given.
    """

    rows: Rows
    back: Matrix

    def original(self, box: Box) -> Box:
        """Return the upright box round a box's place in the picture that was given, in pixels."""
        corners = [(x, y, 1.0) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        placed = self.back @ np.array(corners).T
        xs, ys = placed[:2] / placed[2]
        return Box(float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))

    def turned(self, quarters: int) -> "CleanPage":
        """Return the page turned counter-clockwise by quarters of a circle."""
        page = self
        for _ in range(quarters % 4):
            width = page.rows.shape[1]
            # A place (x, y) of the turned page lay at (width - 1 - y, x).
            turn = np.array([[0, -1, width - 1], [1, 0, 0], [0, 0, 1]], dtype=np.float64)
            page = CleanPage(np.ascontiguousarray(np.rot90(page.rows)), page.back @ turn)
        return page


def shown_flat(grey: Rows) -> CleanPage:
    """Take out perspective, shadow and grey paper; skew stays.

    Args:
        grey: uint8, shape (height, width), 0 black.
    """
    page = _unbent(grey)
    return CleanPage(without_shadow(page.rows), page.back)


def levelled(page: CleanPage) -> CleanPage:
    """Turn a page so that its lines are level."""
    degrees = skew_degrees(page.rows)
    if abs(degrees) < _LEAST_SKEW:
        return page
    height, width = page.rows.shape
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1), [0, 0, 1]])
    return _warped(page, turn, (width, height))


def without_shadow(grey: Rows) -> Rows:
    """Divide a picture by its paper: the brightest of each neighbourhood, smoothed."""
    height, width = grey.shape
    small = (max(width // _BACKGROUND_SCALE, 1), max(height // _BACKGROUND_SCALE, 1))
    reduced = cv2.resize(grey, small, interpolation=cv2.INTER_AREA)
    around = np.ones((_BACKGROUND_PIXELS, _BACKGROUND_PIXELS), np.uint8)
    paper = cv2.GaussianBlur(cv2.dilate(reduced, around), (0, 0), 6)
    paper = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(grey, np.maximum(paper, 1), scale=WHITE), dtype=np.uint8)


def skew_degrees(rows: Rows) -> float:
    """Return by how much lines of text fall to the right, within ±10 degrees.

    The angle at which the rows of ink are most sharply parted from the white between them.

    Source: Postl, "Detection of linear oblique structures and skew scan in digitized documents",
    ICPR 1986.
    """
    step = max(rows.shape[1] // _SKEW_WIDTH, 1)
    size = (max(rows.shape[1] // step, 1), max(rows.shape[0] // step, 1))
    if min(size) < 2:
        return 0.0
    down, across = np.nonzero(cv2.resize(rows, size, interpolation=cv2.INTER_AREA) < _SKEW_INK)
    if len(down) < size[0] // 2:
        return 0.0
    best, level = 0.0, _sharpness(down, across, 0.0)
    for reach, by in _SKEW_STEPS:
        angles = best + np.arange(-reach, reach + by / 2, by)
        best = float(angles[np.argmax([_sharpness(down, across, angle) for angle in angles])])
    return best if _sharpness(down, across, best) > _SHARPER * level else 0.0


def _sharpness(down: NDArray[np.intp], across: NDArray[np.intp], degrees: float) -> float:
    heights = down - across * np.tan(np.radians(degrees))
    ink = np.bincount((heights - heights.min()).astype(np.intp)).astype(np.float64)
    return float(np.square(np.diff(ink)).sum())


def _warped(page: CleanPage, there: Matrix, size: tuple[int, int]) -> CleanPage:
    rows = cv2.warpPerspective(
        page.rows, there, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT,
        borderValue=(WHITE,),
    )  # fmt: skip
    return CleanPage(np.asarray(rows, dtype=np.uint8), page.back @ np.linalg.inv(there))


def _unbent(grey: Rows) -> CleanPage:
    """Look straight at a sheet that lies aslant on something darker."""
    page = CleanPage(grey, np.eye(3))
    corners = _paper(grey)
    if corners is None:
        return page
    top, right, bottom, left = (
        float(np.linalg.norm(corners[(at + 1) % _CORNERS] - corners[at])) for at in range(_CORNERS)
    )
    width, height = round(max(top, bottom)), round(max(left, right))
    square = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    there = np.asarray(cv2.getPerspectiveTransform(corners, square), dtype=np.float64)
    return _warped(page, there, (width, height))


def _paper(grey: Rows) -> NDArray[np.float32] | None:
    """Return a sheet's corners, clockwise from the top left; None where it has no clear outline."""
    step = max(max(grey.shape) // _SKEW_WIDTH, 1)
    size = (max(grey.shape[1] // step, 1), max(grey.shape[0] // step, 1))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    small = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))  # ink away
    _, bright = cv2.threshold(small, 0, WHITE, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    corners = cv2.approxPolyDP(hull, 0.02 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    if len(corners) != _CORNERS or not _is_sheet(small, outline, corners):
        return None
    return _clockwise([(float(x * step), float(y * step)) for x, y in corners])


def _is_sheet(picture: Numbers, outline: Numbers, corners: Numbers) -> bool:
    height, width = picture.shape
    area = cv2.contourArea(outline)
    is_square = area >= _SQUARE_FRACTION * cv2.contourArea(corners)
    near = _INSIDE_FRACTION * max(height, width)
    inside = corners.min() > near and bool((corners < np.array([width, height]) - near - 1).all())
    if not is_square or not inside or area < _PAPER_FRACTION * height * width:
        return False
    sheet = cv2.drawContours(np.zeros_like(picture), [outline], -1, 1, cv2.FILLED) > 0
    return float(np.median(picture[sheet])) - float(np.median(picture[~sheet])) > _STANDS_OUT


def _clockwise(corners: Sequence[tuple[float, float]]) -> NDArray[np.float32]:
    first = sorted(corners, key=sum)
    top_left, bottom_right = first[0], first[-1]
    rest = sorted(first[1:-1], key=lambda corner: corner[0] - corner[1])
    return np.array([top_left, rest[-1], bottom_right, rest[0]], dtype=np.float32)

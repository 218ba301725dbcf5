"""Whether a reader of the page sees its text: hidden text and watermarks are told from the rest.

Text may be hidden to be found by searches, to be copied, or to be obeyed by a model that reads it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_calls import PdfPointer, counting, of_object, write_rows
from kesher.documents.parsing.pdf_chars import Floats, read_objects
from kesher.documents.parsing.pdf_lines import Level, Run, bounds_of

# Letters below this size, and this share of the usual, are for no reader.
_TINY_POINTS, _TINY = 2.0, 0.3
# A watermark is so much larger than the body, and slanted, or pale and across other text.
_LARGE, _LARGE_SLANTED = 2.5, 1.8
_PALE, _PALE_ALPHA = 150, 150  # of 255
_WHITE, _CLEAR = 235, 16
_UNFILLED = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
_STROKED = (pdfium.FPDF_TEXTRENDERMODE_STROKE, pdfium.FPDF_TEXTRENDERMODE_STROKE_CLIP)
# Pixels that differ so much, as a share of a text's box, show that there is something to read:
# white on a pale watermark differs less.
_CONTRAST, _INKED = 44, 0.03
_FEW, _NEARLY_ALL = 12, 0.9
Greys = NDArray[np.uint8]


class Look(IntEnum):
    """How a run of characters meets the eye."""

    SEEN = 0
    WATERMARK = 1
    HIDDEN = 2
    COVERED = 3  # hidden by an opaque shape that is painted over it


class Ink(NamedTuple):
    """The colour of a character, 0–255 each, and pdf's text render mode.

    Attributes:
        is_covered: Whether a shape is painted over it, which may hide it.
    """

    red: int
    green: int
    blue: int
    alpha: int
    mode: int
    is_covered: bool = False

    @property
    def is_pale(self) -> bool:
        """Whether it is drawn in a light colour, or lets much shine through."""
        return self.alpha <= _PALE_ALPHA or min(self.red, self.green, self.blue) >= _PALE

    @property
    def may_be_unseen(self) -> bool:
        """Whether it is white, clear or covered, so that only the page as drawn tells."""
        if self.is_covered:
            return True
        if self.mode in _STROKED:
            return False
        return self.alpha <= _CLEAR or min(self.red, self.green, self.blue) >= _WHITE


def read_inks(textpage: PdfPointer, asked: Mapping[int, int]) -> dict[int, Ink]:
    """Read how text objects are painted; those painted alike share one record.

    Args:
        asked: Objects, as `read_objects` gives them, and a character that each draws.
    """
    colours = np.zeros((len(asked), 4), dtype=np.uint32)
    fill = counting(pdfium.FPDFText_GetFillColor)
    known = write_rows(fill, textpage, list(asked.values()), colours, parts=4)
    colours[np.array(known, dtype=np.intp) == 0] = (0, 0, 0, 255)
    modes = list(map(of_object(pdfium.FPDFTextObj_GetTextRenderMode), asked))
    if len(set(modes)) == 1 and (colours == colours[0]).all():
        red, green, blue, alpha = colours[0].tolist()
        return dict.fromkeys(asked, Ink(red, green, blue, alpha, modes[0]))
    kinds = list(zip(*colours.T.tolist(), modes, strict=True))
    inks = {kind: Ink(*kind) for kind in set(kinds)}
    return dict(zip(asked, map(inks.__getitem__, kinds), strict=True))


def are_invisible(textpage: PdfPointer, places: NDArray[np.int32]) -> bool:
    """Tell whether nearly all of a page's characters are drawn without ink, by a few of them."""
    few = places[:: max(len(places) // _FEW, 1)].tolist()
    modes = map(of_object(pdfium.FPDFTextObj_GetTextRenderMode), read_objects(textpage, few))
    return sum(mode in _UNFILLED for mode in modes) > _NEARLY_ALL * len(few)


@dataclass(frozen=True, slots=True)
class Painted:
    """n runs, each of one ink.

    Attributes:
        drawn: The text object that draws the whole of each; 0 where several do.
    """

    runs: list[Run]
    inks: list[Ink]
    drawn: list[int]


def parted_by_ink(
    runs: Sequence[Run], places: NDArray[np.int32], boxes: Floats, textpage: PdfPointer
) -> Painted:
    """Cut runs where their ink changes.

    Args:
        places: int32, shape (n,): pdfium's index of each character that the runs count.
        boxes: Of these characters, turned upright.
    """
    starts, ends = bounds_of(runs)
    sampled = places[np.concatenate([starts, (starts + ends) // 2, ends - 1])].tolist()
    drawn, count = read_objects(textpage, sampled), len(runs)
    each = list(zip(drawn[:count], drawn[count : 2 * count], drawn[2 * count :], strict=True))
    alone = [one if one == other == last else 0 for one, other, last in each]
    ink_of = read_inks(textpage, dict(zip(drawn, sampled, strict=True)))
    inks = list(map(ink_of.__getitem__, drawn[:count]))
    if len(set(ink_of.values())) <= 1:
        return Painted(list(runs), inks, alone)
    several = [at for at, own in enumerate(alone) if not own]
    mixed = {at for at in several if len({ink_of[item] for item in each[at]}) > 1}
    if not mixed:
        return Painted(list(runs), inks, alone)
    found = Painted([], [], [])
    for at, (run, ink, own) in enumerate(zip(runs, inks, alone, strict=True)):
        parts = _parts(run, places, boxes, textpage) if at in mixed else [(run, ink)]
        for part, paint in parts:
            found.runs.append(part)
            found.inks.append(paint)
            found.drawn.append(own)
    return found


def _parts(
    run: Run, places: NDArray[np.int32], boxes: Floats, textpage: PdfPointer
) -> Iterator[tuple[Run, Ink]]:
    """Cut one run where its ink changes."""
    inside = places[run.first : run.last].tolist()
    drawn = read_objects(textpage, inside)
    ink_of = read_inks(textpage, dict(zip(drawn, inside, strict=True)))
    every = list(map(ink_of.__getitem__, drawn))
    for start, end in _alike(every):
        yield part_of_run(run.first + start, run.first + end, boxes), every[start]


def _alike(inks: Sequence[Ink]) -> Iterator[tuple[int, int]]:
    start = 0
    for at in range(1, len(inks) + 1):
        if at == len(inks) or inks[at] != inks[start]:
            yield start, at
            start = at


def part_of_run(first: int, last: int, boxes: Floats) -> Run:
    """Give the run of characters `first` to `last` (half open), whose upright boxes are given."""
    left, right = boxes[first:last, 0], boxes[first:last, 2]
    width = float((right - left).mean())
    return Run(first, last, float(left.min()), float(right.max()), width)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the looks of a page's text are judged by.

    Attributes:
        size_points: Width and height of the page as displayed.
        degrees: How far the text is turned, counter-clockwise.
        usual: The em of most of the page's text, in points.
        pictures: Gives the boxes of the page's pictures: text over one may be its OCR layer.
        drawn: Gives the page as drawn, grey, and pixels a point.
    """

    size_points: tuple[float, float]
    degrees: float
    usual: float
    pictures: Callable[[], Floats]
    drawn: Callable[[], tuple[Greys, float]]


def looks_of(
    runs: Sequence[Run],
    levels: Sequence[Level],
    inks: Sequence[Ink],
    boxes: Floats,
    sight: Sight,
) -> list[Look]:
    """Tell how each run meets the eye.

    Args:
        boxes: Of the characters that the runs count, as displayed.
    """
    judge = _Judge(sight, boxes, has_outside=_any_outside(boxes, sight.size_points))
    sizes, paints = {level.em for level in levels}, set(inks)
    if all(judge.is_plain(em, ink) for em in sizes for ink in paints):
        return [Look.SEEN] * len(runs)
    kinds = list(zip([level.em for level in levels], inks, strict=True))
    plain = {kind for kind in set(kinds) if judge.is_plain(*kind)}
    return [
        Look.SEEN if kind in plain else judge.look(level, kind[1], run)
        for run, level, kind in zip(runs, levels, kinds, strict=True)
    ]


def _any_outside(boxes: Floats, size_points: tuple[float, float]) -> bool:
    width, height = size_points
    left, top, right, bottom = boxes.T
    if min(right.min(initial=1.0), bottom.min(initial=1.0)) <= 0:
        return True
    return bool(left.max(initial=0.0) >= width or top.max(initial=0.0) >= height)


def usual_em(placed: Iterable[tuple[Run, Level]]) -> float:
    """Return the em of the middle one of all characters, 0 if there are none."""
    every = list(placed)
    sizes = {level.em for _, level in every}
    if len(sizes) == 1:
        return sizes.pop()
    chars_of: Counter[float] = Counter()
    for run, level in every:
        chars_of[level.em] += run.last - run.first
    half = chars_of.total() / 2
    for em, chars in sorted(chars_of.items()):
        half -= chars
        if half <= 0:
            return em
    return 0.0


def _extent(boxes: Floats) -> tuple[float, float, float, float]:
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = boxes[:, 2:].max(axis=0).tolist()
    return left, top, right, bottom


@dataclass(frozen=True, slots=True)
class _Judge:
    sight: Sight
    boxes: Floats
    has_outside: bool

    def is_plain(self, em: float, ink: Ink) -> bool:
        """Tell whether nothing about so large a text in this ink asks for a closer look."""
        is_usual = _TINY * self.sight.usual <= em <= _LARGE_SLANTED * self.sight.usual
        return is_usual and not (self.has_outside or ink.mode in _UNFILLED or ink.may_be_unseen)

    def look(self, level: Level, ink: Ink, run: Run) -> Look:
        box = _extent(self.boxes[run.first : run.last])
        if self._is_outside(box) or level.em < min(_TINY_POINTS, _TINY * self.sight.usual):
            return Look.HIDDEN
        if ink.mode in _UNFILLED:
            return Look.SEEN if self._is_on_picture(box) else Look.HIDDEN
        if ink.may_be_unseen and not self._is_seen(box):
            return Look.COVERED if ink.is_covered else Look.HIDDEN
        if self.sight.degrees % 90:
            is_large = level.em > _LARGE_SLANTED * self.sight.usual
            return Look.WATERMARK if is_large else Look.SEEN
        is_large = level.em > _LARGE * self.sight.usual
        return Look.WATERMARK if is_large and ink.is_pale and self._crosses(run) else Look.SEEN

    def _crosses(self, run: Run) -> bool:
        """Tell whether other text stands where a run does."""
        left, top, right, bottom = _extent(self.boxes[run.first : run.last])
        middle_x = (self.boxes[:, 0] + self.boxes[:, 2]) / 2
        middle_y = (self.boxes[:, 1] + self.boxes[:, 3]) / 2
        inside = (left < middle_x) & (middle_x < right) & (top < middle_y) & (middle_y < bottom)
        inside[run.first : run.last] = False
        return bool(inside.any())

    def _is_outside(self, box: tuple[float, float, float, float]) -> bool:
        left, top, right, bottom = box
        width, height = self.sight.size_points
        return right <= 0 or bottom <= 0 or left >= width or top >= height

    def _is_on_picture(self, box: tuple[float, float, float, float]) -> bool:
        left, top, right, bottom = box
        x, y = (left + right) / 2, (top + bottom) / 2
        pictures = self.sight.pictures()
        inside = (pictures[:, 0] <= x) & (x <= pictures[:, 2])
        inside &= (pictures[:, 1] <= y) & (y <= pictures[:, 3])
        return bool(inside.any())

    def _is_seen(self, box: tuple[float, float, float, float]) -> bool:
        """Tell whether anything is drawn where a text stands, its upper and lower edge left out."""
        greys, scale = self.sight.drawn()
        left, top, right, bottom = (round(side * scale) for side in box)
        edge = (bottom - top) // 5
        part = greys[max(top + edge, 0) : max(bottom - edge, 0), max(left, 0) : max(right, 0)]
        if not part.size:
            return False
        differing = np.abs(part.astype(np.int16) - np.median(part)) > _CONTRAST
        return bool(differing.mean() > _INKED)

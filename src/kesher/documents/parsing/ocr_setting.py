"""How the lines of a scan are set: baseline, size of the font and weight, by their ink alone.

A text layer states the size and the weight of its font; a picture only shows them. The height of
letters without risers and tails is a fairly fixed share of the em, script by script, and a bold
font's strokes are thicker for their height than those of the rest of the page.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np

from kesher.documents.parsing.ocr_clean import Rows
from kesher.documents.parsing.ocr_lines import box_of, text_of
from kesher.documents.parsing.ocr_places import INK
from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol

# Letters that stand on the baseline without riser or tail, and their heights as shares of the em:
# measured on David, Frank-Ruehl, Noto, DejaVu and Arial at known sizes.
_HEIGHTS = (
    (frozenset("אבגדהחטכמנסעפצרשתם"), 0.53),
    (frozenset("0123456789"), 0.6),
    (frozenset("ABCDEFGHIKLMNOPRSTUVWXYZ"), 0.65),
    (frozenset("acemnorsuvwxz"), 0.46),
    (frozenset("авгежзиклмнопстхчшъыьэюяі"), 0.48),
    (frozenset("АБВГЕЖЗИКЛМНОПРСТУХЧШЭЮЯ"), 0.68),
)
_SHARES = {letter: share for letters, share in _HEIGHTS for letter in letters}
_ANY_LETTER = 0.6  # of the em, of a line without any of them
# Arabic letters hang together: the height of a usual word, and how much of it is below the line.
_ARABIC = re.compile("[\u0620-\u064a]")
_ARABIC_WORD, _ARABIC_TAIL = 0.9, 0.22
_FEWEST = 2
# What a font's line takes above and below its baseline, as shares of the em: about Arial's.
_ASCENT, _DESCENT = 0.92, 0.24
_SAME_SIZE = 0.08  # two sizes that differ by less are one, measured twice
_BOLDER = 1.24  # than the page's usual stroke
_FEWEST_BOLD_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Setting:
    """How a line is set.

    Attributes:
        baseline: Its y, in pixels of the level page.
        em: The font's size, in pixels.
        stroke: Thickness of its strokes as a share of the em; 0 where it cannot be told.
        letters: How many letters and digits it was measured on.
    """

    baseline: float
    em: float
    stroke: float
    letters: int
    is_bold: bool = False

    def of_line(self, box: Box) -> Box:
        """Return a letter's box as high as the font's line, at the least."""
        top = min(box.top, self.baseline - _ASCENT * self.em)
        bottom = max(box.bottom, self.baseline + _DESCENT * self.em)
        return Box(box.left, top, box.right, bottom)


def settings_of(lines: Sequence[OcrLine], page: Rows) -> list[Setting]:
    """Measure the lines of a page.

    Args:
        lines: With boxes round the ink of their letters (`with_inked_boxes`).
        page: uint8, shape (height, width), 0 black.

    Returns:
        A setting a line; sizes that nearly agree are made one, so that lines set alike are equal.
    """
    return _weighed(_in_sizes([_measured(line, page) for line in lines]))


def _measured(line: OcrLine, page: Rows) -> Setting:
    symbols = [symbol for word in line.words for symbol in word.symbols]
    plain = [symbol for symbol in symbols if symbol.text in _SHARES]
    if len(plain) < _FEWEST:
        words = [box_of(word) for word in line.words if _ARABIC.search(text_of(word))]
        if words:
            em = median(box.bottom - box.top for box in words) / _ARABIC_WORD
            return Setting(median(box.bottom for box in words) - _ARABIC_TAIL * em, em, 0.0, 0)
        letters = [symbol for symbol in symbols if symbol.text.isalnum()] or symbols
        height = median(_height(symbol) for symbol in letters)
        bottom = median(symbol.box.bottom for symbol in letters)
        return Setting(bottom, height / _ANY_LETTER, 0.0, 0)
    em = median(_height(symbol) / _SHARES[symbol.text] for symbol in plain)
    baseline = median(symbol.box.bottom for symbol in plain)
    return Setting(baseline, em, _stroke(plain, page) / em, len(plain))


def _height(symbol: OcrSymbol) -> float:
    return max(symbol.box.bottom - symbol.box.top, 1.0)


def _stroke(symbols: Sequence[OcrSymbol], page: Rows) -> float:
    """Return how thick strokes are, in pixels: twice their area by the length of their outline."""
    area, outline = 0, 0
    for ink in _inks(symbols, page):
        inner = cv2.erode(ink, np.ones((3, 3), np.uint8), borderValue=(0,))
        area += int(ink.sum())
        outline += int(ink.sum()) - int(inner.sum())
    return 2 * area / outline if outline else 0.0


def _inks(symbols: Sequence[OcrSymbol], page: Rows) -> Iterator[Rows]:
    for symbol in symbols:
        left, top, right, bottom = (
            round(side)
            for side in (symbol.box.left, symbol.box.top, symbol.box.right, symbol.box.bottom)
        )
        yield (page[max(top, 0) : bottom, max(left, 0) : right] < INK).astype(np.uint8)


def _in_sizes(settings: Sequence[Setting]) -> list[Setting]:
    """Make sizes that nearly agree one: the one in which most letters are set, then the others."""
    found = list(settings)
    left = set(range(len(found)))
    while left:
        usual = _usual([(found[at].em, found[at].letters) for at in left])
        near = [at for at in left if abs(found[at].em - usual) <= _SAME_SIZE * usual]
        for at in near:
            found[at] = replace(found[at], em=usual)
        left.difference_update(near)
    return found


def _weighed(settings: Sequence[Setting]) -> list[Setting]:
    strokes = [(each.stroke, each.letters) for each in settings if each.stroke]
    if not strokes:
        return list(settings)
    usual = _usual(strokes)
    return [
        replace(
            each,
            is_bold=each.letters >= _FEWEST_BOLD_LETTERS and each.stroke > _BOLDER * usual,
        )
        for each in settings
    ]


def _usual(measured: Sequence[tuple[float, int]]) -> float:
    """Return the median of values, each weighed by the letters that it was measured on."""
    ordered = sorted(measured)
    half = sum(letters for _, letters in ordered) / 2
    seen = 0
    for value, letters in ordered:
        seen += letters
        if seen >= half:
            return value
    return ordered[-1][0]

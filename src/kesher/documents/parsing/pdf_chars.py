"""The characters of a PDF page with their places, as arrays.

pdfium gives its own guess of the reading order, with spaces of its own making. Only the code points
and the boxes are taken from it; order and spaces are made anew from the places.
"""

import ctypes
import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple, Protocol

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from kesher.documents.parsing.trust import UNNAMED

Floats = NDArray[np.float32]
Codes = NDArray[np.uint32]
# A pointer of the raw API: to a document, a page or a text page.
PdfPointer = ctypes.c_void_p


@dataclass(frozen=True, slots=True)
class Glyphs:
    """n characters of a page in stored order.

    Attributes:
        codes: uint32, shape (n,): code points; 0 where the file maps a glyph to none.
        boxes: float32, shape (n, 4): left, top, right, bottom in points as displayed; from the
            advance and the font's height, not from the ink.
        places: int32, shape (n,): the index by which pdfium knows each character.
    """

    codes: Codes
    boxes: Floats
    places: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> "Glyphs":
        """Return the chosen characters, by mask or by index."""
        return Glyphs(self.codes[chosen], self.boxes[chosen], self.places[chosen])


@dataclass(frozen=True, slots=True)
class Frame:
    """How a page's own coordinates become those of the displayed page.

    Attributes:
        left, bottom, right, top: The visible part of the page in its own coordinates.
        quarter_turns: Clockwise turns at display (/Rotate through 90), 0–3.
    """

    left: float
    bottom: float
    right: float
    top: float
    quarter_turns: int

    @property
    def size_points(self) -> tuple[float, float]:
        """Width and height as displayed."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.quarter_turns % 2 else (width, height)

    def shown(self, rects: Floats) -> Floats:
        """Turn rectangles (left, top, right, bottom, y upwards) into displayed boxes."""
        left, top, right, bottom = rects.T
        if self.quarter_turns == 0:
            sides = left - self.left, self.top - top, right - self.left, self.top - bottom
        elif self.quarter_turns == 1:
            sides = bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        elif self.quarter_turns == 2:
            sides = self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        else:
            sides = self.top - top, self.right - right, self.top - bottom, self.right - left
        return np.stack(sides, axis=1)


class _LooseBox(Protocol):
    def __call__(self, textpage: int, place: int, rect: int, /) -> int:
        """Write four float32 (left, top, right, bottom) at the address `rect`; 0 if none."""
        ...


class _HasMapError(Protocol):
    def __call__(self, textpage: int, place: int, /) -> int:
        """Tell by 1 that the file maps a character to nothing."""
        ...


# The generated bindings convert each argument of a call; these prototypes take addresses as plain
# numbers and halve the time of a page.
@lru_cache(maxsize=1)
def _loose_box() -> _LooseBox:
    prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    function: _LooseBox = prototype(address_of(pdfium.FPDFText_GetLooseCharBox))
    return function


@lru_cache(maxsize=1)
def _has_map_error() -> _HasMapError:
    prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    function: _HasMapError = prototype(address_of(pdfium.FPDFText_HasUnicodeMapError))
    return function


def address_of(pointer: PdfPointer) -> int:
    """Give a pointer of the raw API, or a function's, as a plain number."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def read_glyphs(textpage: PdfPointer, frame: Frame) -> Glyphs:
    """Read the characters of an open text page in stored order."""
    count = max(pdfium.FPDFText_CountChars(textpage), 0)
    rects = np.zeros((count, 4), dtype=np.float32)
    first = rects.ctypes.data
    addresses = range(first, first + rects.nbytes, 16)  # four float32 a box
    # A map runs the calls without a line of Python between them.
    calls = map(_loose_box(), repeat(address_of(textpage)), range(count), addresses)
    deque(calls, maxlen=0)
    codes = _codes(textpage, count)
    wide = rects[:, 2] - rects[:, 0] > 0
    _name_controls(textpage, codes, rects, np.flatnonzero(wide & _is_control(codes)))
    _unname_unmapped(textpage, codes, np.flatnonzero(wide))
    return Glyphs(codes, frame.shown(rects), np.arange(count, dtype=np.int32))


def _is_control(codes: Codes) -> NDArray[np.bool_]:
    return (codes < 0x20) | ((codes >= 0x7F) & (codes < 0xA0))


def _name_controls(
    textpage: PdfPointer, codes: Codes, rects: Floats, places: NDArray[np.intp]
) -> None:
    """Replace controls that take up room: a space where nothing is drawn, else unnamed.

    A file whose map to Unicode is lost gives its letters such codes; one that leaves only the
    space out of the map gives it U+0000.
    """
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for place in places.tolist():
        pdfium.FPDFText_GetCharBox(textpage, place, left, right, bottom, top)
        is_drawn = top.value - bottom.value > 0.05 * (rects[place, 1] - rects[place, 3])
        codes[place] = ord(UNNAMED) if is_drawn else 0x20


def _unname_unmapped(textpage: PdfPointer, codes: Codes, places: NDArray[np.intp]) -> None:
    """Unname characters that the file maps to nothing: pdfium gives the glyph's number instead.

    Points and the parts of joined letters are where that happens unseen, so pages with them are
    asked character by character; of others one of each code, and all only where one is unmapped.
    """
    found = codes[places]
    shaped = ((found >= 0x0591) & (found <= 0x05C7)) | ((found >= 0x0600) & (found <= 0x06FF))
    if not shaped.any():
        # Later places come first in the reversed lists, so that each code keeps its first.
        some = dict(zip(found[::-1].tolist(), places[::-1].tolist(), strict=True))
        if not _unmapped(textpage, np.array(list(some.values()), dtype=np.intp)).any():
            return
    inked = places[found != 0x20]
    codes[inked[_unmapped(textpage, inked)]] = ord(UNNAMED)


def _unmapped(textpage: PdfPointer, places: NDArray[np.intp]) -> NDArray[np.bool_]:
    handle, has_map_error = address_of(textpage), _has_map_error()
    asked = [has_map_error(handle, place) == 1 for place in places.tolist()]
    return np.array(asked, dtype=bool)


def _codes(textpage: PdfPointer, count: int) -> Codes:
    text = np.zeros(count + 1, dtype=np.uint16)
    pointer = text.ctypes.data_as(ctypes.POINTER(ctypes.c_ushort))
    written = pdfium.FPDFText_GetText(textpage, 0, count, pointer)
    codes: Codes = text[:count].astype(np.uint32)
    surrogate = (codes >= 0xD800) & (codes < 0xE000)
    asked = np.flatnonzero(surrogate | (codes >= 0xFFFE))
    if written != count + 1 or surrogate.any():
        # Text leaves out characters that map to nothing: then each must be asked for.
        asked = np.arange(count)
    for place in asked.tolist():
        # pdfium hides a hyphen at the end of a line as U+0002, U+FFFE in the text.
        is_hyphen = pdfium.FPDFText_IsHyphen(textpage, place) == 1
        codes[place] = 0x2D if is_hyphen else pdfium.FPDFText_GetUnicode(textpage, place)
    return codes


def read_origins(textpage: PdfPointer, places: Iterable[int]) -> Floats:
    """Read pen positions in the page's own coordinates: float32, shape (n, 2)."""
    x, y = ctypes.c_double(), ctypes.c_double()
    origins = []
    for place in places:
        pdfium.FPDFText_GetCharOrigin(textpage, place, x, y)
        origins.append((x.value, y.value))
    return np.array(origins, dtype=np.float32).reshape(-1, 2)


def read_ink_boxes(textpage: PdfPointer, places: Iterable[int]) -> Floats:
    """Read what characters cover with ink in the page's own coordinates.

    Returns:
        float32, shape (n, 4): left, top, right, bottom, y upwards.
    """
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    found = []
    for place in places:
        pdfium.FPDFText_GetCharBox(textpage, place, left, right, bottom, top)
        found.append((left.value, top.value, right.value, bottom.value))
    return np.array(found, dtype=np.float32).reshape(-1, 4)


def read_objects(textpage: PdfPointer, places: Iterable[int]) -> list[int | None]:
    """Tell the text object that draws each character by a number; None for none.

    Its font, colour and mode are one, so that what is asked of one character holds for all of it.
    """
    return list(map(_object_calls().item, repeat(address_of(textpage)), places))


def read_fonts(textpage: PdfPointer, places: Iterable[int]) -> NDArray[np.uint64]:
    """Tell the font of each character by a number: uint64, shape (n,); 0 for none."""
    font, drawn = _object_calls().font, read_objects(textpage, places)
    font_of = {each: (font(each) or 0) if each else 0 for each in set(drawn)}
    return np.array([font_of[each] for each in drawn], dtype=np.uint64)


class _ObjectCalls(NamedTuple):
    item: Callable[[int, int], int | None]
    font: Callable[[int], int | None]


@lru_cache(maxsize=1)
def _object_calls() -> _ObjectCalls:
    pointer = ctypes.c_void_p
    item = ctypes.CFUNCTYPE(pointer, pointer, ctypes.c_int)
    font = ctypes.CFUNCTYPE(pointer, pointer)
    return _ObjectCalls(
        item(address_of(pdfium.FPDFText_GetTextObject)),
        font(address_of(pdfium.FPDFTextObj_GetFont)),
    )


class Pen(NamedTuple):
    """How a character is drawn.

    Attributes:
        x, y: The pen's position in the page's own coordinates.
        em: Size of the font as drawn, in points.
        along_x, along_y: Where its baseline points, y upwards; of no particular length.
        mirrored: Drawn by a mirroring matrix, as OCR layers write from right to left.
    """

    x: float
    y: float
    em: float
    along_x: float
    along_y: float
    mirrored: bool


def read_pens(textpage: PdfPointer, places: Sequence[int]) -> list[Pen]:
    """Read how characters are drawn."""
    handle, calls = address_of(textpage), _pen_calls()
    origins = np.zeros((len(places), 2), dtype=np.float64)
    matrices = np.tile(np.array([1, 0, 0, 1, 0, 0], dtype=np.float32), (len(places), 1))
    x, a = origins.ctypes.data, matrices.ctypes.data
    at_x, at_y = (range(side, side + origins.nbytes, 16) for side in (x, x + 8))
    deque(map(calls.origin, repeat(handle), places, at_x, at_y), maxlen=0)
    deque(map(calls.matrix, repeat(handle), places, range(a, a + matrices.nbytes, 24)), maxlen=0)
    sizes = map(calls.size, repeat(handle), places)
    return list(map(_pen, origins.tolist(), matrices.tolist(), sizes))


def _pen(origin: Sequence[float], matrix: Sequence[float], size: float) -> Pen:
    x, y = origin
    a, b, c, d, _, _ = matrix
    sign = -1 if a * d < b * c else 1
    return Pen(x, y, math.hypot(c, d) * size, sign * a, sign * b, sign < 0)


class _PenCalls(NamedTuple):
    origin: Callable[[int, int, int, int], int]
    matrix: Callable[[int, int, int], int]
    size: Callable[[int, int], float]


@lru_cache(maxsize=1)
def _pen_calls() -> _PenCalls:
    number, pointer = ctypes.c_int, ctypes.c_void_p
    return _PenCalls(
        ctypes.CFUNCTYPE(number, pointer, number, pointer, pointer)(
            address_of(pdfium.FPDFText_GetCharOrigin)
        ),
        ctypes.CFUNCTYPE(number, pointer, number, pointer)(address_of(pdfium.FPDFText_GetMatrix)),
        ctypes.CFUNCTYPE(ctypes.c_double, pointer, number)(address_of(pdfium.FPDFText_GetFontSize)),
    )

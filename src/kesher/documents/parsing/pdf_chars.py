"""The characters of a PDF page with their places, as arrays.

pdfium gives its own guess of the reading order, with spaces of its own making. Only the code points
and the boxes are taken from it; order and spaces are made anew from the places.
"""

import ctypes
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_calls import (
    PdfPointer,
    counting,
    measuring,
    of_object,
    pointing,
    reference_to,
    write_rows,
)
from kesher.documents.parsing.trust import UNNAMED

Floats = NDArray[np.float32]
Codes = NDArray[np.uint32]
BEYOND = 0x110000  # above all code points; a damaged file may name such


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
        rows = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen
        return Glyphs(self.codes[rows], self.boxes.take(rows, axis=0), self.places[rows])


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
            shown = rects - np.array([self.left, 0, self.left, 0], dtype=rects.dtype)
            shown[:, 1::2] = self.top - rects[:, 1::2]
            return shown
        if self.quarter_turns == 1:
            sides = bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        elif self.quarter_turns == 2:
            sides = self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        else:
            sides = self.top - top, self.right - right, self.top - bottom, self.right - left
        return np.stack(sides, axis=1)


def read_glyphs(textpage: PdfPointer, frame: Frame) -> Glyphs:
    """Read the characters of an open text page in stored order."""
    count = max(pdfium.FPDFText_CountChars(textpage), 0)
    rects = np.zeros((count, 4), dtype=np.float32)
    write_rows(counting(pdfium.FPDFText_GetLooseCharBox), textpage, range(count), rects)
    codes = _codes(textpage, count)
    wide = rects[:, 2] - rects[:, 0] > 0
    _name_controls(textpage, codes, rects, np.flatnonzero(wide & _is_control(codes)))
    _unname_unmapped(textpage, codes, np.flatnonzero(wide))
    return Glyphs(codes, frame.shown(rects), np.arange(count, dtype=np.int32))


def distinct(codes: Codes) -> Codes:
    """Give the codes that occur, ascending: quicker than by sorting, as they are small."""
    if codes.max(initial=0) >= BEYOND:
        return np.unique(codes)
    occurs = np.zeros(int(codes.max(initial=0)) + 1, dtype=bool)
    occurs[codes] = True
    return np.flatnonzero(occurs).astype(np.uint32)


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
        one_of = np.zeros(min(int(found.max(initial=0)), BEYOND) + 1, dtype=np.intp)
        one_of[np.minimum(found, BEYOND)] = places
        if not _unmapped(textpage, one_of[np.minimum(distinct(found), BEYOND)]).any():
            return
    inked = places[found != 0x20]
    codes[inked[_unmapped(textpage, inked)]] = ord(UNNAMED)


def _unmapped(textpage: PdfPointer, places: NDArray[np.intp]) -> NDArray[np.bool_]:
    has_map_error = counting(pdfium.FPDFText_HasUnicodeMapError)
    asked = map(has_map_error, repeat(reference_to(textpage)), places.tolist())
    return np.array([answer == 1 for answer in asked], dtype=bool)


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


def read_origins(textpage: PdfPointer, places: Sequence[int]) -> Floats:
    """Read pen positions in the page's own coordinates: float32, shape (n, 2)."""
    origins = np.zeros((len(places), 2), dtype=np.float64)
    write_rows(counting(pdfium.FPDFText_GetCharOrigin), textpage, places, origins, parts=2)
    return origins.astype(np.float32)


def read_ink_boxes(textpage: PdfPointer, places: Sequence[int]) -> Floats:
    """Read what characters cover with ink in the page's own coordinates.

    Returns:
        float32, shape (n, 4): left, top, right, bottom, y upwards.
    """
    sides = np.zeros((len(places), 4), dtype=np.float64)  # left, right, bottom, top
    write_rows(counting(pdfium.FPDFText_GetCharBox), textpage, places, sides, parts=4)
    return sides[:, (0, 3, 1, 2)].astype(np.float32)


def read_objects(textpage: PdfPointer, places: Iterable[int]) -> list[int]:
    """Tell the text object that draws each character by a number; 0 for none.

    Its font, colour and mode are one, so that what is asked of one character holds for all of it.
    """
    item = pointing(pdfium.FPDFText_GetTextObject)
    return list(map(item, repeat(reference_to(textpage)), places))


def fonts_of(drawn: Sequence[int]) -> list[int]:
    """Tell the font of text objects by a number; 0 for none."""
    font = of_object(pdfium.FPDFTextObj_GetFont, pointing=True)
    objects = set(drawn)
    font_of = dict(zip(objects, map(font, objects), strict=True))
    return list(map(font_of.__getitem__, drawn))


@dataclass(frozen=True, slots=True)
class Pens:
    """How n characters are drawn.

    Attributes:
        origins: float32, shape (n, 2): the pen's positions in the page's own coordinates.
        ems: float64, shape (n,): sizes of the fonts as drawn, in points.
        along: complex64, shape (n,): where baselines point, x + iy, y upwards; of no particular
            length.
        mirrored: bool, shape (n,): drawn by a mirroring matrix, as OCR layers write from right to
            left.
    """

    origins: Floats
    ems: NDArray[np.float64]
    along: NDArray[np.complex64]
    mirrored: NDArray[np.bool_]


def read_pens(textpage: PdfPointer, places: Sequence[int]) -> Pens:
    """Read how characters are drawn."""
    matrices = np.tile(np.array([1, 0, 0, 1, 0, 0], dtype=np.float32), (len(places), 1))
    write_rows(counting(pdfium.FPDFText_GetMatrix), textpage, places, matrices)
    a, b, c, d = matrices[:, :4].astype(np.float64).T
    mirrored = a * d < b * c
    along = np.ascontiguousarray(matrices[:, :2]).view(np.complex64)[:, 0]
    asked = map(measuring(pdfium.FPDFText_GetFontSize), repeat(reference_to(textpage)), places)
    sizes = np.fromiter(asked, float, len(places))
    # Of upright text without a slant, the height is the matrix's own.
    heights = list(map(math.hypot, c.tolist(), d.tolist())) if c.any() else np.abs(d)
    ems = sizes * heights
    return Pens(read_origins(textpage, places), ems, np.where(mirrored, -along, along), mirrored)

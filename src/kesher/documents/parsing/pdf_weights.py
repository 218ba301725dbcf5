"""Which characters are drawn heavier than usual, by what their fonts say of themselves."""

import ctypes
import re
from collections.abc import Sequence

import pypdfium2.raw as pdfium

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_chars import fonts_of

_HEAVY_NAME = re.compile(rb"bold|black|heavy|semi-?bd|demi", re.IGNORECASE)
_FORCE_BOLD = 1 << 18  # of a font descriptor's flags
_NAME_BYTES = 128


def read_weights(textpage: PdfPointer, drawn: Sequence[int], places: Sequence[int]) -> list[bool]:
    """Tell of each text object whether its font is a bold one.

    By the font's name, which all writers keep, or by its flag; widths of stems are often untrue.

    Args:
        drawn: n objects, as `read_objects` gives them.
        places: n: a character that each draws.
    """
    fonts = fonts_of(drawn)
    asked = dict(zip(fonts, places, strict=True))
    is_heavy = {font: bool(font) and _is_heavy(textpage, at) for font, at in asked.items()}
    return list(map(is_heavy.__getitem__, fonts))


def _is_heavy(textpage: PdfPointer, place: int) -> bool:
    name, flags = ctypes.create_string_buffer(_NAME_BYTES), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(textpage, place, name, _NAME_BYTES, flags)
    return bool(flags.value & _FORCE_BOLD) or bool(_HEAVY_NAME.search(name.value))

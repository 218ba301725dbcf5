"""Quick calls of pdfium's functions, for many characters at once.

The generated bindings convert each argument of each call. A prototype without argument types takes
small numbers, and references that were made once, as they are, which costs less than half.
"""

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# A pointer of the raw API: to a document, a page or a text page.
PdfPointer = ctypes.c_void_p
_CHUNK = 4096


def address_of(pointer: PdfPointer) -> int:
    """Give a pointer of the raw API, or a function's, as a plain number."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def reference_to(pointer: PdfPointer) -> object:
    """Give what quick calls take for a pointer, for as long as what it points to is open."""
    return ctypes.byref(ctypes.c_char.from_address(address_of(pointer)))


def counting(function: PdfPointer) -> Callable[..., int]:
    """Give a function of pdfium that returns a number as a quick call."""
    return _quick(ctypes.c_int, address_of(function))


def measuring(function: PdfPointer) -> Callable[..., float]:
    """Give a function of pdfium that returns a float64 as a quick call."""
    return _quick(ctypes.c_double, address_of(function))


def pointing(function: PdfPointer) -> Callable[..., int]:
    """Give a function of pdfium that returns a pointer as a quick call; 0 for none."""
    return _quick(ctypes.c_size_t, address_of(function))


def of_object(function: PdfPointer, *, pointing: bool = False) -> Callable[[int], int]:
    """Give a function of pdfium that takes one pointer, as a number, and returns a number."""
    result = ctypes.c_size_t if pointing else ctypes.c_int
    return _quick(result, address_of(function), ctypes.c_void_p)


def of_part(function: PdfPointer, *, pointing: bool = False) -> Callable[[int, int], int]:
    """Give a function of pdfium that takes a pointer, as a number, and an index; as `of_object`."""
    result = ctypes.c_size_t if pointing else ctypes.c_int
    return _quick(result, address_of(function), ctypes.c_void_p, ctypes.c_int)


def naming(function: PdfPointer) -> Callable[[int, object, int], int]:
    """Give a function of pdfium that writes a name into so many bytes and returns its size."""
    return _quick(
        ctypes.c_ulong, address_of(function), ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong
    )


@lru_cache(maxsize=32)
def _quick(result: type, address: int, *arguments: type) -> Callable[..., int]:
    return ctypes.PYFUNCTYPE(result, *arguments)(address)


def write_rows(
    function: Callable[..., int],
    textpage: PdfPointer,
    places: Sequence[int],
    rows: NDArray[np.generic],
    *,
    parts: int = 1,
) -> list[int]:
    """Let pdfium write one row for each place.

    Args:
        function: Takes a text page, a place and `parts` pointers, each to its part of a row.
        rows: Shape (n, k), at most 32 bytes a row; holds what stays where nothing is written.

    Returns:
        What each call returned.
    """
    page, size = reference_to(textpage), rows.itemsize * rows.shape[1]
    slots = _slots(size, parts)
    written = slots.memory.view(rows.dtype).reshape(_CHUNK, -1)
    told: list[int] = []
    for first in range(0, len(places), _CHUNK):
        asked = places[first : first + _CHUNK]
        written[: len(asked)] = rows[first : first + _CHUNK]
        # A map runs the calls without a line of Python between them.
        told += map(function, repeat(page), asked, *slots.references)
        rows[first : first + _CHUNK] = written[: len(asked)]
    return told


class _Slots(NamedTuple):
    """Memory for rows, and references to each part of each: to make one takes as long as a call."""

    memory: NDArray[np.uint8]
    references: list[list[object]]


@lru_cache(maxsize=8)
def _slots(size: int, parts: int) -> _Slots:
    memory = np.zeros(_CHUNK * size, dtype=np.uint8)
    block = (ctypes.c_char * memory.nbytes).from_buffer(memory.data)
    starts = range(0, size, size // parts)
    references: list[list[object]] = [
        [ctypes.byref(block, row * size + start) for row in range(_CHUNK)] for start in starts
    ]
    return _Slots(memory, references)

"""Lines as FriBidi draws them, an implementation of UAX 9 that is not ours."""

import ctypes
import ctypes.util
from functools import cache

import pytest

from kesher.text.direction import Direction

# FRIBIDI_PAR_LTR and FRIBIDI_PAR_RTL of its header.
_BASES = {"ltr": 0x110, "rtl": 0x111}


@cache
def _library() -> ctypes.CDLL | None:
    name = ctypes.util.find_library("fribidi")
    return ctypes.CDLL(name) if name else None


def needs_fribidi() -> None:
    """Skip a test where the library is missing."""
    if _library() is None:
        pytest.skip("libfribidi is not installed (Debian and Ubuntu: apt install libfribidi0).")


def drawn_by_fribidi(line: str, base: Direction) -> str:
    """Give a line from left to right as it is seen: brackets mirrored, Arabic letters joined."""
    library = _library()
    if library is None:
        raise RuntimeError("libfribidi is missing; call `needs_fribidi` first.")
    count = len(line)
    letters = (ctypes.c_uint32 * count)(*map(ord, line))
    seen = (ctypes.c_uint32 * (count + 1))()
    way = ctypes.c_uint32(_BASES[base])
    library.fribidi_log2vis(letters, count, ctypes.byref(way), seen, None, None, None)
    # The second place of a joined lam and alef is filled by U+FEFF.
    return "".join(map(chr, seen[:count])).replace("\ufeff", "")

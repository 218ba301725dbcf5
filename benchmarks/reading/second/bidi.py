"""Logical to visual by FriBidi, with the place of every character, for writers without bidi."""

import ctypes
import ctypes.util
import unicodedata
from dataclasses import dataclass
from functools import cache

from benchmarks.reading.second.tools import MissingToolError, package

_LTR, _RTL = 0x110, 0x111  # FRIBIDI_PAR_LTR, FRIBIDI_PAR_RTL


BRACKETS = "()[]{}<>"


@dataclass(frozen=True)
class Visual:
    """`text` as it is seen: `shown` from the left; `places[i]` is where logical letter i stands."""

    text: str
    shown: str
    places: tuple[int, ...]

    def logical(self, start: int, stop: int) -> str:
        """The letters of `shown[start:stop]` in logical order; a mirrored sign stays as seen."""
        seen = self.shown[start:stop]
        if len(seen) == 1 or not any(_way(letter) == "r" for letter in seen):
            return seen
        return "".join(self.text[at] for at in sorted(self._back()[start:stop]))

    def turns(self, place: int) -> bool:
        """Whether a run ends before `shown[place]`: the direction changes, or a bracket stands."""
        if self.shown[place] in BRACKETS or self.shown[place - 1] in BRACKETS:
            return True
        back = self._back()
        return _way(self.shown[place]) != _way(self.shown[place - 1]) or (
            abs(back[place] - back[place - 1]) != 1
        )

    def _back(self) -> list[int]:
        """The logical index of each seen letter."""
        back = [0] * len(self.places)
        for logical, seen in enumerate(self.places):
            back[seen] = logical
        return back


@cache
def _library() -> ctypes.CDLL:
    name = ctypes.util.find_library("fribidi")
    if name is None:
        raise MissingToolError("libfribidi", "apt install libfribidi0")
    return ctypes.CDLL(name)


def _way(letter: str) -> str:
    """`r` for a letter of a right-to-left script, a space for a space, `l` for all else."""
    return " " if letter == " " else "r" if letter.isalpha() and is_rtl(letter) else "l"


def is_rtl(text: str) -> bool:
    """Whether the first strong letter runs right to left."""
    strong = next((c for c in text if c.isalpha()), "א")
    return "\u0590" <= strong <= "\u08ff" or "\ufb1d" <= strong <= "\ufefe"


def visual(text: str, *, rtl: bool = True) -> Visual:
    """Order one line by UAX#9, brackets mirrored.

    Args:
        text: logical order, as many characters after shaping as before (see `shaped`).
        rtl: the line's base direction.
    """
    count = len(text)
    if not count:
        return Visual("", "", ())
    letters = (ctypes.c_uint32 * count)(*map(ord, text))
    out = (ctypes.c_uint32 * (count + 1))()
    places, base = (ctypes.c_int * count)(), ctypes.c_uint32(_RTL if rtl else _LTR)
    _library().fribidi_log2vis(letters, count, ctypes.byref(base), out, places, None, None)
    return Visual(text, "".join(map(chr, out[:count])), tuple(places))


def shaped(text: str) -> str:
    """Arabic letters as presentation forms, the rest as it is."""
    if not any("\u0600" <= c <= "\u06ff" for c in text):
        return text
    reshaper = package("arabic_reshaper", "arabic-reshaper")
    return str(reshaper.reshape(text))


def unshaped(text: str) -> str:
    """Presentation forms as the letters that they stand for."""
    return "".join(
        unicodedata.normalize("NFKC", c) if "\ufb50" <= c <= "\ufefc" else c for c in text
    )

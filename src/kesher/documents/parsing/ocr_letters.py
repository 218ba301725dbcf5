"""Final mem taken for samekh, told apart by their bottom corners.

Tesseract's Hebrew model reads ם at the end of a word as ס, and is sure of it. In print ם has
corners below and ס is round. How dark a corner is depends on the font, so a page's own letters
are the measure: a ס within a word can be nothing else, nor can a ם.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord

SAMEKH, FINAL_MEM = "ס", "ם"
INK = 140  # grey below which a pixel is ink
CORNER_FRACTION = 0.2  # of the letter's width and height
# How much ink a font's ס has in its corners beside its ם, and how much more ם has.
SAMEKH_FRACTION, MEM_DARKER = 0.3, 0.45

Corners = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Grey:
    """The picture as rows of pixels: uint8, shape (height, width), 0 black."""

    rows: NDArray[np.uint8]

    def corners(self, box: Box) -> Corners:
        """Return how much of a letter's two bottom corners is ink, left and right, 0–1."""
        letter = self._letter(box)
        if not letter.size:
            return np.zeros(2)
        high, wide = (max(2, round(size * CORNER_FRACTION)) for size in letter.shape)
        return np.array([letter[-high:, :wide].mean(), letter[-high:, -wide:].mean()])

    def ink(self, box: Box) -> tuple[int, int]:
        """Return the width and height of a letter's ink in pixels, 0 without any."""
        height, width = self._letter(box).shape
        return width, height

    def _letter(self, box: Box) -> NDArray[np.bool_]:
        top, bottom, left, right = map(int, (box.top, box.bottom, box.left, box.right))
        ink = self.rows[max(top, 0) : bottom, max(left, 0) : right] < INK
        down, across = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
        if not len(down):
            return np.zeros((0, 0), dtype=np.bool_)
        return np.asarray(ink[down[0] : down[-1] + 1, across[0] : across[-1] + 1])


def with_final_mem(lines: Sequence[OcrLine], picture: Grey) -> tuple[OcrLine, ...]:
    """Return the lines with ם for each ס at a word's end that looks like the page's ם.

    Nothing changes on a page that has neither a sure ס nor a sure ם.
    """
    samekhs = [picture.corners(symbol.box) for symbol in _sure(lines, SAMEKH)]
    mems = [picture.corners(symbol.box) for symbol in _sure(lines, FINAL_MEM)]
    if not samekhs and not mems:
        return tuple(lines)
    samekh, mem = _usual(samekhs, mems)

    def is_mem(symbol: OcrSymbol) -> bool:
        corners = picture.corners(symbol.box)
        return bool(np.linalg.norm(corners - mem) < np.linalg.norm(corners - samekh))

    return tuple(
        replace(line, words=tuple(_mended(word, is_mem) for word in line.words)) for line in lines
    )


def _usual(samekhs: Sequence[Corners], mems: Sequence[Corners]) -> tuple[Corners, Corners]:
    """Return the page's usual corners of both; those of a letter that it lacks are guessed."""
    if not samekhs:
        mem = np.median(mems, axis=0)
        return SAMEKH_FRACTION * mem, mem
    samekh = np.median(samekhs, axis=0)
    mem = np.median(mems, axis=0) if mems else samekh + MEM_DARKER
    return samekh, mem


def _sure(lines: Sequence[OcrLine], letter: str) -> Iterator[OcrSymbol]:
    """Yield the letters that can be no other: ס before another letter, and every ם."""
    for line in lines:
        for word in line.words:
            last = _last_letter(word)
            for at, symbol in enumerate(word.symbols):
                if symbol.text == letter and (letter == FINAL_MEM or at != last):
                    yield symbol


def _mended(word: OcrWord, is_mem: Callable[[OcrSymbol], bool]) -> OcrWord:
    last = _last_letter(word)
    symbols = tuple(
        replace(symbol, text=FINAL_MEM)
        if at == last and symbol.text == SAMEKH and is_mem(symbol)
        else symbol
        for at, symbol in enumerate(word.symbols)
    )
    return replace(word, symbols=symbols)


def _last_letter(word: OcrWord) -> int:
    """Return the place of a word's last letter: its ends may be brackets and points."""
    places = [at for at, symbol in enumerate(word.symbols) if symbol.text.isalpha()]
    return places[-1] if places else -1

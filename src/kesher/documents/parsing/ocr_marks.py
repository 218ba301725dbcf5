"""Gershayim taken for two yods: חה"כ read as חהייכ, told by the size of the strokes.

In many fonts of books and offices the strokes of gershayim look like small yods. A page's own yods
are the measure, beside the other letters of their words, so that the size of the font is no matter.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from kesher.documents.parsing.ocr_letters import Grey
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord

YOD, GERESH, GERSHAYIM = "י", "'", '"'
_LOWER, _NARROWER = 0.88, 0.75  # than the page's yods
_FEWEST_YODS = 5

Size = tuple[float, float]  # width and height as shares of a word's usual letter height


def with_gershayim(lines: Sequence[OcrLine], picture: Grey) -> tuple[OcrLine, ...]:
    """Return the lines with gershayim for two yods before a word's last letter that are too small.

    Nothing changes on a page with few sure yods.
    """
    yods = [
        _size(word, symbol, picture)
        for line in lines
        for word in line.words
        for symbol in _sure_yods(word)
    ]
    if len(yods) < _FEWEST_YODS:
        return tuple(lines)
    width, height = np.median(np.array(yods), axis=0).tolist()
    return tuple(
        replace(line, words=tuple(_mended(word, picture, (width, height)) for word in line.words))
        for line in lines
    )


def _sure_yods(word: OcrWord) -> list[OcrSymbol]:
    """Return the yods that have no other beside them."""
    symbols = _from_right(word)
    texts = ["", *(symbol.text for symbol in symbols), ""]
    return [
        symbol
        for at, symbol in enumerate(symbols, start=1)
        if symbol.text == YOD and YOD not in (texts[at - 1], texts[at + 1])
    ]


def _mended(word: OcrWord, picture: Grey, usual: Size) -> OcrWord:
    symbols = _from_right(word)
    for first, second in pairwise(symbols):
        if first.text == second.text == GERESH:
            return _joined(word, first, second)
    letters = [at for at, symbol in enumerate(symbols) if symbol.text.isalpha()]
    if len(letters) < 4 or [symbols[at].text for at in letters[-3:-1]] != [YOD, YOD]:
        return word
    first, second = (symbols[at] for at in letters[-3:-1])
    sizes = np.array([_size(word, symbol, picture) for symbol in (first, second)])
    width, height = sizes.min(axis=0).tolist()
    if width > _NARROWER * usual[0] or height > _LOWER * usual[1]:
        return word
    return _joined(word, first, second)


def _joined(word: OcrWord, first: OcrSymbol, second: OcrSymbol) -> OcrWord:
    mark = replace(first, text=GERSHAYIM, box=first.box.union(second.box))
    kept = tuple(mark if s is first else s for s in word.symbols if s is not second)
    return replace(word, symbols=kept)


def _size(word: OcrWord, symbol: OcrSymbol, picture: Grey) -> Size:
    others = [each for each in word.symbols if each.text.isalpha() and each.text != YOD]
    heights = [picture.ink(each.box)[1] for each in others or word.symbols]
    usual = max(float(np.median(heights)), 1.0)
    width, height = picture.ink(symbol.box)
    return width / usual, height / usual


def _from_right(word: OcrWord) -> list[OcrSymbol]:
    return sorted(word.symbols, key=lambda symbol: -symbol.box.left)

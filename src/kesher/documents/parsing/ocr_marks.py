"""Geresh, gershayim and quotation marks taken for yods: חה"כ read as חהייכ, מס' as מסי.

In many fonts of books and offices the strokes of these marks look like small yods. The yods of the
same line are the measure, or the page's, beside the other letters of their words, so that the size
of the font is no matter.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kesher.documents.parsing.ocr_letters import Grey
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord

YOD, GERESH, GERSHAYIM, COLON = "י", "'", '"', ":"
_SIDES = ("top", "bottom")
_LOWER, _NARROWER = 0.9, 0.75  # than the yods beside
_FEWEST_OF_LINE, _FEWEST_OF_PAGE = 2, 5

Size = tuple[float, float]  # width and height as shares of a word's usual letter height


def with_gershayim(lines: Sequence[OcrLine], picture: Grey) -> tuple[OcrLine, ...]:
    """Return the lines with marks for what was read as yods and is too small for them.

    Two such strokes are gershayim before a word's last letter and a quotation mark at its ends; one
    at a word's end is a geresh. Nothing changes where there are few sure yods to compare with.
    """
    of_lines = [_sure_yods(line, picture) for line in lines]
    page = _usual([size for sizes in of_lines for size in sizes], _FEWEST_OF_PAGE)
    mended = []
    for line, sizes in zip(lines, of_lines, strict=True):
        usual = _usual(sizes, _FEWEST_OF_LINE) or page
        mended.append(
            replace(line, words=tuple(_mended(word, picture, usual) for word in line.words))
        )
    return tuple(mended)


def _usual(sizes: Sequence[Size], fewest: int) -> Size | None:
    if len(sizes) < fewest:
        return None
    width, height = np.median(np.array(sizes), axis=0).tolist()
    return width, height


def _sure_yods(line: OcrLine, picture: Grey) -> list[Size]:
    """Return the sizes of the yods that have another letter on both sides, so are no marks."""
    sizes = []
    for word in line.words:
        symbols = _from_right(word)
        texts = ["", *(symbol.text for symbol in symbols), ""]
        sizes += [
            _size(word, symbol, picture)
            for at, symbol in enumerate(symbols, start=1)
            if symbol.text == YOD and all(_is_other(texts[at + step]) for step in (-1, 1))
        ]
    return sizes


def _is_other(text: str) -> bool:
    return text.isalpha() and text != YOD


def _mended(word: OcrWord, picture: Grey, usual: Size | None) -> OcrWord:
    word = _with_high_geresh(word)
    symbols = _from_right(word)
    if not any(symbol.text in (YOD, GERESH) for symbol in symbols):
        return word
    sizes = [
        _size(word, symbol, picture) if usual and symbol.text == YOD else None for symbol in symbols
    ]
    pairs = list(zip(symbols, sizes, strict=True))
    is_low = [symbol.text == GERESH or _is_low(size, usual) for symbol, size in pairs]
    is_mark = [
        low and (symbol.text == GERESH or _is_narrow(size, usual))
        for low, (symbol, size) in zip(is_low, pairs, strict=True)
    ]
    letters = [at for at, symbol in enumerate(symbols) if symbol.text.isalpha() and not is_mark[at]]
    if not letters:
        return word
    marked: list[OcrSymbol] = []
    at = 0
    while at < len(symbols):
        if at + 1 < len(symbols) and _is_pair(is_mark, is_low, at, letters):
            marked.append(_joined(symbols[at], symbols[at + 1]))
            at += 2
            continue
        is_last = at > letters[-1] and symbols[at].text == YOD
        marked.append(replace(symbols[at], text=GERESH) if is_mark[at] and is_last else symbols[at])
        at += 1
    return replace(word, symbols=tuple(marked)) if marked != symbols else word


def _with_high_geresh(word: OcrWord) -> OcrWord:
    """Return the word with a geresh where a colon after its letters has ink in its top alone."""
    symbols = _from_right(word)
    letters = [symbol.box for symbol in symbols if symbol.text.isalpha()]
    if len(letters) < 2 or symbols[-1].text != COLON:
        return word
    top, bottom = (float(np.median([getattr(box, side) for box in letters])) for side in _SIDES)
    if symbols[-1].box.bottom > (top + bottom) / 2:
        return word
    return replace(word, symbols=(*symbols[:-1], replace(symbols[-1], text=GERESH)))


def _is_pair(
    is_mark: Sequence[bool], is_low: Sequence[bool], at: int, letters: Sequence[int]
) -> bool:
    """Tell two strokes that are one mark: before the word's last letter, or at its ends."""
    pair = slice(at, at + 2)
    if not (any(is_mark[pair]) and all(is_low[pair])):
        return False
    others = [letter for letter in letters if letter not in (at, at + 1)]
    return bool(others) and (at + 2 == others[-1] or at > others[-1] or at + 1 < others[0])


def _is_low(size: Size | None, usual: Size | None) -> bool:
    return size is not None and usual is not None and size[1] <= _LOWER * usual[1]


def _is_narrow(size: Size | None, usual: Size | None) -> bool:
    return size is not None and usual is not None and size[0] <= _NARROWER * usual[0]


def _joined(first: OcrSymbol, second: OcrSymbol) -> OcrSymbol:
    return replace(first, text=GERSHAYIM, box=first.box.union(second.box))


def _size(word: OcrWord, symbol: OcrSymbol, picture: Grey) -> Size:
    others = [each for each in word.symbols if each.text.isalpha() and each.text != YOD]
    heights = [picture.ink(each.box)[1] for each in others or word.symbols]
    usual = max(float(np.median(heights)), 1.0)
    width, height = picture.ink(symbol.box)
    return width / usual, height / usual


def _from_right(word: OcrWord) -> list[OcrSymbol]:
    return sorted(word.symbols, key=lambda symbol: -symbol.box.left)

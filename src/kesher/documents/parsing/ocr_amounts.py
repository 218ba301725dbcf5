"""Amounts and numbers of a Hebrew line, mended by what the model of Latin letters read there.

The Hebrew model takes 2 for 9 in some fonts and loses whole amounts; the Latin one reads digits
well and does not know ₪, which it takes for an `m` or a `w`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from kesher.ports.ocr import OcrSymbol, OcrWord

SHEKEL = "₪"
_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d+\.\d\d)"
_AS_SHEKEL = re.compile(rf"(?P<sign>[fmMwW™]{{1,2}})(?={_AMOUNT}[.,:;]?$)")
_SHEKEL_LAST = re.compile(rf"{_AMOUNT}(?P<sign>[wW™]{{1,2}})$")  # an `m` may be metres
_SAME_PLACE = 0.3  # of a letter's height
_AS_SURE = 0.01


def with_shekels(words: Sequence[OcrWord]) -> list[OcrWord]:
    """Return a Latin reading with ₪ for the letter that it took it for: `m1,250` is no word.

    A word so changed is as sure as its symbols are on the average.
    """
    return [_with_shekel(word) for word in words]


def with_surer_digits(
    words: Sequence[OcrWord], latin: Sequence[OcrSymbol], height: float
) -> list[OcrWord]:
    """Return words with each digit as the Latin reading has it, where that is about as sure.

    Args:
        latin: What the Latin model read in the place of the words.
        height: Of a usual letter, in pixels.
    """
    digits = [symbol for symbol in latin if symbol.text.isdigit()]
    if not digits:
        return list(words)
    return [
        replace(word, symbols=tuple(_surer_digit(s, digits, height) for s in word.symbols))
        for word in words
    ]


def middle(symbol: OcrSymbol) -> float:
    """Return where a symbol's middle stands from the left, in pixels."""
    return (symbol.box.left + symbol.box.right) / 2


def _with_shekel(word: OcrWord) -> OcrWord:
    text = "".join(symbol.text[0] for symbol in word.symbols)
    found = _AS_SHEKEL.match(text) or _SHEKEL_LAST.match(text)
    if found is None:
        return word
    start, end = found.span("sign")
    taken = word.symbols[start:end]
    sure = min(symbol.confidence_fraction for symbol in taken)
    sign = OcrSymbol(SHEKEL, taken[0].box.union(taken[-1].box), sure)
    symbols = (*word.symbols[:start], sign, *word.symbols[end:])
    mean = sum(symbol.confidence_fraction for symbol in symbols) / len(symbols)
    return OcrWord(symbols, mean)


def _surer_digit(symbol: OcrSymbol, digits: Sequence[OcrSymbol], height: float) -> OcrSymbol:
    if not symbol.text.isdigit():
        return symbol
    other = min(digits, key=lambda digit: abs(middle(digit) - middle(symbol)))
    is_there = abs(middle(other) - middle(symbol)) < _SAME_PLACE * height
    if not is_there or other.confidence_fraction < symbol.confidence_fraction - _AS_SURE:
        return symbol
    return replace(symbol, text=other.text)

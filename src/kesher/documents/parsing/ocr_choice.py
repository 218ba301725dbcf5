"""Two readings of one line, by the model of its script and by that of Latin → the surer of each.

Either model reads the other's words as garbage of its own letters, mostly unsurely; numbers that
begin a line are lost by the Hebrew one and read well by the Latin one. Words are compared where
they stand in the same place, and a word of both scripts (`ל-USB`) part by part.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.ocr_amounts import (
    SHEKEL,
    middle,
    with_shekels,
    with_surer_digits,
)
from kesher.documents.parsing.ocr_clean import Rows
from kesher.ports.ocr import OcrSymbol, OcrWord

Symbols = Sequence[OcrSymbol]

_LETTER = re.compile("[\u0400-\u04ff\u05d0-\u05ea\u0620-\u064a]")
_HEBREW = re.compile("[\u05d0-\u05ea]")
_POINT = re.compile("[\u05b0-\u05bc\u05c1\u05c2\u05c7]")  # niqqud
_LATIN = re.compile("[A-Za-z]")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[^\w]*\d[\d\W]*")
_FINAL_INSIDE = re.compile("[ךםןףץ](?=[א-ת])")
_DIGIT_IN_WORD = re.compile(r"[א-ת]\d|\d[א-ת]")
_ODD = re.compile(r"[|\\{}_~^¥£™©®«»¢§€=<>]|%(?=\d)")
_NOT_LATIN = re.compile(r"[^\x20-\x7e–₪]")
_MIXED_CASE = re.compile(r"[a-z][A-Z]|[A-Za-z]\d[A-Za-z]|[{}\\|~^]")
_LIKE_HEBREW = re.compile(r"[\W\d]*[ADIJMNOPTVWY]+[\W\d]*")  # capitals for א ד ו ה ם ע פ ש
# As drawn: ל-USB, whose prefix is on the right, and a list's letter in brackets.
_BOTH_SCRIPTS = re.compile(r"[-–][א-ת]{1,2}\W*$|[()][א-ת][()]")
_PARTING = "-–—()[]"
_INK = 150
_TOUCH_FRACTION, _TOUCH_PIXELS = 0.3, 12  # of two words that are read in different places
_SAME_PLACE, _WORD_GAP = 0.3, 0.35  # of a letter's height
_MISCOUNTED, _IMPLAUSIBLE, _UNLIKELY, _DOUBTFUL = 0.35, 0.3, 0.2, 0.15
_FOREIGN = 0.4
_POINTED = 0.4  # how much surer a pointed word of a pointed line is
_POINTS, _POINTED_FRACTION = 2, 0.5  # of a word's points, and of a line's words that have them
_SURER, _SURER_NUMBER, _WHOLE_FRACTION = 0.12, 0.02, 0.75
_MUCH_SURER, _SURER_BY_FAR, _SURE_LATIN, _WORD = 0.3, 0.42, 0.85, 2
_SETTLED, _BEYOND_DOUBT = 0.85, 0.4  # of whole words, by which no part of them need be weighed
_WRECKED, _FEWEST_OF_INK = 0.3, 0.5  # for a reading with fewer letters than half of the ink's


@dataclass(frozen=True, slots=True)
class Line:
    """What a line looks like.

    Attributes:
        height: Of a usual letter, in pixels.
        left: Of its picture on the page, in pixels.
        inked: bool, shape (width,): columns of its picture with ink.
        is_pointed: Whether it is Hebrew with niqqud.
    """

    height: float
    left: float
    inked: NDArray[np.bool_]
    is_pointed: bool = False

    @classmethod
    def of(cls, picture: Rows, left: float, height: float) -> "Line":
        """Look at a line's picture: uint8, shape (height, width), 0 black."""
        return cls(height, left, np.asarray((picture < _INK).any(axis=0)))

    def letters(self, symbols: Symbols) -> int:
        """Count the runs of inked columns where symbols stand: about as many as their letters."""
        first = max(int(min(symbol.box.left for symbol in symbols) - self.left), 0)
        last = int(max(symbol.box.right for symbol in symbols) - self.left) + 1
        inked = self.inked[first:last]
        return int((inked[1:] & ~inked[:-1]).sum() + inked[:1].sum())


def surer_words(
    main: Sequence[OcrWord], latin: Sequence[OcrWord], line: Line
) -> tuple[OcrWord, ...]:
    """Return a line's words from left to right, each as the surer of two readings has it.

    Args:
        main: By the model of the line's own script, placed on the page.
        latin: By that of Latin letters.
    """
    hebrew = [word for word in main if _HEBREW.search(_text(word.symbols))]
    if hebrew or not any(_LETTER.search(_text(word.symbols)) for word in main):
        latin = with_shekels(latin)
    if hebrew:
        pointed = sum(_points([word]) >= _POINTS for word in hebrew)
        line = replace(line, is_pointed=pointed >= _POINTED_FRACTION * len(hebrew))
    return tuple(
        word
        for ours, theirs in _in_one_place(main, latin)
        for word in with_surer_digits(
            _surer(_symbols(ours), _symbols(theirs), ours, theirs, line),
            _symbols(theirs),
            line.height,
        )
    )


def surer_of_two(words: Sequence[OcrWord], again: Sequence[OcrWord]) -> tuple[OcrWord, ...]:
    """Return a line's words from left to right, each as the surer of two readings has it."""
    return tuple(
        word
        for ours, theirs in _in_one_place(words, again)
        for word in (theirs if _is_surer(theirs, ours) else ours)
    )


def _is_surer(one: Sequence[OcrWord], other: Sequence[OcrWord]) -> bool:
    is_whole = len(_symbols(one)) >= _WHOLE_FRACTION * len(_symbols(other))
    return bool(one) and is_whole and _least(one) > _least(other) + _SURER


def _least(words: Sequence[OcrWord]) -> float:
    return min((word.confidence_fraction for word in words), default=0.0)


def _in_one_place(
    main: Sequence[OcrWord], latin: Sequence[OcrWord]
) -> Iterator[tuple[list[OcrWord], list[OcrWord]]]:
    """Yield the words of both readings that share places, from left to right."""
    placed = [(*_extent(word), 0, word) for word in main]
    placed += [(*_extent(word), 1, word) for word in latin]
    placed.sort(key=lambda each: each[:2])
    group: tuple[list[OcrWord], list[OcrWord]] = ([], [])
    start, end = 0.0, -1.0
    for left, right, which, word in placed:
        least = min(_TOUCH_FRACTION * min(right - left, end - start), _TOUCH_PIXELS)
        if (group[0] or group[1]) and left >= end - least:
            yield group
            group, start, end = ([], []), left, right
        elif not (group[0] or group[1]):
            start = left
        group[which].append(word)
        end = max(end, right)
    if group[0] or group[1]:
        yield group


def _extent(word: OcrWord) -> tuple[float, float]:
    return (
        min(symbol.box.left for symbol in word.symbols),
        max(symbol.box.right for symbol in word.symbols),
    )


def _symbols(words: Sequence[OcrWord]) -> list[OcrSymbol]:
    return sorted((symbol for word in words for symbol in word.symbols), key=middle)


def _surer(
    ours: Symbols,
    theirs: Symbols,
    our_words: Sequence[OcrWord],
    their_words: Sequence[OcrWord],
    line: Line,
) -> Sequence[OcrWord]:
    if not ours or not theirs:
        return our_words or their_words
    text, other = _text(ours), _text(theirs)
    our_score, their_score = _scores(our_words, their_words, line)
    is_settled = our_score >= max(_SETTLED, their_score) or (
        their_score >= our_score + _BEYOND_DOUBT and not _BOTH_SCRIPTS.search(text)
    )
    if not is_settled and _LETTER.search(text) and (_DIGIT.search(other) or _LATIN.search(other)):
        partings = [symbol for symbol in ours if _has_parting(theirs, symbol, line)]
        if partings:
            return _by_parts(our_words, their_words, partings, line)
    sure = min(word.confidence_fraction for word in their_words)
    if not _prefers(ours, theirs, our_score, their_score, sure):
        return our_words
    shekels = [symbol for symbol in ours if symbol.text == SHEKEL]
    return _with_shekels(shekels, theirs) if shekels and _DIGIT.search(other) else their_words


def _with_shekels(shekels: Symbols, amount: Symbols) -> list[OcrWord]:
    """Put ₪, which the Latin model does not know, in the place of what it made of it."""
    kept = [
        symbol
        for symbol in amount
        if not any(s.box.left <= middle(symbol) <= s.box.right for s in shekels)
    ]
    left = [symbol for symbol in kept if middle(symbol) < middle(shekels[0])]
    right = [symbol for symbol in kept if middle(symbol) >= middle(shekels[0])]
    return [_word(part) for part in (left, shekels, right) if part]


def _by_parts(
    our_words: Sequence[OcrWord], their_words: Sequence[OcrWord], partings: Symbols, line: Line
) -> Sequence[OcrWord]:
    """Choose part by part between the hyphens and brackets that both readings have."""
    ours, theirs = _symbols(our_words), _symbols(their_words)
    theirs = [symbol for symbol in theirs if not _has_parting(partings, symbol, line)]
    edges = [-np.inf, *map(middle, partings), np.inf]
    chosen, kinds = list(partings), set()
    for low, high in pairwise(edges):
        our_part = [symbol for symbol in ours if low < middle(symbol) < high]
        their_part = [symbol for symbol in theirs if low < middle(symbol) < high]
        if our_part or their_part:
            is_theirs = _prefers_part(our_part, their_part, line)
            chosen += their_part if is_theirs else our_part
            kinds.add(is_theirs)
    if len(kinds) == 1:
        return their_words if kinds == {True} else our_words
    return _in_words(sorted(chosen, key=middle), line)


def _prefers_part(ours: Symbols, theirs: Symbols, line: Line) -> bool:
    if not ours or not theirs:
        return not ours
    if len(ours) == len(theirs) == 1 and _LETTER.match(ours[0].text):
        return False  # a prefix, or a list's letter as in 4.2(ב): alone it looks like a digit
    return _prefers(ours, theirs, *_scores([_word(ours)], [_word(theirs)], line))


def _in_words(symbols: Symbols, line: Line) -> list[OcrWord]:
    words = [[symbols[0]]]
    for before, symbol in pairwise(symbols):
        if symbol.box.left - before.box.right > _WORD_GAP * line.height:
            words.append([])
        words[-1].append(symbol)
    return [_word(word) for word in words]


def _has_parting(symbols: Symbols, symbol: OcrSymbol, line: Line) -> bool:
    return symbol.text in _PARTING and any(
        other.text in _PARTING and abs(middle(other) - middle(symbol)) < _SAME_PLACE * line.height
        for other in symbols
    )


def _prefers(
    ours: Symbols, theirs: Symbols, our_score: float, their_score: float, sure: float = 1.0
) -> bool:
    """Say whether the Latin model's reading is the better one.

    Args:
        sure: Its confidence, whatever may be odd in it.
    """
    text, other = _text(ours), _text(theirs)
    if _NUMBER.fullmatch(text) and _NUMBER.fullmatch(other):
        return text != other and their_score > our_score + _SURER_NUMBER
    if _LETTER.search(text) and not _DIGIT.search(text):
        return their_score > our_score + _margin(text, other, sure)
    if text.isdigit() and len(other) > 1 and other.isalpha() and other.isascii():
        return their_score > our_score - _SURER  # Latin letters are read as digits, seldom these so
    return their_score > our_score


def _margin(text: str, other: str, sure: float) -> float:
    """Return by how much a Latin reading must be surer to stand in place of letters.

    What the Latin model makes of a short Hebrew word is capitals that look like its letters.
    """
    if len(_LETTER.findall(text)) < _WORD:
        return _SURER
    if _LIKE_HEBREW.fullmatch(other):
        return _SURER_BY_FAR
    return _SURER if sure >= _SURE_LATIN else _MUCH_SURER


def _scores(ours: Sequence[OcrWord], theirs: Sequence[OcrWord], line: Line) -> tuple[float, float]:
    """Return how sure either reading is; niqqud is expected in a pointed line, and odd in others.

    The engine is much too unsure of what is pointed, and sees points in the tails of Latin letters.
    """
    inked = line.letters(_symbols([*ours, *theirs]))
    points = _points(ours)
    expected, odd = _POINTED * (points >= _POINTS), -_UNLIKELY * bool(points)
    niqqud = expected if line.is_pointed else odd
    return _score(ours, inked) + niqqud, _score(theirs, inked, is_latin=True)


def _points(words: Sequence[OcrWord]) -> int:
    return len(_POINT.findall(_text(_symbols(words))))


def _score(words: Sequence[OcrWord], inked: int, *, is_latin: bool = False) -> float:
    """Return how sure a reading is, less what makes it implausible; about 0–1.

    Args:
        inked: How many letters the ink seems to have.
    """
    symbols = [symbol for word in words for symbol in word.symbols]
    text = " ".join(_text(word.symbols) for word in words)
    sure = sum(len(word.symbols) * word.confidence_fraction for word in words) / len(symbols)
    letters = sum(not _POINT.fullmatch(symbol.text) for symbol in symbols) or 1
    wrong = _MISCOUNTED * abs(letters - inked) / max(letters, inked)
    wrong += _WRECKED * (letters < _FEWEST_OF_INK * inked)
    if is_latin:
        wrong += _FOREIGN * bool(_NOT_LATIN.search(text))
        wrong += _DOUBTFUL * bool(_MIXED_CASE.search(text))
    else:
        wrong += _IMPLAUSIBLE * bool(_DIGIT_IN_WORD.search(text))
        wrong += _UNLIKELY * bool(_FINAL_INSIDE.search(text))
        wrong += _UNLIKELY * bool(_ODD.search(text))
    return sure - wrong


def _text(symbols: Symbols) -> str:
    return "".join(symbol.text for symbol in symbols)


def _word(symbols: Symbols) -> OcrWord:
    sure = sum(symbol.confidence_fraction for symbol in symbols) / len(symbols)
    return OcrWord(tuple(symbols), sure)

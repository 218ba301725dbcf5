"""One recognised line → its characters in logical order, mended where the engine errs."""

import re
from collections.abc import Iterator, Sequence
from statistics import median

from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord
from kesher.text.bidi import OPENING, reorder, visual_levels
from kesher.text.direction import Direction, direction

Placed = tuple[str, Box | None]  # a character with its marks, and its place in pixels if inked

EN_DASH = "–"
UNDERSCORE, UNDERSCORE_GAP = "_", 0.4  # of the word's height
ALEF, TIMES = "א", "×"  # the engine knows no × and sees א in it
DASH_FRACTION = 0.56  # of a digit's height: hyphens are about 0.45 as wide, en dashes 0.7
SPECK_GAP_FRACTION = 1.5  # of the line's height, between the text and dirt beside it
SPECK_CONFIDENCE_FRACTION = 0.7
_RANGE_ENDS = (
    re.compile(r"\d{1,2}:\d{2}"),
    re.compile(r"\d{1,3}(?:[./]\d{1,4}){1,3}"),
    re.compile(r"[1-9]\d{0,3}%?"),
)
_AROUND = "()[].,;:"
_DASHES = "-‐‑–—"
_STRONG = re.compile(r"[^\W\d_]")
_SPECK = re.compile(r"[^\w₪$€%()\[\]{}•–-]+")


def logical(line: OcrLine, page: Direction = "rtl") -> tuple[Placed, ...]:
    """Return a line's characters, words parted by one space; empty if it is only dirt.

    Args:
        page: The direction of most of its page.

    The engine gives words of mixed direction in an order of its own; the places of the characters
    and the bidirectional algorithm give the right one.
    """
    words = _without_specks(sorted(line.words, key=_middle), line.box.bottom - line.box.top)
    drawn = _drawn(words)
    text = [char for char, _ in drawn]
    base = _base("".join(text), page)
    return _faced([drawn[place] for place in reorder(visual_levels(text, base))])


def _base(drawn: str, page: Direction) -> Direction:
    """Return a line's own direction, by what it begins with on the page's side."""
    letters = _STRONG.findall(drawn)
    if page == "rtl" and letters and direction(letters[-1], default="ltr") == "rtl":
        return "rtl"
    return direction(drawn, default=page)


def box_of(word: OcrWord) -> Box:
    """Return the box round a word's symbols, in pixels."""
    box = word.symbols[0].box
    for symbol in word.symbols[1:]:
        box = box.union(symbol.box)
    return box


def text_of(word: OcrWord) -> str:
    """Return a word's symbols as text."""
    return "".join(symbol.text for symbol in word.symbols)


def _middle(of: OcrWord | OcrSymbol) -> float:
    box = of.box if isinstance(of, OcrSymbol) else box_of(of)
    return box.left + box.right


def _without_specks(words: Sequence[OcrWord], height: float) -> list[OcrWord]:
    """Drop dirt at the ends of a line: shadows and holes of the paper are read as `|` and `=`."""
    left = list(words)
    for end in (0, -1):
        while left and _is_speck(left, end, height):
            del left[end]
    return left


def _is_speck(words: Sequence[OcrWord], end: int, height: float) -> bool:
    word = words[end]
    text = text_of(word)
    if not _SPECK.fullmatch(text):
        return False
    if len(words) == 1 or text == "|" or word.confidence_fraction < SPECK_CONFIDENCE_FRACTION:
        return True
    box, beside = box_of(word), box_of(words[1 if end == 0 else -2])
    gap = max(beside.left - box.right, box.left - beside.right)
    return gap > SPECK_GAP_FRACTION * height


def _drawn(words: Sequence[OcrWord]) -> list[Placed]:
    """Return the characters from left to right, a space between words."""
    digits = [s.box.bottom - s.box.top for word in words for s in word.symbols if s.text.isdigit()]
    dash_width = DASH_FRACTION * median(digits) if digits else float("inf")
    drawn: list[Placed] = []
    for word in words:
        if drawn and not (UNDERSCORE in (drawn[-1][0], _first(word)) and _is_near(drawn[-1], word)):
            drawn.append((" ", None))
        drawn.extend(_word(sorted(word.symbols, key=_middle), dash_width))
    return drawn


def _first(word: OcrWord) -> str:
    return min(word.symbols, key=_middle).text


def _is_near(before: Placed, word: OcrWord) -> bool:
    """Say whether a word stands so near that an underscore between parts them, and no space."""
    box, beside = box_of(word), before[1]
    return beside is not None and box.left - beside.right < UNDERSCORE_GAP * (box.bottom - box.top)


def _word(symbols: Sequence[OcrSymbol], dash_width: float) -> Iterator[Placed]:
    """Yield a word's characters; a dash between the ends of a range becomes an en dash.

    The engine calls every dash a hyphen, but the ends of a range stand the other way round in
    Hebrew (17:00–09:30 as drawn) than the parts of a telephone number (03-1234567). Where the
    greater end is drawn on the left, a range is meant too, whatever its dash.
    """
    text = "".join(symbol.text[0] for symbol in symbols)
    for at, symbol in enumerate(symbols):
        left, right = text[:at].strip(_AROUND), text[at + 1 :].strip(_AROUND)
        is_range = symbol.text in _DASHES and _are_alike(left, right)
        wide = symbol.box.right - symbol.box.left >= dash_width
        if is_range and (wide or _number(left) > _number(right)):
            yield EN_DASH, symbol.box
        elif symbol.text == ALEF and left[-1:].isdigit() and right[:1].isdigit():
            yield TIMES, symbol.box
        else:
            yield symbol.text, symbol.box


def _are_alike(left: str, right: str) -> bool:
    """Say whether two numbers can be ends of a range: two times, two dates, two small numbers."""
    return any(kind.fullmatch(left) and kind.fullmatch(right) for kind in _RANGE_ENDS)


def _number(end: str) -> tuple[int, ...]:
    """Return an end's value; that of a date by its year first."""
    parts = [int(part) for part in re.findall(r"\d+", end)]
    return tuple(parts if ":" in end else parts[::-1])


def _faced(placed: Sequence[Placed]) -> tuple[Placed, ...]:
    """Turn brackets that cannot pair as they were read: of each kind, in turn open and close."""
    faced = list(placed)
    for opening, closing in OPENING.items():
        places = [at for at, (char, _) in enumerate(placed) if char in (opening, closing)]
        depth, valid = 0, True
        for at in places:
            depth += 1 if placed[at][0] == opening else -1
            valid = valid and depth >= 0
        if len(places) % 2 == 0 and not (valid and depth == 0):
            for turn, at in enumerate(places):
                faced[at] = (closing if turn % 2 else opening, placed[at][1])
    return tuple(faced)

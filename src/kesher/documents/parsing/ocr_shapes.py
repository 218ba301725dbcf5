"""Letters that the engine takes for others, told by what the page's own letters look like.

Neither model reads 42א(ג) well: the Hebrew one loses the number, and to the Latin one every letter
is Latin. And in some fonts the Hebrew one takes ז for ו and ח for ת. The same letters stand on the
page in words that are read surely: what they look like there tells what they are elsewhere.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.ocr_clean import Rows
from kesher.documents.parsing.ocr_places import INK
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord

_SIDE = 20  # pixels, to which a letter's ink is scaled for comparison
_SURE, _FEWEST_SYMBOLS, _MOST_SAMPLES = 0.9, 2, 8
_PROPORTION = 0.25  # what a letter twice as wide for its height counts, beside the ink
# The farthest that two prints of one letter are; in another weight, and how much nearer than any
# other letter it must then be.
_ALIKE, _ALIKE_IN_BOLD, _NEARER_THAN_ANY = 0.2, 0.3, 0.75
_NEARER = 0.85  # than the sign that was read, that a letter must be
_HEBREW = re.compile("[א-ת]")
_LATIN = re.compile("[A-Za-z]")
_FINALS = "ךםןףץ"  # are no marks
# As drawn: brackets round one sign beside a number, or one Latin letter that touches a number.
_BRACKETED = re.compile(
    r"[()](?P<sign>[^()\s])[()](?=[\d.]*\d)|(?<=[)(])(?P<last>[^()\s])(?=[()]\d)"
)
_TOUCHING = re.compile(r"(?<![A-Za-z])(?P<sign>[A-Za-z])(?=\d)|(?<=\))(?P<last>[A-Za-z])(?=\d)")
# What each letter is taken for, and how much more like that one than like itself it must look.
_CONFUSED = {
    "ו": "זן", "ז": "ו", "ן": "ו", "ת": "ח", "ח": "ת", "ה": "ח", "ר": "ד", "ד": "ר", "ב": "כ",
    "כ": "ב", "נ": "ג", "ג": "נ",
}  # fmt: skip
_LIKE, _MUCH_NEARER, _FEWEST_SAMPLES = 0.13, 0.6, 3

Shape = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Look:
    """A letter's ink, scaled to one size: shape (20, 20), 0–1; and its width by its height."""

    ink: Shape
    proportion: float

    def distance(self, other: "_Look") -> float:
        """Return how unlike two letters are: 0 for the same print, about 0.5 for any two."""
        ink = float(np.abs(self.ink - other.ink).mean())
        return ink + _PROPORTION * abs(float(np.log2(self.proportion / other.proportion)))


def with_known_letters(lines: Sequence[OcrLine], page: Rows) -> tuple[OcrLine, ...]:
    """Return lines with the letters of section marks such as 4.2(ב), and of words read unsurely.

    Args:
        lines: With boxes round the ink of their letters (`with_inked_boxes`).
        page: uint8, shape (height, width), 0 black.
    """
    doubtful = [
        word
        for line in lines
        for word in line.words
        if _signs(word) or word.confidence_fraction < _SURE
    ]
    if not doubtful:
        return tuple(lines)
    known = _known(lines, page)
    mended = {id(word): _mended(word, known, page) for word in doubtful}
    return tuple(
        replace(line, words=tuple(mended.get(id(word), word) for word in line.words))
        for line in lines
    )


def _signs(word: OcrWord) -> list[OcrSymbol]:
    """Return a word's signs that may be a section's letter."""
    drawn = sorted(word.symbols, key=lambda symbol: symbol.box.left + symbol.box.right)
    text = "".join(symbol.text[0] for symbol in drawn)
    letters = len(_LATIN.findall(text))
    places = [
        found.start(name)
        for pattern in (_BRACKETED, _TOUCHING)
        for found in pattern.finditer(text)
        for name in ("sign", "last")
        if found[name]
    ]
    return [drawn[at] for at in places] if letters <= len(places) else []


def _known(lines: Sequence[OcrLine], page: Rows) -> Mapping[str, Sequence[_Look]]:
    """Return what the page's letters and digits look like in words that are read surely."""
    known: dict[str, list[_Look]] = defaultdict(list)
    for line in lines:
        for word in line.words:
            if word.confidence_fraction < _SURE or len(word.symbols) < _FEWEST_SYMBOLS:
                continue
            for symbol in word.symbols:
                is_wanted = _HEBREW.match(symbol.text) or symbol.text.isdecimal()
                if is_wanted and len(known[symbol.text]) < _MOST_SAMPLES:
                    known[symbol.text] += [look] if (look := _look(symbol, page)) else []
    return known


def _mended(word: OcrWord, known: Mapping[str, Sequence[_Look]], page: Rows) -> OcrWord:
    told = {id(sign): _told(sign, known, page) for sign in _signs(word)}
    if word.confidence_fraction < _SURE:
        told |= {id(s): _other(s, known, page) for s in word.symbols if s.text in _CONFUSED}
    symbols = tuple(replace(s, text=told.get(id(s), s.text)) for s in word.symbols)
    return replace(word, symbols=symbols)


def _other(letter: OcrSymbol, known: Mapping[str, Sequence[_Look]], page: Rows) -> str:
    """Return the letter that one was taken for, where it looks much more like that here."""
    others = [
        char for char in _CONFUSED[letter.text] if len(known.get(char, ())) >= _FEWEST_SAMPLES
    ]
    look = _look(letter, page) if others and known.get(letter.text) else None
    if look is None:
        return letter.text
    nearest = min(others, key=lambda char: _distance(look, known[char]))
    distance = _distance(look, known[nearest])
    is_other = distance < min(_LIKE, _MUCH_NEARER * _distance(look, known[letter.text]))
    return nearest if is_other else letter.text


def _told(sign: OcrSymbol, known: Mapping[str, Sequence[_Look]], page: Rows) -> str:
    look = _look(sign, page)
    letters = [char for char in known if _HEBREW.match(char) and char not in _FINALS]
    if look is None or not letters:
        return sign.text
    ranked = sorted((_distance(look, known[char]), char) for char in letters)
    distance, nearest = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else np.inf
    is_alike = distance <= _ALIKE or (
        distance <= _ALIKE_IN_BOLD and distance <= _NEARER_THAN_ANY * second
    )
    own = _distance(look, known[sign.text]) if known.get(sign.text) else np.inf
    return nearest if is_alike and distance < _NEARER * own else sign.text


def _distance(look: _Look, samples: Sequence[_Look]) -> float:
    """Return the middle one of the distances, which one wrong sample does not change."""
    return float(np.median([look.distance(sample) for sample in samples])) if samples else np.inf


def _look(symbol: OcrSymbol, page: Rows) -> _Look | None:
    box = symbol.box
    rows = page[max(int(box.top), 0) : int(box.bottom), max(int(box.left), 0) : int(box.right)]
    ink = rows < INK
    down, across = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(down) < 2 or len(across) < 2:
        return None
    letter = ink[down[0] : down[-1] + 1, across[0] : across[-1] + 1].astype(np.float32)
    scaled = cv2.resize(letter, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    return _Look(np.asarray(scaled, dtype=np.float32), letter.shape[1] / letter.shape[0])

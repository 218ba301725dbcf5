"""Letters that a file draws and does not name, told by what OCR reads in their places."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kesher.documents.parsing.trust import TRUSTED_FRACTION, UNNAMED, judge
from kesher.domain.document import Box, Page

# Of the places of one unnamed glyph: how many tell what it is, and how many of these agree.
_FEWEST, _AGREED, _ANSWERED = 3, 0.8, 0.5
_MOST = 0.25  # of a text's characters: with more, too little is left to know a word by
_WIDTHS = 50  # steps in an em's height by which glyphs are told apart
_QUOTED = 8
_WORD = re.compile(r"\S+")


def named_by_scan(layer: Page, scan: Page) -> Page | None:
    """Return a page's text layer with its unnamed letters put in, or None where they are not sure.

    The rest of such a layer is as its writer meant it, which OCR is not. A glyph is known by its
    width, and what OCR reads in most of its places it is in all of them. One that is rare, or as
    wide as another, is told by words of which OCR reads all other letters as the file has them.

    Args:
        scan: The same page as OCR reads it.
    """
    asked = layer.text.count(UNNAMED)
    if not 0 < asked <= _MOST * len(layer.text):
        return None
    boxes = tuple(layer.char_boxes)
    letters = _Letters.of(scan)
    by_glyph = _by_glyph(layer.text, boxes, letters)
    told = {**dict(_by_words(layer.text, boxes, letters)), **by_glyph}
    text = "".join(told.get(at, char) for at, char in enumerate(layer.text))
    judged = judge(text)
    if not told or judged.fraction < TRUSTED_FRACTION:
        return None
    return replace(layer, text=text, trust_fraction=judged.fraction, note=_reason(told, asked))


def _reason(told: Mapping[int, str], asked: int) -> str:
    letters = sorted(set(told.values()))
    named = "”, “".join(letters[:_QUOTED])
    kind, left = "letter" if len(letters) == 1 else "letters", asked - len(told)
    rest = "" if not left else f" Places left unnamed: {left}."
    return f"The file does not name the {kind} “{named}”, which OCR told.{rest}"


@dataclass(frozen=True, slots=True)
class _Letters:
    """The letters that OCR reads, from left to right.

    Attributes:
        found: Their boxes, their places in the text, and what they are.
        across: The x of the middle of each.
    """

    found: Sequence[tuple[Box, int, str]]
    across: Sequence[float]

    @classmethod
    def of(cls, scan: Page) -> "_Letters":
        pairs = enumerate(zip(scan.char_boxes, scan.text, strict=True))
        found = [(box, at, char) for at, (box, char) in pairs if box and char.isalpha()]
        found.sort(key=lambda letter: letter[0].middle)
        return cls(found, [box.middle[0] for box, _, _ in found])

    def between(self, left: float, right: float) -> Sequence[tuple[Box, int, str]]:
        """Return those whose middle stands between two places, whatever their line."""
        return self.found[bisect_left(self.across, left) : bisect_right(self.across, right)]

    def inside(self, box: Box) -> str:
        """Return those whose middle a box holds, in the order in which they are read."""
        near = self.between(box.left, box.right)
        held = [(at, char) for other, at, char in near if box.covers(*other.middle)]
        return "".join(char for _, char in sorted(held))


def _by_glyph(text: str, boxes: Sequence[Box | None], letters: _Letters) -> dict[int, str]:
    """Tell the letters of glyphs that OCR reads as one letter in most of their places."""
    places: dict[int, list[int]] = {}
    for at, (box, char) in enumerate(zip(boxes, text, strict=True)):
        if box and char == UNNAMED:
            width = round(_WIDTHS * (box.right - box.left) / (box.bottom - box.top))
            places.setdefault(width, []).append(at)
    told: dict[int, str] = {}
    for of_glyph in places.values():
        votes = Counter(_read_at([box for at in of_glyph if (box := boxes[at])], letters))
        if votes.total() < max(_FEWEST, _ANSWERED * len(of_glyph)):
            continue
        letter, most = votes.most_common(1)[0]
        if most >= _AGREED * votes.total():
            told |= dict.fromkeys(of_glyph, letter)
    return told


def _read_at(boxes: Sequence[Box], letters: _Letters) -> Iterator[str]:
    for box in boxes:
        near = letters.between(box.left, box.right)
        yield from (char for other, _, char in near if _are_one(box, other))


def _are_one(box: Box, other: Box) -> bool:
    """Tell whether two boxes are of one letter: each holds the middle of the other."""
    return box.covers(*other.middle) and other.left <= box.middle[0] <= other.right


def _by_words(
    text: str, boxes: Sequence[Box | None], letters: _Letters
) -> Iterator[tuple[int, str]]:
    """Yield places and letters of words that OCR reads as the file has them but for those."""
    for word in _WORD.finditer(text):
        if UNNAMED not in word[0]:
            continue
        places = [at for at in range(*word.span()) if text[at].isalpha() or text[at] == UNNAMED]
        unnamed = [at for at in places if text[at] == UNNAMED]
        box = _around([boxes[at] for at in places])
        if 2 * len(unnamed) > len(places) or box is None:
            continue
        read = letters.inside(box)
        if len(read) == len(places) and all(
            text[at] in (char, UNNAMED) for at, char in zip(places, read, strict=True)
        ):
            yield from (
                (at, char) for at, char in zip(places, read, strict=True) if text[at] == UNNAMED
            )


def _around(boxes: Sequence[Box | None]) -> Box | None:
    around: Box | None = None
    for box in boxes:
        if box:
            around = around.union(box) if around else box
    return around

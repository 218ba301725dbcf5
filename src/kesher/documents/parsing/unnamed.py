"""A letter that a file draws and does not name, told by what OCR reads in its places."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from kesher.documents.parsing.trust import UNNAMED, judge
from kesher.domain.document import Box, Page

# Of the places of the unnamed letter: how many tell what it is, and how many of these agree.
_FEWEST, _AGREED, _ANSWERED = 3, 0.8, 0.5
_MOST = 0.25  # of a text's characters; no letter of a language is more frequent


def named_by_scan(layer: Page, scan: Page) -> Page | None:
    """Return a page's text layer with its one unnamed letter put in, or None where none is sure.

    The rest of such a layer is as its writer meant it, which OCR is not. Where several letters are
    unnamed no one letter stands in most of the places, so that nothing is put in.

    Args:
        scan: The same page as OCR reads it.
    """
    asked = layer.text.count(UNNAMED)
    if not 0 < asked <= _MOST * len(layer.text):
        return None
    told = Counter(_told(layer, scan))
    if not told or told.total() < max(_FEWEST, _ANSWERED * asked):
        return None
    letter, votes = told.most_common(1)[0]
    text = layer.text.replace(UNNAMED, letter)
    judged = judge(text)
    if votes < _AGREED * told.total() or judged.reason:
        return None
    reason = f"The file does not name the letter “{letter}”, which OCR told."
    return replace(layer, text=text, trust_fraction=judged.fraction, note=reason)


def _told(layer: Page, scan: Page) -> Iterator[str]:
    """Yield the letters that OCR reads where the layer has none."""
    pairs = zip(scan.char_boxes, scan.text, strict=True)
    letters = [(box, char) for box, char in pairs if box and char.isalpha()]
    letters.sort(key=lambda letter: letter[0].middle)
    across = [box.middle[0] for box, _ in letters]
    for box, char in zip(layer.char_boxes, layer.text, strict=True):
        if box and char == UNNAMED:
            near = letters[bisect_left(across, box.left) : bisect_right(across, box.right)]
            yield from (char for other, char in near if _are_one(box, other))


def _are_one(box: Box, other: Box) -> bool:
    """Tell whether two boxes are of one letter: each holds the middle of the other."""
    return box.covers(*other.middle) and other.left <= box.middle[0] <= other.right

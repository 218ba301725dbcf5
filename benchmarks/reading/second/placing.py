"""Do the boxes that Kesher gives for a word lie where its producer put it?"""

import json
from pathlib import Path
from typing import Any

from benchmarks.reading.second.corpus import LETTER
from benchmarks.reading.second.places import Box
from benchmarks.reading.second.tools import Foreign

GOOD = 0.5  # intersection over union from which a highlight marks its word
STEP = 9  # one word of so many is asked for: about 300 of the corpus


def highlight_figures(root: Path, truth: list[dict[str, Any]]) -> str:
    """One sentence: how many words were found, and how far the boxes overlap."""
    known = json.loads((root / LETTER / "places.json").read_text(encoding="utf-8"))
    overlaps: list[float] = []
    asked = 0
    for each in truth:
        placed = known.get(each["file"], {}).get("words", [])
        words = [word for word in placed if not word.get("torn")]
        for word in words[::STEP]:
            asked += 1
            found = _overlap(root / each["file"], word, words)
            overlaps += [] if found is None else [found]
    good = sum(each >= GOOD for each in overlaps)
    mean = sum(overlaps) / max(len(overlaps), 1)
    return (
        f"\nHighlights: of {asked} words {len(overlaps)} found whole in the text layer's text, "
        f"{good} marked with an overlap of {GOOD} or more; mean overlap {mean:.2f}."
    )


def _overlap(path: Path, word: dict[str, Any], words: list[dict[str, Any]]) -> float | None:
    """Intersection over union of the word's box and Kesher's best box for the same letters."""
    places = _found(path, word["page"], word["text"])
    return max((_shared(box, tuple(word["box"])) for box in places), default=None)


def _found(path: Path, number: int, text: str) -> list[Box]:
    from kesher.documents.parsing.pdf import read_page

    page = _cached(str(path), number, read_page)
    boxes, at = [], page.text.find(text)
    while at >= 0:
        cells = list(page.char_boxes.within(at, at + len(text)))
        if cells:
            boxes.append((
                min(c.left for c in cells), min(c.top for c in cells),
                max(c.right for c in cells), max(c.bottom for c in cells),
            ))  # fmt: skip
        at = page.text.find(text, at + 1)
    return boxes


_PAGES: dict[tuple[str, int], Any] = {}


def _cached(path: str, number: int, read: Foreign) -> Foreign:
    if (path, number) not in _PAGES:
        _PAGES[path, number] = read(path, number)
    return _PAGES[path, number]


def _shared(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    common = max(width, 0) * max(height, 0)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return common / (areas - common) if areas > common else 0.0

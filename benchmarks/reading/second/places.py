"""Where words and lines stand, as the producer knows it: boxes in points from the top left."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks.reading.second.bidi import Visual, unshaped
from benchmarks.reading.second.content import Line

Box = tuple[float, float, float, float]
Span = tuple[float, float]  # top and bottom
LOWERING = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@dataclass
class Places:
    """Words and lines of one file in the order in which they were set."""

    word_boxes: list[dict[str, object]] = field(default_factory=list)
    line_boxes: list[dict[str, object]] = field(default_factory=list)

    def line(self, page: int, line: Line, text: str, box: Box) -> None:
        """Note the box (left, top, right, bottom) of `text`, one seen line of `line`."""
        shown = unshaped(text.translate(LOWERING))
        entry: dict[str, object] = {"page": page, "text": shown, "role": line.role}
        if line.level:
            entry["level"] = line.level
        self.line_boxes.append({**entry, "box": _rounded(box)})

    def words(
        self, page: int, line: Line, turned: Visual, edges: Sequence[float], span: Span
    ) -> None:
        """Note the words of one visual line, whose letters' left edges are `edges`."""
        text, (top, bottom) = turned.text, span
        if line.role != "hidden":
            at = 0
            for word in text.split(" "):
                spots = [turned.places[i] for i in range(at, at + len(word))]
                at += len(word) + 1
                # "David," in a Hebrew line has its comma at the far side: no box is its own.
                torn = bool(spots) and max(spots) - min(spots) >= len(spots)
                if spots:
                    box = (edges[min(spots)], top, edges[max(spots) + 1], bottom)
                    self.word(page, word.translate(LOWERING), box, torn=torn)
        self.line(page, line, text, (edges[0], top, edges[-1], bottom))

    def paragraph(self, page: int, line: Line, words: Sequence[tuple[str, Box]]) -> None:
        """Note a wrapped paragraph's words, and its lines as words of one height make them."""
        for parts in _rows(words):
            box = joined([each for _, each in parts])
            self.line(page, line, " ".join(text for text, _ in parts), box)
            for text, one in parts if line.role != "hidden" else ():
                self.word(page, text, one, torn=_torn(one, parts))

    def word(self, page: int, text: str, box: Box, *, torn: bool = False) -> None:
        """Note one word's box, and whether other words stand among its letters."""
        entry: dict[str, object] = {"page": page, "text": unshaped(text), "box": _rounded(box)}
        self.word_boxes.append({**entry, "torn": True} if torn else entry)


def _rounded(box: Box) -> list[float]:
    return [round(each, 2) for each in box]


def boxed_words(text: str, box_of: Callable[[int], Box]) -> list[tuple[str, Box]]:
    """Each word of a paragraph with the union of its letters' boxes."""
    words, at = [], 0
    for word in text.split(" "):
        boxes = [box_of(place) for place in range(at, at + len(word))]
        at += len(word) + 1
        if boxes:
            words.append((word, joined(boxes)))
    return words


def _torn(box: Box, words: Sequence[tuple[str, Box]]) -> bool:
    """Whether a change of direction parts a word's letters: its box then crosses another's."""
    return any(box is not other and _cross(box, other) for _, other in words)


def _cross(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 0.5 and down > 0.5


def _rows(words: Sequence[tuple[str, Box]]) -> list[list[tuple[str, Box]]]:
    """Cut words, given in reading order, where one stands below all of its row."""
    rows: list[list[tuple[str, Box]]] = []
    for word in words:
        top, bottom = word[1][1], word[1][3]
        if rows and (top + bottom) / 2 < max(box[3] for _, box in rows[-1]):
            rows[-1].append(word)
        else:
            rows.append([word])
    return rows


def joined(boxes: Sequence[Box]) -> Box:
    """The smallest box around all."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))

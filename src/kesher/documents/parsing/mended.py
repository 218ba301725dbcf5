"""A page with some lines of a font that names other letters than it shows: OCR reads those alone.

The other lines are as their writer meant them, which no recognition is.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from kesher.documents.parsing.trust import TRUSTED_FRACTION, judge, spoilt_spans
from kesher.domain.document import Box, CharBoxes, Line, Page, Role, Table, TableCell

_MOST = 0.6  # of a page's text, above which OCR reads the whole of it
_FEWEST_CHARS = 2
_BESIDE_POINTS = 2.0  # how far OCR's letters may stand out of a line's box
_SAME_LINE = 0.5  # of the lower line's height, that two boxes of one line share


@dataclass(frozen=True, slots=True)
class _Patch:
    """Code points `start` to `end` (half open) of a page and what stands there instead."""

    start: int
    end: int
    text: str
    boxes: tuple[Box | None, ...]


def mended_by_scan(layer: Page, scan: Page) -> Page | None:
    """Return a page's text layer with its spoilt lines as OCR reads them; None if that is no help.

    In tables the cells of a line are taken one by one. What OCR does not see stays as it is.

    Args:
        scan: The same page as OCR reads it.
    """
    spoilt = [start for start, _ in spoilt_spans(layer.text)]
    places = [place for place in _places(layer) if _holds(spoilt, *place)]
    lost = sum(end - start for start, end in places)
    if not 0 < lost <= _MOST * len(layer.text):
        return None
    patches = [patch for place in places if (patch := _patch(layer, scan, *place))]
    if not patches:
        return None
    mended = _patched(layer, patches)
    judged = judge(mended.text)
    if judged.fraction < TRUSTED_FRACTION:
        return None
    share = sum(len(patch.text) for patch in patches) / len(mended.text)
    trust = min(judged.fraction, 1 - share * (1 - scan.trust_fraction))
    return replace(mended, trust_fraction=trust, note=_reason(len(patches), len(places)))


def _reason(mended: int, places: int) -> str:
    lines = "1 line names" if places == 1 else f"{places} lines name"
    kept = "" if mended == places else f" {places - mended} of them it does not see."
    return f"The font of {lines} other letters than it shows; OCR read only these.{kept}"


def _places(page: Page) -> Iterator[tuple[int, int]]:
    """Yield the lines that are seen; of rows, the parts of their cells on each line."""
    cells = [cell for table in page.tables for row in table.rows for cell in row]
    for line in page.lines:
        if line.role is Role.HIDDEN:
            continue
        inside = [
            (max(cell.start, line.start), min(cell.end, line.end))
            for cell in cells
            if cell.start < line.end and line.start < cell.end
        ]
        yield from inside or [(line.start, line.end)]


def _holds(spoilt: Sequence[int], start: int, end: int) -> bool:
    at = bisect_right(spoilt, start - 1)
    return at < len(spoilt) and spoilt[at] < end and end - start >= _FEWEST_CHARS


def _patch(layer: Page, scan: Page, start: int, end: int) -> _Patch | None:
    """Find what OCR reads in the place of a part of a line."""
    around: Box | None = None
    for box in layer.char_boxes.within(start, end):
        around = around.union(box) if around else box
    if around is None:
        return None
    parts = [part for line in scan.lines if (part := _read_in(scan, line, around))]
    text = " ".join(scan.text[first:last] for first, last in parts)
    boxes = [box for part in parts for box in (*_boxes(scan, *part), None)][:-1]
    return _Patch(start, end, text, tuple(boxes)) if text.strip() else None


def _read_in(scan: Page, line: Line, around: Box) -> tuple[int, int] | None:
    """Give the code points of a line of OCR that stand in a box; None where none do."""
    if line.box is None:
        return None
    shared = min(line.box.bottom, around.bottom) - max(line.box.top, around.top)
    if shared < _SAME_LINE * min(line.box.bottom - line.box.top, around.bottom - around.top):
        return None
    low, high = around.left - _BESIDE_POINTS, around.right + _BESIDE_POINTS
    boxes = enumerate(_boxes(scan, line.start, line.end), start=line.start)
    inside = [at for at, box in boxes if box and low <= box.middle[0] <= high]
    return (inside[0], inside[-1] + 1) if inside else None


def _boxes(page: Page, start: int, end: int) -> list[Box | None]:
    return list(page.char_boxes.each(start, end))


def _patched(page: Page, patches: Sequence[_Patch]) -> Page:
    """Put patches into a page; its lines and tables keep what they are of."""
    boxes = tuple(page.char_boxes)
    texts: list[str] = []
    placed: list[Box | None] = []
    at = 0
    for patch in patches:
        texts += [page.text[at : patch.start], patch.text]
        placed += [*boxes[at : patch.start], *patch.boxes]
        at = patch.end
    moved = _Moved.by(patches)
    return replace(
        page,
        text="".join([*texts, page.text[at:]]),
        char_boxes=CharBoxes.of([*placed, *boxes[at:]]),
        lines=tuple(
            replace(line, start=moved(line.start), end=moved(line.end)) for line in page.lines
        ),
        tables=tuple(_moved_table(table, moved) for table in page.tables),
    )


@dataclass(frozen=True, slots=True)
class _Moved:
    """Where places of a text come to, given the ends of what was put in and how much it grew."""

    ends: tuple[int, ...]
    grown: tuple[int, ...]

    @classmethod
    def by(cls, patches: Sequence[_Patch]) -> "_Moved":
        growth = (len(patch.text) - (patch.end - patch.start) for patch in patches)
        return cls(tuple(patch.end for patch in patches), (0, *accumulate(growth)))

    def __call__(self, place: int) -> int:
        return place + self.grown[bisect_right(self.ends, place)]


def _moved_table(table: Table, moved: _Moved) -> Table:
    def cell_of(cell: TableCell) -> TableCell:
        return replace(cell, start=moved(cell.start), end=moved(cell.end))

    rows = tuple(tuple(cell_of(cell) for cell in row) for row in table.rows)
    return replace(table, rows=rows)

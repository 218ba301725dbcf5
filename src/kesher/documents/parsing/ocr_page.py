"""The lines of a recognised page, in turn → its text and layout, as of a page with a text layer."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from kesher.documents.parsing.ocr_clean import CleanPage
from kesher.documents.parsing.ocr_lines import Placed, logical
from kesher.documents.parsing.ocr_order import SetLine, TurnedLine
from kesher.documents.parsing.ocr_setting import Setting
from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_contents import with_contents
from kesher.documents.parsing.pdf_layout import Layout, PageLine, laid_out
from kesher.documents.parsing.pdf_lines import Level
from kesher.documents.parsing.pdf_rows import CELL_BREAK, LINE_BREAK, WRAP, CellPlace
from kesher.documents.parsing.pdf_text import ReadLine
from kesher.domain.document import Box
from kesher.text.direction import Direction

_BLANK = -1


def page_layout(
    lines: Iterable[TurnedLine], page: CleanPage, direction: Direction, scale: float
) -> Layout:
    """Lay out a page's lines.

    Args:
        lines: In reading order, with places on the level page, in pixels.
        page: Leads from there to the picture that was given.
        direction: That of most of the page.
        scale: Points a pixel.

    Returns:
        The layout, with every letter as high as its font's line, where the picture shows it.
    """
    boxes: list[Box] = []
    read: list[PageLine] = []
    lost = ""
    for line in lines:
        cells = _cells(line, page, direction)
        if not cells:  # dirt alone
            lost = line.joint if line.joint != WRAP else lost
            continue
        setting = line.setting
        level = Level(setting.baseline * scale, setting.em * scale, setting.is_bold)
        joint = lost if lost and line.joint == WRAP else line.joint
        places = tuple(place for place, _ in cells if place is not None)
        text = _joined([placed for _, placed in cells], CELL_BREAK if places else " ", boxes)
        read.append(PageLine(text, level, joint, places, line.starts_table))
        lost = ""
    return laid_out(with_contents(_begun(read)), _in_points(boxes, scale))


def _cells(
    line: TurnedLine, page: CleanPage, direction: Direction
) -> list[tuple[CellPlace | None, list[Placed]]]:
    """Give a line's cells with text in the order of reading, and their places in their table."""
    ordered = line.cells[::-1] if direction == "rtl" else line.cells
    places: Sequence[CellPlace | None] = line.places or [None] * len(ordered)
    return [
        (place, placed)
        for place, parts in zip(places, ordered, strict=True)
        if (placed := _cell(parts, page, direction))
    ]


def _cell(parts: Sequence[SetLine], page: CleanPage, direction: Direction) -> list[Placed]:
    """Give a cell's characters; parts that stand far apart do not share a direction."""
    found: list[Placed] = []
    for part in parts[::-1] if direction == "rtl" else parts:
        placed = logical(part.line, direction)
        found += [(" ", None)] if found and placed else []
        found += [(text, box and _shown(box, part.setting, page)) for text, box in placed]
    return found


def _shown(box: Box, setting: Setting, page: CleanPage) -> Box:
    return page.original(setting.of_line(box))


def _joined(cells: Sequence[Sequence[Placed]], part: str, boxes: list[Box]) -> ReadLine:
    """Join a line's cells; adds the boxes of its characters to `boxes`, which its rows count."""
    texts: list[str] = []
    rows: list[int] = []
    for placed in cells:
        if texts:
            texts.append(part)
            rows.append(_BLANK)
        for text, box in placed:
            texts.append(text)
            rows += [len(boxes) if box else _BLANK] * len(text)
            boxes += [box] if box else []
    return ReadLine("".join(texts), tuple(rows))


def _begun(lines: Sequence[PageLine]) -> list[PageLine]:
    """Let a page, and each of its tables, begin with a line of its own."""
    begun = []
    for at, line in enumerate(lines):
        is_loose = line.joint != LINE_BREAK and (at == 0 or not lines[at - 1].cells)
        begun.append(replace(line, joint=LINE_BREAK) if is_loose else line)
    return begun


def _in_points(boxes: Sequence[Box], scale: float) -> Floats:
    sides = [(box.left, box.top, box.right, box.bottom) for box in boxes]
    return np.array(sides, dtype=np.float32).reshape(-1, 4) * np.float32(scale)

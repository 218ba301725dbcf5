"""What was read of a page's segments → its rows of cells, without what is no text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.documents.parsing.ocr_lines import box_of, text_of
from kesher.documents.parsing.ocr_segments import Segment
from kesher.domain.document import Box
from kesher.ports.ocr import OcrLine, OcrWord

_CELL_GAP = 2.0  # of a letter's height: wider gaps part cells, which do not share a direction
_STROKES = re.compile(r"[-–—_|.,:;'\"` ~=]{2,}")
_AMOUNT = re.compile(r"\W?\d[\d,]*\.\d\d\W?")
_NOISE_FRACTION = 0.3  # of confidence, below which what was read is dirt
# A whole row of so few letters, read so unsurely, is dirt at the edge of the paper or a signature.
_UNSURE_ROW_FRACTION, _FEW_LETTERS = 0.6, 3


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row of cells from left to right, and the height of its letters in pixels."""

    lines: tuple[OcrLine, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Found:
    """A segment and what was read of it.

    Attributes:
        row: The number of its row, from the top.
        words: With places on the page.
        height: Of a usual letter, in pixels.
    """

    row: int
    segment: Segment
    words: tuple[OcrWord, ...]
    height: float


def confidence(words: Sequence[OcrWord]) -> float:
    """Return the mean confidence of words, each weighed by its letters; 0 without any."""
    letters = sum(len(word.symbols) for word in words)
    summed = sum(len(word.symbols) * word.confidence_fraction for word in words)
    return summed / letters if letters else 0.0


def rows_of(found: Sequence[Found]) -> tuple[ReadRow, ...]:
    """Gather rows of cells; segments that only a wide space parts are one cell.

    Args:
        found: By rows from top to bottom, those of a row from left to right.
    """
    rows: list[ReadRow] = []
    number, end = -1, 0.0
    for each in found:
        if not each.words or _is_noise(each.words):
            continue
        box = each.segment.box
        cell = OcrLine(each.words, _around(each.words))
        if each.row != number:
            rows.append(ReadRow((cell,), each.segment.bottom - each.segment.top))
        elif box.left - end > _CELL_GAP * each.height:
            rows[-1] = replace(rows[-1], lines=(*rows[-1].lines, cell))
        else:
            *before, last = rows[-1].lines
            joined = OcrLine(last.words + each.words, last.box.union(cell.box))
            rows[-1] = replace(rows[-1], lines=(*before, joined))
        number, end = each.row, box.right
    return tuple(row for row in rows if _is_text(row))


def _is_noise(words: Sequence[OcrWord]) -> bool:
    """Tell dirt and what is left of a ruled line: read unsurely, or as strokes alone.

    A sum of money stays, which the engine may doubt for the sake of its ₪ alone.
    """
    text = " ".join(text_of(word) for word in words)
    is_unsure = confidence(words) < _NOISE_FRACTION and not _AMOUNT.fullmatch(text)
    return is_unsure or bool(_STROKES.fullmatch(text))


def _is_text(row: ReadRow) -> bool:
    """Tell a row of text from dots, dashes and a few letters that nobody can be sure of."""
    text = "".join(text_of(word) for line in row.lines for word in line.words)
    letters = sum(map(str.isalnum, text))
    sure = max(confidence(line.words) for line in row.lines)
    return letters > 0 and (letters > _FEW_LETTERS or sure >= _UNSURE_ROW_FRACTION)


def _around(words: Sequence[OcrWord]) -> Box:
    box = box_of(words[0])
    for word in words[1:]:
        box = box.union(box_of(word))
    return box

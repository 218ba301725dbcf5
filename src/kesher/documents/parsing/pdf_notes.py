"""Footnotes: marks in the text, and the notes at the foot of the page that they lead to."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kesher.documents.parsing.pdf_chars import Floats
from kesher.documents.parsing.pdf_layout import PageLine
from kesher.documents.parsing.pdf_lines import Level, Run
from kesher.domain.document import Box, Role

# A raised mark's share of its line's height, and its lift; so high a lift tells it of any size.
_SMALL, _LIFT, _HIGH_LIFT = 0.85, 0.1, 0.2
_MARK = re.compile(r"\d{1,3}|[*†‡§]{1,3}|[a-zא-ת](?![\w'׳״])")
_OPENING = re.compile(rf"[\[(]?({_MARK.pattern})[\])]?[.:)]?(?=\s|\D)")
# Of a mark: its characters at most, and its baseline's height above the line's, in ems.
_MARK_CHARS, _LEAST_RISE, _MOST_RISE = 6, 0.12, 0.8
_NOTE_SIZE = 0.96  # of the body's, for notes whose mark is raised or stands in the body
_LEAST_NOTE = 0.45  # of the page's height: notes stand below this
_NEAR_LINES = 2.2  # heights between lines of one note


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is known of a line before it is a note or not: its box and its raised marks.

    Attributes:
        marks: Place in the text and text of each.
    """

    box: Box
    marks: tuple[tuple[int, str], ...]


def may_have_notes(placed: Sequence[tuple[Run, Level]], usual: float) -> bool:
    """Tell whether a page has a raised mark, without which there is no note: most have none.

    Args:
        placed: The page's runs, and where each stands.
        usual: The em of most of its text, in points.
    """
    short = {level.baseline for run, level in placed if run.last - run.first <= _MARK_CHARS}
    every = np.array(sorted({level.baseline for _, level in placed}), dtype=np.float32)
    rise = every[None, :] - np.array(sorted(short), dtype=np.float32)[:, None]
    return bool(((rise > _LEAST_RISE * usual) & (rise < _MOST_RISE * usual)).any())


def with_notes(lines: Sequence[PageLine], boxes: Floats, height: float) -> list[PageLine]:
    """Give lines their note marks, notes their role, and put notes after their page's body.

    A note is set smaller than the body, in the lower part of the page with nothing but notes below
    it in its column, and begins with a mark that is raised, there or in the body.

    Args:
        boxes: Of the page's characters, by the rows that the lines count.
        height: Of the page, in points.
    """
    if not lines:
        return []
    seen = list(_seen(lines, boxes))
    marked = [
        replace(line, marks=tuple(mark for _, mark in one.marks)) if one.marks else line
        for line, one in zip(lines, seen, strict=True)
    ]
    notes = _notes(marked, seen, height)
    if not notes:
        return marked
    lowest = max(seen[at].box.bottom for at in notes)
    order = range(len(lines))
    above = [at for at in order if at not in notes and seen[at].box.top < lowest]
    below = [at for at in order if at not in notes and seen[at].box.top >= lowest]
    told = [
        replace(marked[at], role=Role.NOTE, marks=(mark,) if mark else ())
        for at, mark in sorted(notes.items())
    ]
    return [*(marked[at] for at in above), *told, *(marked[at] for at in below)]


def _seen(lines: Sequence[PageLine], boxes: Floats) -> Iterator[_Seen]:
    """Measure all lines at once."""
    sizes = [len(line.read.rows) for line in lines]
    starts = np.cumsum([0, *sizes[:-1]])
    rows = np.array([row for line in lines for row in line.read.rows], dtype=np.intp)
    found = np.full((len(rows), 4), np.nan, dtype=np.float32)
    found[rows >= 0] = boxes[rows[rows >= 0]]
    low, high = np.fmin.reduceat(found, starts), np.fmax.reduceat(found, starts)
    heights = found[:, 3] - found[:, 1]
    tallest = np.repeat(np.fmax.reduceat(heights, starts), sizes)
    # Of most of a line: a list number may stand lower than its line.
    usual = [
        np.nanmedian(found[start : start + size, 3])
        for start, size in zip(starts, sizes, strict=True)
    ]
    bottom = np.repeat(np.array(usual, dtype=np.float32), sizes)
    lift = bottom - found[:, 3]
    raised = (heights < _SMALL * tallest) & (lift > _LIFT * tallest)
    raised |= lift > _HIGH_LIFT * tallest
    any_raised = np.logical_or.reduceat(raised, starts).tolist()
    for line, start, has_marks, least, most in zip(
        lines, starts.tolist(), any_raised, low.tolist(), high.tolist(), strict=True
    ):
        box = Box(least[0], least[1], most[2], most[3])
        part = raised[start : start + len(line.read.text)].tolist() if has_marks else []
        yield _Seen(box, tuple(_marks(line.read.text, part)))


def _marks(text: str, raised: Sequence[bool]) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(raised):
        end = at
        while end < len(raised) and raised[end]:
            end += 1
        mark = text[at:end].strip(" ,[]()")
        if mark and _MARK.fullmatch(mark):
            yield at, mark
        at = max(end, at + 1)


def _notes(lines: Sequence[PageLine], seen: Sequence[_Seen], height: float) -> dict[int, str]:
    """Return the lines of notes by index, with the mark of each that begins one, else ""."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(2 * line.level.em) / 2] += len(line.read.text)
    usual = sizes.most_common(1)[0][0]
    in_body = {mark for one in seen for at, mark in one.marks if at > 0}
    begun: dict[int, str] = {}
    last = 0
    for at, (line, one) in enumerate(zip(lines, seen, strict=True)):
        is_small = line.level.em <= _NOTE_SIZE * usual and one.box.top > _LEAST_NOTE * height
        mark = _opening(line, one, in_body) if is_small and not line.cells else None
        # A number that does not rise goes on with a note ("see note / 6.").
        if mark and not (mark.isdecimal() and int(mark) <= last):
            begun[at] = mark
            last = int(mark) if mark.isdecimal() else last
    found: dict[int, str] = {}
    for at in begun:
        column = [below for below in range(len(lines)) if _is_under(seen[below].box, seen[at].box)]
        run = _run(at, column, lines, seen)
        if all(lines[below].level.em <= _NOTE_SIZE * usual for below in run):
            found |= {below: begun.get(below, "") for below in run}
    return found


def _opening(line: PageLine, one: _Seen, in_body: set[str]) -> str | None:
    if one.marks and one.marks[0][0] == 0:
        return one.marks[0][1]
    found = _OPENING.match(line.read.text)
    return found[1] if found and found[1] in in_body else None


def _is_under(box: Box, above: Box) -> bool:
    return box.top > above.top - 1 and box.left < above.right and above.left < box.right


def _run(
    first: int, column: Sequence[int], lines: Sequence[PageLine], seen: Sequence[_Seen]
) -> list[int]:
    """Return the lines from `first` down its column that stand close below each other."""
    ordered = sorted(column, key=lambda at: seen[at].box.top)
    run = [first]
    for at in ordered:
        last = seen[run[-1]].box
        if at == first or lines[at].cells:
            continue
        if seen[at].box.top - last.top > _NEAR_LINES * (last.bottom - last.top):
            break
        run.append(at)
    return run

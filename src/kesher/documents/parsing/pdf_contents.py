"""Entries of a table of contents: the leaders between title and page number are dropped."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kesher.documents.parsing.pdf_layout import PageLine
from kesher.documents.parsing.pdf_rows import CELL_BREAK, LINE_BREAK
from kesher.documents.parsing.pdf_text import ReadLine
from kesher.domain.document import Role

_LEADER = re.compile(r"\s*(?:[.…·_‥․]\s*){4,}|\s*(?:[-–—]\s*){5,}")
_STROKES = frozenset("_-–—")
_TWO_DOTS = re.compile(r"[.…·_‥․–—-]\s*[.…·_‥․–—-]")  # found sooner than a leader
_ENTRY = re.compile(
    r"[^\t]*[^\W\d_][^\t]*\t\s*(\d{1,4}|[ivxlc]{1,6}|[א-ת]{1,3}['׳]?)\s*", re.IGNORECASE
)
# What stands over a table of contents and names nothing that is told below it.
_TITLE = re.compile(
    r"תוכן(?: ה?עניינים)?|מפתח|(?:table of )?contents|содержание|оглавление|المحتويات|الفهرس",
    re.IGNORECASE,
)
_FEWEST_ENTRIES = 3
_RISING = 0.8  # share of the entries whose number is not below the one before
_MOST_BETWEEN = 2  # lines of a long title that stand between two entries


def with_contents(lines: Sequence[PageLine]) -> list[PageLine]:
    """Drop leaders from lines, and give the entries of a table of contents their role.

    A leader becomes a tab. Lines with one are entries where three or more stand on a page and
    their numbers rise; in a price list they do not.
    """
    short = [_without_leader(line) for line in lines]
    led = [at for at, line in enumerate(short) if line is not lines[at]]
    entries = [at for at in led if _ENTRY.fullmatch(short[at].read.text)]
    if len(entries) < _FEWEST_ENTRIES or not _rise([short[at].read.text for at in entries]):
        return short
    inside = set(entries)
    for before, after in pairwise(entries):
        if after - before <= _MOST_BETWEEN + 1:
            inside.update(range(before, after))
    if entries[0] and _TITLE.fullmatch(short[entries[0] - 1].read.text.strip()):
        inside.add(entries[0] - 1)
    return [_as_entry(line) if at in inside else line for at, line in enumerate(short)]


def _as_entry(line: PageLine) -> PageLine:
    return replace(line, role=Role.CONTENTS, cells=(), starts_table=False)


def _without_leader(line: PageLine) -> PageLine:
    text = line.read.text
    found = _LEADER.search(text) if _TWO_DOTS.search(text) else None
    is_part = line.joint != LINE_BREAK
    if not found or is_part or not text[: found.start()].strip() or not text[found.end() :]:
        return line
    start, end = found.span()
    rows = line.read.rows
    kept = text[:start] + CELL_BREAK + text[end:].lstrip(CELL_BREAK)
    dropped = len(text) - end - len(text[end:].lstrip(CELL_BREAK))
    read = _ended(ReadLine(kept, (*rows[:start], -1, *rows[end + dropped :])))
    # In cells, and of strokes, it may be where a form is to be filled in or signed.
    may_be_room = bool(line.cells) or not _STROKES.isdisjoint(found[0])
    if may_be_room and not _ENTRY.fullmatch(read.text):
        return line
    return replace(line, read=read)


def _ended(read: ReadLine) -> ReadLine:
    """Drop dots beyond the number, where the page was meant to cut them off."""
    found = _LEADER.search(read.text)
    if found and found.end() == len(read.text) and _ENTRY.fullmatch(read.text[: found.start()]):
        return ReadLine(read.text[: found.start()], read.rows[: found.start()])
    return read


def _rise(texts: Sequence[str]) -> bool:
    numbers = [int(text.rpartition(CELL_BREAK)[2]) for text in texts if _is_number(text)]
    rising = sum(after >= before for before, after in pairwise(numbers))
    return rising >= _RISING * (len(numbers) - 1)


def _is_number(text: str) -> bool:
    return text.rpartition(CELL_BREAK)[2].strip().isdecimal()

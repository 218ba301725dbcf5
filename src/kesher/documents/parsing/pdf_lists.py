"""Numbers of lists that stand well apart from their items: no cells, and their list no table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kesher.documents.parsing.pdf_layout import PageLine
from kesher.documents.parsing.pdf_rows import CELL_BREAK, LINE_BREAK
from kesher.documents.parsing.pdf_text import ReadLine

# "3.", "2.2(ב)(1)", "א)", "(iv)", "•": a bare number may be a value.
_PART = r"(?:\d{1,3}|[א-ת]{1,2}['׳]?|[A-Za-zА-Яа-я]|[ivx]{1,5}|[أ-ي])"
_NUMBER = re.compile(
    rf"(?:(?=.*[.)\]]){_PART}(?:\.{_PART})*(?:\({_PART}\))*[.)]?|\({_PART}\)|[•▪◦–-])$"
)
_ITEM = re.compile(r"[^\W\d_]{2}.*[^\W\d_]{2}")
_COLUMNS = 2


def with_list_numbers(lines: Sequence[PageLine]) -> list[PageLine]:
    """Give the lines of a page with the numbers of list items as part of their lines.

    A line of two cells is an item if the first is a list's number and the second has words. Rows
    are items only where all of their table are.
    """
    found: list[PageLine] = []
    for group in _tables(lines):
        is_list = all(map(_is_item, group))
        found += map(_as_item, group) if is_list else group
    return found


def _tables(lines: Sequence[PageLine]) -> Iterator[list[PageLine]]:
    """Yield the lines of each table together, and every other line by itself."""
    held: list[PageLine] = []
    for line in lines:
        if held and (not line.cells or line.starts_table):
            yield held
            held = []
        if line.cells:
            held.append(line)
        else:
            yield [line]
    if held:
        yield held


def _is_item(line: PageLine) -> bool:
    if line.joint != LINE_BREAK or not line.told_role.is_told:
        return False
    number, *items = line.read.text.split(CELL_BREAK)
    if len(items) != _COLUMNS - 1 or len(line.cells) not in (0, _COLUMNS):
        return False
    return bool(_NUMBER.match(number) and _ITEM.search(items[0]))


def _as_item(line: PageLine) -> PageLine:
    read = ReadLine(line.read.text.replace(CELL_BREAK, " "), line.read.rows)
    return replace(line, read=read, cells=(), starts_table=False)

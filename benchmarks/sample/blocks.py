"""The source texts as blocks: a small Markdown, read line by line.

Known marks: `## ` and `### ` headings, `- `, `1. ` and `(א) ` list items, `| … |` tables whose
second row is dashes, `> ` a boxed remark, `[^1]: ` a footnote, `**bold**` at a paragraph's start,
and the fences `:::cover`, `:::columns`, `:::end`, `:::page` and `:::toc TITLE`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

_MARKER = re.compile(r"(-|\d+\.|\([\u05d0-\u05ea]\)) +")
_FOOTNOTE = re.compile(r"\[\^(\d)\]")
_LEAD = re.compile(r"\*\*(.+?)\*\*(.*)", re.DOTALL)
_SUPERSCRIPTS = str.maketrans("123456789", "\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


class Kind(StrEnum):
    """What a block is."""

    SECTION = "section"
    SUBSECTION = "subsection"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"
    REMARK = "remark"
    FOOTNOTE = "footnote"
    FENCE = "fence"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a source text.

    Attributes:
        text: The words, footnote marks already superscript; a fence's name and title.
        lead: Bold words that stand before `text`; empty where there are none.
        marker: A list item's own: "1.", "(א)" or a bullet.
        rows: A table's cells, the heading row first; empty for any other kind.
        notes: Numbers of the footnotes that the block points to.
    """

    kind: Kind
    text: str = ""
    lead: str = ""
    marker: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[int, ...] = ()


def parse(source: str) -> tuple[Block, ...]:
    """Return the blocks of a source text in order."""
    blocks: list[Block] = []
    for group in re.split(r"\n\s*\n", source.strip()):
        lines = group.splitlines()
        if lines[0].startswith("|"):
            blocks.append(_table(lines))
        elif lines[0].startswith(":::cover"):
            blocks.append(Block(Kind.FENCE, "cover", rows=(tuple(lines[1:-1]),)))
        else:
            blocks.extend(_block(line) for line in lines)
    return tuple(blocks)


def _table(lines: list[str]) -> Block:
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return Block(Kind.TABLE, rows=(cells[0], *cells[2:]))


def _block(line: str) -> Block:
    for mark, kind in (
        ("### ", Kind.SUBSECTION),
        ("## ", Kind.SECTION),
        (":::", Kind.FENCE),
        ("> ", Kind.REMARK),
    ):
        if line.startswith(mark):
            return Block(kind, line.removeprefix(mark))
    if footnote := re.match(r"\[\^(\d)\]: ", line):
        mark = footnote[1].translate(_SUPERSCRIPTS)
        return Block(Kind.FOOTNOTE, f"{mark} {line[footnote.end() :]}", marker=footnote[1])
    if marker := _MARKER.match(line):
        shown = marker[1].replace("-", "\u2022")
        return _words(Kind.ITEM, line[marker.end() :], shown)
    return _words(Kind.PARAGRAPH, line, "")


def _words(kind: Kind, text: str, marker: str) -> Block:
    notes = tuple(int(number) for number in _FOOTNOTE.findall(text))
    text = _FOOTNOTE.sub(lambda found: found[1].translate(_SUPERSCRIPTS), text)
    if lead := _LEAD.fullmatch(text):
        return Block(kind, lead[2].strip(), lead[1], marker, notes=notes)
    return Block(kind, text, "", marker, notes=notes)

"""A text as JSON for writers in other languages: paragraphs, or lines already turned."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.reading.second.bidi import is_rtl, shaped, visual
from benchmarks.reading.second.content import Block, Columns, Line, Page, Table, Text

WIDE = 88  # letters a line, for writers that wrap nothing themselves


def write_flat(text: Text, path: Path) -> None:
    """Write pages of blocks with logical `text` and `plain`, and, wrapped and turned, `seen`."""
    pages = [_page(page) for page in text.pages]
    path.write_text(json.dumps({"pages": pages}, ensure_ascii=False), encoding="utf-8")


def _page(page: Page) -> dict[str, Any]:
    blocks = [each for block in page.blocks for each in _blocks(block)]
    return {
        "header": page.header, "footer": page.footer, "blocks": blocks,
        "seen_header": _turned(page.header), "seen_footer": _turned(page.footer),
        "notes": [_line(note) for note in page.notes],
    }  # fmt: skip


def _blocks(block: Block) -> Iterator[dict[str, Any]]:
    if isinstance(block, Table):
        seen = [[_turned(cell) for cell in reversed(row)] for row in block.rows]
        yield {"rows": block.rows, "upright": block.upright, "seen": seen}
    elif isinstance(block, Columns):
        yield from (_line(line) for column in block.columns for line in column)
    else:
        yield _line(block)


def _line(line: Line) -> dict[str, Any]:
    plain = line.text if line.role == "item" else line.plain
    seen = [_turned(part) for part in _wrapped(line.plain)]
    return {**vars(line), "plain": plain.replace("{^", "").replace("}", ""), "seen": seen}


def _turned(text: str) -> list[str]:
    """The runs of a line from the left on, each in its own logical order."""
    turned = visual(shaped(text), rtl=is_rtl(text))
    cuts = [0, *(at for at in range(1, len(turned.shown)) if turned.turns(at)), len(turned.shown)]
    return [turned.logical(start, stop) for start, stop in pairwise(cuts)]


def _wrapped(text: str) -> Iterator[str]:
    taken = ""
    for word in text.split():
        if taken and len(taken) + len(word) >= WIDE:
            yield taken
            taken = word
        else:
            taken = f"{taken} {word}".strip()
    yield taken

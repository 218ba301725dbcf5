"""Does Kesher tell heads, feet, headings, notes, cells and hidden lines from the body's lines?"""

import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.reading.second.corpus import LETTER
from benchmarks.reading.second.tools import Foreign

ROLES = {
    "header": {"header"},
    "footer": {"footer", "page_number"},
    "heading": {"heading"},
    "spaced": {"heading", "body"},
    "footnote": {"note"},
    "toc": {"contents"},
    "cell": {"row"},
    "watermark": {"watermark", "hidden"},
    "hidden": {"hidden"},
}
BEGIN = 18  # letters by which a line is found again, as it may have been wrapped


def role_figures(scorer: ModuleType, root: Path, truth: list[dict[str, Any]]) -> str:
    """A table: by role, how many true lines were found, and how many of these in their role."""
    known = json.loads((root / LETTER / "structure.json").read_text(encoding="utf-8"))
    asked, found, right = Counter[str](), Counter[str](), Counter[str]()
    for each in truth:
        if "needs_ocr" in each["flags"]:
            continue
        pages = _read(scorer, root / each["file"])
        for lines, read in zip(known[each["file"]], pages, strict=False):
            for line in lines:
                role = line.get("role", "paragraph")
                asked[role] += 1
                given = _given(read, scorer.fold(scorer.strict(line["text"])))
                found[role] += bool(given)
                right[role] += bool(given & ROLES.get(role, {"body"}))
    rows = [f"| {r} | {asked[r]} | {found[r]} | {right[r]} |" for r in sorted(asked)]
    head = "\n| Role | Lines | Found | In their role |\n|---|---|---|---|"
    return "\n".join([head, *rows])


def _given(read: list[tuple[str, str]], wanted: str) -> set[str]:
    """The roles of the lines that hold the beginning of what is wanted."""
    return {role for text, role in read if wanted[:BEGIN] in text}


def _read(scorer: ModuleType, path: Path) -> list[list[tuple[str, str]]]:
    """Each page's lines with their roles, as the whole document gives them."""
    from kesher.config.load import load
    from kesher.engine.reading import read_document

    return [
        [
            (scorer.fold(scorer.strict(page.text[line.start : line.end])), _role_of(line))
            for line in page.lines
        ]
        for page in read_document(path, load())
    ]


def _role_of(line: Foreign) -> str:
    """A line's role; `body` by readers that tell none."""
    return str(getattr(line, "role", "body"))

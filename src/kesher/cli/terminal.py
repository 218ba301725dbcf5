"""What a person sees: results on stdout, everything else on stderr, Hebrew in its right order."""

import json
import os
import sys
import unicodedata
from collections.abc import Mapping

from rich.console import Console

from kesher.text.bidi import to_visual
from kesher.text.direction import direction

errors = Console(stderr=True, highlight=False, soft_wrap=True)
"""For progress and messages."""

# VTE (GNOME and kin) since 0.58, Konsole, mlterm and Apple's Terminal order lines by themselves.
_VTE_WITH_BIDI = 5800


def orders_by_itself(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal that this environment tells of reorders right-to-left text."""
    vte = environment.get("VTE_VERSION", "")
    return (
        (vte.isdigit() and int(vte) >= _VTE_WITH_BIDI)
        or "KONSOLE_VERSION" in environment
        or environment.get("TERM", "").startswith("mlterm")
        or environment.get("TERM_PROGRAM", "") == "Apple_Terminal"
    )


def shown(text: str, *, reorder: bool) -> str:
    """Return `text` as it is to be written: in visual order, line by line, where `reorder`."""
    safe = "".join(_harmless(char) for char in text)
    if not reorder:
        return safe
    return "\n".join(to_visual(line, direction(line)) for line in safe.split("\n"))


def _harmless(char: str) -> str:
    """Keep a document from sending control sequences to the terminal."""
    if char in "\n\t\f" or unicodedata.category(char) not in ("Cc", "Cs"):
        return char
    return "\ufffd"


def counted(number: int, thing: str) -> str:
    """Return "1 page", "3 pages"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def write(text: str = "") -> None:
    """Write a result for a person to stdout; reordered only where a terminal needs it."""
    needed = sys.stdout.isatty() and not orders_by_itself(os.environ)
    sys.stdout.write(shown(text, reorder=needed) + "\n")


def write_json(value: object) -> None:
    """Write a result for a program to stdout."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")

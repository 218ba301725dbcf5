"""What a person sees: results on stdout, everything else on stderr, Hebrew in its right order."""

import json
import os
import re
import sys
from collections.abc import Mapping

import typer

from kesher.cli.harmless import HarmlessConsole
from kesher.text.bidi import to_visual
from kesher.text.direction import direction
from kesher.text.harmless import escaped, harmless, one_line

errors = HarmlessConsole(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)
"""For progress and messages; what it prints is harmless, whoever wrote it."""

# VTE (GNOME and kin) since 0.58, Konsole, mlterm and Apple's Terminal order lines by themselves.
_VTE_WITH_BIDI = 5800
# What is drawn in visual order has no more use for them.
_EXPLICIT = re.compile("[\u2066-\u2069\u200e\u200f\u061c]")


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
    safe = harmless(text)
    if not reorder:
        return safe
    safe = _EXPLICIT.sub("", safe)
    return "\n".join(to_visual(line, direction(line)) for line in safe.split("\n"))


def confirmed(question: str) -> bool:
    """Ask the person on stderr; True for yes."""
    return typer.confirm(one_line(question), err=True)


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
    sys.stdout.write(escaped(text.encode("utf-8", "replace").decode("utf-8")) + "\n")

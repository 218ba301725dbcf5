"""Name the files that were read worst, with the true lines that are missing from what was read."""

from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.reading.peers import Reader
from benchmarks.reading.second.tools import Foreign

SHOWN = 4  # differing lines a file


def worst_of(
    scorer: ModuleType, root: Path, reader: Reader,
    scores: list[dict[str, Any]], truth: list[dict[str, Any]], count: int,
) -> str:  # fmt: skip
    """A line a file: its scores, then true lines and what was read in their place."""
    known = {each["file"]: each for each in truth}
    ranked = sorted(scores, key=lambda each: (each["tok"] or 0) + each["para"] - each["cer"])
    parts = ["\nWorst of the seen half, by tokens, lines and CER:"]
    for each in ranked[:count]:
        figures = " ".join(f"{key} {100 * (each[key] or 0):.1f}" for key in ("cer", "tok", "para"))
        read = reader(str(root / each["file"]))
        parts.append(f"- {each['file']}: {figures}")
        parts += [f"    {line}" for line in _lost(scorer, known[each["file"]]["pages"], read)]
    return "\n".join(parts)


def _lost(scorer: ModuleType, pages: list[Any], read: list[str]) -> list[str]:
    lines: list[str] = []
    for items, text in zip_longest(pages, read, fillvalue=""):
        folded = [scorer.fold(scorer.strict(line)) for line in text.splitlines()]
        whole = f" {' '.join(folded)} "
        for true in _flat(items):
            wanted = scorer.fold(scorer.strict(true[0]))
            others = (scorer.fold(scorer.strict(each)) for each in true[1:])
            if not any(f" {each} " in whole for each in (wanted, *others)):
                got = max(folded, key=lambda line: _alike(line, wanted), default="")
                lines.append(f"wanted: {wanted[:90]}  |  read: {got[:90]}")
    more = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return lines[:SHOWN] + more


def _flat(items: Foreign) -> list[tuple[str, ...]]:
    """Each true line with the forms that are as right."""
    flat: list[tuple[str, ...]] = []
    for item in items or ():
        if isinstance(item, str):
            flat.append((item,))
        elif "table" in item:
            flat += [(cell,) for row in item["table"] for cell in row]
        else:
            flat.append((item["text"], *item["alts"]))
    return flat


def _alike(line: str, wanted: str) -> float:
    ours, theirs = set(line.split()), set(wanted.split())
    letters = len(set(line) & set(wanted)) / 100
    return len(ours & theirs) / max(len(ours | theirs), 1) + letters

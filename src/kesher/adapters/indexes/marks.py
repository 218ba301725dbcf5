"""What an index folder held when it was last whole: its sequence number and its checksums."""

import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path

# Rewritten under their names; all other files of tantivy are written once and never changed.
_REWRITTEN = frozenset({"meta.json", ".managed.json"})


@dataclass(frozen=True, slots=True)
class Mark:
    """A folder's state.

    Attributes:
        sequence: Number of the last change that is in it, 0 for none.
        checksums: CRC-32 by file name, locks apart.
    """

    sequence: int = 0
    checksums: dict[str, int] = field(default_factory=dict)


def mark_of(folder: Path, sequence: int, *, before: Mark) -> Mark:
    """Return the mark of a folder as it is now; files that `before` knows are not read again."""
    return Mark(
        sequence,
        {
            name: before.checksums[name]
            if name in before.checksums and name not in _REWRITTEN
            else zlib.crc32((folder / name).read_bytes())
            for name in _files(folder)
        },
    )


def fits(mark: Mark, folder: Path) -> bool:
    """Tell whether the folder still holds just what the mark says, byte for byte."""
    return folder.is_dir() and mark_of(folder, mark.sequence, before=Mark()) == mark


def write_mark(mark: Mark, file: Path) -> None:
    """Write the mark beside `file` and rename it, so that no half of one is ever read."""
    beside = file.with_suffix(".new")
    written = {"sequence": mark.sequence, "checksums": mark.checksums}
    beside.write_text(json.dumps(written), encoding="utf-8")
    beside.replace(file)


def read_mark(file: Path) -> Mark:
    """Return the mark in `file`; an empty one where there is none that can be read."""
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        return Mark(int(written["sequence"]), dict(written["checksums"]))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return Mark()


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".lock")

"""What an index folder held when it was last whole: its sequence number and its checksums."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

# Says which segments are the index; all their files are written once and never changed. What else
# lies in the folder is locks, and segments that are being made or of no more use.
_META = "meta.json"


@dataclass(frozen=True, slots=True)
class Mark:
    """A folder's state.

    Attributes:
        sequence: Number of the last change that is in it, 0 for none.
        checksums: CRC-32 by file name, of the files that the index consists of.
        erased: Words of removed documents may stand in the files.
    """

    sequence: int = 0
    checksums: Mapping[str, int] = field(default_factory=dict)
    erased: bool = False


def mark_of(folder: Path, sequence: int, *, before: Mark) -> Mark:
    """Return the mark of a folder as it is now; files that `before` knows are not read again.

    Raises:
        FileNotFoundError: the folder changed meanwhile.
        ValueError: it holds no index that can be read.
    """
    meta = (folder / _META).read_bytes()
    checksums = {_META: zlib.crc32(meta)}
    for name in _segment_files(folder, meta):
        known = before.checksums.get(name)
        checksums[name] = zlib.crc32((folder / name).read_bytes()) if known is None else known
    return Mark(sequence, checksums, before.erased)


def has_dead_rows(folder: Path) -> bool:
    """Tell whether rows that were taken away stand in the segments still."""
    meta = json.loads((folder / _META).read_bytes())
    return any(segment.get("deletes") for segment in meta["segments"])


def fits(mark: Mark, folder: Path) -> bool:
    """Tell whether the folder still holds the index that the mark says, byte for byte."""
    try:
        return mark_of(folder, mark.sequence, before=Mark(erased=mark.erased)) == mark
    except (FileNotFoundError, ValueError):
        return False


def write_mark(mark: Mark, file: Path) -> None:
    """Write the mark beside `file` and rename it, so that no half of one is ever read."""
    beside = file.with_suffix(".new")
    written = {
        "sequence": mark.sequence,
        "checksums": dict(mark.checksums),
        "erased": mark.erased,
    }
    beside.write_text(json.dumps(written), encoding="utf-8")
    beside.replace(file)


def read_mark(file: Path) -> Mark:
    """Return the mark in `file`; an empty one where there is none that can be read."""
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        erased = bool(written.get("erased", False))
        return Mark(int(written["sequence"]), dict(written["checksums"]), erased)
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return Mark()


def _segment_files(folder: Path, meta: bytes) -> list[str]:
    try:
        segments = {each["segment_id"].replace("-", "") for each in json.loads(meta)["segments"]}
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"`{_META}` names no segments") from error
    return sorted(path.name for path in folder.iterdir() if path.name.split(".")[0] in segments)

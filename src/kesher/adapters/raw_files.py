"""Bytes in files, as they lie on the disk: what no program shows any more may stand there still."""

import mmap
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileTrace:
    """A file in which something stands.

    Attributes:
        times: How often; 0 where only its name has it.
    """

    path: Path
    times: int


def files_with(folder: Path, wanted: str) -> list[FileTrace]:
    """Return the files under a folder whose name or bytes hold a text (as UTF-8), by path.

    What is packed (the inside of a DOCX or a PDF) is not unpacked. A file that goes away meanwhile
    is passed over. Blocks, and reads every file.
    """
    return list(_found(folder, wanted.encode(), wanted))


def _found(folder: Path, needle: bytes, name: str) -> Iterator[FileTrace]:
    for path in sorted(_all(folder)):
        named = name in str(path.relative_to(folder))
        times = _times(path, needle)
        if named or times:
            yield FileTrace(path, times)


def _all(folder: Path) -> Iterator[Path]:
    """Yield what lies under a folder, however deep: a hostile file may have nested thousands."""
    waiting = [folder]
    while waiting:
        with suppress(FileNotFoundError, PermissionError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                yield Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))


def _times(path: Path, needle: bytes) -> int:
    try:
        if path.is_symlink() or not path.is_file() or not path.stat().st_size:
            return 0
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as held:
            return _count(held, needle)
    except OSError:
        return 0


def _count(held: mmap.mmap, needle: bytes) -> int:
    times, at = 0, held.find(needle)
    while at >= 0:
        times += 1
        at = held.find(needle, at + len(needle))
    return times

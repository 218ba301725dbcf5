"""Bytes in files, as they lie on the disk: what no program shows any more may stand there still."""

import mmap
import os
from collections.abc import Collection, Iterator, Sequence
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


@dataclass(frozen=True, slots=True)
class Within:
    """Bytes around what is looked for, by which a place is told to be none of those wanted.

    Attributes:
        before: How far before the wanted bytes these begin.
        surrounding: They themselves, the wanted bytes among them; all are of one length.
    """

    before: int
    surrounding: frozenset[bytes]

    def at(self, held: mmap.mmap, place: int) -> bool:
        """Tell whether it stands within one of them here."""
        begins = place - self.before
        length = len(next(iter(self.surrounding)))
        return begins >= 0 and held[begins : begins + length] in self.surrounding


def files_with(folder: Path, wanted: str, *, within: Collection[bytes] = ()) -> list[FileTrace]:
    """Return the files under a folder whose name or bytes hold a text (as UTF-8), by path.

    What is packed (the inside of a DOCX or a PDF) is not unpacked. A file that goes away meanwhile
    is passed over. Blocks, and reads every file.

    Args:
        within: Longer bytes that hold it; where it stands in one of them it is not counted.
    """
    needle = wanted.encode()
    return list(_found(folder, needle, wanted, _grouped(within, needle)))


def _grouped(within: Collection[bytes], needle: bytes) -> list[Within]:
    """Put together what is compared at once: few comparisons for many surroundings."""
    groups: dict[tuple[int, int], set[bytes]] = {}
    for each in within:
        for before in _places(each, needle):
            groups.setdefault((before, len(each)), set()).add(each)
    return [Within(before, frozenset(held)) for (before, _), held in groups.items()]


def _found(folder: Path, needle: bytes, name: str, within: Sequence[Within]) -> Iterator[FileTrace]:
    above = len(str(folder))
    for path, is_file in sorted(_all(str(folder))):
        times = _times(path, needle, within) if is_file else 0
        if times or name in path[above + 1 :]:
            yield FileTrace(Path(path), times)


def _all(folder: str) -> Iterator[tuple[str, bool]]:
    """Yield what lies under a folder, however deep: a hostile file may have nested thousands.

    Beside each path stands whether it is an ordinary file.
    """
    waiting = [folder]
    while waiting:
        with suppress(FileNotFoundError, PermissionError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                yield entry.path, entry.is_file(follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)


def _times(path: str, needle: bytes, within: Sequence[Within]) -> int:
    try:
        with Path(path).open("rb") as file:
            if not os.fstat(file.fileno()).st_size:  # nothing can be mapped of an empty file
                return 0
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as held:
                return sum(
                    1
                    for place in _places(held, needle)
                    if not any(each.at(held, place) for each in within)
                )
    except OSError:
        return 0


def _places(held: mmap.mmap | bytes, needle: bytes) -> Iterator[int]:
    at = held.find(needle)
    while at >= 0:
        yield at
        at = held.find(needle, at + len(needle))

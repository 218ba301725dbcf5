"""OLE compound files, as Office wrote them before 2007: the names of what lies in them.

Source: MS-CFB, sections 2.2 (header), 2.3 (FAT), 2.5 (DIFAT), 2.6 (directory).
"""

import struct
from collections.abc import Iterator

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER_BYTES = 512
_LAST_SECTOR = 0xFFFFFFFA  # above it are marks: the end of a chain, a free sector
_NO_ENTRY = 0xFFFFFFFF
_ENTRY_BYTES = 128
_ENTRIES_LIMIT = 100_000


def top_names(data: bytes) -> frozenset[str]:
    """Return the names of the streams and storages that lie in the file itself, none deeper.

    What is embedded in a document, or attached to a message, has names of its own further down,
    and says nothing of what the file is.

    Raises:
        ValueError: the file is cut off or damaged: its directory is not whole.
    """
    if len(data) < _HEADER_BYTES:
        raise ValueError("its header is not whole")
    (shift,) = struct.unpack_from("<H", data, 30)
    if shift not in (9, 12):
        raise ValueError(f"its sectors are of 2 ** {shift} bytes")
    sectors = _Sectors(data, 1 << shift)
    (first,) = struct.unpack_from("<I", data, 48)
    entries: list[bytes] = []
    for sector in sectors.chain(first):
        entries += [sector[at : at + _ENTRY_BYTES] for at in range(0, len(sector), _ENTRY_BYTES)]
        if len(entries) > _ENTRIES_LIMIT:
            raise ValueError("its directory has no end")
    if not entries:
        raise ValueError("its directory is missing")
    return frozenset(_names(entries))


class _Sectors:
    """The sectors of a file, and which follows which."""

    def __init__(self, data: bytes, size_bytes: int) -> None:
        self._data = data
        self._size_bytes = size_bytes
        self._fat = list(self._fat_numbers())

    def chain(self, first: int) -> Iterator[bytes]:
        seen: set[int] = set()
        while first < _LAST_SECTOR:
            if first in seen:
                raise ValueError("its sectors go in a circle")
            seen.add(first)
            yield self._sector(first)
            first = self._next(first)

    def _next(self, number: int) -> int:
        at, place = divmod(number, self._size_bytes // 4)
        if at >= len(self._fat):
            raise ValueError("its table of sectors is not whole")
        (following,) = struct.unpack_from("<I", self._sector(self._fat[at]), place * 4)
        return int(following)

    def _fat_numbers(self) -> Iterator[int]:
        """Yield the sectors of the table: 109 stand in the header, the rest in a chain."""
        yield from self._used(self._data[76:_HEADER_BYTES])
        (following,) = struct.unpack_from("<I", self._data, 68)
        seen: set[int] = set()
        while following < _LAST_SECTOR and following not in seen:
            seen.add(following)
            sector = self._sector(following)
            yield from self._used(sector[:-4])
            (following,) = struct.unpack_from("<I", sector, len(sector) - 4)

    def _used(self, packed: bytes) -> Iterator[int]:
        numbers = struct.unpack(f"<{len(packed) // 4}I", packed)
        yield from (number for number in numbers if number < _LAST_SECTOR)

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._size_bytes
        sector = self._data[start : start + self._size_bytes]
        if not sector:
            raise ValueError(f"it ends before its sector {number:,}")
        return sector.ljust(self._size_bytes, b"\xff")  # some write the last one only in part


def _names(entries: list[bytes]) -> Iterator[str]:
    """Yield the names of the root's children, which are a binary tree of their own."""
    (child,) = struct.unpack_from("<I", entries[0], 76)
    waiting, seen = [child], set()
    while waiting:
        number = waiting.pop()
        if number == _NO_ENTRY or number in seen or number >= len(entries):
            continue
        seen.add(number)
        entry = entries[number]
        length, left, right = struct.unpack_from("<64xH2xII", entry)
        yield entry[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
        waiting += [left, right]

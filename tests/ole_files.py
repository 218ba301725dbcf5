"""Compound files of the old Office formats, with nothing in them but their names."""

import struct

from kesher.documents.parsing.ole import SIGNATURE


def ole(*streams: str, deeper: str = "") -> bytes:
    """Return a file with these streams, and one that lies deeper, in the last of them.

    Source: MS-CFB: a header, one table of sectors and a directory.
    """
    free, end = 0xFFFFFFFF, 0xFFFFFFFE
    header = struct.pack("<8s16xHHHHH6x", SIGNATURE, 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIIII", 0, 1, 1, 0, 4096, end, 0, end, 0, 0)
    header += struct.pack("<I", free) * 108
    count = len(streams) + 1 + bool(deeper)
    sectors = -(-count // 4)
    chain = [0xFFFFFFFD, *range(2, sectors + 1), end]
    table = struct.pack(f"<{len(chain)}I", *chain).ljust(512, b"\xff")
    entries = [_entry("Root Entry", child=1)]
    for at, name in enumerate(streams, start=1):
        is_last = at == len(streams)
        child = at + 1 if is_last and deeper else free
        entries.append(_entry(name, right=free if is_last else at + 1, child=child))
    entries += [_entry(deeper)] if deeper else []
    return header + table + b"".join(entries).ljust(512 * sectors, b"\0")


def _entry(name: str, *, right: int = 0xFFFFFFFF, child: int = 0xFFFFFFFF) -> bytes:
    written = name.encode("utf-16-le") + b"\0\0"
    links = struct.pack("<HBBIII", len(written), 2, 1, 0xFFFFFFFF, right, child)
    return (written.ljust(64, b"\0") + links).ljust(128, b"\0")

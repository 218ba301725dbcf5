"""A zipped format is unpacked once, in passing, before anything opens it."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from kesher.errors import DamagedDocumentError, EncryptedDocumentError, UnsafeArchiveError

# What the readers of ZIP raise at spoilt bytes: names that are no text and places outside the file
# come as they are.
DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(KeyError, ValueError, NotImplementedError),
)
ENTRIES_LIMIT = 10_000  # a book of a thousand pictures has about 1,100
SUSPECT_BYTES = 100 * 1024 * 1024  # below this no ratio does harm
RATIO_LIMIT = 250  # XML packs 5 to 50 times, a run of one byte about 1,000 times
_BLOCK_BYTES = 1 << 16
_ENCRYPTED_FLAG = 0x1
_LOCAL_HEADER = struct.Struct("<26xHH")  # the last two fields: lengths of name and extra
_DOCTYPES = tuple("<!DOCTYPE".encode(code) for code in ("ascii", "utf-16-le", "utf-16-be"))
_KEEP_BYTES = 2 * len("<!DOCTYPE")  # overlap of blocks, so that no sign is cut in two


def check_archive(path: Path, *, name: str, unpacked_limit_bytes: int) -> None:
    """Refuse an archive that unpacks to too much, lies about its sizes, or hides hostile XML.

    Reads the file once in blocks; memory stays small whatever the file holds.

    Raises:
        UnsafeArchiveError: too many entries, too many bytes (declared or real), too strong a
            packing, or XML that declares a document type.
        DamagedDocumentError: it is cut off or an entry cannot be unpacked.
        EncryptedDocumentError: an entry is locked by a password.
    """
    try:
        with zipfile.ZipFile(path) as archive, path.open("rb") as file:
            entries = archive.infolist()
            _check_declared(entries, name, unpacked_limit_bytes)
            real = sum(_check_entry(file, entry, name) for entry in entries)
    except DAMAGE as error:
        raise DamagedDocumentError(
            f"`{name}` is cut off or damaged: {error}. Get a whole copy and add it again."
        ) from error
    if real > SUSPECT_BYTES and real > RATIO_LIMIT * path.stat().st_size:
        raise UnsafeArchiveError(
            f"`{name}` unpacks to {real / path.stat().st_size:,.0f} times its size, as only an "
            "attack does. It was not read."
        )


def check_declared(archive: zipfile.ZipFile, name: str) -> None:
    """Refuse a package within a package that is large; no more is unpacked than it declares.

    Raises:
        UnsafeArchiveError: it is of too many files or too many bytes.
        EncryptedDocumentError: an entry is locked by a password.
    """
    _check_declared(archive.infolist(), name, SUSPECT_BYTES)


def _check_declared(entries: list[zipfile.ZipInfo], name: str, limit_bytes: int) -> None:
    if len(entries) > ENTRIES_LIMIT:
        raise UnsafeArchiveError(
            f"`{name}` holds {len(entries):,} files where at most {ENTRIES_LIMIT:,} are taken. "
            "It was not read."
        )
    declared = sum(entry.file_size for entry in entries)
    if declared > limit_bytes:
        raise UnsafeArchiveError(
            f"`{name}` unpacks to {declared:,} bytes where at most {limit_bytes:,} are taken. "
            "Divide it, or raise `unpacked_limit_bytes`."
        )
    if any(entry.flag_bits & _ENCRYPTED_FLAG for entry in entries):
        raise EncryptedDocumentError(
            f"`{name}` is locked by a password. Save it without one and add that file."
        )


def _check_entry(file: BinaryIO, entry: zipfile.ZipInfo, name: str) -> int:
    """Unpack one entry block by block and return its real size in bytes."""
    real, seen, is_xml = 0, b"", entry.filename.lower().endswith((".xml", ".rels"))
    for block in _unpacked(file, entry):
        real += len(block)
        if real > entry.file_size:
            raise UnsafeArchiveError(
                f"`{name}` says that its part `{entry.filename}` has {entry.file_size:,} bytes, "
                "and it has more, as only an attack does. It was not read."
            )
        seen = seen[-_KEEP_BYTES:] + block
        if is_xml and any(sign in seen for sign in _DOCTYPES):
            raise UnsafeArchiveError(
                f"`{name}` declares a document type in `{entry.filename}`, which an attack does "
                "and a word processor does not. It was not read."
            )
    return real


def _unpacked(file: BinaryIO, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    if entry.compress_type == zipfile.ZIP_STORED:
        yield from _packed(file, entry)
        return
    if entry.compress_type != zipfile.ZIP_DEFLATED:
        raise zipfile.BadZipFile(f"`{entry.filename}` is packed by an unusual method")
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for packed in _packed(file, entry):
        left = packed
        while left and not inflater.eof:
            yield inflater.decompress(left, _BLOCK_BYTES)
            left = inflater.unconsumed_tail


def _packed(file: BinaryIO, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield an entry's bytes as they lie in the file."""
    file.seek(entry.header_offset)
    name_bytes, extra_bytes = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    file.seek(entry.header_offset + _LOCAL_HEADER.size + name_bytes + extra_bytes)
    left = entry.compress_size
    while left:
        block = file.read(min(left, _BLOCK_BYTES))
        if not block:
            raise zipfile.BadZipFile(f"`{entry.filename}` is cut off")
        left -= len(block)
        yield block

"""A backup as a ZIP file (with ZIP64): any program opens it, and no part is in memory whole.

Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10.
"""

import fcntl
import hashlib
import io
import os
import re
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from kesher.adapters.backup_zip_failures import damaged_means, write_failures_mean
from kesher.domain.backup import Part
from kesher.errors import BackupError, ConflictError
from kesher.ports.backup import BackupReader, BackupWriter

_PIECE_BYTES = 256 * 1024
_WORTH_FRACTION = 0.95
"""What compression has to bring a part down to; an image or a PDF is stored as it is."""

_LINE_LIMIT_BYTES = 512 * 1024 * 1024
_MOST_DEFLATE = 1_032
"""How much deflate can shrink at most: a part that claims more is none of its making."""

_NAME = re.compile(
    r"manifest\.json|files\.jsonl|tables/[a-z][a-z0-9_]{0,62}\.jsonl|files/[0-9a-f]{2}/[0-9a-f]{64}"
)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1


@contextmanager
def new_backup(file: Path, *, replace: bool = False) -> Iterator[BackupWriter]:
    """Give a writer of `file`, which stands there only when it is whole, and on the disk itself.

    Raises:
        ConflictError: the file is there and not to be replaced, or another backup is writing it.
        StorageFullError: the disk has no room; nothing is left of it.
        StoreError: the folder cannot be written.
    """
    if file.exists() and not replace:
        raise ConflictError(
            f"`{file}` is there already. Choose another name, or give `--replace` to put the new "
            f"backup in its place."
        )
    beside = file.with_name(f".{file.name}.part")
    with write_failures_mean(file), _alone(beside) as target:
        try:
            with zipfile.ZipFile(target, "w", allowZip64=True) as archive:
                yield ZipBackupWriter(archive)
            target.flush()
            os.fsync(target.fileno())
            beside.replace(file)
            _sync_folder(file.absolute().parent)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


@contextmanager
def open_backup(file: Path, *, room_bytes: int) -> Iterator[BackupReader]:
    """Open a backup to read.

    Args:
        room_bytes: Most bytes that it may unpack to: what the disk has room for.

    Raises:
        BackupError: it is no backup, damaged at its end, or unsafe to unpack.
    """
    with damaged_means(file), file.open("rb") as source, zipfile.ZipFile(source) as archive:
        _check_safe(archive, source.seek(0, os.SEEK_END), room_bytes)
        yield ZipBackupReader(archive)


class ZipBackupWriter(BackupWriter):
    """Writes parts one after another; the sizes stand behind each, so nothing is gone back to."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def write(self, name: str, pieces: Iterable[bytes]) -> Part:
        """Write one part, compressed where its beginning shows that it is worth it."""
        gathered = _gathered(pieces)
        first = next(gathered, b"")
        entry = zipfile.ZipInfo(name)
        entry.compress_type = zipfile.ZIP_DEFLATED if _is_worth(first) else zipfile.ZIP_STORED
        entry.external_attr = 0o600 << 16
        digest, size_bytes = hashlib.sha256(), 0
        with self._archive.open(entry, "w", force_zip64=True) as part:
            for piece in _with_first(first, gathered):
                part.write(piece)
                digest.update(piece)
                size_bytes += len(piece)
        return Part(name, size_bytes, digest.hexdigest())


class ZipBackupReader(BackupReader):
    """Reads parts by name. The library checks each part's own checksum as it is read."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = frozenset(archive.namelist())

    @property
    def names(self) -> Collection[str]:
        """The names of its parts."""
        return self._names

    def whole(self, name: str, *, limit_bytes: int) -> bytes:
        """Return a small part."""
        with self.open(name) as part:
            found = part.read(limit_bytes + 1)
        if len(found) > limit_bytes:
            raise BackupError(f"`{name}` of the backup is larger than {limit_bytes:,} bytes.")
        return found

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a part with their ends, one in memory at a time."""
        with self.open(name) as opened:
            part = io.BufferedReader(cast("io.RawIOBase", opened), _PIECE_BYTES)
            while line := part.readline(_LINE_LIMIT_BYTES):
                if not line.endswith(b"\n"):
                    raise BackupError(
                        f"A line of `{name}` in the backup is cut off or over "
                        f"{_LINE_LIMIT_BYTES:,} bytes. Take another backup."
                    )
                yield line

    def open(self, name: str) -> BinaryIO:
        """Open a part to read it as a stream."""
        if name not in self._names:
            raise BackupError(f"The backup lacks its part `{name}`. Take another backup.")
        return self._archive.open(name)  # type: ignore[return-value]  # a stream of bytes


def _gathered(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Join lines to pieces of some size."""
    waiting, size_bytes = [], 0
    for piece in pieces:
        waiting.append(piece)
        size_bytes += len(piece)
        if size_bytes >= _PIECE_BYTES:
            yield b"".join(waiting)
            waiting, size_bytes = [], 0
    if waiting:
        yield b"".join(waiting)


def _with_first(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


def _is_worth(first: bytes) -> bool:
    sample = first[:_PIECE_BYTES]
    return len(zlib.compress(sample, level=1)) < _WORTH_FRACTION * len(sample)


@contextmanager
def _alone(beside: Path) -> Iterator[BinaryIO]:
    """Open the unfinished file for one process at a time; one that a crash left is begun anew."""
    descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+b") as target:
        try:
            fcntl.flock(target, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ConflictError(
                f"Another backup is being written to `{beside.name}`. Wait for its end."
            ) from error
        target.truncate(0)
        yield target


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_safe(archive: zipfile.ZipFile, size_bytes: int, room_bytes: int) -> None:
    """Refuse what no backup of ours has, before anything of it is unpacked."""
    entries = sorted(archive.infolist(), key=lambda entry: entry.header_offset)
    names = [entry.filename for entry in entries]
    if len(set(names)) != len(names):
        raise _unsafe("two of its parts have one name")
    ends = [*(entry.header_offset for entry in entries[1:]), size_bytes]
    for entry, end in zip(entries, ends, strict=True):
        _check_entry(entry, end)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > room_bytes:
        raise BackupError(
            f"The backup unpacks to {unpacked:,} bytes, and the disk has room for "
            f"{room_bytes:,}. Make room, then try again; if it is no file of yours, do not use it."
        )


def _check_entry(entry: zipfile.ZipInfo, end: int) -> None:
    if not _NAME.fullmatch(entry.filename):
        raise _unsafe(f"it has a part `{entry.filename[:80]}`")
    if entry.compress_type not in _METHODS or entry.flag_bits & _ENCRYPTED:
        raise _unsafe(f"its part `{entry.filename}` is packed in another way")
    if entry.header_offset < 0 or entry.header_offset + entry.compress_size > end:
        raise _unsafe(f"its part `{entry.filename}` lies over another")
    if entry.file_size > _MOST_DEFLATE * (entry.compress_size + 1):
        raise _unsafe(f"its part `{entry.filename}` claims to unpack to more than it can")


def _unsafe(what: str) -> BackupError:
    return BackupError(f"This is no backup of Kesher's: {what}. Nothing of it was unpacked.")

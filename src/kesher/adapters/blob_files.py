"""Files by content hash in the data folder, with what was derived from them beside."""

import errno
import fcntl
import hashlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from anyio import to_thread

from kesher.errors import DocumentTooLargeError, NotFoundError, StorageFullError, StoreError
from kesher.ports.blobs import BlobStore

_READ_BYTES = 1024 * 1024
_FORGOTTEN_SECONDS = 24 * 60 * 60
_SHARED_SECONDS = 60 * 60
_DIGEST = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class BlobFiles(BlobStore):
    """`originals/ab/abcd…`, `derived/abcd…/`, and `incoming/` for what is still being received."""

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        """Prepare the folders and remove what uploads left there that did not come to their end.

        Args:
            shared: Processes of other machines may be on the folder, whose locks it need not tell
                of: only what nobody has written to for an hour counts as left.

        Raises:
            StorageFullError: the disk has no room.
            StoreError: the folder cannot be written.
        """
        self._originals = folder / "originals"
        self._derived = folder / "derived"
        self._incoming = folder / "incoming"
        with _translated(folder):
            for part in (self._originals, self._derived, self._incoming):
                part.mkdir(parents=True, exist_ok=True)
            _remove_abandoned(self._incoming, _SHARED_SECONDS if shared else 0)

    async def put(self, source: BinaryIO, *, limit_bytes: int) -> tuple[str, int]:
        """Store a stream whole or not at all; return (sha256 hex digest, size in bytes).

        It is on the disk itself, past all caches, when this returns.
        """
        return await to_thread.run_sync(partial(self.put_now, source, limit_bytes=limit_bytes))

    def holds(self, sha256: str) -> bool:
        """Tell whether the bytes are there."""
        return self._place(sha256).is_file()

    def digests(self) -> frozenset[str]:
        """Return the digests of all originals."""
        return frozenset(path.name for path in self._originals.glob("*/*"))

    def total_bytes(self) -> int:
        """Return how many bytes all originals have together."""
        return sum(_size(path) for path in self._originals.glob("*/*"))

    def path(self, sha256: str) -> Path:
        """Return where the bytes lie, to read only."""
        path = self._place(sha256)
        if not path.is_file():
            raise NotFoundError("blob", sha256)
        return path

    def derived(self, sha256: str, name: str) -> Path:
        """Return where a derived file lies or may be put; its folder is there.

        Args:
            name: Latin letters, digits, dots, dashes and underscores, a letter or digit first.

        Raises:
            NotFoundError: the original is gone, and nothing may be derived from it any more.
            ValueError: `name` could lead out of the folder.
        """
        self.path(sha256)
        if not _NAME.fullmatch(name):
            raise ValueError(f"`{name}` is no name for a derived file.")
        folder = self._derived / sha256
        with _translated(folder):
            folder.mkdir(exist_ok=True)
        return folder / name

    async def delete(self, sha256: str) -> None:
        """Remove a blob and all that was derived from it; nothing happens if it is gone."""
        await to_thread.run_sync(self.delete_now, sha256)

    def put_now(self, source: BinaryIO, *, limit_bytes: int) -> tuple[str, int]:
        """Do what `put` does, in the calling thread."""
        with _translated(self._incoming), _incoming_file(self._incoming) as (path, target):
            sha256, size_bytes = _copy(source, target, limit_bytes)
            place = self._place(sha256)
            place.parent.mkdir(exist_ok=True)
            # Also over a file that is there: its bytes are these, unless a disk has spoilt them.
            path.replace(place)
            for folder in (place.parent, self._originals):
                _sync_folder(folder)
        return sha256, size_bytes

    def delete_now(self, sha256: str) -> None:
        """Do what `delete` does, in the calling thread."""
        place = self._place(sha256)
        with _translated(place):
            # The original first: nothing new is derived from one that is gone.
            place.unlink(missing_ok=True)
            folder = self._derived / sha256
            if folder.exists():
                shutil.rmtree(folder)

    def _place(self, sha256: str) -> Path:
        if not _DIGEST.fullmatch(sha256):
            raise NotFoundError("blob", sha256)
        return self._originals / sha256[:2] / sha256


@contextmanager
def _translated(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise StorageFullError(
                f"The disk of `{place}` has no room left; nothing was kept of this file. Free some "
                f"space and try again."
            ) from error
        raise StoreError(
            f"`{place}` cannot be used: {error}. Check the folder and its permissions."
        ) from error


@contextmanager
def _incoming_file(folder: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Give a new file under a lock that ends with its process; remove it if it is still there."""
    path, target = _new_incoming(folder)
    try:
        with target:
            yield path, target
    finally:
        path.unlink(missing_ok=True)


def _new_incoming(folder: Path) -> tuple[Path, BinaryIO]:
    while True:
        path = folder / f"{secrets.token_hex(16)}.part"
        target = path.open("xb")
        fcntl.flock(target, fcntl.LOCK_EX)
        if path.exists():
            return path, target
        # Another process, opening the folder, took it for abandoned before it was locked.
        target.close()


def _copy(source: BinaryIO, target: BinaryIO, limit_bytes: int) -> tuple[str, int]:
    digest = hashlib.sha256()
    size_bytes = 0
    while part := source.read(_READ_BYTES):
        size_bytes += len(part)
        if size_bytes > limit_bytes:
            raise DocumentTooLargeError(
                f"The file is larger than {limit_bytes:,} bytes. Split it, or raise "
                f"`upload_limit_bytes`."
            )
        digest.update(part)
        target.write(part)
    target.flush()
    os.fsync(target.fileno())
    return digest.hexdigest(), size_bytes


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # removed since it was listed
        return 0


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last through a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove_abandoned(folder: Path, still_seconds: float) -> None:
    for path in folder.glob("*.part"):
        with suppress(FileNotFoundError):  # received meanwhile
            if time.time() - path.stat().st_mtime >= still_seconds and _is_abandoned(path):
                path.unlink()


def _is_abandoned(path: Path) -> bool:
    with path.open("rb") as left:
        try:
            fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # its process lives
            return time.time() - os.fstat(left.fileno()).st_mtime > _FORGOTTEN_SECONDS
    return True

"""A secret in the data folder by which commands of its owner prove themselves to its server.

Whoever can read it can read the database beside it too.
"""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from kesher.errors import StoreError

_FILE = "local.secret"
_BYTES = 32


def local_secret(folder: Path) -> str:
    """Return the folder's secret, made if there is none.

    One that others may read is replaced.

    Raises:
        StoreError: it cannot be read or written.
    """
    file = folder / _FILE
    try:
        return _read(file) or _made(file)
    except OSError as error:
        raise StoreError(
            f"`{file}` cannot be used: {error.strerror}. Check that the data folder is yours."
        ) from error


def _read(file: Path) -> str:
    """Return what the file says; empty: nothing that counts."""
    try:
        with file.open(encoding="ascii") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            secret = opened.read().strip()
    except FileNotFoundError:
        return ""
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        file.unlink(missing_ok=True)
        return ""
    return secret


def _made(file: Path) -> str:
    """Write a new one beside, and put it in its place unless another process was first."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{_FILE}.{secrets.token_hex(8)}")
    opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "w", encoding="ascii") as writing:
            writing.write(secrets.token_urlsafe(_BYTES))
        with suppress(FileExistsError):
            os.link(beside, file)
    finally:
        beside.unlink(missing_ok=True)
    return file.read_text(encoding="ascii").strip()

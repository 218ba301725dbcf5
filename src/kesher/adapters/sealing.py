"""Encrypting short texts: AES-256-GCM, its key from a setting or a file beside the data.

Who has only the database or a backup reads nothing. Who can read the data folder of a running
server can read a secret that lies in it, too: that is what `secret_key` and `secret_key_file` are
for. Source: NIST SP 800-38D (GCM); RFC 5869 (HKDF).
"""

import base64
import os
import secrets
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from typing_extensions import override

from kesher.errors import SecretKeyError
from kesher.ports.model_settings import Sealer

LEAST_CHARS = 32
_VERSION = "v1"
_KEY_BYTES = 32
_NONCE_BYTES = 12  # as GCM wants it; random ones may not repeat within 2 ** 32 texts of one key
_NAME_BYTES = 6
_WRITING_SECONDS = 60.0
"""No file takes so long to be written: one that is older is a dead process's."""
_READ_BY_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class FileSealer(Sealer):
    """Seals with the secrets of a file, one a line: the first seals, all open.

    The file is made, readable by its owner alone, when something is first sealed.

    Args:
        private: Refuse one that others on the machine may read; a file that is mounted from
            elsewhere often may be.
    """

    def __init__(self, file: Path, *, private: bool = True) -> None:
        self._file = file
        self._private = private

    @override
    def seal(self, text: str, *, purpose: str) -> str:
        found = self._secrets() or self._made()
        return _sealed(found[0], text, purpose)

    @override
    def open(self, sealed: str, *, purpose: str) -> str:
        return _opened(self._secrets(), sealed, purpose, f"`{self._file}`")

    @override
    def renew(self) -> None:
        self._write([_new_secret(), *self._secrets()])

    @override
    def forget_former(self, sealed: Sequence[str] = ()) -> None:
        found = self._secrets()
        used = {each.split(".")[1] for each in sealed if each.count(".") > 1}
        kept = [*found[:1], *(each for each in found[1:] if _name(each) in used)]
        if kept != found:
            self._write(kept)
        self._clear()

    def _clear(self) -> None:
        """Remove what killed processes left half written; it may hold former secrets."""
        for left in self._file.parent.glob(f".{self._file.name}.*"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > _WRITING_SECONDS:
                    left.unlink()

    def _secrets(self) -> list[str]:
        try:
            with self._file.open(encoding="utf-8") as opened:
                mode = os.fstat(opened.fileno()).st_mode
                lines = [line.strip() for line in opened]
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError) as error:
            raise SecretKeyError(
                f"The secret in `{self._file}` cannot be read ({error}). Check that the file is "
                "the server's to read."
            ) from error
        if self._private and os.name == "posix" and mode & _READ_BY_OTHERS:
            raise SecretKeyError(
                f"`{self._file}` can be read by others on this machine. Take that away: "
                f"`chmod 600`."
            )
        return _checked([line for line in lines if line], f"`{self._file}`")

    def _made(self) -> list[str]:
        self._write([_new_secret()], first=True)
        return self._secrets()

    def _write(self, lines: Sequence[str], *, first: bool = False) -> None:
        """Put lines into the file at once; where it is to be the first, not over another's."""
        beside = self._file.with_name(f".{self._file.name}.{secrets.token_hex(8)}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as to:
                to.write("".join(f"{line}\n" for line in lines))
                to.flush()
                os.fsync(to.fileno())
            _put(beside, self._file, over=not first)
        except OSError as error:
            raise SecretKeyError(
                f"The secret cannot be written to `{self._file}`: {error.strerror}."
            ) from error
        finally:
            beside.unlink(missing_ok=True)


class GivenSealer(Sealer):
    """Seals with secrets of the settings: the first seals, all open."""

    def __init__(self, given: str) -> None:
        """Take secrets, with commas between them.

        Raises:
            SecretKeyError: one is too short.
        """
        lines = [part.strip() for part in given.split(",")]
        self._held = _checked([line for line in lines if line], "`secret_key`")

    @override
    def seal(self, text: str, *, purpose: str) -> str:
        return _sealed(self._held[0], text, purpose)

    @override
    def open(self, sealed: str, *, purpose: str) -> str:
        return _opened(self._held, sealed, purpose, "`secret_key`")

    @override
    def renew(self) -> None:
        if len(self._held) < 2:
            raise SecretKeyError(
                "The secret is a setting. Set `KESHER_SECRET_KEY=NEW,OLD`, start the server anew, "
                "and say this once more."
            )

    @override
    def forget_former(self, sealed: Sequence[str] = ()) -> None:
        return


def _put(beside: Path, file: Path, *, over: bool) -> None:
    if over:
        beside.replace(file)
        return
    try:
        os.link(beside, file)
    except FileExistsError:  # another process was first, and its secret counts
        return


def _new_secret() -> str:
    return secrets.token_urlsafe(_KEY_BYTES)


def _checked(found: list[str], where: str) -> list[str]:
    if any(len(secret) < LEAST_CHARS for secret in found):
        raise SecretKeyError(
            f"A secret in {where} has fewer than {LEAST_CHARS} characters. Make a long one: "
            f"`openssl rand -hex 32`."
        )
    return found


def _sealed(secret: str, text: str, purpose: str) -> str:
    nonce = secrets.token_bytes(_NONCE_BYTES)
    content = AESGCM(_derived(secret, b"key", _KEY_BYTES)).encrypt(
        nonce, text.encode(), purpose.encode()
    )
    return f"{_VERSION}.{_name(secret)}.{base64.urlsafe_b64encode(nonce + content).decode()}"


def _opened(found: Sequence[str], sealed: str, purpose: str, where: str) -> str:
    version, _, rest = sealed.partition(".")
    name, _, text = rest.partition(".")
    secret = next((each for each in found if _name(each) == name), None)
    if version != _VERSION or secret is None:
        raise SecretKeyError(
            f"The key was encrypted with another secret than that of {where}. Put the former "
            f"secret back, or set the model's key anew."
        )
    try:
        content = base64.urlsafe_b64decode(text)
        cipher = AESGCM(_derived(secret, b"key", _KEY_BYTES))
        return cipher.decrypt(
            content[:_NONCE_BYTES], content[_NONCE_BYTES:], purpose.encode()
        ).decode()
    except (InvalidTag, ValueError) as error:
        raise SecretKeyError(
            "The encrypted key was changed since it was stored. Set the model's key anew."
        ) from error


def _name(secret: str) -> str:
    """Return by which a secret is known, which tells nothing of it."""
    return _derived(secret, b"name", _NAME_BYTES).hex()


def _derived(secret: str, purpose: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt=None, info=b"kesher " + purpose).derive(secret.encode())

"""Passwords hashed by argon2id, in threads, a few at a time."""

from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from typing_extensions import override

from kesher.ports.accounts import Passwords, Verdict

_AT_ONCE = 2
"""Each hash takes 64 MiB and several cores for its time; more at once would starve the answers."""


class Argon2Passwords(Passwords):
    """The library's own parameters, those of RFC 9106's second choice.

    Source: Biryukov, Dinu, Khovratovich, Josefsson, RFC 9106, section 4.
    """

    def __init__(self, hasher: PasswordHasher | None = None, *, at_once: int = _AT_ONCE) -> None:
        """Prepare.

        Args:
            hasher: Other parameters; None: the defaults.
            at_once: How many hashes are made or checked at the same time.
        """
        self._hasher = hasher or PasswordHasher()
        self._turn = CapacityLimiter(at_once)
        self._nobodys = ""

    @override
    async def hashed(self, password: str) -> str:
        return await to_thread.run_sync(self._hasher.hash, _bytes(password), limiter=self._turn)

    @override
    async def check(self, password: str, password_hash: str) -> Verdict:
        return await to_thread.run_sync(self._check, password, password_hash, limiter=self._turn)

    def _check(self, password: str, password_hash: str) -> Verdict:
        try:
            self._hasher.verify(password_hash or self._hash_of_nobody(), _bytes(password))
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return Verdict(right=False)
        right = bool(password_hash)
        return Verdict(right, outdated=right and self._hasher.check_needs_rehash(password_hash))

    def _hash_of_nobody(self) -> str:
        """Return a hash to check against where there is none, so that it takes the same time."""
        if not self._nobodys:
            self._nobodys = self._hasher.hash(b"nobody's")
        return self._nobodys


def _bytes(password: str) -> bytes:
    return password.encode(errors="surrogatepass")

"""What we ask of the outside about API keys. `secret_hash` is `secret_texts.hashed(key)`."""

from collections.abc import Sequence
from typing import Protocol

from kesher.domain.access import ApiKey, User
from kesher.domain.scope import Scope


class ApiKeyStore(Protocol):
    """The API keys of a server's people. Every call is one transaction."""

    async def add_key(self, scope: Scope, key: ApiKey, secret_hash: str, *, most: int) -> None:
        """Store a key.

        Args:
            most: How many keys a person may have that let programs in.

        Raises:
            NotFoundError: its person has no account.
            ConflictError: the person has so many already, or the account is disabled.
        """
        ...

    async def key(self, scope: Scope, secret_hash: str) -> tuple[User, ApiKey] | None:
        """Return the key of that secret and for whom it speaks, and note that it was used.

        None: there is none, it is revoked or over, or its account is disabled.
        """
        ...

    async def keys(self, scope: Scope, user_id: str | None) -> Sequence[ApiKey]:
        """Return a person's keys, newest first, those that are over too; None: everybody's."""
        ...

    async def revoke_key(self, scope: Scope, key_id: str, *, user_id: str | None) -> ApiKey:
        """Let a key open nothing any more; one that was revoked stays as it is.

        Args:
            user_id: Only if it is this person's; None: whosoever it is.

        Raises:
            NotFoundError: there is none.
        """
        ...

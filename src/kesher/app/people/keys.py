"""API keys: by which programs act for a person, with no more rights than the person has."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from kesher.domain.access import ApiKey, Caller, Capability, Right, User
from kesher.domain.key_texts import BEGINNING, is_whole, new_key, shown_prefix
from kesher.domain.scope import Scope
from kesher.domain.secret_texts import hashed
from kesher.errors import ForbiddenError, InputError, NotFoundError, NotSignedInError
from kesher.ports.api_keys import ApiKeyStore
from kesher.ports.clock import Clock, NewId
from kesher.ports.memberships import MembershipStore
from kesher.text.storable import visible

NAME_CHARS = 120
MOST_KEYS = 100
"""Keys of one person that let programs in at the same time."""

_EVERYBODYS = frozenset({Capability.MEMORY})
"""Capabilities that a person need not administer for: of memory, it is their own."""


@dataclass(frozen=True, slots=True)
class KeyWish:
    """What a key is to be.

    Attributes:
        rights: The most that it may do in a room.
        rooms: Ids of the only rooms that it opens; None: every room of its person.
        lasting: None: until it is revoked.
    """

    name: str
    rights: frozenset[Right]
    capabilities: frozenset[Capability] = frozenset()
    rooms: frozenset[str] | None = None
    lasting: timedelta | None = None


@dataclass(frozen=True, slots=True)
class ShownKey:
    """A key with its secret, which is shown only here."""

    key: ApiKey
    secret: str


@dataclass(frozen=True, slots=True)
class Keys:
    """Makes, knows and revokes API keys."""

    store: ApiKeyStore
    memberships: MembershipStore
    clock: Clock
    new_id: NewId

    async def make(self, scope: Scope, user: User, wish: KeyWish) -> ShownKey:
        """Make a key for a person.

        Raises:
            InputError: it has no name, or could do nothing.
            ForbiddenError: the person lacks a capability that it is to have.
            NotFoundError: the person has no role in a room that it is to open.
            ConflictError: the person has too many keys, or the account is disabled.
        """
        _check_capabilities(user, wish.capabilities)
        _check_does_something(wish)
        await self._check_rooms(scope, user, wish.rooms)
        now, secret = self.clock(), new_key()
        key = ApiKey(
            id=self.new_id("key"),
            user_id=user.id,
            name=_checked_name(wish.name),
            prefix=shown_prefix(secret),
            created_at=now,
            rights=wish.rights,
            capabilities=wish.capabilities,
            rooms=wish.rooms,
            expires_at=None if wish.lasting is None else now + wish.lasting,
        )
        await self.store.add_key(scope, key, hashed(secret), most=MOST_KEYS)
        return ShownKey(key, secret)

    async def identify(self, key: str) -> Caller | None:
        """Return the caller with this API key.

        None: there is none, it is revoked or over, or its person is disabled.

        Raises:
            NotSignedInError: it is no whole key.
        """
        if not is_whole(key):
            raise NotSignedInError(
                f"That is no whole API key: it begins with `{BEGINNING}`, and its last letters fit "
                "the others. Copy it again."
            )
        found = await self.store.key(Scope(), hashed(key))
        return Caller(found[0], found[1]) if found else None

    async def of(self, scope: Scope, user_id: str) -> Sequence[ApiKey]:
        """Return a person's keys, newest first, those that open nothing any more too."""
        return await self.store.keys(scope, user_id)

    async def everybodys(self, scope: Scope) -> Sequence[ApiKey]:
        """Return all keys, newest first."""
        return await self.store.keys(scope, None)

    async def revoke(self, scope: Scope, key_id: str, *, user_id: str | None = None) -> ApiKey:
        """Let a key open nothing any more, from the next request on.

        Args:
            user_id: Only if it is this person's; None: whosoever it is.

        Raises:
            NotFoundError: there is none.
        """
        return await self.store.revoke_key(scope, key_id, user_id=user_id)

    async def _check_rooms(self, scope: Scope, user: User, rooms: frozenset[str] | None) -> None:
        if rooms is None:
            return
        own = await self.memberships.roles(scope, user.id)
        for room_id in sorted(rooms - set(own)):
            raise NotFoundError("room", room_id)


def _check_capabilities(user: User, wanted: frozenset[Capability]) -> None:
    lacking = sorted(wanted - _EVERYBODYS)
    if lacking and not user.administrator:
        raise ForbiddenError(
            f"A key with `{lacking[0]}` is an administrator's. Leave it out, or ask one of this "
            f"server's."
        )


def _check_does_something(wish: KeyWish) -> None:
    if wish.rooms is not None and not wish.rooms:
        raise InputError("`rooms` is empty. Name the rooms, or leave it out for all of yours.")
    if not wish.rights and not wish.capabilities:
        raise InputError("The key could do nothing. Give it `rights` in rooms or `capabilities`.")
    if wish.lasting is not None and wish.lasting <= timedelta(0):
        raise InputError("The key would be over at once. Give it a longer time.")


def _checked_name(text: str) -> str:
    name = " ".join(visible(" ".join(text.split())).split())
    if not name or len(name) > NAME_CHARS:
        raise InputError(
            f"A key's name has 1 to {NAME_CHARS} characters, and can be seen. Name the program "
            f"that will use it."
        )
    return name

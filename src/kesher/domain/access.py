"""Who may do what: people, their roles in rooms, and the caller of one request.

While there are no accounts, whoever reaches the server is the one local person, who may all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType


class RoomRole(StrEnum):
    """What a person is in a room. Each room has one owner."""

    VIEWER = "viewer"
    MEMBER = "member"
    MANAGER = "manager"
    OWNER = "owner"


class Right(StrEnum):
    """What a call needs in a room.

    `read`: the room, its documents and what was shared in it. `ask`: search, and threads and
    research of one's own. `write`: documents, and question sets. `manage`: people, invitations,
    name, languages, limits, archiving. `own`: transferring and deleting the room.
    """

    READ = "read"
    ASK = "ask"
    WRITE = "write"
    MANAGE = "manage"
    OWN = "own"


_VIEWER = frozenset({Right.READ, Right.ASK})
_MEMBER = _VIEWER | {Right.WRITE}
_MANAGER = _MEMBER | {Right.MANAGE}
RIGHTS: Mapping[RoomRole, frozenset[Right]] = MappingProxyType(
    {
        RoomRole.VIEWER: _VIEWER,
        RoomRole.MEMBER: _MEMBER,
        RoomRole.MANAGER: _MANAGER,
        RoomRole.OWNER: _MANAGER | {Right.OWN},
    }
)


@dataclass(frozen=True, slots=True)
class User:
    """A person with an account.

    Attributes:
        email: Lower case; what the person signs in with.
        administrator: May manage people and settings, and any room's people; to read a room it
            needs a role in it like everyone else.
        disabled_at: Since when the account lets nobody in; None: it does.
    """

    id: str
    email: str
    name: str
    created_at: datetime
    administrator: bool = False
    disabled_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Membership:
    """A person's role in a room."""

    room_id: str
    user_id: str
    role: RoomRole
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link by which people join a room. Only the hash of its secret is kept.

    Attributes:
        uses_left: How many may still join by it; None: any number.
    """

    id: str
    room_id: str
    role: RoomRole
    created_by: str
    created_at: datetime
    expires_at: datetime
    uses_left: int | None = None
    revoked_at: datetime | None = None

    def is_open(self, now: datetime) -> bool:
        """Tell whether somebody may still join by it."""
        return self.revoked_at is None and now < self.expires_at and self.uses_left != 0


class Capability(StrEnum):
    """What an API key may do beside its rights in rooms.

    `memory`: of its person, and of other names where the person administers. `agents` and
    `administration`: only while its person is an administrator.
    """

    MEMORY = "memory"
    AGENTS = "agents"
    ADMINISTRATION = "administration"


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key by which a program acts for a person, with no more rights than the person has.

    Attributes:
        rooms: The only rooms it opens; None: every room of its person.
        rights: The most that it may do in a room.
        prefix: Its first characters, by which a person tells keys apart.
    """

    id: str
    user_id: str
    name: str
    prefix: str
    created_at: datetime
    rights: frozenset[Right]
    capabilities: frozenset[Capability] = frozenset()
    rooms: frozenset[str] | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    used_at: datetime | None = None

    def is_open(self, now: datetime) -> bool:
        """Tell whether it still lets its program in."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf a request comes.

    Attributes:
        user: None: the local person of a server without accounts, who may all.
        key: The API key that the request carried; None: a session, or the local person.
        session_id: The session that it belongs to; empty: none.
    """

    user: User | None = None
    key: ApiKey | None = None
    session_id: str = field(default="", repr=False)

    @property
    def user_id(self) -> str | None:
        """Whose the things are that it makes; None: the local person's."""
        return self.user.id if self.user else None

    @property
    def administers(self) -> bool:
        """Whether it may manage people, settings and any room's people."""
        return self.may(Capability.ADMINISTRATION)

    def may(self, capability: Capability) -> bool:
        """Tell whether it may use agents, administration, or memory of other names than its own."""
        if self.user is None:
            return True
        return self.user.administrator and self._holds(capability)

    @property
    def remembers(self) -> bool:
        """Whether it may use its person's own memory."""
        return self._holds(Capability.MEMORY)

    def _holds(self, capability: Capability) -> bool:
        return self.key is None or capability in self.key.capabilities

    def rights_in(self, room_id: str, role: RoomRole | None) -> frozenset[Right]:
        """Return what it may do in a room where its person has this role (None: none)."""
        if self.user is None:
            return frozenset(Right)
        rights = RIGHTS[role] if role else frozenset[Right]()
        if self.key is None:
            return rights
        opens = self.key.rooms is None or room_id in self.key.rooms
        return rights & self.key.rights if opens else frozenset()


LOCAL = Caller()
"""Whoever reaches a server without accounts."""

"""Whose data a call may touch. Every store function takes one."""

from dataclasses import dataclass, field

DEFAULT_TENANT = "local"


@dataclass(frozen=True, slots=True)
class Scope:
    """One tenant, and within it one room where a call concerns a room.

    Attributes:
        user_id: On whose behalf the call is: what it makes is that person's, and of conversations
            and trajectories it finds that person's own (and threads that were shared). None: the
            local person's or the server's own, which finds all. Not a part of what is named: two
            people's scopes of one room are equal.
    """

    tenant_id: str = DEFAULT_TENANT
    user_id: str | None = field(default=None, compare=False, kw_only=True)

    @property
    def whole(self) -> "Scope":
        """The tenant and the person alone, for what concerns all rooms."""
        return Scope(self.tenant_id, user_id=self.user_id)


@dataclass(frozen=True, slots=True)
class RoomScope(Scope):
    """One room of one tenant."""

    room_id: str = ""

    def __post_init__(self) -> None:
        if not self.room_id:
            raise ValueError("A RoomScope needs a room_id.")

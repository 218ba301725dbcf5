"""What we ask of the database about roles in rooms."""

from collections.abc import Mapping
from typing import Protocol

from kesher.domain.access import Membership, RoomRole
from kesher.domain.scope import RoomScope, Scope


class MembershipStore(Protocol):
    """Who is what in which room. Every call is one transaction."""

    async def role(self, scope: RoomScope, user_id: str) -> RoomRole | None:
        """Return a person's role in the room; None: none, or there is no such room."""
        ...

    async def roles(self, scope: Scope, user_id: str) -> Mapping[str, RoomRole]:
        """Return a person's roles by room id, of every room where the person has one."""
        ...

    async def put_member(self, scope: RoomScope, user_id: str, role: RoomRole) -> Membership:
        """Give a person a role in the room, in place of another.

        Raises:
            NotFoundError: there is no such room or person.
            ConflictError: the room has another owner, or would be left without one.
        """
        ...

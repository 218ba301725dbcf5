"""The people of a room: who they are, and every change of it.

All changes of roles by people pass here, so that whatever must know of them (an audit) stands here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kesher.domain.access import Caller, Membership, Right, RoomRole
from kesher.domain.roles import By, Member
from kesher.domain.scope import RoomScope, Scope
from kesher.ports.memberships import MembershipStore
from kesher.ports.stores import RoomStore


def by(caller: Caller) -> By:
    """Return in whose right a caller changes the people of a room."""
    return By(caller.user_id, administers=caller.administers)


@dataclass(frozen=True, slots=True)
class Members:
    """Keeps who is what in which room."""

    rooms: RoomStore
    memberships: MembershipStore

    async def role(self, scope: RoomScope) -> RoomRole | None:
        """Return the role of the scope's person; None: none, or the local person."""
        if scope.user_id is None:
            return None
        return await self.memberships.role(scope, scope.user_id)

    async def roles(self, scope: Scope) -> Mapping[str, RoomRole]:
        """Return the roles of the scope's person by room id; the local person has none."""
        if scope.user_id is None:
            return {}
        return await self.memberships.roles(scope, scope.user_id)

    async def may_ask(self, caller: Caller) -> frozenset[str] | None:
        """Return the ids of the rooms that a caller may ask; None: all."""
        if caller.user is None:
            return None
        roles = await self.memberships.roles(Scope(), caller.user.id)
        return frozenset(
            room_id
            for room_id, role in roles.items()
            if Right.ASK in caller.rights_in(room_id, role)
        )

    async def members(self, scope: RoomScope) -> Sequence[Member]:
        """Return the room's people, highest role first, then by name.

        Raises:
            NotFoundError: there is no such room.
        """
        await self.rooms.room(scope)
        return await self.memberships.members(scope)

    async def put(
        self, scope: RoomScope, user_id: str, role: RoomRole, *, caller: Caller
    ) -> Membership:
        """Give a person a role. Raises as `MembershipStore.put_member`."""
        return await self.memberships.put_member(scope, user_id, role, by=by(caller))

    async def remove(self, scope: RoomScope, user_id: str, *, caller: Caller) -> None:
        """Take a person's role away; one's own, too. Raises as `MembershipStore.remove_member`."""
        await self.memberships.remove_member(scope, user_id, by=by(caller))

    async def transfer(self, scope: RoomScope, user_id: str, *, caller: Caller) -> Membership:
        """Make a person the room's owner. Raises as `MembershipStore.transfer`."""
        return await self.memberships.transfer(scope, user_id, by=by(caller))

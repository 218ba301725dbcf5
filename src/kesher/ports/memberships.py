"""What we ask of the database about roles in rooms, and about links by which people join."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kesher.domain.access import Invitation, Membership, RoomRole, User
from kesher.domain.roles import By, Member
from kesher.domain.scope import RoomScope, Scope


class MembershipStore(Protocol):
    """Who is what in which room. Every call is one transaction.

    Where `by` is given, the giver's own role is read in that transaction, so that somebody who is
    removed at the same moment changes nothing any more.
    """

    async def role(self, scope: RoomScope, user_id: str) -> RoomRole | None:
        """Return a person's role in the room; None: none, or there is no such room."""
        ...

    async def roles(self, scope: Scope, user_id: str) -> Mapping[str, RoomRole]:
        """Return a person's roles by room id, of every room where the person has one."""
        ...

    async def members(self, scope: RoomScope) -> Sequence[Member]:
        """Return the room's people, highest role first, then by name."""
        ...

    async def put_member(
        self, scope: RoomScope, user_id: str, role: RoomRole, *, by: By | None = None
    ) -> Membership:
        """Give a person a role in the room, in place of another.

        Args:
            by: Who gives it; None: the server itself.

        Raises:
            NotFoundError: there is no such room or person.
            ConflictError: the room has another owner, or would be left without one.
            ForbiddenError: the giver may not do that.
        """
        ...

    async def remove_member(self, scope: RoomScope, user_id: str, *, by: By) -> None:
        """Take a person's role away, and end the invitations that the person made.

        Everybody may leave but the owner.

        Raises:
            NotFoundError: there is no such room, or the person has no role in it.
            ConflictError: the person owns the room.
            ForbiddenError: `by` may not do that.
        """
        ...

    async def transfer(self, scope: RoomScope, user_id: str, *, by: By) -> Membership:
        """Make a person the owner; the owner until now becomes a manager.

        An administrator may choose anybody (a room whose owner is gone), an owner a member.

        Raises:
            NotFoundError: there is no such room or person, or the person is not in the room.
            ConflictError: the person's account is disabled.
            ForbiddenError: `by` does not own the room.
        """
        ...


@dataclass(frozen=True, slots=True)
class Invited:
    """What an invitation leads to, as whoever holds it may know."""

    invitation: Invitation
    room_name: str


class InvitationStore(Protocol):
    """Links by which people join rooms. `secret_hash` is that of `domain.secret_texts`."""

    async def add_invitation(
        self, scope: RoomScope, invitation: Invitation, secret_hash: str, *, by: By
    ) -> None:
        """Store an invitation.

        Raises:
            NotFoundError: there is no such room.
            ConflictError: it is for the owner's role.
            ForbiddenError: `by` may not give that role.
        """
        ...

    async def invitations(self, scope: RoomScope) -> Sequence[Invitation]:
        """Return the room's invitations, newest first, those that are over included."""
        ...

    async def revoke_invitation(self, scope: RoomScope, invitation_id: str) -> None:
        """End an invitation now.

        Raises:
            NotFoundError: the room has none of that id.
        """
        ...

    async def invited(self, scope: Scope, secret_hash: str) -> Invited:
        """Return what the open invitation of that secret leads to.

        Raises:
            NotFoundError: there is none, it is over, used up or revoked: the same words.
        """
        ...

    async def accept(self, scope: Scope, secret_hash: str, user_id: str) -> Membership:
        """Let a person join by an invitation; of two who take its last use at once, one does.

        Who has that role already, or a higher one, keeps it, and no use is taken.

        Raises:
            NotFoundError: as `invited`; or there is no such person.
        """
        ...

    async def accept_as_new(
        self, scope: Scope, secret_hash: str, user: User, password_hash: str
    ) -> Membership:
        """Make an account and let it join, both or neither.

        Raises:
            NotFoundError: as `invited`.
            ConflictError: as `AccountStore.create_account`.
        """
        ...

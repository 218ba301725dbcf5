"""Links by which people join a room, those who are new to the server too."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from kesher.app.members import by
from kesher.app.people.accounts import Accounts, NewPerson
from kesher.domain.access import Caller, Invitation, Membership, RoomRole, User
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.secret_texts import hashed, new_secret
from kesher.errors import ForbiddenError, InputError
from kesher.ports.clock import Clock, NewId
from kesher.ports.memberships import InvitationStore, Invited

MOST_HOURS = 24 * 90
MOST_USES = 1_000


@dataclass(frozen=True, slots=True)
class Offer:
    """What an invitation is for.

    Attributes:
        hours: For how long; above 0, at most 90 days.
        uses: How many may join by it; None: any number.
    """

    role: RoomRole
    hours: float
    uses: int | None = 1


@dataclass(frozen=True, slots=True)
class Invitations:
    """Makes and honours links. Only the hash of a link's secret is kept.

    Attributes:
        sign_up: Whether somebody without an account may make one by a link.
    """

    store: InvitationStore
    accounts: Accounts
    clock: Clock
    new_id: NewId
    sign_up: bool

    async def invite(
        self, scope: RoomScope, offer: Offer, *, caller: Caller
    ) -> tuple[Invitation, str]:
        """Return a new invitation and its secret, which is never shown again.

        Raises:
            InputError: it would end at once or too late, or nobody or too many could use it.
            NotFoundError, ConflictError, ForbiddenError: as `InvitationStore.add_invitation`.
        """
        _check(offer)
        now = self.clock()
        invitation = Invitation(
            id=self.new_id("inv"),
            room_id=scope.room_id,
            role=offer.role,
            created_by=caller.user_id or "",
            created_at=now,
            expires_at=now + timedelta(hours=offer.hours),
            uses_left=offer.uses,
        )
        secret = new_secret()
        await self.store.add_invitation(scope, invitation, hashed(secret), by=by(caller))
        return invitation, secret

    async def all(self, scope: RoomScope) -> Sequence[Invitation]:
        """Return the room's invitations, newest first, those that are over included."""
        return await self.store.invitations(scope)

    async def revoke(self, scope: RoomScope, invitation_id: str) -> None:
        """End an invitation now. Raises NotFoundError: the room has none of that id."""
        await self.store.revoke_invitation(scope, invitation_id)

    async def look(self, scope: Scope, secret: str) -> Invited:
        """Return what a link leads to. Raises NotFoundError: it is not open, or never was."""
        return await self.store.invited(scope, hashed(secret))

    async def accept(self, scope: Scope, secret: str, *, user_id: str) -> Membership:
        """Let a person join. Raises as `InvitationStore.accept`."""
        return await self.store.accept(scope, hashed(secret), user_id)

    async def accept_as_new(self, scope: Scope, secret: str, person: NewPerson) -> User:
        """Make an account for somebody and let them join, both or neither; return the account.

        Raises:
            ForbiddenError: this server makes no accounts by invitation.
            InputError: no password is given, or as `Accounts.prepare`.
            NotFoundError, ConflictError: as `InvitationStore.accept_as_new`.
        """
        if not self.sign_up:
            raise ForbiddenError(
                "This server makes no accounts by invitation. Ask an administrator for one, sign "
                "in, and open the link again."
            )
        await self.store.invited(scope, hashed(secret))  # before a slow hash is made for nobody
        if not person.password:
            raise InputError("Choose a password: the account has no other way in.")
        user, password_hash = await self.accounts.prepare(person)
        await self.store.accept_as_new(scope, hashed(secret), user, password_hash)
        return user


def _check(offer: Offer) -> None:
    if not 0 < offer.hours <= MOST_HOURS:
        raise InputError(
            f"An invitation cannot end after {offer.hours:g} hours. Give more than 0 and at most "
            f"{MOST_HOURS:,}."
        )
    if offer.uses is not None and not 1 <= offer.uses <= MOST_USES:
        raise InputError(f"An invitation is for 1 to {MOST_USES:,} people, not {offer.uses}.")

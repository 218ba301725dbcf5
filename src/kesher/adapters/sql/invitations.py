"""Transactions on links by which people join rooms."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, insert, select, update
from typing_extensions import override

from kesher.adapters.sql.access_tables import invitations
from kesher.adapters.sql.accounts import create_account, hold_accounts
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import in_room, lock_room
from kesher.adapters.sql.memberships import check_by, check_person, read_role, write_role
from kesher.adapters.sql.tables import rooms
from kesher.domain.access import Invitation, Membership, RoomRole, User
from kesher.domain.roles import By
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.clock import Clock
from kesher.ports.memberships import InvitationStore, Invited

_held = invitations.c
_ORDER = list(RoomRole)


class SqlInvitations(InvitationStore):
    """Invitations in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def add_invitation(
        self, scope: RoomScope, invitation: Invitation, secret_hash: str, *, by: By
    ) -> None:
        await self._database.write(add_invitation, scope, invitation, secret_hash, by=by)

    @override
    async def invitations(self, scope: RoomScope) -> Sequence[Invitation]:
        return await self._database.read(list_invitations, scope)

    @override
    async def revoke_invitation(self, scope: RoomScope, invitation_id: str) -> None:
        await self._database.write(revoke_invitation, scope, invitation_id, now=self._clock())

    @override
    async def invited(self, scope: Scope, secret_hash: str) -> Invited:
        return await self._database.read(find_invited, scope, secret_hash, now=self._clock())

    @override
    async def accept(self, scope: Scope, secret_hash: str, user_id: str) -> Membership:
        return await self._database.write(accept, scope, secret_hash, user_id, now=self._clock())

    @override
    async def accept_as_new(
        self, scope: Scope, secret_hash: str, user: User, password_hash: str
    ) -> Membership:
        return await self._database.write(
            accept_as_new, scope, secret_hash, user, password_hash, now=self._clock()
        )


def add_invitation(
    connection: Connection, scope: RoomScope, invitation: Invitation, secret_hash: str, *, by: By
) -> None:
    """Store an invitation to a role that its maker may give."""
    lock_room(connection, scope)
    check_by(connection, scope, by, None, invitation.role)
    connection.execute(
        insert(invitations).values(
            tenant_id=scope.tenant_id,
            id=invitation.id,
            room_id=scope.room_id,
            secret_hash=secret_hash,
            role=invitation.role,
            created_by=invitation.created_by,
            created_at=invitation.created_at,
            expires_at=invitation.expires_at,
            uses_left=invitation.uses_left,
        )
    )


def list_invitations(connection: Connection, scope: RoomScope) -> Sequence[Invitation]:
    """Return the room's invitations, newest first."""
    found = select(invitations).where(in_room(invitations, scope))
    newest = found.order_by(_held.created_at.desc(), _held.id.desc())
    return [_invitation_of(row) for row in connection.execute(newest)]


def revoke_invitation(
    connection: Connection, scope: RoomScope, invitation_id: str, *, now: datetime
) -> None:
    """End an invitation now; one that has ended stays as it is."""
    this = and_(in_room(invitations, scope), _held.id == invitation_id)
    if connection.scalar(select(_held.id).where(this)) is None:
        raise NotFoundError("invitation", invitation_id)
    ended = update(invitations).where(this, _held.revoked_at.is_(None))
    connection.execute(ended.values(revoked_at=now))


def find_invited(
    connection: Connection, scope: Scope, secret_hash: str, *, now: datetime
) -> Invited:
    """Return the open invitation of that secret and its room's name."""
    of = and_(rooms.c.tenant_id == _held.tenant_id, rooms.c.id == _held.room_id)
    found = (
        select(invitations, rooms.c.name.label("room_name"))
        .select_from(invitations.join(rooms, of))
        .where(_held.tenant_id == scope.tenant_id, _held.secret_hash == secret_hash)
    )
    row = connection.execute(found).first()
    invitation = _invitation_of(row) if row else None
    if row is None or invitation is None or not invitation.is_open(now):
        raise NotFoundError("open invitation", "of that address")
    return Invited(invitation, row.room_name)


def accept(
    connection: Connection, scope: Scope, secret_hash: str, user_id: str, *, now: datetime
) -> Membership:
    """Let a person join; who is that already, or more, keeps it."""
    room_id = find_invited(connection, scope, secret_hash, now=now).invitation.room_id
    room = RoomScope(scope.tenant_id, room_id)
    lock_room(connection, room)
    # Read again: somebody may have taken its last use before the room was ours.
    invitation = find_invited(connection, scope, secret_hash, now=now).invitation
    check_person(connection, scope, user_id)
    held = read_role(connection, room, user_id)
    if held is not None and _ORDER.index(held) >= _ORDER.index(invitation.role):
        return Membership(room_id, user_id, held, now)
    if invitation.uses_left is not None:
        this = and_(in_room(invitations, room), _held.id == invitation.id)
        connection.execute(
            update(invitations).where(this).values(uses_left=invitation.uses_left - 1)
        )
    return write_role(connection, room, user_id, invitation.role, now=now)


def accept_as_new(
    connection: Connection,
    scope: Scope,
    secret_hash: str,
    user: User,
    password_hash: str,
    *,
    now: datetime,
) -> Membership:
    """Make an account and let it join, both or neither."""
    hold_accounts(connection)
    find_invited(connection, scope, secret_hash, now=now)  # before it says which e-mails are taken
    create_account(connection, scope, user, password_hash)
    return accept(connection, scope, secret_hash, user.id, now=now)


def _invitation_of(row: Row[Any]) -> Invitation:
    return Invitation(
        id=row.id,
        room_id=row.room_id,
        role=row.role,
        created_by=row.created_by,
        created_at=row.created_at,
        expires_at=row.expires_at,
        uses_left=row.uses_left,
        revoked_at=row.revoked_at,
    )

"""Transactions on roles in rooms."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select
from typing_extensions import override

from kesher.adapters.sql.access_tables import memberships, users
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import in_room, lock_room, with_id
from kesher.domain.access import Membership, RoomRole
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.clock import Clock
from kesher.ports.memberships import MembershipStore

_held = memberships.c


class SqlMemberships(MembershipStore):
    """Roles in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def role(self, scope: RoomScope, user_id: str) -> RoomRole | None:
        return await self._database.read(read_role, scope, user_id)

    @override
    async def roles(self, scope: Scope, user_id: str) -> Mapping[str, RoomRole]:
        return await self._database.read(read_roles, scope, user_id)

    @override
    async def put_member(self, scope: RoomScope, user_id: str, role: RoomRole) -> Membership:
        return await self._database.write(put_member, scope, user_id, role, now=self._clock())


def read_role(connection: Connection, scope: RoomScope, user_id: str) -> RoomRole | None:
    """Return a person's role in the room; None: none."""
    found = select(_held.role).where(in_room(memberships, scope), _held.user_id == user_id)
    role: RoomRole | None = connection.scalar(found)
    return role


def read_roles(connection: Connection, scope: Scope, user_id: str) -> Mapping[str, RoomRole]:
    """Return a person's roles by room id."""
    found = select(_held.room_id, _held.role).where(
        _held.tenant_id == scope.tenant_id, _held.user_id == user_id
    )
    return {row.room_id: row.role for row in connection.execute(found)}


def put_member(
    connection: Connection, scope: RoomScope, user_id: str, role: RoomRole, *, now: datetime
) -> Membership:
    """Give a person a role in the room; the room's owner stays its one owner."""
    lock_room(connection, scope)
    if connection.scalar(select(users.c.id).where(with_id(users, scope, user_id))) is None:
        raise NotFoundError("person", user_id)
    owner = connection.scalar(
        select(_held.user_id).where(in_room(memberships, scope), _held.role == RoomRole.OWNER)
    )
    if role is RoomRole.OWNER and owner not in (None, user_id):
        raise ConflictError("The room has an owner. Transfer it instead.")
    if owner == user_id and role is not RoomRole.OWNER:
        raise ConflictError("A room is never without its owner. Transfer it to somebody first.")
    connection.execute(
        delete(memberships).where(in_room(memberships, scope), _held.user_id == user_id)
    )
    made = Membership(scope.room_id, user_id, role, now)
    connection.execute(
        insert(memberships).values(
            tenant_id=scope.tenant_id,
            room_id=made.room_id,
            user_id=made.user_id,
            role=made.role,
            created_at=made.created_at,
        )
    )
    return made

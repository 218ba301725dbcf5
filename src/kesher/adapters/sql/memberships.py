"""Transactions on roles in rooms."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, and_, delete, insert, select, update
from typing_extensions import override

from kesher.adapters.sql.access_tables import invitations, memberships, users
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import in_room, lock_room, with_id
from kesher.domain.access import Membership, RoomRole
from kesher.domain.roles import By, Member, check_gives, check_owner_stays
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, ForbiddenError, NotFoundError
from kesher.ports.clock import Clock
from kesher.ports.memberships import MembershipStore

_held = memberships.c
_HIGHEST_FIRST = tuple(reversed(RoomRole))


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
    async def members(self, scope: RoomScope) -> Sequence[Member]:
        return await self._database.read(list_members, scope)

    @override
    async def put_member(
        self, scope: RoomScope, user_id: str, role: RoomRole, *, by: By | None = None
    ) -> Membership:
        return await self._database.write(
            put_member, scope, user_id, role, by=by, now=self._clock()
        )

    @override
    async def remove_member(self, scope: RoomScope, user_id: str, *, by: By) -> None:
        await self._database.write(remove_member, scope, user_id, by=by, now=self._clock())

    @override
    async def transfer(self, scope: RoomScope, user_id: str, *, by: By) -> Membership:
        return await self._database.write(transfer, scope, user_id, by=by, now=self._clock())


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


def list_members(connection: Connection, scope: RoomScope) -> Sequence[Member]:
    """Return the room's people, highest role first, then by name."""
    of = and_(users.c.tenant_id == _held.tenant_id, users.c.id == _held.user_id)
    found = (
        select(memberships, users.c.name, users.c.email, users.c.disabled_at)
        .select_from(memberships.join(users, of))
        .where(in_room(memberships, scope))
    )
    people = [
        Member(row.user_id, row.name, row.email, row.role, row.created_at, bool(row.disabled_at))
        for row in connection.execute(found)
    ]
    # Sorted here: the order of Hebrew and Latin names depends on a database's locale.
    return sorted(people, key=lambda one: (_HIGHEST_FIRST.index(one.role), one.name, one.user_id))


def put_member(
    connection: Connection,
    scope: RoomScope,
    user_id: str,
    role: RoomRole,
    *,
    by: By | None,
    now: datetime,
) -> Membership:
    """Give a person a role in the room; the room's owner stays its one owner."""
    lock_room(connection, scope)
    check_person(connection, scope, user_id)
    held = read_role(connection, scope, user_id)
    if by is not None:
        check_by(connection, scope, by, held, role)
    elif role is not RoomRole.OWNER or _owner(connection, scope) is not None:
        check_owner_stays(held, role)
    if role not in (RoomRole.MANAGER, RoomRole.OWNER):
        _end_invitations(connection, scope, user_id, now=now)
    return write_role(connection, scope, user_id, role, now=now)


def remove_member(
    connection: Connection, scope: RoomScope, user_id: str, *, by: By, now: datetime
) -> None:
    """Take a person's role away; everybody may leave but the owner."""
    lock_room(connection, scope)
    held = read_role(connection, scope, user_id)
    if held is None:
        raise NotFoundError("person in the room", user_id)
    if by.user_id == user_id:
        check_owner_stays(held, None)
    else:
        check_by(connection, scope, by, held, None)
    _end_invitations(connection, scope, user_id, now=now)
    connection.execute(
        delete(memberships).where(in_room(memberships, scope), _held.user_id == user_id)
    )


def transfer(
    connection: Connection, scope: RoomScope, user_id: str, *, by: By, now: datetime
) -> Membership:
    """Make a person the owner, and the owner until now a manager."""
    lock_room(connection, scope)
    owner = _owner(connection, scope)
    if not by.administers and by.user_id != owner:
        raise ForbiddenError("Only the room's owner transfers it. Ask the owner.")
    check_person(connection, scope, user_id)
    if not by.administers and read_role(connection, scope, user_id) is None:
        raise NotFoundError("person in the room", user_id)
    if owner is not None and owner != user_id:
        write_role(connection, scope, owner, RoomRole.MANAGER, now=now)
    return write_role(connection, scope, user_id, RoomRole.OWNER, now=now)


def check_by(
    connection: Connection,
    scope: RoomScope,
    by: By,
    held: RoomRole | None,
    given: RoomRole | None,
) -> None:
    """Refuse a change that `by` may not make, by the role that `by` has now."""
    if by.administers:
        check_owner_stays(held, given)
    else:
        check_gives(read_role(connection, scope, by.user_id or ""), held, given)


def check_person(connection: Connection, scope: Scope, user_id: str) -> None:
    """Refuse a person who is not there, or whose account lets nobody in."""
    found = select(users.c.id, users.c.disabled_at).where(with_id(users, scope, user_id))
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("person", user_id)
    if row.disabled_at is not None:
        raise ConflictError("That account is disabled. Let it be enabled first, or choose another.")


def write_role(
    connection: Connection, scope: RoomScope, user_id: str, role: RoomRole, *, now: datetime
) -> Membership:
    """Store a role in place of another, unchecked, in a room that is held."""
    this = and_(in_room(memberships, scope), _held.user_id == user_id)
    changed = update(memberships).where(this).values(role=role, created_at=now)
    if not connection.execute(changed).rowcount:
        connection.execute(
            insert(memberships).values(
                tenant_id=scope.tenant_id,
                room_id=scope.room_id,
                user_id=user_id,
                role=role,
                created_at=now,
            )
        )
    return Membership(scope.room_id, user_id, role, now)


def _owner(connection: Connection, scope: RoomScope) -> str | None:
    owner = _held.role == RoomRole.OWNER
    found: str | None = connection.scalar(
        select(_held.user_id).where(in_room(memberships, scope), owner)
    )
    return found


def _end_invitations(
    connection: Connection, scope: RoomScope, user_id: str, *, now: datetime
) -> None:
    """Let nobody join by the word of somebody who may not give it any more."""
    connection.execute(
        update(invitations)
        .where(
            in_room(invitations, scope),
            invitations.c.created_by == user_id,
            invitations.c.revoked_at.is_(None),
        )
        .values(revoked_at=now)
    )

"""Transactions on accounts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, literal, or_, select, text, update
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.access_tables import (
    invitations,
    memberships,
    one_time_links,
    sessions,
    users,
)
from kesher.adapters.sql.api_key_tables import api_keys
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import with_id
from kesher.domain.access import RoomRole, User
from kesher.domain.accounts import AccountChange, Credentials, Identity, KeysAfter
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.accounts import AccountStore
from kesher.ports.clock import Clock

_held = users.c


class SqlAccounts(AccountStore):
    """Accounts in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def any_account(self, scope: Scope) -> bool:
        return await self._database.read(has_accounts, scope)

    @override
    async def account(self, scope: Scope, user_id: str) -> User:
        return await self._database.read(read_account, scope, user_id)

    @override
    async def accounts(self, scope: Scope) -> Sequence[User]:
        return await self._database.read(list_accounts, scope)

    @override
    async def credentials(self, scope: Scope, email: str) -> Credentials | None:
        return await self._database.read(find_credentials, scope, email)

    @override
    async def identified(self, scope: Scope, identity: Identity) -> User | None:
        return await self._database.read(find_identified, scope, identity)

    @override
    async def create_account(self, scope: Scope, user: User, password_hash: str = "") -> User:
        return await self._database.write(create_account, scope, user, password_hash)

    @override
    async def update_account(self, scope: Scope, user_id: str, change: AccountChange) -> User:
        return await self._database.write(update_account, scope, user_id, change, now=self._clock())

    @override
    async def set_password(
        self,
        scope: Scope,
        user_id: str,
        password_hash: str,
        *,
        kept_session: str = "",
        revoke_keys: bool = False,
    ) -> KeysAfter:
        new = NewHash(password_hash, self._clock(), kept_session, revoke_keys)
        return await self._database.write(set_password, scope, user_id, new)

    @override
    async def replace_hash(self, scope: Scope, user_id: str, *, old: str, new: str) -> None:
        await self._database.write(replace_hash, scope, user_id, old=old, new=new)

    @override
    async def bind_identity(self, scope: Scope, user_id: str, identity: Identity) -> None:
        await self._database.write(bind_identity, scope, user_id, identity, now=self._clock())


def user_of(row: Row[Any]) -> User:
    """Return the person of a row of `users`."""
    return User(
        id=row.id,
        email=row.email,
        name=row.name,
        created_at=row.created_at,
        administrator=row.administrator,
        disabled_at=row.disabled_at,
    )


def has_accounts(connection: Connection, scope: Scope) -> bool:
    """Tell whether there is an account."""
    found = select(literal(1)).where(_held.tenant_id == scope.tenant_id).limit(1)
    return connection.scalar(found) is not None


def read_account(connection: Connection, scope: Scope, user_id: str) -> User:
    """Return an account. Raises NotFoundError if there is none."""
    row = connection.execute(select(users).where(with_id(users, scope, user_id))).first()
    if row is None:
        raise NotFoundError("person", user_id)
    return user_of(row)


def list_accounts(connection: Connection, scope: Scope) -> Sequence[User]:
    """Return every account, by name and e-mail."""
    found = select(users).where(_held.tenant_id == scope.tenant_id)
    rows = connection.execute(found.order_by(_held.name, _held.email))
    return [user_of(row) for row in rows]


def find_credentials(connection: Connection, scope: Scope, email: str) -> Credentials | None:
    """Return whoever signs in with this e-mail."""
    found = select(users).where(_held.tenant_id == scope.tenant_id, _held.email == email)
    row = connection.execute(found).first()
    return Credentials(user_of(row), row.password_hash or "") if row else None


def find_identified(connection: Connection, scope: Scope, identity: Identity) -> User | None:
    """Return whose identity it is."""
    found = select(users).where(
        _held.tenant_id == scope.tenant_id,
        _held.oidc_issuer == identity.issuer,
        _held.oidc_subject == identity.subject,
    )
    row = connection.execute(found).first()
    return user_of(row) if row else None


def create_account(connection: Connection, scope: Scope, user: User, password_hash: str) -> User:
    """Store an account; the first one owns whatever belongs to nobody."""
    hold_accounts(connection)
    first = not has_accounts(connection, scope)
    if first and not (user.administrator and user.disabled_at is None):
        raise ConflictError("The first account is an administrator's. Make that one first.")
    if find_credentials(connection, scope, user.email) is not None:
        raise ConflictError(
            f"`{user.email}` has an account already. Set its password anew, or use another e-mail."
        )
    connection.execute(
        insert(users).values(
            tenant_id=scope.tenant_id,
            id=user.id,
            email=user.email,
            name=user.name,
            administrator=user.administrator,
            password_hash=password_hash or None,
            created_at=user.created_at,
            disabled_at=user.disabled_at,
        )
    )
    if first:
        _own_what_is_nobodys(connection, scope, user)
    return user


def update_account(
    connection: Connection, scope: Scope, user_id: str, change: AccountChange, *, now: datetime
) -> User:
    """Change an account, unless no administrator would be left who may sign in."""
    hold_accounts(connection)
    before = read_account(connection, scope, user_id)
    values: dict[str, object] = {}
    if change.name is not None:
        values["name"] = change.name
    if change.administrator is not None:
        values["administrator"] = change.administrator
    if change.disabled is not None:
        values["disabled_at"] = (before.disabled_at or now) if change.disabled else None
    if values:
        connection.execute(update(users).where(with_id(users, scope, user_id)).values(**values))
    _check_administered(connection, scope)
    if change.disabled:
        _end_what_stood_on_the_password(connection, scope, user_id)
        _end_invitations(connection, scope, user_id, now=now)
    return read_account(connection, scope, user_id)


@dataclass(frozen=True, slots=True)
class NewHash:
    """A password's hash, when it is set, and what that ends beside sessions and links."""

    password_hash: str
    now: datetime
    kept_session: str = ""
    revoke_keys: bool = False


def set_password(connection: Connection, scope: Scope, user_id: str, new: NewHash) -> KeysAfter:
    """Set a password; end the sessions and the links that stood on the one before."""
    this = with_id(users, scope, user_id)
    changed = connection.execute(update(users).where(this).values(password_hash=new.password_hash))
    if not changed.rowcount:
        raise NotFoundError("person", user_id)
    _end_what_stood_on_the_password(connection, scope, user_id, kept_session=new.kept_session)
    valid = _open_keys(connection, scope, user_id, now=new.now)
    if not new.revoke_keys:
        return KeysAfter(valid)
    _end_keys(connection, scope, user_id, now=new.now)
    return KeysAfter(0, revoked=valid)


def end_sessions(connection: Connection, scope: Scope, user_id: str, *, kept: str = "") -> None:
    """End a person's sessions but the one of id `kept`."""
    connection.execute(
        delete(sessions).where(
            sessions.c.tenant_id == scope.tenant_id,
            sessions.c.user_id == user_id,
            sessions.c.id != kept,
        )
    )


def replace_hash(connection: Connection, scope: Scope, user_id: str, *, old: str, new: str) -> None:
    """Store the same password's newer hash, unless the password has changed meanwhile."""
    this = update(users).where(with_id(users, scope, user_id), _held.password_hash == old)
    connection.execute(this.values(password_hash=new))


def bind_identity(
    connection: Connection, scope: Scope, user_id: str, identity: Identity, *, now: datetime
) -> None:
    """Let a person come in by an identity, and nobody who claimed the e-mail before them."""
    hold_accounts(connection)
    owner = find_identified(connection, scope, identity)
    if owner is not None and owner.id != user_id:
        raise ConflictError("That identity belongs to another account. Sign in with that one.")
    read_account(connection, scope, user_id)
    if owner is not None:
        return
    # An address may be given to somebody else; the first identity stays the account's one.
    bound = connection.execute(
        update(users)
        .where(with_id(users, scope, user_id), _held.oidc_subject.is_(None))
        .values(oidc_issuer=identity.issuer, oidc_subject=identity.subject, password_hash=None)
    )
    if not bound.rowcount:
        raise ConflictError(
            "This account is another identity's already. Ask an administrator for one of your own."
        )
    _end_what_stood_on_the_password(connection, scope, user_id)
    _end_keys(connection, scope, user_id, now=now)


def hold_accounts(connection: Connection) -> None:
    """Let nobody else change who there is until this transaction ends."""
    if connection.dialect.name == "postgresql":
        # Rows cannot be held that are not there yet, such as the first administrator's.
        connection.execute(text("LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE"))


def _end_what_stood_on_the_password(
    connection: Connection, scope: Scope, user_id: str, *, kept_session: str = ""
) -> None:
    end_sessions(connection, scope, user_id, kept=kept_session)
    connection.execute(
        delete(one_time_links).where(
            one_time_links.c.tenant_id == scope.tenant_id, one_time_links.c.user_id == user_id
        )
    )


def _open_keys(connection: Connection, scope: Scope, user_id: str, *, now: datetime) -> int:
    keys = api_keys.c
    found = select(func.count()).where(
        keys.tenant_id == scope.tenant_id,
        keys.user_id == user_id,
        keys.revoked_at.is_(None),
        or_(keys.expires_at.is_(None), keys.expires_at > now),
    )
    return connection.scalar(found) or 0


def _end_keys(connection: Connection, scope: Scope, user_id: str, *, now: datetime) -> None:
    keys = api_keys.c
    whose = (keys.tenant_id == scope.tenant_id, keys.user_id == user_id)
    connection.execute(
        update(api_keys).where(*whose, keys.revoked_at.is_(None)).values(revoked_at=now)
    )


def _end_invitations(connection: Connection, scope: Scope, user_id: str, *, now: datetime) -> None:
    """Let nobody join by the word of a person who was shut out: it may be they themselves."""
    links = invitations.c
    whose = (links.tenant_id == scope.tenant_id, links.created_by == user_id)
    connection.execute(
        update(invitations).where(*whose, links.revoked_at.is_(None)).values(revoked_at=now)
    )


def _check_administered(connection: Connection, scope: Scope) -> None:
    left = connection.scalar(
        select(func.count()).where(
            _held.tenant_id == scope.tenant_id,
            _held.administrator.is_(True),
            _held.disabled_at.is_(None),
        )
    )
    if not left:
        raise ConflictError(
            "That would leave nobody who administers the server. Make somebody else an "
            "administrator first."
        )


def _own_what_is_nobodys(connection: Connection, scope: Scope, user: User) -> None:
    rooms = tables.rooms.c
    owned = select(memberships.c.room_id).where(
        memberships.c.tenant_id == scope.tenant_id, memberships.c.role == RoomRole.OWNER
    )
    nobodys = select(
        literal(scope.tenant_id),
        rooms.id,
        literal(user.id),
        literal(RoomRole.OWNER, memberships.c.role.type),
        literal(user.created_at, memberships.c.created_at.type),
    ).where(rooms.tenant_id == scope.tenant_id, rooms.id.not_in(owned))
    columns = ["tenant_id", "room_id", "user_id", "role", "created_at"]
    connection.execute(insert(memberships).from_select(columns, nobodys))
    for table in (tables.threads, tables.trajectories):
        connection.execute(
            update(table)
            .where(table.c.tenant_id == scope.tenant_id, table.c.user_id.is_(None))
            .values(user_id=user.id)
        )

"""Transactions on links that do one thing once."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select
from typing_extensions import override

from kesher.adapters.sql.access_tables import one_time_links
from kesher.adapters.sql.accounts import (
    NewHash,
    create_account,
    has_accounts,
    hold_accounts,
    read_account,
    set_password,
)
from kesher.adapters.sql.database import Database
from kesher.domain.access import User
from kesher.domain.accounts import KeysAfter, LinkKind, OneTimeLink
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.accounts import LinkStore
from kesher.ports.clock import Clock

_held = one_time_links.c


class SqlLinks(LinkStore):
    """One-time links in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def put_link(self, scope: Scope, link: OneTimeLink, secret_hash: str) -> None:
        await self._database.write(put_link, scope, link, secret_hash)

    @override
    async def link(self, scope: Scope, kind: LinkKind, secret_hash: str) -> OneTimeLink | None:
        now = self._clock()
        return await self._database.read(find_link, scope, kind, secret_hash, now=now)

    @override
    async def use_link_for_first(
        self, scope: Scope, secret_hash: str, user: User, password_hash: str
    ) -> User:
        now = self._clock()
        return await self._database.write(
            make_first, scope, secret_hash, user, password_hash, now=now
        )

    @override
    async def use_link_for_password(
        self, scope: Scope, secret_hash: str, password_hash: str, *, revoke_keys: bool = False
    ) -> KeysAfter:
        new = NewHash(password_hash, self._clock(), revoke_keys=revoke_keys)
        return await self._database.write(reset_password, scope, secret_hash, new)


def put_link(connection: Connection, scope: Scope, link: OneTimeLink, secret_hash: str) -> None:
    """Store a link in place of those of the same kind for the same person."""
    if link.kind is LinkKind.FIRST_ADMINISTRATOR:
        hold_accounts(connection)
        _check_empty(connection, scope)
    same = and_(_held.tenant_id == scope.tenant_id, _held.kind == link.kind)
    connection.execute(delete(one_time_links).where(same, _whose(link.user_id)))
    connection.execute(
        insert(one_time_links).values(
            tenant_id=scope.tenant_id,
            secret_hash=secret_hash,
            kind=link.kind,
            user_id=link.user_id,
            created_by=link.created_by,
            created_at=link.created_at,
            expires_at=link.expires_at,
        )
    )


def find_link(
    connection: Connection, scope: Scope, kind: LinkKind, secret_hash: str, *, now: datetime
) -> OneTimeLink | None:
    """Return the link of that secret, if it is still good."""
    this = _this(scope, kind, secret_hash)
    row = connection.execute(select(one_time_links).where(this, _held.expires_at > now)).first()
    if row is None:
        return None
    return OneTimeLink(kind, row.created_at, row.expires_at, row.user_id, row.created_by)


def make_first(
    connection: Connection,
    scope: Scope,
    secret_hash: str,
    user: User,
    password_hash: str,
    *,
    now: datetime,
) -> User:
    """Make the first administrator by a link."""
    hold_accounts(connection)
    _take(connection, scope, LinkKind.FIRST_ADMINISTRATOR, secret_hash, now=now)
    _check_empty(connection, scope)
    return create_account(connection, scope, user, password_hash)


def reset_password(
    connection: Connection, scope: Scope, secret_hash: str, new: NewHash
) -> KeysAfter:
    """Set a person's password by a link."""
    link = _take(connection, scope, LinkKind.PASSWORD, secret_hash, now=new.now)
    user = read_account(connection, scope, link.user_id or "")
    if user.disabled_at:
        raise _gone()
    return set_password(connection, scope, user.id, new)


def _take(
    connection: Connection, scope: Scope, kind: LinkKind, secret_hash: str, *, now: datetime
) -> OneTimeLink:
    """Use a link up. Of two in a race, one gets it."""
    link = find_link(connection, scope, kind, secret_hash, now=now)
    used = connection.execute(delete(one_time_links).where(_this(scope, kind, secret_hash)))
    if link is None or not used.rowcount:
        raise _gone()
    return link


def _check_empty(connection: Connection, scope: Scope) -> None:
    if has_accounts(connection, scope):
        raise ConflictError("The first administrator is there already. Ask them for an account.")


def _this(scope: Scope, kind: LinkKind, secret_hash: str) -> ColumnElement[bool]:
    return and_(
        _held.tenant_id == scope.tenant_id, _held.kind == kind, _held.secret_hash == secret_hash
    )


def _whose(user_id: str | None) -> ColumnElement[bool]:
    return _held.user_id.is_(None) if user_id is None else _held.user_id == user_id


def _gone() -> NotFoundError:
    return NotFoundError("open link", "of that address")

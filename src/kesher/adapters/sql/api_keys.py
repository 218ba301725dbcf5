"""Transactions on API keys."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, insert, or_, select, update
from typing_extensions import override

from kesher.adapters.sql.access_tables import users
from kesher.adapters.sql.accounts import read_account, user_of
from kesher.adapters.sql.api_key_tables import api_keys
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import with_id
from kesher.domain.access import ApiKey, Capability, Right, User
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.api_keys import ApiKeyStore
from kesher.ports.clock import Clock

_USED_EVERY = timedelta(minutes=1)
"""How exactly it is known when a key was last used: a write for each request would be dear."""

_held = api_keys.c


class SqlApiKeys(ApiKeyStore):
    """API keys in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def add_key(self, scope: Scope, key: ApiKey, secret_hash: str, *, most: int) -> None:
        await self._database.write(add_key, scope, key, secret_hash, most=most)

    @override
    async def key(self, scope: Scope, secret_hash: str) -> tuple[User, ApiKey] | None:
        now = self._clock()
        found = await self._database.read(find_key, scope, secret_hash)
        if found is None or found[0].disabled_at is not None or not found[1].is_open(now):
            return None
        used = found[1].used_at
        if used is None or now - used > _USED_EVERY:
            await self._database.write(note_use, scope, found[1].id, now=now)
        return found

    @override
    async def keys(self, scope: Scope, user_id: str | None) -> Sequence[ApiKey]:
        return await self._database.read(list_keys, scope, user_id)

    @override
    async def revoke_key(self, scope: Scope, key_id: str, *, user_id: str | None) -> ApiKey:
        now = self._clock()
        return await self._database.write(revoke_key, scope, key_id, user_id=user_id, now=now)


def add_key(
    connection: Connection, scope: Scope, key: ApiKey, secret_hash: str, *, most: int
) -> None:
    """Store a key, unless its person has too many."""
    person = select(users.c.id).where(with_id(users, scope, key.user_id))
    connection.execute(person.with_for_update())  # so that two at once are counted
    if read_account(connection, scope, key.user_id).disabled_at is not None:
        raise ConflictError("The account is disabled. Enable it before it gets a key.")
    if _open_keys(connection, scope, key.user_id, now=key.created_at) >= most:
        raise ConflictError(f"There are {most} API keys already. Revoke those no longer used.")
    connection.execute(
        insert(api_keys).values(
            tenant_id=scope.tenant_id,
            id=key.id,
            user_id=key.user_id,
            secret_hash=secret_hash,
            name=key.name,
            prefix=key.prefix,
            rights=_words(key.rights),
            capabilities=_words(key.capabilities),
            rooms=None if key.rooms is None else tuple(sorted(key.rooms)),
            created_at=key.created_at,
            expires_at=key.expires_at,
            revoked_at=key.revoked_at,
            used_at=key.used_at,
        )
    )


def find_key(connection: Connection, scope: Scope, secret_hash: str) -> tuple[User, ApiKey] | None:
    """Return a key and for whom it speaks, whether it is open or not."""
    found = select(api_keys).where(
        _held.tenant_id == scope.tenant_id, _held.secret_hash == secret_hash
    )
    row = connection.execute(found).first()
    if row is None:
        return None
    person = connection.execute(select(users).where(with_id(users, scope, row.user_id))).one()
    return user_of(person), _key(row)


def note_use(connection: Connection, scope: Scope, key_id: str, *, now: datetime) -> None:
    """Note that a key was used now."""
    earlier = or_(_held.used_at.is_(None), _held.used_at < now)
    this = update(api_keys).where(with_id(api_keys, scope, key_id), earlier)
    connection.execute(this.values(used_at=now))


def list_keys(connection: Connection, scope: Scope, user_id: str | None) -> Sequence[ApiKey]:
    """Return a person's keys, or everybody's, newest first."""
    found = select(api_keys).where(_held.tenant_id == scope.tenant_id)
    if user_id is not None:
        found = found.where(_held.user_id == user_id)
    rows = connection.execute(found.order_by(_held.created_at.desc(), _held.id))
    return [_key(row) for row in rows]


def revoke_key(
    connection: Connection, scope: Scope, key_id: str, *, user_id: str | None, now: datetime
) -> ApiKey:
    """Revoke a key and return it. Raises NotFoundError if there is none, or not this person's."""
    this = with_id(api_keys, scope, key_id)
    row = connection.execute(select(api_keys).where(this)).first()
    if row is None or user_id not in (None, row.user_id):
        raise NotFoundError("API key", key_id)
    still_open = update(api_keys).where(this, _held.revoked_at.is_(None))
    connection.execute(still_open.values(revoked_at=now))
    return _key(connection.execute(select(api_keys).where(this)).one())


def _open_keys(connection: Connection, scope: Scope, user_id: str, *, now: datetime) -> int:
    lasting = or_(_held.expires_at.is_(None), _held.expires_at > now)
    found = select(func.count()).where(
        _held.tenant_id == scope.tenant_id,
        _held.user_id == user_id,
        _held.revoked_at.is_(None),
        lasting,
    )
    return connection.scalar(found) or 0


def _words(words: frozenset[Right] | frozenset[Capability]) -> tuple[str, ...]:
    return tuple(sorted(str(word) for word in words))


def _key(row: Row[Any]) -> ApiKey:
    return ApiKey(
        id=row.id,
        user_id=row.user_id,
        name=row.name,
        prefix=row.prefix,
        created_at=row.created_at,
        rights=frozenset(Right(word) for word in row.rights),
        capabilities=frozenset(Capability(word) for word in row.capabilities),
        rooms=None if row.rooms is None else frozenset(row.rooms),
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        used_at=row.used_at,
    )

"""Transactions on sessions, and on how often something was tried."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, case, delete, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert
from typing_extensions import override

from kesher.adapters.sql.access_tables import sessions, tries
from kesher.adapters.sql.accounts import end_sessions, read_account
from kesher.adapters.sql.database import Database
from kesher.domain.access import User
from kesher.domain.accounts import Session, Tries
from kesher.domain.scope import Scope
from kesher.domain.secret_texts import hashed
from kesher.errors import NotFoundError
from kesher.ports.accounts import SessionStore
from kesher.ports.clock import Clock

_SEEN_EVERY = timedelta(minutes=1)
"""How exactly it is known when a session was last used: a write for each request would be dear."""

_held = sessions.c


class SqlSessions(SessionStore):
    """Sessions in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @override
    async def open_session(self, scope: Scope, session: Session, secret_hash: str) -> None:
        await self._database.write(open_session, scope, session, secret_hash)

    @override
    async def session(
        self, scope: Scope, secret_hash: str, *, idle: timedelta
    ) -> tuple[User, Session] | None:
        now = self._clock()
        found = await self._database.read(find_session, scope, secret_hash)
        if found is None or not found[1].is_open(now, idle=idle):
            return None
        if now - found[1].seen_at > _SEEN_EVERY:
            await self._database.write(note_use, scope, secret_hash, now=now)
        return found

    @override
    async def sessions(self, scope: Scope, user_id: str, *, idle: timedelta) -> Sequence[Session]:
        found = await self._database.read(list_sessions, scope, user_id)
        now = self._clock()
        return [session for session in found if session.is_open(now, idle=idle)]

    @override
    async def end_session(self, scope: Scope, user_id: str, session_id: str) -> None:
        await self._database.write(end_session, scope, user_id, session_id)

    @override
    async def end_sessions(self, scope: Scope, user_id: str, *, kept: str = "") -> None:
        await self._database.write(end_sessions, scope, user_id, kept=kept)

    @override
    async def count_try(self, scope: Scope, subject: str, *, stretch: timedelta) -> Tries:
        now = self._clock()
        return await self._database.write(count_try, scope, subject, now=now, stretch=stretch)

    @override
    async def forgive_try(self, scope: Scope, subject: str) -> None:
        await self._database.write(forgive_try, scope, subject)

    @override
    async def forget_tries(self, scope: Scope, subject: str) -> None:
        await self._database.write(forget_tries, scope, subject)


def open_session(connection: Connection, scope: Scope, session: Session, secret_hash: str) -> None:
    """Store a session in place of those of its person that are over."""
    connection.execute(
        delete(sessions).where(
            _held.tenant_id == scope.tenant_id,
            _held.user_id == session.user_id,
            _held.expires_at <= session.created_at,
        )
    )
    connection.execute(
        insert(sessions).values(
            tenant_id=scope.tenant_id,
            secret_hash=secret_hash,
            id=session.id,
            user_id=session.user_id,
            client=session.client,
            created_at=session.created_at,
            seen_at=session.seen_at,
            expires_at=session.expires_at,
        )
    )


def find_session(
    connection: Connection, scope: Scope, secret_hash: str
) -> tuple[User, Session] | None:
    """Return a session and whose it is, unless the account is disabled."""
    found = select(sessions).where(
        _held.tenant_id == scope.tenant_id, _held.secret_hash == secret_hash
    )
    row = connection.execute(found).first()
    if row is None:
        return None
    user = read_account(connection, scope, row.user_id)
    return None if user.disabled_at else (user, _session(row))


def note_use(connection: Connection, scope: Scope, secret_hash: str, *, now: datetime) -> None:
    """Note that a session was used now."""
    this = update(sessions).where(
        _held.tenant_id == scope.tenant_id, _held.secret_hash == secret_hash, _held.seen_at < now
    )
    connection.execute(this.values(seen_at=now))


def list_sessions(connection: Connection, scope: Scope, user_id: str) -> Sequence[Session]:
    """Return a person's sessions, last used first."""
    found = select(sessions).where(_held.tenant_id == scope.tenant_id, _held.user_id == user_id)
    rows = connection.execute(found.order_by(_held.seen_at.desc(), _held.id))
    return [_session(row) for row in rows]


def end_session(connection: Connection, scope: Scope, user_id: str, session_id: str) -> None:
    """End one of a person's sessions. Raises NotFoundError if there is none of that id."""
    ended = connection.execute(
        delete(sessions).where(
            _held.tenant_id == scope.tenant_id,
            _held.user_id == user_id,
            _held.id == session_id,
        )
    )
    if not ended.rowcount:
        raise NotFoundError("session", session_id)


def count_try(
    connection: Connection, scope: Scope, subject: str, *, now: datetime, stretch: timedelta
) -> Tries:
    """Count a try. One statement, so that tries at the same moment are all counted."""
    connection.execute(delete(tries).where(tries.c.ends_at <= now - stretch))
    over, ends_at = tries.c.ends_at <= now, literal(now + stretch, tries.c.ends_at.type)
    changed = {
        "count": case((over, 1), else_=tries.c.count + 1),
        "ends_at": case((over, ends_at), else_=tries.c.ends_at),
    }
    new = {
        "tenant_id": scope.tenant_id,
        "subject_hash": hashed(subject),
        "count": 1,
        "ends_at": now + stretch,
    }
    row = connection.execute(_counting(connection, new, changed)).one()
    return Tries(row[0], row[1])


def _counting(
    connection: Connection, new: Mapping[str, object], changed: Mapping[str, object]
) -> ReturningInsert[int, datetime]:
    key = [tries.c.tenant_id, tries.c.subject_hash]
    counted = (tries.c.count, tries.c.ends_at)
    if connection.dialect.name == "postgresql":
        first = postgresql.insert(tries).values(new)
        return first.on_conflict_do_update(index_elements=key, set_=changed).returning(*counted)
    other = sqlite.insert(tries).values(new)
    return other.on_conflict_do_update(index_elements=key, set_=changed).returning(*counted)


def forgive_try(connection: Connection, scope: Scope, subject: str) -> None:
    """Take one try back."""
    this = update(tries).where(
        tries.c.tenant_id == scope.tenant_id,
        tries.c.subject_hash == hashed(subject),
        tries.c.count > 0,
    )
    connection.execute(this.values(count=tries.c.count - 1))


def forget_tries(connection: Connection, scope: Scope, subject: str) -> None:
    """Count from nothing again."""
    this = tries.c.subject_hash == hashed(subject)
    connection.execute(delete(tries).where(tries.c.tenant_id == scope.tenant_id, this))


def _session(row: Row[Any]) -> Session:
    return Session(
        id=row.id,
        user_id=row.user_id,
        client=row.client,
        created_at=row.created_at,
        seen_at=row.seen_at,
        expires_at=row.expires_at,
    )

"""Daily sums of what models took, counted in the transactions that store what was asked."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Insert, RowMapping, and_, func, select
from sqlalchemy.dialects import postgresql, sqlite
from typing_extensions import override

from kesher.adapters.sql.access_tables import users
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.tables import rooms
from kesher.adapters.sql.usage_tables import usage_days
from kesher.domain.answer import Answer
from kesher.domain.request import SentRequest
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import (
    ANSWERING,
    Sums,
    UsageBy,
    UsageFilter,
    UsageKey,
    UsageRow,
    sums_of,
    sums_of_answer,
)
from kesher.ports.usage import UsageStore

_held = usage_days.c
_COUNTS = tuple(asdict(Sums()))
_KEY = ("tenant_id", "day", "user_id", "room_id", "model", "purpose")
_COLUMNS: Mapping[UsageBy, Column[str]] = MappingProxyType(
    {
        UsageBy.ROOM: _held.room_id,
        UsageBy.USER: _held.user_id,
        UsageBy.DAY: _held.day,
        UsageBy.MODEL: _held.model,
    }
)


class SqlUsage(UsageStore):
    """The usage that `SqlStore` counts. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def count(self, scope: Scope, key: UsageKey, sums: Sums) -> None:
        await self._database.write(count_usage, scope, key, sums)

    @override
    async def usage(self, scope: Scope, wanted: UsageFilter, by: UsageBy) -> Sequence[UsageRow]:
        return await self._database.read(list_usage, scope, wanted, by)


def count_usage(connection: Connection, scope: Scope, key: UsageKey, sums: Sums) -> None:
    """Add to the sums of a day. Call it last in a transaction: others wait for the row."""
    if sums == Sums():
        return
    row = {
        "tenant_id": scope.tenant_id,
        "day": key.day.isoformat(),
        "user_id": key.user_id,
        "room_id": key.room_id,
        "model": key.model,
        "purpose": key.purpose,
        **asdict(sums),
    }
    connection.execute(_adding(connection.dialect.name), row)


def count_request(
    connection: Connection,
    scope: Scope,
    request: SentRequest,
    earlier: SentRequest | None,
    *,
    room_id: str | None,
    user_id: str | None,
) -> None:
    """Count a request that is stored, or what it takes more than when it was stored before.

    Args:
        earlier: As it stood before, without segments; None: it is new.
        room_id: None: the scope's, where that is of a room.
        user_id: Whose thread or trajectory it was sent for.
    """
    if room_id is None and isinstance(scope, RoomScope):
        room_id = scope.room_id
    sums = sums_of(request)
    if earlier is not None:
        sums = sums.without(sums_of(earlier))
    key = UsageKey(
        day=_day(request.at),
        user_id=user_id or "",
        room_id=room_id or "",
        model=request.model,
        purpose=request.purpose.value,
    )
    count_usage(connection, scope, key, sums)


def count_answer(
    connection: Connection, scope: RoomScope, answer: Answer, *, user_id: str | None
) -> None:
    """Count an answer of a thread of the room, and how long it took.

    Args:
        user_id: Whose thread it is.
    """
    key = UsageKey(
        day=_day(answer.created_at),
        user_id=user_id or "",
        room_id=scope.room_id,
        model=answer.model or "",
        purpose=ANSWERING,
    )
    count_usage(connection, scope, key, sums_of_answer(answer))


def list_usage(
    connection: Connection, scope: Scope, wanted: UsageFilter, by: UsageBy
) -> list[UsageRow]:
    """Return the sums by what is asked for: days in their order, all else by tokens."""
    column = _COLUMNS[by]
    sums = [func.sum(_held[name]).label(name) for name in _COUNTS]
    found = (
        select(column.label("key"), *sums).where(*_conditions(scope, wanted)).group_by(column)
    ).subquery()
    named = _named(found.c.key, scope, by)
    asked = select(found, named.label("name"))
    rows = [
        UsageRow(row["key"], row["name"], _sums(row))
        for row in connection.execute(asked).mappings()
    ]
    if by is UsageBy.DAY:
        return sorted(rows, key=lambda row: row.key)
    return sorted(rows, key=lambda row: (-row.sums.tokens, row.key))


def spent(connection: Connection, scope: Scope, wanted: UsageFilter) -> Sums:
    """Return the sums of all that is wanted."""
    sums = [func.sum(_held[name]).label(name) for name in _COUNTS]
    found = select(*sums).where(*_conditions(scope, wanted))
    return _sums(connection.execute(found).mappings().one())


@cache
def _adding(dialect: str) -> Insert:
    """Return the statement that adds a row's counts; making it takes longer than running it."""
    key = [_held[name] for name in _KEY]
    new: Any = (postgresql if dialect == "postgresql" else sqlite).insert(usage_days)
    more = {name: _held[name] + new.excluded[name] for name in _COUNTS}
    statement: Insert = new.on_conflict_do_update(index_elements=key, set_=more)
    return statement


def _conditions(scope: Scope, wanted: UsageFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [_held.tenant_id == scope.tenant_id]
    if wanted.room_id is not None:
        found.append(_held.room_id == wanted.room_id)
    if wanted.user_id is not None:
        found.append(_held.user_id == wanted.user_id)
    if wanted.first is not None:
        found.append(_held.day >= wanted.first.isoformat())
    if wanted.last is not None:
        found.append(_held.day <= wanted.last.isoformat())
    return found


def _named(key: ColumnElement[str], scope: Scope, by: UsageBy) -> ColumnElement[str]:
    """Return the expression of what a room or a person is called now; empty: it is gone."""
    table = {UsageBy.ROOM: rooms, UsageBy.USER: users}.get(by)
    if table is None:
        return func.coalesce("", "")
    name = select(table.c.name).where(and_(table.c.tenant_id == scope.tenant_id, table.c.id == key))
    return func.coalesce(name.scalar_subquery(), "")


def _sums(row: RowMapping) -> Sums:
    # PostgreSQL adds whole numbers up to decimals.
    kinds = {name: type(value) for name, value in asdict(Sums()).items()}
    return Sums(**{name: kind(row[name] or 0) for name, kind in kinds.items()})


def _day(at: datetime) -> date:
    return at.date()

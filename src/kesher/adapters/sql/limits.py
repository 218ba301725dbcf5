"""Limits of rooms and people, held against the sums of `usage_days` and counts of questions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    case,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from typing_extensions import override

from kesher.adapters.sql.access_tables import users
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import in_room, with_id
from kesher.adapters.sql.tables import documents, rooms
from kesher.adapters.sql.usage import spent
from kesher.adapters.sql.usage_tables import person_limits, question_counts, room_limits
from kesher.domain.limits import (
    QUESTIONS,
    SPENDING,
    Amounts,
    Holder,
    Limit,
    Reached,
    SetLimits,
    day_after,
    month_after,
    window_end,
)
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import UsageFilter
from kesher.errors import NotFoundError
from kesher.ports.usage import LimitStore


@dataclass(frozen=True, slots=True)
class _Held:
    """A room or a person with the limits that hold for it."""

    holder: Holder
    id: str
    amounts: Mapping[Limit, float]


class _Passed(Exception):  # noqa: N818 - a way out of a transaction, which undoes what it counted
    def __init__(self, reached: Reached) -> None:
        self.reached = reached
        super().__init__(reached.limit)


class SqlLimits(LimitStore):
    """Limits in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def limits(self, scope: Scope, holder: Holder, holder_id: str) -> SetLimits:
        return await self._database.read(read_known_limits, scope, holder, holder_id)

    @override
    async def used(
        self, scope: Scope, holder: Holder, holder_id: str, *, now: datetime
    ) -> Mapping[Limit, float]:
        return await self._database.read(read_used, scope, (holder, holder_id), now=now)

    @override
    async def put_limits(
        self,
        scope: Scope,
        holder: Holder,
        holder_id: str,
        amounts: Mapping[str, float | None],
        *,
        by_administrator: bool,
    ) -> None:
        await self._database.write(
            write_limits, scope, (holder, holder_id), amounts, by_administrator=by_administrator
        )

    @override
    async def reached(
        self, scope: RoomScope, defaults: Mapping[Holder, Amounts], *, now: datetime
    ) -> Reached | None:
        found, _ = await self._look(scope, defaults, now)
        return found

    @override
    async def take_question(
        self, scope: RoomScope, defaults: Mapping[Holder, Amounts], *, now: datetime
    ) -> Reached | None:
        found, limited = await self._look(scope, defaults, now)
        if found is not None or not limited:
            return found
        try:
            await self._database.write(_count_question, _whole(scope), limited, now=now)
        except _Passed as passed:
            return passed.reached
        return None

    @override
    async def reached_by_person(
        self, scope: Scope, defaults: Amounts, *, now: datetime
    ) -> Reached | None:
        return await self._database.read(_reached_by_person, scope, defaults, now=now)

    @override
    async def room_is_full(
        self, scope: RoomScope, defaults: Amounts, *, sha256: str, size_bytes: int
    ) -> Reached | None:
        return await self._database.read(
            _full, scope, defaults, sha256=sha256, size_bytes=size_bytes
        )

    async def _look(
        self, scope: RoomScope, defaults: Mapping[Holder, Amounts], now: datetime
    ) -> "tuple[Reached | None, list[_Held]]":
        return await self._database.read(
            _looked, _whole(scope), scope.room_id, defaults=defaults, now=now
        )


def _whole(scope: Scope) -> Scope:
    """Return the scope without its room: a person's sums are of all rooms."""
    return Scope(scope.tenant_id, user_id=scope.user_id)


def read_known_limits(
    connection: Connection, scope: Scope, holder: Holder, holder_id: str
) -> SetLimits:
    """Return the limits of a room or person that there is."""
    _check_known(connection, scope, holder, holder_id, hold=False)
    return read_limits(connection, scope, holder, holder_id)


def read_used(
    connection: Connection, scope: Scope, held: tuple[Holder, str], *, now: datetime
) -> dict[Limit, float]:
    """Return how much of each limit a room or person has taken."""
    found = {limit: _spent(connection, scope, held, limit, now) for limit in SPENDING}
    found |= _questions(connection, scope, held, now)
    if held[0] is Holder.ROOM:
        count, size = connection.execute(_kept(RoomScope(scope.tenant_id, held[1]))).one()
        found |= {Limit.DOCUMENTS: float(count), Limit.BYTES: float(size)}
    return found


def _questions(
    connection: Connection, scope: Scope, held: tuple[Holder, str], now: datetime
) -> dict[Limit, float]:
    counts = question_counts.c
    rows = select(counts.name, counts["count"]).where(
        counts.tenant_id == scope.tenant_id,
        counts.holder == held[0],
        counts.holder_id == held[1],
        counts.ends_at > now,
    )
    counted = {Limit(row[0]): float(row[1]) for row in connection.execute(rows)}
    return {limit: counted.get(limit, 0.0) for limit in QUESTIONS}


def _kept(scope: RoomScope, *more: ColumnElement[Any]) -> Select[Any]:
    """Select how many documents a room has and how many bytes they are."""
    size = func.coalesce(func.sum(documents.c.size_bytes), 0)
    return select(func.count(), size, *more).where(in_room(documents, scope))


def read_limits(connection: Connection, scope: Scope, holder: Holder, holder_id: str) -> SetLimits:
    """Return the limits that were set; none for a stranger."""
    table, column = _table(holder)
    found = select(table).where(table.c.tenant_id == scope.tenant_id, table.c[column] == holder_id)
    rows = connection.execute(found).all()
    return SetLimits(
        {row.name: row.amount for row in rows if row.by_administrator},
        {row.name: row.amount for row in rows if not row.by_administrator},
    )


def write_limits(
    connection: Connection,
    scope: Scope,
    held: tuple[Holder, str],
    amounts: Mapping[str, float | None],
    *,
    by_administrator: bool,
) -> None:
    """Replace the limits that are named."""
    _check_known(connection, scope, *held, hold=True)
    table, column = _table(held[0])
    for name, amount in amounts.items():
        key = {
            "tenant_id": scope.tenant_id,
            column: held[1],
            "name": Limit(name),
            "by_administrator": by_administrator,
        }
        same = [table.c[part] == value for part, value in key.items()]
        connection.execute(delete(table).where(*same))
        if amount is not None:
            connection.execute(insert(table).values(**key, amount=amount))


def forget_questions(connection: Connection, scope: RoomScope) -> None:
    """Remove how many questions were counted in a room."""
    held = question_counts.c
    connection.execute(
        delete(question_counts).where(
            held.tenant_id == scope.tenant_id,
            held.holder == Holder.ROOM,
            held.holder_id == scope.room_id,
        )
    )


def _table(holder: Holder) -> tuple[Table, str]:
    return (room_limits, "room_id") if holder is Holder.ROOM else (person_limits, "user_id")


def _check_known(
    connection: Connection, scope: Scope, holder: Holder, holder_id: str, *, hold: bool
) -> None:
    table = rooms if holder is Holder.ROOM else users
    found = select(table.c.id).where(with_id(table, scope, holder_id))
    if hold:
        found = found.with_for_update(key_share=True)
    if connection.execute(found).first() is None:
        raise NotFoundError(holder.value, holder_id)


def _held(
    connection: Connection, scope: Scope, room_id: str, defaults: Mapping[Holder, Amounts]
) -> Iterator[_Held]:
    """Yield the room and the scope's person, in the order in which their rows are locked."""
    of_room = read_limits(connection, scope, Holder.ROOM, room_id)
    yield _Held(Holder.ROOM, room_id, of_room.in_force(defaults[Holder.ROOM]))
    if scope.user_id is not None:
        yield _person(connection, scope, defaults[Holder.PERSON])


def _person(connection: Connection, scope: Scope, defaults: Amounts) -> _Held:
    user_id = scope.user_id or ""
    of_person = read_limits(connection, scope, Holder.PERSON, user_id)
    return _Held(Holder.PERSON, user_id, of_person.in_force(defaults))


def _looked(
    connection: Connection,
    scope: Scope,
    room_id: str,
    *,
    defaults: Mapping[Holder, Amounts],
    now: datetime,
) -> tuple[Reached | None, list[_Held]]:
    """Return what is used up, and whose questions are counted."""
    limited = []
    for held in _held(connection, scope, room_id, defaults):
        found = _spending(connection, scope, held, now)
        if found is not None:
            return found, []
        if any(limit in held.amounts for limit in QUESTIONS):
            limited.append(held)
    return None, limited


def _reached_by_person(
    connection: Connection, scope: Scope, defaults: Amounts, *, now: datetime
) -> Reached | None:
    return _spending(connection, scope, _person(connection, scope, defaults), now)


def _spending(connection: Connection, scope: Scope, held: _Held, now: datetime) -> Reached | None:
    for limit in SPENDING:
        allowed = held.amounts.get(limit)
        if allowed is None:
            continue
        used = _spent(connection, scope, (held.holder, held.id), limit, now)
        if used >= allowed:
            free_at = day_after(now) if limit is Limit.TOKENS_DAY else month_after(now)
            return Reached(limit, held.holder, used, allowed, free_at)
    return None


def _spent(
    connection: Connection, scope: Scope, held: tuple[Holder, str], limit: Limit, now: datetime
) -> float:
    """Return the tokens of today, or the dollars of this month."""
    today = now.date()
    daily = limit is Limit.TOKENS_DAY
    first = today if daily else today.replace(day=1)
    room_id, user_id = (held[1], None) if held[0] is Holder.ROOM else (None, held[1])
    sums = spent(connection, scope, UsageFilter(first, today, room_id=room_id, user_id=user_id))
    return float(sums.tokens) if daily else sums.price_usd


def _count_question(
    connection: Connection, scope: Scope, limited: list[_Held], *, now: datetime
) -> None:
    """Count one more for each limit, or undo it all where one is passed."""
    for held in limited:
        for limit in QUESTIONS:
            allowed = held.amounts.get(limit)
            if allowed is not None:
                count, ends_at = _counted(connection, scope, held, limit, now)
                if count > allowed:
                    raise _Passed(Reached(limit, held.holder, count - 1, allowed, ends_at))


def _counted(
    connection: Connection, scope: Scope, held: _Held, limit: Limit, now: datetime
) -> tuple[int, datetime]:
    """Add one to a count, which begins anew where its time is over; return it and its end."""
    row = {
        "tenant_id": scope.tenant_id,
        "holder": held.holder,
        "holder_id": held.id,
        "name": limit,
        "count": 1,
        "ends_at": window_end(limit, now),
    }
    columns = question_counts.c
    key = [columns.tenant_id, columns.holder, columns.holder_id, columns.name]
    postgres = connection.dialect.name == "postgresql"
    over = columns.ends_at <= now
    made: Any = (postgresql if postgres else sqlite).insert(question_counts).values(**row)
    more = {
        "count": case((over, 1), else_=columns["count"] + 1),
        "ends_at": case((over, made.excluded.ends_at), else_=columns.ends_at),
    }
    counted = made.on_conflict_do_update(index_elements=key, set_=more)
    found = connection.execute(counted.returning(columns["count"], columns.ends_at)).one()
    return found[0], found[1]


def _full(
    connection: Connection,
    scope: RoomScope,
    defaults: Amounts,
    *,
    sha256: str,
    size_bytes: int,
) -> Reached | None:
    held = read_limits(connection, scope, Holder.ROOM, scope.room_id).in_force(defaults)
    if Limit.DOCUMENTS not in held and Limit.BYTES not in held:
        return None
    there = _kept(scope, func.count().filter(documents.c.sha256 == sha256))
    count, size, same = connection.execute(there).one()
    if same:
        return None
    if count + 1 > held.get(Limit.DOCUMENTS, count + 1):
        return Reached(Limit.DOCUMENTS, Holder.ROOM, count, held[Limit.DOCUMENTS], None)
    if size + size_bytes > held.get(Limit.BYTES, size + size_bytes):
        return Reached(Limit.BYTES, Holder.ROOM, float(size), held[Limit.BYTES], None)
    return None

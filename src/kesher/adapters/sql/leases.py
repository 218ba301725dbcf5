"""Transactions on leases: who runs a thing, and until when unless it shows signs of life."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, literal, or_, select, update
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from kesher.adapters.sql import tables
from kesher.adapters.sql.locks import with_id
from kesher.domain.scope import Scope
from kesher.errors import NotFoundError, TrajectoryInUseError


@dataclass(frozen=True, slots=True)
class Span:
    """How long a lease is to hold, from now."""

    now: datetime
    seconds: float

    @property
    def until(self) -> datetime:
        """When it lapses."""
        return self.now + timedelta(seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class Leases:
    """Leases on the rows of one table, in its columns `leased_by` and `leased_until`.

    Attributes:
        thing: What a row is, for the message of an error.
    """

    table: Table
    thing: str

    def take(
        self,
        connection: Connection,
        scope: Scope,
        identifier: str,
        *,
        owner: str,
        span: Span,
        from_anybody: bool = False,
    ) -> None:
        """Hold what nobody holds; of two callers in a race, one gets the error."""
        this = with_id(self.table, scope, identifier)
        may = or_(self._is_free(span.now), literal(from_anybody))
        taken = update(self.table).where(this, may)
        if not connection.execute(taken.values(leased_by=owner, leased_until=span.until)).rowcount:
            raise self._in_use(connection, scope, identifier)

    def renew(
        self, connection: Connection, scope: Scope, identifier: str, *, owner: str, span: Span
    ) -> bool:
        """Prolong a lease; False where it is no longer this owner's."""
        mine = self._of(scope, identifier, owner)
        prolonged = update(self.table).where(mine).values(leased_until=span.until)
        return connection.execute(prolonged).rowcount == 1

    def end(self, connection: Connection, scope: Scope, identifier: str, *, owner: str) -> None:
        """Let it go; nothing happens where it is no longer this owner's."""
        mine = self._of(scope, identifier, owner)
        connection.execute(update(self.table).where(mine).values(leased_by=None, leased_until=None))

    def end_all(self, connection: Connection) -> int:
        """Let everything go, and count what was held."""
        held = update(self.table).where(self._columns.leased_by.is_not(None))
        return connection.execute(held.values(leased_by=None, leased_until=None)).rowcount

    def may_write(self, owner: str | None, now: datetime) -> ColumnElement[bool]:
        """Return the condition that this owner holds a row; None: that nobody does.

        An owner whose lease has lapsed may write as long as no other has taken it.
        """
        return self._is_free(now) if owner is None else self._columns.leased_by == owner

    def check_may_write(
        self,
        connection: Connection,
        scope: Scope,
        identifier: str,
        owner: str | None,
        now: datetime,
    ) -> None:
        """Raise TrajectoryInUseError or NotFoundError unless `may_write` holds."""
        this = with_id(self.table, scope, identifier)
        found = select(self._columns.id).where(this, self.may_write(owner, now))
        if connection.execute(found).first() is None:
            raise self._in_use(connection, scope, identifier)

    @property
    def _columns(self) -> ReadOnlyColumnCollection[str, Any]:
        return self.table.c

    def _is_free(self, now: datetime) -> ColumnElement[bool]:
        held = self._columns
        return or_(held.leased_by.is_(None), held.leased_until <= now)

    def _of(self, scope: Scope, identifier: str, owner: str) -> ColumnElement[bool]:
        return and_(with_id(self.table, scope, identifier), self._columns.leased_by == owner)

    def _in_use(
        self, connection: Connection, scope: Scope, identifier: str
    ) -> TrajectoryInUseError | NotFoundError:
        held = self._columns
        this = with_id(self.table, scope, identifier)
        row = connection.execute(select(held.leased_by, held.leased_until).where(this)).first()
        if row is None:
            return NotFoundError(self.thing, identifier)
        return TrajectoryInUseError(identifier, owner=row.leased_by, until=row.leased_until)


of_trajectories = Leases(tables.trajectories, "trajectory")

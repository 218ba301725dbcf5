"""Transactions on leases: who runs a trajectory, and until when unless it shows signs of life."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Update, and_, literal, or_, select, update

from kesher.adapters.sql import tables
from kesher.adapters.sql.locks import with_id
from kesher.domain.scope import Scope
from kesher.errors import NotFoundError, TrajectoryInUseError

_held = tables.trajectories.c


@dataclass(frozen=True, slots=True)
class Span:
    """How long a lease is to hold, from now."""

    now: datetime
    seconds: float

    @property
    def until(self) -> datetime:
        """When it lapses."""
        return self.now + timedelta(seconds=self.seconds)


def take_lease(
    connection: Connection,
    scope: Scope,
    trajectory_id: str,
    *,
    owner: str,
    span: Span,
    from_anybody: bool,
) -> None:
    """Hold a trajectory that nobody holds; of two callers in a race, one gets the error."""
    this = with_id(tables.trajectories, scope, trajectory_id)
    may = or_(_is_free(span.now), literal(from_anybody))
    taken = update(tables.trajectories).where(this, may)
    if not connection.execute(taken.values(leased_by=owner, leased_until=span.until)).rowcount:
        raise _in_use(connection, scope, trajectory_id)


def renew_lease(
    connection: Connection,
    scope: Scope,
    trajectory_id: str,
    *,
    owner: str,
    span: Span,
) -> bool:
    """Prolong a lease; False where it is no longer this owner's."""
    mine = _of(scope, trajectory_id, owner)
    return connection.execute(mine.values(leased_until=span.until)).rowcount == 1


def end_lease(connection: Connection, scope: Scope, trajectory_id: str, *, owner: str) -> None:
    """Let a trajectory go; nothing happens where it is no longer this owner's."""
    mine = _of(scope, trajectory_id, owner)
    connection.execute(mine.values(leased_by=None, leased_until=None))


def end_all_leases(connection: Connection) -> int:
    """Let every trajectory go, and count those that were held."""
    held = update(tables.trajectories).where(_held.leased_by.is_not(None))
    return connection.execute(held.values(leased_by=None, leased_until=None)).rowcount


def may_write(owner: str | None, now: datetime) -> ColumnElement[bool]:
    """Return the condition that this owner holds the trajectory; None: that nobody does.

    An owner whose lease has lapsed may write as long as no other has taken it.
    """
    return _is_free(now) if owner is None else _held.leased_by == owner


def check_may_write(
    connection: Connection, scope: Scope, trajectory_id: str, owner: str | None, now: datetime
) -> None:
    """Raise TrajectoryInUseError or NotFoundError unless `may_write` holds."""
    this = with_id(tables.trajectories, scope, trajectory_id)
    found = select(_held.id).where(this, may_write(owner, now))
    if connection.execute(found).first() is None:
        raise _in_use(connection, scope, trajectory_id)


def _is_free(now: datetime) -> ColumnElement[bool]:
    return or_(_held.leased_by.is_(None), _held.leased_until <= now)


def _of(scope: Scope, trajectory_id: str, owner: str) -> Update:
    this = with_id(tables.trajectories, scope, trajectory_id)
    return update(tables.trajectories).where(and_(this, _held.leased_by == owner))


def _in_use(
    connection: Connection, scope: Scope, trajectory_id: str
) -> TrajectoryInUseError | NotFoundError:
    this = with_id(tables.trajectories, scope, trajectory_id)
    row = connection.execute(select(_held.leased_by, _held.leased_until).where(this)).first()
    if row is None:
        return NotFoundError("trajectory", trajectory_id)
    return TrajectoryInUseError(trajectory_id, owner=row.leased_by, until=row.leased_until)

"""Transactions on trajectories and their events."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from kesher.adapters.sql import tables
from kesher.adapters.sql.leases import of_trajectories
from kesher.adapters.sql.locks import with_id
from kesher.adapters.sql.requests import delete_requests
from kesher.domain.canonical import canonical
from kesher.domain.event_json import (
    payload_from_object,
    payload_object,
    prefix_from_json,
    prefix_to_json,
)
from kesher.domain.scope import Scope
from kesher.domain.trajectory import Event
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import TrajectoryHead

_EVENT = ("sequence", "at", "payload", "previous", "hash")


def create_trajectory(connection: Connection, scope: Scope, head: TrajectoryHead) -> None:
    """Store a new trajectory; NotFoundError where the one that delegated to it is gone."""
    if head.parent_id is not None:
        parent = with_id(tables.trajectories, scope, head.parent_id)
        held = select(tables.trajectories.c.id).where(parent).with_for_update(key_share=True)
        if connection.execute(held).first() is None:
            raise NotFoundError("trajectory", head.parent_id)
    new = insert(tables.trajectories).values(
        tenant_id=scope.tenant_id,
        id=head.id,
        parent_id=head.parent_id,
        prefix=prefix_to_json(head.prefix),
        profile=head.profile,
        title=head.title,
        created_at=head.created_at,
        length=0,
        last_hash=head.prefix.hash,
        user_id=scope.user_id,
    )
    try:
        connection.execute(new)
    except IntegrityError as error:
        raise ConflictError(
            f"There is a trajectory `{head.id}` already. Go on with it, or take another id."
        ) from error


def append_event(
    connection: Connection,
    scope: Scope,
    trajectory_id: str,
    event: Event,
    *,
    owner: str | None,
    now: datetime,
) -> None:
    """Store the next event; of two callers in a race, one gets the ConflictError."""
    held = tables.trajectories.c
    this = with_id(tables.trajectories, scope, trajectory_id)
    follows = update(tables.trajectories).where(
        this,
        of_trajectories.may_write(owner, now),
        held.length == event.sequence,
        held.last_hash == event.previous,
    )
    if not connection.execute(
        follows.values(length=held.length + 1, last_hash=event.hash)
    ).rowcount:
        of_trajectories.check_may_write(connection, scope, trajectory_id, owner, now)
        raise _does_not_follow(connection, scope, trajectory_id, event)
    connection.execute(
        insert(tables.trajectory_events).values(
            tenant_id=scope.tenant_id,
            trajectory_id=trajectory_id,
            sequence=event.sequence,
            at=event.at,
            payload=canonical(payload_object(event.payload)),
            previous=event.previous,
            hash=event.hash,
        )
    )


def read_head(connection: Connection, scope: Scope, trajectory_id: str) -> TrajectoryHead:
    """Return the head; NotFoundError where the tenant has none of that id."""
    return _head_from(_row(connection, scope, trajectory_id))


def list_heads(connection: Connection, scope: Scope) -> Sequence[TrajectoryHead]:
    """Return the trajectories of the scope's person, newest first."""
    held = tables.trajectories.c
    found = select(tables.trajectories).where(held.tenant_id == scope.tenant_id, _own_of(scope))
    newest = found.order_by(held.created_at.desc(), held.id.desc())
    return [_head_from(row) for row in connection.execute(newest)]


def read_events(
    connection: Connection, scope: Scope, trajectory_id: str, *, after: int
) -> Sequence[Event]:
    """Return the events past sequence `after`, oldest first."""
    _row(connection, scope, trajectory_id)
    held = tables.trajectory_events.c
    found = select(tables.trajectory_events).where(
        held.tenant_id == scope.tenant_id,
        held.trajectory_id == trajectory_id,
        held.sequence > after,
    )
    return [_event_from(row) for row in connection.execute(found.order_by(held.sequence))]


def last_events(connection: Connection, scope: Scope) -> Sequence[tuple[TrajectoryHead, Event]]:
    """Return each trajectory's last event, newest trajectory first."""
    held, event = tables.trajectories.c, tables.trajectory_events.c
    last = and_(
        event.tenant_id == held.tenant_id,
        event.trajectory_id == held.id,
        event.sequence == held.length - 1,
    )
    found = (
        select(tables.trajectories, *(event[name] for name in _EVENT))
        .select_from(tables.trajectories.join(tables.trajectory_events, last))
        .where(held.tenant_id == scope.tenant_id, _own_of(scope))
        .order_by(held.created_at.desc(), held.id.desc())
    )
    return [(_head_from(row), _event_from(row)) for row in connection.execute(found)]


def delete_trajectory(connection: Connection, scope: Scope, trajectory_id: str) -> None:
    """Remove a trajectory and all that it delegated to, with their events and requests."""
    family = _held_with_descendants(connection, scope, trajectory_id)
    if not family:
        raise NotFoundError("trajectory", trajectory_id)
    delete_requests(connection, scope, family)
    # The foreign keys take those it delegated to and all events along.
    connection.execute(
        delete(tables.trajectories).where(with_id(tables.trajectories, scope, trajectory_id))
    )


def _held_with_descendants(connection: Connection, scope: Scope, trajectory_id: str) -> list[str]:
    """Hold a trajectory and those below it, level by level, so that none is added meanwhile."""
    held = tables.trajectories.c
    family: list[str] = []
    condition = and_(held.id == trajectory_id, _own_of(scope))
    while True:
        level = (
            select(held.id)
            .where(held.tenant_id == scope.tenant_id, condition)
            .order_by(held.id)
            .with_for_update()
        )
        ids = list(connection.scalars(level))
        if not ids:
            return family
        family += ids
        condition = held.parent_id.in_(ids)


def _does_not_follow(
    connection: Connection, scope: Scope, trajectory_id: str, event: Event
) -> ConflictError:
    row = _row(connection, scope, trajectory_id)
    return ConflictError(
        f"Event {event.sequence} does not follow in trajectory `{trajectory_id}`, which holds "
        f"{row.length} events and ends with the hash {row.last_hash[:12]}…: another process went "
        f"on with it. Read its events again and go on from there."
    )


def _own_of(scope: Scope) -> ColumnElement[bool]:
    """Return the condition that a trajectory is the scope's person's; without a person, any is."""
    return true() if scope.user_id is None else tables.trajectories.c.user_id == scope.user_id


def _row(connection: Connection, scope: Scope, trajectory_id: str) -> Row[Any]:
    this = with_id(tables.trajectories, scope, trajectory_id)
    found = select(tables.trajectories).where(this, _own_of(scope))
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("trajectory", trajectory_id)
    return row


def _head_from(row: Row[Any]) -> TrajectoryHead:
    return TrajectoryHead(
        id=row.id,
        prefix=prefix_from_json(row.prefix),
        profile=row.profile,
        title=row.title,
        created_at=row.created_at,
        parent_id=row.parent_id,
    )


def _event_from(row: Row[Any]) -> Event:
    payload = payload_from_object(json.loads(row.payload))
    return Event(row.sequence, row.at, payload, row.previous, row.hash)

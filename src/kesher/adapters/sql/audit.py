"""The audit of a database: events are added, read and verified, never changed."""

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from typing_extensions import override

from kesher.adapters.sql.audit_tables import audit_events, audit_heads
from kesher.adapters.sql.database import Database
from kesher.domain.audit import (
    Act,
    AuditEvent,
    AuditFilter,
    Head,
    Verification,
    follow,
    verify,
)
from kesher.domain.canonical import canonical
from kesher.domain.scope import Scope
from kesher.ports.audit import AuditStore

_ROWS_AT_ONCE = 500


class SqlAudit(AuditStore):
    """The audit beside `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def append(self, scope: Scope, acts: Sequence[Act]) -> Sequence[AuditEvent]:
        return await self._database.write(append_acts, scope, acts)

    @override
    async def events(
        self, scope: Scope, wanted: AuditFilter, *, before: int | None, limit: int
    ) -> Sequence[AuditEvent]:
        return await self._database.read(list_events, scope, wanted, before=before, limit=limit)

    @override
    async def verify(self, scope: Scope) -> Verification:
        return await self._database.read(verify_events, scope)


def append_acts(connection: Connection, scope: Scope, acts: Sequence[Act]) -> list[AuditEvent]:
    """Add acts to the end of the tenant's chain, in their order."""
    head, events = _held_head(connection, scope), []
    for act in acts:
        event = follow(head, act)
        head = Head(event.sequence, event.hash)
        events.append(event)
    if events:
        connection.execute(insert(audit_events), [_values(scope, event) for event in events])
        moved = update(audit_heads).where(audit_heads.c.tenant_id == scope.tenant_id)
        connection.execute(moved.values(sequence=head.sequence, hash=head.hash))
    return events


def list_events(
    connection: Connection,
    scope: Scope,
    wanted: AuditFilter,
    *,
    before: int | None,
    limit: int,
) -> list[AuditEvent]:
    """Return the newest events that are wanted, newest first."""
    found = select(audit_events).where(*_conditions(scope, wanted))
    if before is not None:
        found = found.where(audit_events.c.sequence < before)
    newest = found.order_by(audit_events.c.sequence.desc()).limit(limit)
    return [_event_from(row) for row in connection.execute(newest)]


def verify_events(connection: Connection, scope: Scope) -> Verification:
    """Tell whether the tenant's chain is whole, a few events at a time in memory."""
    row = connection.execute(
        select(audit_heads).where(audit_heads.c.tenant_id == scope.tenant_id)
    ).first()
    head = Head(row.sequence, row.hash) if row else Head()
    everything = select(audit_events).where(audit_events.c.tenant_id == scope.tenant_id)
    ordered = everything.order_by(audit_events.c.sequence)
    # The rest of the rows is let go where the chain is broken.
    with closing(_streamed(connection, ordered)) as events:
        return verify(events, head)


def _held_head(connection: Connection, scope: Scope) -> Head:
    """Return the end of the chain, held until the transaction ends; made where there is none."""
    begun = {"tenant_id": scope.tenant_id, "sequence": Head().sequence, "hash": Head().hash}
    key = [audit_heads.c.tenant_id]
    if connection.dialect.name == "postgresql":
        made = postgresql.insert(audit_heads).values(**begun)
        connection.execute(made.on_conflict_do_nothing(index_elements=key))
    else:
        other = sqlite.insert(audit_heads).values(**begun)
        connection.execute(other.on_conflict_do_nothing(index_elements=key))
    found = select(audit_heads).where(audit_heads.c.tenant_id == scope.tenant_id)
    row = connection.execute(found.with_for_update()).one()
    return Head(row.sequence, row.hash)


def _conditions(scope: Scope, wanted: AuditFilter) -> list[ColumnElement[bool]]:
    held = audit_events.c
    found: list[ColumnElement[bool]] = [held.tenant_id == scope.tenant_id]
    if wanted.room_id is not None:
        found.append(held.room_id == wanted.room_id)
    if wanted.actor is not None:
        found.append(held.actor == wanted.actor)
    if wanted.action is not None and wanted.action.endswith("."):
        found.append(held.action.startswith(wanted.action, autoescape=True))
    elif wanted.action is not None:
        found.append(held.action == wanted.action)
    if wanted.since is not None:
        found.append(held.at >= wanted.since)
    if wanted.until is not None:
        found.append(held.at < wanted.until)
    return found


def _streamed(connection: Connection, found: Select[Any]) -> Generator[AuditEvent]:
    streamed = connection.execution_options(yield_per=_ROWS_AT_ONCE)
    with streamed.execute(found) as rows:
        for row in rows:
            yield _event_from(row)


def _event_from(row: Row[Any]) -> AuditEvent:
    act = Act(
        at=row.at,
        actor=row.actor,
        action=row.action,
        outcome=row.outcome,
        room_id=row.room_id,
        thing_id=row.thing_id,
        address=row.address,
        details=json.loads(row.details),
    )
    return AuditEvent(row.sequence, act, row.previous, row.hash)


def _values(scope: Scope, event: AuditEvent) -> dict[str, object]:
    act = event.act
    return {
        "tenant_id": scope.tenant_id,
        "sequence": event.sequence,
        "at": act.at,
        "actor": act.actor,
        "action": act.action,
        "room_id": act.room_id,
        "thing_id": act.thing_id,
        "outcome": act.outcome,
        "address": act.address,
        "details": canonical({**act.details}),
        "previous": event.previous,
        "hash": event.hash,
    }

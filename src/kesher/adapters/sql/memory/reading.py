"""Lists of a tenant's memory."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.memory.rows import (
    entity_from,
    merge_from,
    message_from,
    review_from,
)
from kesher.domain.entity import Entity, Merge
from kesher.domain.fact import Review
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.ports.memory import ThreadHead


def read_log(
    connection: Connection,
    scope: Scope,
    thread_id: str,
    *,
    after: str | None,
    limit: int | None,
) -> Sequence[LogMessage]:
    """Return the thread's messages after one of them (None: all), oldest first."""
    held = tables.log_messages.c
    thread = (held.tenant_id == scope.tenant_id) & (held.thread_id == thread_id)
    found = select(tables.log_messages).where(thread)
    if after is not None:
        place = select(held.sequence).where(thread, held.id == after).scalar_subquery()
        found = found.where(held.sequence > place)
    rows = connection.execute(found.order_by(held.sequence).limit(limit))
    return [message_from(row) for row in rows]


def list_threads(connection: Connection, scope: Scope) -> Sequence[ThreadHead]:
    """Return the tenant's conversations; where something was said last stands first."""
    held = tables.log_messages.c
    found = (
        select(held.thread_id, func.count(), func.min(held.at), func.max(held.at))
        .where(held.tenant_id == scope.tenant_id)
        .group_by(held.thread_id)
        .order_by(func.max(held.sequence).desc())
    )
    return [ThreadHead(*row) for row in connection.execute(found)]


def list_entities(connection: Connection, scope: Scope) -> Sequence[Entity]:
    """Return the standing entities, oldest first."""
    held = tables.entities.c
    found = select(tables.entities).where(
        held.tenant_id == scope.tenant_id, held.merged_into.is_(None)
    )
    return [entity_from(row) for row in connection.execute(found.order_by(held.sequence))]


def list_reviews(connection: Connection, scope: Scope, *, pending: bool) -> Sequence[Review]:
    """Return the reviews that wait, or all, oldest first."""
    held = tables.reviews.c
    found = select(tables.reviews).where(held.tenant_id == scope.tenant_id)
    if pending:
        found = found.where(held.verdict.is_(None))
    return [review_from(row) for row in connection.execute(found.order_by(held.sequence))]


def list_merges(connection: Connection, scope: Scope) -> Sequence[Merge]:
    """Return the log of merges, oldest first."""
    held = tables.merges.c
    found = select(tables.merges).where(held.tenant_id == scope.tenant_id)
    return [merge_from(row) for row in connection.execute(found.order_by(held.sequence))]


def facts_to_review(
    connection: Connection, *, now: datetime
) -> Sequence[tuple[str, Sequence[str]]]:
    """Return tenants with the ids of their open facts whose review date has come."""
    held = tables.facts.c
    due = select(held.tenant_id, held.id).where(
        held.review_at <= now,
        held.valid_until.is_(None),
        held.recorded_until.is_(None),
        held.held.is_(None),
    )
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in connection.execute(due.order_by(held.tenant_id, held.sequence)):
        found[row.tenant_id].append(row.id)
    return list(found.items())

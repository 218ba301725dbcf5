"""What the versions of one document are to each other."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select, tuple_, update

from kesher.adapters.sql import tables
from kesher.adapters.sql.changes import number_change
from kesher.adapters.sql.locks import in_room, with_id
from kesher.adapters.sql.records import AllSeries
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError

_held = tables.documents.c


def read_series(connection: Connection, rows: Sequence[Row[Any]]) -> AllSeries:
    """Count the versions of those of the documents that have several, and name the current one."""
    named = {(row.tenant_id, row.series_id) for row in rows if row.series_id is not None}
    if not named:
        return {}
    versions = select(_held.tenant_id, _held.series_id, _held.id, _held.is_current).where(
        tuple_(_held.tenant_id, _held.series_id).in_(named)
    )
    count = defaultdict[tuple[str, str], int](int)
    current = {}
    for tenant, series, document_id, is_current in connection.execute(versions):
        count[tenant, series] += 1
        if is_current:
            current[tenant, series] = document_id
    return {each: (of, current[each]) for each, of in count.items()}


def with_versions(connection: Connection, scope: RoomScope, document_id: str) -> list[str]:
    """Return a document with all its versions where it is the current one, else it alone.

    Raises:
        NotFoundError: the room has none of that id.
    """
    row = read_place(connection, scope, document_id)
    if not row.is_current or row.series_id is None:
        return [document_id]
    versions = select(_held.id).where(_of_series(scope, row.series_id))
    return list(connection.scalars(versions.order_by(_held.id)))


def read_place(connection: Connection, scope: RoomScope, document_id: str) -> Row[Any]:
    """Return a document's row. Raises NotFoundError if the room has none of that id."""
    this = and_(in_room(tables.documents, scope), _held.id == document_id)
    row = connection.execute(select(tables.documents).where(this)).first()
    if row is None:
        raise NotFoundError("document", document_id)
    return row


def newest_number(connection: Connection, scope: Scope, series_id: str) -> int:
    """Return the highest number that a version of the series has."""
    highest = select(func.max(_held.version)).where(_of_series(scope, series_id))
    return connection.execute(highest).scalar_one() or 0


def succeed(connection: Connection, scope: RoomScope, document_id: str, *, now: datetime) -> None:
    """Let a version that is whole take the place of the current one, the room being held.

    One that is current already stays so, one that was superseded stays that. Where a newer one
    was whole first, this one is superseded from the beginning.
    """
    this = read_place(connection, scope, document_id)
    if this.is_current or this.superseded_at is not None:
        return
    series = _of_series(scope, this.series_id)
    former = connection.execute(
        select(_held.id, _held.version).where(series, _held.is_current)
    ).one()
    if former.version > this.version:
        _place(connection, scope, document_id, superseded_at=now)
        return
    _place(connection, scope, former.id, superseded_at=now)
    number_change(connection, scope, former.id, now=now)
    _place(connection, scope, document_id, superseded_at=None)


def _place(
    connection: Connection, scope: Scope, document_id: str, *, superseded_at: datetime | None
) -> None:
    this = update(tables.documents).where(with_id(tables.documents, scope, document_id))
    connection.execute(this.values(is_current=superseded_at is None, superseded_at=superseded_at))


def _of_series(scope: Scope, series_id: str) -> ColumnElement[bool]:
    return and_(_held.tenant_id == scope.tenant_id, _held.series_id == series_id)

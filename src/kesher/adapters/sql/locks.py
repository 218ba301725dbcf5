"""Rows held to the end of a transaction, always in one order: room, document, the rest.

On SQLite a writing transaction holds the whole database already; there these only look.
"""

from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, bindparam, func, select

from kesher.adapters.sql import tables
from kesher.domain.document import DocumentState
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError


def in_room(table: Table, scope: RoomScope) -> ColumnElement[bool]:
    """Return the condition that a row belongs to the scope's room."""
    return and_(table.c.tenant_id == scope.tenant_id, table.c.room_id == scope.room_id)


def of_document(table: Table, scope: RoomScope, document_id: str) -> ColumnElement[bool]:
    """Return the condition that a row belongs to the document, in the scope's room."""
    return and_(in_room(table, scope), table.c.document_id == document_id)


def with_id(table: Table, scope: Scope, identifier: str) -> ColumnElement[bool]:
    """Return the condition that a row is the tenant's thing of that id."""
    return and_(table.c.tenant_id == scope.tenant_id, table.c.id == identifier)


def searched() -> ColumnElement[bool]:
    """Return the condition that a document is searched: whole, and current among its versions."""
    held = tables.documents.c
    return and_(held.state == DocumentState.READY, held.is_current)


def find(
    connection: Connection,
    scope: Scope,
    table: Table,
    identifier: str,
    *columns: str,
    hold: bool = False,
) -> Row[Any] | None:
    """Return the tenant's thing of that id; None: there is none.

    Args:
        columns: Those wanted; all of the table's where none is named.
        hold: Keep the row from being deleted until the transaction ends.
    """
    query = _by_id(table, columns, hold=hold)
    return connection.execute(query, {"tenant": scope.tenant_id, "identifier": identifier}).first()


@cache
def _by_id(table: Table, columns: tuple[str, ...], *, hold: bool) -> Select[Any]:
    """Return the query of `find`; making one takes several times as long as running it."""
    wanted = [table.c[name] for name in columns or table.c.keys()]
    query: Select[Any] = select(*wanted).where(
        table.c.tenant_id == bindparam("tenant"), table.c.id == bindparam("identifier")
    )
    return query.with_for_update(key_share=True) if hold else query


def lock_room(connection: Connection, scope: RoomScope) -> None:
    """Hold a room. Raises NotFoundError if the tenant has none of that id."""
    if find(connection, scope, tables.rooms, scope.room_id, "id", hold=True) is None:
        raise NotFoundError("room", scope.room_id)


def hold_bytes(connection: Connection, sha256: str) -> None:
    """Hold all bytes of that digest: whoever refers to them, or removes their file, waits."""
    if connection.dialect.name != "sqlite":  # there, to write is to hold everything
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(sha256, 0))))


def lock_document(connection: Connection, scope: RoomScope, document_id: str) -> DocumentState:
    """Hold a document and return its state. Raises NotFoundError if the room has none."""
    found = select(tables.documents.c.state).where(
        in_room(tables.documents, scope), tables.documents.c.id == document_id
    )
    state: DocumentState | None = connection.scalar(found.with_for_update(key_share=True))
    if state is None:
        raise NotFoundError("document", document_id)
    return state

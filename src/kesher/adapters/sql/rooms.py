"""Transactions on rooms."""

from collections.abc import Sequence
from functools import cache

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from kesher.adapters.sql import tables
from kesher.adapters.sql.access_tables import memberships
from kesher.adapters.sql.documents import hold_sharers, orphaned
from kesher.adapters.sql.erasure import erase_room
from kesher.adapters.sql.limits import forget_questions
from kesher.adapters.sql.locks import find, in_room, lock_room, searched, with_id
from kesher.adapters.sql.records import room_from
from kesher.domain.access import RoomRole
from kesher.domain.document import Room
from kesher.domain.retrieval import RoomFigures
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, NotFoundError


def create_room(connection: Connection, scope: Scope, room: Room) -> None:
    """Store a new room, the scope's person its owner; ConflictError: the name is taken."""
    new = insert(tables.rooms).values(
        tenant_id=scope.tenant_id,
        id=room.id,
        name=room.name,
        ocr_languages=room.ocr_languages,
        created_at=room.created_at,
    )
    try:
        connection.execute(new)
    except IntegrityError as error:
        raise _name_taken(room.name) from error
    if scope.user_id is not None:
        connection.execute(
            insert(memberships).values(
                tenant_id=scope.tenant_id,
                room_id=room.id,
                user_id=scope.user_id,
                role=RoomRole.OWNER,
                created_at=room.created_at,
            )
        )


def read_room(connection: Connection, scope: RoomScope) -> Room:
    """Return the room; NotFoundError where the tenant has none of that id."""
    row = find(connection, scope, tables.rooms, scope.room_id)
    if row is None:
        raise NotFoundError("room", scope.room_id)
    return room_from(row)


def list_rooms(connection: Connection, scope: Scope) -> Sequence[Room]:
    """Return the rooms where the scope's person has a role (without a person: all), by name."""
    found = select(tables.rooms).where(tables.rooms.c.tenant_id == scope.tenant_id, _of(scope))
    # Sorted here: the order of Hebrew and Latin names depends on a database's locale.
    return sorted(map(room_from, connection.execute(found)), key=lambda room: (room.name, room.id))


def update_room(connection: Connection, scope: RoomScope, room: Room) -> None:
    """Replace name, languages and whether it is archived."""
    lock_room(connection, scope)
    changed = (
        update(tables.rooms)
        .where(with_id(tables.rooms, scope, scope.room_id))
        .values(name=room.name, ocr_languages=room.ocr_languages, archived_at=room.archived_at)
    )
    try:
        connection.execute(changed)
    except IntegrityError as error:
        raise _name_taken(room.name) from error


def delete_room(connection: Connection, scope: RoomScope) -> Sequence[str]:
    """Remove the room and all that it holds; return the blobs that are left over."""
    lock_room(connection, scope)
    digests = hold_sharers(connection, in_room(tables.documents, scope))
    erase_room(connection, scope)
    # The foreign keys take documents, threads and changes along, and what hangs on them.
    connection.execute(delete(tables.rooms).where(with_id(tables.rooms, scope, scope.room_id)))
    forget_questions(connection, scope)
    return orphaned(connection, digests)


def count_figures(connection: Connection, scope: RoomScope) -> RoomFigures:
    """Add up what `publish` counted of each ready document."""
    here = {"tenant": scope.tenant_id, "room": scope.room_id}
    documents, pages, chunks, dimensions, tokens = connection.execute(_figures(), here).one()
    # PostgreSQL adds up integers to a decimal number.
    return RoomFigures(documents, int(pages), int(chunks), dimensions, int(tokens))


@cache
def _figures() -> Select[int, int, int, int, int]:
    """Return the query of `count_figures`; making it takes longer than running it."""
    held = tables.documents.c
    return select(
        func.count(),
        func.coalesce(func.sum(held.pages_done - held.pages_failed), 0),
        func.coalesce(func.sum(held.chunks), 0),
        func.coalesce(func.max(held.dimensions), 0),
        func.coalesce(func.sum(held.tokens), 0),
    ).where(held.tenant_id == bindparam("tenant"), held.room_id == bindparam("room"), searched())


def _of(scope: Scope) -> ColumnElement[bool]:
    if scope.user_id is None:
        return true()
    held = memberships.c
    own = select(held.room_id).where(
        held.tenant_id == scope.tenant_id, held.user_id == scope.user_id
    )
    return tables.rooms.c.id.in_(own)


def _name_taken(name: str) -> ConflictError:
    return ConflictError(f"There is a room named `{name}` already. Choose another name.")

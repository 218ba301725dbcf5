"""Documents that were erased a short while ago, for whoever was writing from them just then.

An answer, a research or an evaluation may have found a document before it was erased with its
quotations, and be stored afterwards. Only a digest of the id is kept, and only for some days.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from sqlalchemy import Column, Connection, ForeignKeyConstraint, Table, and_, delete, insert, select

from kesher.adapters.sql import tables
from kesher.adapters.sql.column_types import CleanText, Instant, TenantId
from kesher.adapters.sql.erased_records import Erasing
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import in_room
from kesher.adapters.sql.tables import metadata
from kesher.domain.answer import Answer
from kesher.domain.canonical import digest
from kesher.domain.scope import RoomScope, Scope
from kesher.text.erasing import shared_with, sought_in

_KEPT = timedelta(days=7)
"""Longer than any answer, research or evaluation takes."""

erased_documents = Table(
    "erased_documents",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    # SHA-256 of the document's id.
    Column("digest", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("erased_at", Instant, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "room_id"], ["rooms.tenant_id", "rooms.id"], ondelete="CASCADE"
    ),
)

_held = erased_documents.c


def note_erased(connection: Connection, scope: RoomScope, erasing: Erasing) -> None:
    """Remember what is erased, and forget what was erased long ago. The room is held."""
    here = in_room(erased_documents, scope)
    connection.execute(delete(erased_documents).where(here, _held.erased_at < erasing.at - _KEPT))
    owner = {"tenant_id": scope.tenant_id, "room_id": scope.room_id, "erased_at": erasing.at}
    rows = [{**owner, "digest": digest(each)} for each in sorted(erasing.documents)]
    connection.execute(insert(erased_documents), rows)


def erased_among(
    connection: Connection, scope: Scope, document_ids: Collection[str]
) -> Mapping[str, datetime]:
    """Return those of the documents that were erased lately, and when."""
    digests = {digest(each): each for each in document_ids}
    found: dict[str, datetime] = {}
    for part in in_parts(sorted(digests)):
        these = and_(_held.tenant_id == scope.tenant_id, _held.digest.in_(part))
        for row in connection.execute(select(_held.digest, _held.erased_at).where(these)):
            found[digests[row.digest]] = row.erased_at
    return found


def erased_under(connection: Connection, scope: RoomScope, answer: Answer) -> Erasing | None:
    """Return what was erased while an answer was written from it; None: nothing was.

    Until the transaction ends nothing of the room can be erased.
    """
    named = {hit.chunk.document_id for hit in answer.hits}
    named.update(each.document_id for each in answer.citations if each.document_id)
    if not named:
        return None
    room = and_(tables.rooms.c.tenant_id == scope.tenant_id, tables.rooms.c.id == scope.room_id)
    connection.execute(select(tables.rooms.c.id).where(room).with_for_update(read=True))
    gone = erased_among(connection, scope, named)
    if not gone:
        return None
    written = (answer.text, *(each.quote for each in answer.citations))
    hits = [hit for hit in answer.hits if hit.chunk.document_id in gone]
    shared = shared_with(sought_in(written), (hit.chunk.text for hit in hits))
    names = frozenset(hit.document_name for hit in hits)
    return Erasing(frozenset(gone), names, max(gone.values()), shared)

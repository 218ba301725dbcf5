"""Queueing the documents whose vectors another embedding model made."""

from datetime import datetime

from sqlalchemy import Connection, and_, select, update

from kesher.adapters.sql import tables
from kesher.adapters.sql.chunks import count_vectors
from kesher.adapters.sql.jobs import insert_job
from kesher.adapters.sql.locks import with_id
from kesher.domain.document import DocumentState
from kesher.domain.scope import RoomScope
from kesher.ports.stores import NewJob


def requeue_outdated(
    connection: Connection, *, embedder: str, new_job: NewJob, now: datetime
) -> int:
    """Queue every ready document whose vectors another model made; count them."""
    held = tables.documents.c
    outdated = and_(held.state == DocumentState.READY, held.embedder != embedder)
    rows = connection.execute(
        select(held.tenant_id, held.room_id, held.id).where(outdated).with_for_update()
    ).all()
    for tenant_id, room_id, document_id in rows:
        scope = RoomScope(tenant_id, room_id)
        insert_job(connection, scope, document_id, new_job(scope, document_id))
        done = count_vectors(connection, scope, document_id, embedder)
        embedding = {"state": DocumentState.EMBEDDING, "chunks_done": done}
        this = with_id(tables.documents, scope, document_id)
        change = update(tables.documents).where(this)
        connection.execute(change.values(**embedding, updated_at=now))
    return len(rows)

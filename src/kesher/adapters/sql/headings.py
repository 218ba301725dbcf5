"""A transaction on the headings that a room's chunks stand under."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, select
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.locks import in_room, searched
from kesher.domain.scope import RoomScope
from kesher.ports.headings import Headed, HeadingStore


class SqlHeadings(HeadingStore):
    """Headings in the database of the store. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def headings(self, scope: RoomScope) -> Sequence[Headed]:
        return await self._database.read(_list_headings, scope)


def _list_headings(connection: Connection, scope: RoomScope) -> Sequence[Headed]:
    held, documents = tables.chunks.c, tables.documents.c
    ready = select(documents.id).where(in_room(tables.documents, scope), searched())
    found = (
        select(held.document_id, held.section, func.count().label("chunks"))
        .where(in_room(tables.chunks, scope), held.document_id.in_(ready))
        .group_by(held.document_id, held.section)
        .order_by(held.document_id, func.min(held.ordinal))
    )
    rows = connection.execute(found)
    return [Headed(row.document_id, row.section, row.chunks) for row in rows if row.section]

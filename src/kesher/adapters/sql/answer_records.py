"""Transactions on the records behind answers, and on the links by which they are shared."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update
from typing_extensions import override

from kesher.adapters.sql import record_details
from kesher.adapters.sql.answer_record_tables import (
    answer_records,
    answer_retrievals,
    answer_shares,
)
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.erased_documents import erased_under
from kesher.adapters.sql.erased_records import bare_answer, bare_retrieval
from kesher.adapters.sql.locks import in_room, with_id
from kesher.adapters.sql.threads import save_answer as append_answer
from kesher.domain.answer import Answer
from kesher.domain.answer_record import AnswerRecord, Share
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.answer_records import AnswerRecordStore


class SqlAnswerRecords(AnswerRecordStore):
    """Records in the database of the store. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def answer_record(self, scope: Scope, answer_id: str) -> AnswerRecord:
        return await self._database.read(_read_record, scope, answer_id)

    @override
    async def add_share(self, scope: Scope, share: Share) -> None:
        await self._database.write(_add_share, scope, share)

    @override
    async def share(self, scope: RoomScope, share_id: str) -> Share:
        return await self._database.read(_read_share, scope, share_id)

    @override
    async def shares(self, scope: Scope, answer_id: str) -> Sequence[Share]:
        return await self._database.read(_list_shares, scope, answer_id)

    @override
    async def revoke_share(self, scope: RoomScope, share_id: str, *, at: datetime) -> None:
        await self._database.write(_revoke_share, scope, share_id, at)


def save_answer(
    connection: Connection, scope: RoomScope, answer: Answer, record: AnswerRecord | None
) -> Answer:
    """Append an answer to its thread, with the record behind it; return it as it is kept."""
    erasing = erased_under(connection, scope, answer)
    kept = answer if erasing is None else bare_answer(answer, erasing)
    append_answer(connection, scope, kept)
    if record is not None:
        searches = record.retrievals
        if erasing is not None:
            searches = tuple(bare_retrieval(each, erasing) for each in searches)
        _save_record(connection, scope, replace(record, retrievals=searches))
    return kept


def _save_record(connection: Connection, scope: RoomScope, record: AnswerRecord) -> None:
    key = {"tenant_id": scope.tenant_id, "answer_id": record.answer_id}
    row = {
        **key,
        "room_id": scope.room_id,
        "thread_id": record.thread_id,
        "details": record_details.write_record(record),
    }
    connection.execute(insert(answer_records), row)
    rows = [
        {
            **key,
            "position": position,
            "label": each.label,
            "embedder": each.embedder,
            "began_seconds": each.began_seconds,
            "query_vector": record_details.as_vector(each.query_vector),
            "details": record_details.write_retrieval(each),
        }
        for position, each in enumerate(record.retrievals)
    ]
    if rows:
        connection.execute(insert(answer_retrievals), rows)


def _read_record(connection: Connection, scope: Scope, answer_id: str) -> AnswerRecord:
    held = answer_records.c
    found = select(answer_records).where(
        held.tenant_id == scope.tenant_id, held.answer_id == answer_id
    )
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("record of an answer", answer_id)
    place = {"answer_id": row.answer_id, "room_id": row.room_id, "thread_id": row.thread_id}
    searched = answer_retrievals.c
    retrievals = (
        select(answer_retrievals)
        .where(searched.tenant_id == scope.tenant_id, searched.answer_id == answer_id)
        .order_by(searched.position)
    )
    read = [record_details.read_retrieval(each) for each in connection.execute(retrievals)]
    return record_details.read_record(row.details, place, read)


def _add_share(connection: Connection, scope: Scope, share: Share) -> None:
    held = answer_records.c
    found = select(held.answer_id).where(
        in_room(answer_records, RoomScope(scope.tenant_id, share.room_id)),
        held.answer_id == share.answer_id,
    )
    if connection.execute(found.with_for_update(key_share=True)).first() is None:
        raise NotFoundError("record of an answer", share.answer_id)
    connection.execute(
        insert(answer_shares).values(
            tenant_id=scope.tenant_id,
            id=share.id,
            room_id=share.room_id,
            answer_id=share.answer_id,
            created_at=share.created_at,
            expires_at=share.expires_at,
            revoked_at=share.revoked_at,
        )
    )


def _read_share(connection: Connection, scope: RoomScope, share_id: str) -> Share:
    found = select(answer_shares).where(
        in_room(answer_shares, scope), answer_shares.c.id == share_id
    )
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("shared record", share_id)
    return _share_from(row)


def _list_shares(connection: Connection, scope: Scope, answer_id: str) -> Sequence[Share]:
    held = answer_shares.c
    found = select(answer_shares).where(
        held.tenant_id == scope.tenant_id, held.answer_id == answer_id
    )
    rows = connection.execute(found.order_by(held.created_at, held.id))
    return [_share_from(row) for row in rows]


def _revoke_share(connection: Connection, scope: RoomScope, share_id: str, at: datetime) -> None:
    share = _read_share(connection, scope, share_id)
    if share.revoked_at is None:
        this = with_id(answer_shares, scope, share_id)
        connection.execute(update(answer_shares).where(this).values(revoked_at=at))


def _share_from(row: Row[Any]) -> Share:
    return Share(
        id=row.id,
        room_id=row.room_id,
        answer_id=row.answer_id,
        created_at=row.created_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
    )

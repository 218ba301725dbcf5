"""Transactions on what people say of answers."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, select
from typing_extensions import override

from kesher.adapters.sql import tables
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.feedback_tables import answer_feedback
from kesher.adapters.sql.locks import in_room
from kesher.adapters.sql.threads import read_thread, seen_by
from kesher.domain.feedback import Feedback
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.feedback import FeedbackStore

_held, _answers = answer_feedback.c, tables.answers.c


class SqlFeedback(FeedbackStore):
    """Verdicts in the database of the store. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def save(self, scope: Scope, feedback: Feedback) -> None:
        await self._database.write(_save, scope, feedback)

    @override
    async def withdraw(self, scope: Scope, answer_id: str) -> None:
        await self._database.write(_withdraw, scope, answer_id)

    @override
    async def of_thread(self, scope: Scope, thread_id: str) -> Sequence[Feedback]:
        return await self._database.read(_of_thread, scope, thread_id)

    @override
    async def of_room(self, scope: RoomScope) -> Sequence[Feedback]:
        return await self._database.read(_of_room, scope)


def _save(connection: Connection, scope: Scope, feedback: Feedback) -> None:
    found = select(_answers.room_id).where(
        _answers.tenant_id == scope.tenant_id, _answers.id == feedback.answer_id
    )
    room_id = connection.scalar(found.with_for_update(key_share=True))
    if room_id is None:
        raise NotFoundError("answer", feedback.answer_id)
    _withdraw(connection, scope, feedback.answer_id)
    connection.execute(
        insert(answer_feedback).values(
            tenant_id=scope.tenant_id,
            answer_id=feedback.answer_id,
            user_id=scope.user_id or "",
            room_id=room_id,
            verdict=feedback.verdict,
            reason=feedback.reason,
            created_at=feedback.created_at,
        )
    )


def _withdraw(connection: Connection, scope: Scope, answer_id: str) -> None:
    connection.execute(
        delete(answer_feedback).where(
            _held.tenant_id == scope.tenant_id,
            _held.answer_id == answer_id,
            _held.user_id == (scope.user_id or ""),
        )
    )


def _of_thread(connection: Connection, scope: Scope, thread_id: str) -> Sequence[Feedback]:
    read_thread(connection, scope, thread_id)
    own = _said().where(
        _held.tenant_id == scope.tenant_id,
        _held.user_id == (scope.user_id or ""),
        _answers.thread_id == thread_id,
    )
    return [_feedback_from(row) for row in connection.execute(own)]


def _of_room(connection: Connection, scope: RoomScope) -> Sequence[Feedback]:
    threads = select(tables.threads.c.id).where(in_room(tables.threads, scope), seen_by(scope))
    said = _said().where(in_room(answer_feedback, scope), _answers.thread_id.in_(threads))
    oldest = said.order_by(_held.created_at, _held.answer_id)
    return [_feedback_from(row) for row in connection.execute(oldest)]


def _said() -> Select[Any]:
    same = (_answers.tenant_id == _held.tenant_id) & (_answers.id == _held.answer_id)
    joined = answer_feedback.join(tables.answers, same)
    return select(answer_feedback, _answers.question, _answers.thread_id).select_from(joined)


def _feedback_from(row: Row[Any]) -> Feedback:
    return Feedback(
        answer_id=row.answer_id,
        verdict=row.verdict,
        reason=row.reason,
        created_at=row.created_at,
        question=row.question,
        thread_id=row.thread_id,
    )

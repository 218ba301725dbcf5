"""Transactions on threads and their answers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from kesher.adapters.sql import answer_details, tables
from kesher.adapters.sql.answer_details import Details
from kesher.adapters.sql.chunks import read_texts
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import find, in_room, lock_room, with_id
from kesher.adapters.sql.records import thread_from
from kesher.adapters.sql.requests import delete_requests
from kesher.adapters.sql.usage import count_answer
from kesher.domain.answer import Answer, Thread
from kesher.domain.retrieval import Hit
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError


def create_thread(connection: Connection, scope: RoomScope, thread: Thread) -> None:
    """Store a new thread; NotFoundError where the room is gone."""
    lock_room(connection, scope)
    connection.execute(
        insert(tables.threads).values(
            tenant_id=scope.tenant_id,
            room_id=scope.room_id,
            id=thread.id,
            title=thread.title,
            created_at=thread.created_at,
            memory=thread.memory,
            memory_facts=thread.memory_facts,
            user_id=scope.user_id,
            shared=thread.shared,
            document_ids=thread.document_ids,
            branched_from=thread.branched_from,
            branched_before=thread.branched_before,
        )
    )


def read_thread(connection: Connection, scope: Scope, thread_id: str) -> Thread:
    """Return a thread of any room of the tenant that the scope's person may see."""
    found = select(tables.threads).where(with_id(tables.threads, scope, thread_id), seen_by(scope))
    row = connection.execute(found).first()
    if row is None:
        raise NotFoundError("thread", thread_id)
    return thread_from(row)


def list_threads(connection: Connection, scope: RoomScope) -> Sequence[Thread]:
    """Return the room's threads that the scope's person may see, newest first."""
    held = tables.threads.c
    found = select(tables.threads).where(in_room(tables.threads, scope), seen_by(scope))
    newest = found.order_by(held.created_at.desc(), held.id.desc())
    return [thread_from(row) for row in connection.execute(newest)]


def update_thread(connection: Connection, scope: Scope, thread: Thread) -> None:
    """Replace what may change of a thread; NotFoundError where the scope's person has none such."""
    changed = (
        update(tables.threads)
        .where(with_id(tables.threads, scope, thread.id), own_of(scope))
        .values(
            title=thread.title,
            shared=thread.shared,
            archived_at=thread.archived_at,
            document_ids=thread.document_ids,
        )
    )
    if connection.execute(changed).rowcount == 0:
        raise NotFoundError("thread", thread.id)


def delete_thread(connection: Connection, scope: Scope, thread_id: str) -> None:
    """Remove a thread, its answers and its requests."""
    gone = delete(tables.threads).where(with_id(tables.threads, scope, thread_id), own_of(scope))
    if connection.execute(gone).rowcount == 0:
        raise NotFoundError("thread", thread_id)
    delete_requests(connection, scope, [thread_id])


def save_answer(connection: Connection, scope: RoomScope, answer: Answer) -> None:
    """Append an answer to its thread; NotFoundError where the room has no such thread."""
    held = ("room_id", "user_id")
    thread = find(connection, scope, tables.threads, answer.thread_id, *held, hold=True)
    if thread is None or thread.room_id != scope.room_id:
        raise NotFoundError("thread", answer.thread_id)
    row = {
        "tenant_id": scope.tenant_id,
        "room_id": scope.room_id,
        "id": answer.id,
        "thread_id": answer.thread_id,
        "position": _next_position(connection, scope, answer.thread_id),
        "question": answer.question,
        "kind": answer.kind,
        "text": answer.text,
        "stop_reason": answer.stop_reason,
        "model": answer.model,
        "created_at": answer.created_at,
        "error_code": answer.error_code,
        "error": answer.error,
        "details": answer_details.write(answer),
    }
    connection.execute(insert(tables.answers), row)
    count_answer(connection, scope, answer, user_id=thread.user_id)


def list_answers(connection: Connection, scope: Scope, thread_id: str) -> Sequence[Answer]:
    """Return the thread's answers, oldest first."""
    read_thread(connection, scope, thread_id)
    held = tables.answers.c
    found = select(tables.answers).where(
        held.tenant_id == scope.tenant_id, held.thread_id == thread_id
    )
    return answers_from(connection, scope, connection.execute(found.order_by(held.position)).all())


def answers_from(
    connection: Connection, scope: Scope, rows: Sequence[Row[Any]]
) -> Sequence[Answer]:
    """Return the answers of rows of `answers`, in their order, with the texts of their hits."""
    details = [answer_details.read(row.details, place=row.id) for row in rows]
    cited = {hit.chunk.id for one in details for hit in one.hits}
    texts = read_texts(connection, scope, sorted(cited))
    return [_answer_from(row, one, texts) for row, one in zip(rows, details, strict=True)]


def answers_of(connection: Connection, scope: RoomScope, thread_ids: Sequence[str]) -> list[Answer]:
    """Return the answers of threads of the room, whosesoever they are; hits without their texts."""
    held = tables.answers.c
    found: list[Answer] = []
    for part in in_parts(thread_ids):
        these = select(tables.answers).where(
            in_room(tables.answers, scope), held.thread_id.in_(part)
        )
        for row in connection.execute(these.order_by(held.thread_id, held.position)):
            details = answer_details.read(row.details, place=row.id)
            found.append(_answer_from(row, details, {}))
    return found


def own_of(scope: Scope) -> ColumnElement[bool]:
    """Return the condition that a thread is the scope's person's own; without a person, any is."""
    return true() if scope.user_id is None else tables.threads.c.user_id == scope.user_id


def seen_by(scope: Scope) -> ColumnElement[bool]:
    """Return the condition that a thread is one that the scope's person may read."""
    return true() if scope.user_id is None else or_(own_of(scope), tables.threads.c.shared)


def _next_position(connection: Connection, scope: Scope, thread_id: str) -> int:
    this = {"tenant": scope.tenant_id, "thread": thread_id}
    return connection.execute(_position(), this).scalar_one()


@cache
def _position() -> Select[int]:
    """Return the query of `_next_position`; making it takes longer than running it."""
    held = tables.answers.c
    return select(func.count()).where(
        held.tenant_id == bindparam("tenant"), held.thread_id == bindparam("thread")
    )


def _answer_from(row: Row[Any], details: Details, texts: Mapping[str, str]) -> Answer:
    return Answer(
        id=row.id,
        thread_id=row.thread_id,
        question=row.question,
        kind=row.kind,
        text=row.text,
        citations=details.citations,
        hits=tuple(_with_text(hit, texts) for hit in details.hits),
        sent=details.sent,
        prompt=details.prompt,
        stop_reason=row.stop_reason,
        model=row.model,
        seconds=details.seconds,
        created_at=row.created_at,
        error_code=row.error_code,
        error=row.error,
        request_id=details.request_id,
        research_id=details.research_id,
    )


def _with_text(hit: Hit, texts: Mapping[str, str]) -> Hit:
    return replace(hit, chunk=replace(hit.chunk, text=texts.get(hit.chunk.id, "")))

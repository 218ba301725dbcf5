"""Transactions on question sets of rooms, and on the runs over them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, insert, select, update
from typing_extensions import override

from kesher.adapters.sql import evaluation_details as details
from kesher.adapters.sql.column_types import clean
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.erased_documents import erased_among
from kesher.adapters.sql.erased_records import Erasing, bare_outcome
from kesher.adapters.sql.evaluation_tables import evaluation_questions, evaluation_runs
from kesher.adapters.sql.locks import in_room, lock_room
from kesher.domain.canonical import digest
from kesher.domain.evaluation import EvaluationRun, Outcome, RoomQuestion, RunState
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.evaluations import EvaluationStore

_SUMMARY = [column for column in evaluation_runs.c if column.name != "outcomes"]


class SqlEvaluations(EvaluationStore):
    """Evaluations in the database of the store. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def save_questions(
        self, scope: RoomScope, questions: Sequence[RoomQuestion], *, replace: bool
    ) -> int:
        return await self._database.write(_save_questions, scope, questions, replace=replace)

    @override
    async def questions(self, scope: RoomScope) -> Sequence[RoomQuestion]:
        return await self._database.read(_list_questions, scope)

    @override
    async def delete_question(self, scope: RoomScope, question_id: str) -> None:
        await self._database.write(_delete, scope, evaluation_questions, question_id, "question")

    @override
    async def save_run(
        self, scope: RoomScope, run: EvaluationRun, outcomes: Sequence[Outcome]
    ) -> None:
        await self._database.write(_save_run, scope, run, outcomes)

    @override
    async def runs(self, scope: RoomScope) -> Sequence[EvaluationRun]:
        return await self._database.read(_list_runs, scope)

    @override
    async def run(self, scope: RoomScope, run_id: str) -> tuple[EvaluationRun, Sequence[Outcome]]:
        return await self._database.read(_read_run, scope, run_id)

    @override
    async def delete_run(self, scope: RoomScope, run_id: str) -> None:
        await self._database.write(_delete, scope, evaluation_runs, run_id, "evaluation")


def _save_questions(
    connection: Connection, scope: RoomScope, questions: Sequence[RoomQuestion], *, replace: bool
) -> int:
    lock_room(connection, scope)
    held = evaluation_questions.c
    found = select(held.text_hash).where(in_room(evaluation_questions, scope))
    standing = set(connection.scalars(found))
    new = [each for each in questions if _hash(each) not in standing]
    if new:
        connection.execute(insert(evaluation_questions), [_row(scope, each) for each in new])
    if replace:
        for each in questions:
            if _hash(each) in standing:
                this = in_room(evaluation_questions, scope) & (held.text_hash == _hash(each))
                change = update(evaluation_questions).where(this)
                connection.execute(change.values(**_judgement(each)))
    return len(new)


def _row(scope: RoomScope, question: RoomQuestion) -> dict[str, object]:
    return {
        "tenant_id": scope.tenant_id,
        "room_id": scope.room_id,
        "id": question.id,
        "text": question.text,
        "text_hash": _hash(question),
        "language": question.language,
        "created_at": question.created_at,
        **_judgement(question),
    }


def _judgement(question: RoomQuestion) -> dict[str, object]:
    return {
        "answerable": question.is_answerable,
        "right_pages": details.write_right(question.right),
        "source": question.source,
        "answer_id": question.answer_id,
    }


def _hash(question: RoomQuestion) -> str:
    return digest(clean(question.text))


def _list_questions(connection: Connection, scope: RoomScope) -> Sequence[RoomQuestion]:
    held = evaluation_questions.c
    found = select(evaluation_questions).where(in_room(evaluation_questions, scope))
    rows = connection.execute(found.order_by(held.created_at, held.id))
    return [_question_from(row) for row in rows]


def _question_from(row: Row[Any]) -> RoomQuestion:
    return RoomQuestion(
        id=row.id,
        text=row.text,
        language=row.language,
        right=details.read_right(row.right_pages),
        source=row.source,
        created_at=row.created_at,
        answer_id=row.answer_id,
    )


def _save_run(
    connection: Connection, scope: RoomScope, run: EvaluationRun, outcomes: Sequence[Outcome]
) -> None:
    lock_room(connection, scope)
    connection.execute(
        insert(evaluation_runs).values(
            tenant_id=scope.tenant_id,
            room_id=scope.room_id,
            id=run.id,
            created_at=run.created_at,
            summary=details.write_summary(run),
            outcomes=details.write_outcomes(_bare(connection, scope, outcomes)),
        )
    )


def _bare(
    connection: Connection, scope: RoomScope, outcomes: Sequence[Outcome]
) -> Sequence[Outcome]:
    """Return outcomes without the documents that were erased while the run went on."""
    named = {page.document_id for each in outcomes for page in each.pages}
    named.update(right.document_id for each in outcomes for right in each.right)
    gone = erased_among(connection, scope, named)
    if not gone:
        return outcomes
    erasing = Erasing(frozenset(gone), frozenset(), max(gone.values()))
    return [bare_outcome(each, erasing) for each in outcomes]


def _list_runs(connection: Connection, scope: RoomScope) -> Sequence[EvaluationRun]:
    held = evaluation_runs.c
    found = select(*_SUMMARY).where(in_room(evaluation_runs, scope))
    rows = connection.execute(found.order_by(held.created_at.desc(), held.id.desc()))
    return [_run_from(row) for row in rows]


def _read_run(
    connection: Connection, scope: RoomScope, run_id: str
) -> tuple[EvaluationRun, Sequence[Outcome]]:
    this = in_room(evaluation_runs, scope) & (evaluation_runs.c.id == run_id)
    row = connection.execute(select(evaluation_runs).where(this)).first()
    if row is None:
        raise NotFoundError("evaluation", run_id)
    return _run_from(row), details.read_outcomes(row.outcomes, run_id)


def _run_from(row: Row[Any]) -> EvaluationRun:
    summary = dict(details.read_summary(row.summary, row.id))
    state = RunState(summary.pop("state"))
    return EvaluationRun(
        id=row.id, room_id=row.room_id, created_at=row.created_at, state=state, **summary
    )


def _delete(
    connection: Connection, scope: RoomScope, table: Table, identifier: str, thing: str
) -> None:
    this = in_room(table, scope) & (table.c.id == identifier)
    if not connection.execute(delete(table).where(this)).rowcount:
        raise NotFoundError(thing, identifier)

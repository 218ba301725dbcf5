"""Deleting a document with all that was quoted from it, in one transaction."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, or_, select, update
from typing_extensions import override

from kesher.adapters.sql import answer_details, evaluation_details, tables
from kesher.adapters.sql.answer_record_tables import answer_retrievals
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.documents import delete_document, hold_sharers
from kesher.adapters.sql.erased_documents import note_erased
from kesher.adapters.sql.erased_records import (
    Erasing,
    bare_answer,
    bare_outcome,
    bare_retrieval,
    bare_right,
)
from kesher.adapters.sql.erased_threads import (
    erase_research,
    erase_said,
    erase_sent,
    read_research,
)
from kesher.adapters.sql.evaluation_tables import evaluation_questions, evaluation_runs
from kesher.adapters.sql.in_parts import in_parts
from kesher.adapters.sql.locks import in_room, lock_room, with_id
from kesher.adapters.sql.record_details import read_retrieval, write_retrieval
from kesher.adapters.sql.series import with_versions
from kesher.adapters.sql.threads import answers_of
from kesher.domain.answer import Answer
from kesher.domain.answer_record import RecordedRetrieval
from kesher.domain.scope import RoomScope
from kesher.ports.clock import Clock
from kesher.ports.quotations import QuotationStore
from kesher.text.erasing import shared_with, sought_in


@dataclass(frozen=True, slots=True)
class SqlQuotations(QuotationStore):
    """What was quoted, in SQL. What each call promises: the port."""

    database: Database
    clock: Clock

    @override
    async def delete_with_quotations(self, scope: RoomScope, document_id: str) -> Sequence[str]:
        left = await self.database.write(
            delete_with_quotations, scope, document_id, now=self.clock()
        )
        await self.database.empty_log()
        return left


def delete_with_quotations(
    connection: Connection, scope: RoomScope, document_id: str, *, now: datetime
) -> Sequence[str]:
    """Remove a document, what hangs on it, and its words in all that was written from it."""
    lock_room(connection, scope)
    going = with_versions(connection, scope, document_id)
    held = tables.documents.c
    these = and_(in_room(tables.documents, scope), held.id.in_(going))
    hold_sharers(connection, these)  # all documents before the first thread: see `tables`
    names = frozenset(connection.scalars(select(held.name).where(these)))
    _erase_quotations(connection, scope, Erasing(frozenset(going), names, now))
    return delete_document(connection, scope, document_id, now=now)


def _erase_quotations(connection: Connection, scope: RoomScope, bare: Erasing) -> None:
    threads = _threads(connection, scope, bare)
    answers = answers_of(connection, scope, threads)
    searches = list(_searches(connection, scope, answers))
    research = list(read_research(connection, scope, threads))
    written = (*_written(answers, searches), *(text for _, step in research for text in step.texts))
    shared = shared_with(sought_in(written), _passages(connection, scope, bare))
    erasing = Erasing(bare.documents, bare.names, bare.at, shared)
    note_erased(connection, scope, erasing)
    changed = _erase_in_answers(connection, scope, answers, erasing)
    _erase_in_searches(connection, scope, searches, erasing)
    erase_research(connection, scope, research, erasing)
    _erase_in_choices(connection, scope, erasing)
    _erase_in_evaluations(connection, scope, erasing)
    erase_said(connection, scope, changed, erasing)
    erase_sent(connection, scope, threads, erasing)


def _threads(connection: Connection, scope: RoomScope, erasing: Erasing) -> Sequence[str]:
    """Hold the threads in which an answer or a research met the documents, and return them."""
    answers, held = tables.answers.c, tables.threads.c
    found: set[str] = set()
    for each in sorted(erasing.documents):
        named = answers.details.contains(each, autoescape=True)
        met = select(answers.thread_id).where(in_room(tables.answers, scope), named)
        found.update(connection.scalars(met))
    found.update(
        step.thread_id
        for _, step in read_research(connection, scope)
        if not erasing.documents.isdisjoint(step.documents)
    )
    for part in in_parts(sorted(found)):
        these = select(held.id).where(in_room(tables.threads, scope), held.id.in_(part))
        connection.execute(these.order_by(held.id).with_for_update())
    return sorted(found)


_Search = tuple[str, int, RecordedRetrieval]
"""The answer's id, the place among its searches, and the search."""


def _searches(
    connection: Connection, scope: RoomScope, answers: Iterable[Answer]
) -> Iterator[_Search]:
    held = answer_retrievals.c
    for part in in_parts(sorted(each.id for each in answers)):
        found = select(answer_retrievals).where(
            held.tenant_id == scope.tenant_id, held.answer_id.in_(part)
        )
        for row in connection.execute(found.order_by(held.answer_id, held.position)):
            yield row.answer_id, row.position, read_retrieval(row)


def _written(answers: Iterable[Answer], searches: Iterable[_Search]) -> Iterator[str]:
    """Yield the texts in which the documents' words may stand."""
    for answer in answers:
        yield answer.text
        yield from (each.quote for each in answer.citations)
    for _, _, search in searches:
        yield from (search.search_text, search.query.rewritten)


def _passages(connection: Connection, scope: RoomScope, erasing: Erasing) -> Iterator[str]:
    held = tables.chunks.c
    these = and_(in_room(tables.chunks, scope), held.document_id.in_(sorted(erasing.documents)))
    yield from connection.scalars(select(held.text).where(these))


def _erase_in_answers(
    connection: Connection, scope: RoomScope, answers: Iterable[Answer], erasing: Erasing
) -> list[Answer]:
    """Erase, and return the answers whose texts changed."""
    changed = []
    for answer in answers:
        bare = bare_answer(answer, erasing)
        if bare == answer:
            continue
        this = with_id(tables.answers, scope, answer.id)
        new = {"text": bare.text, "details": answer_details.write(bare)}
        connection.execute(update(tables.answers).where(this).values(**new))
        if bare.text != answer.text:
            changed.append(answer)
    return changed


def _erase_in_searches(
    connection: Connection, scope: RoomScope, searches: Iterable[_Search], erasing: Erasing
) -> None:
    held = answer_retrievals.c
    for answer_id, position, search in searches:
        bare = bare_retrieval(search, erasing)
        if bare != search:
            this = and_(
                held.tenant_id == scope.tenant_id,
                held.answer_id == answer_id,
                held.position == position,
            )
            changed = update(answer_retrievals).where(this)
            connection.execute(changed.values(details=write_retrieval(bare)))


def _erase_in_choices(connection: Connection, scope: RoomScope, erasing: Erasing) -> None:
    """Take the documents out of what threads are kept to; such a thread finds nothing of others."""
    held = tables.threads.c
    kept = select(held.id, held.document_ids).where(
        in_room(tables.threads, scope), held.document_ids != ()
    )
    for row in connection.execute(kept.order_by(held.id)).all():
        bare = tuple(dict.fromkeys(erasing.id(each) for each in row.document_ids))
        if bare != row.document_ids:
            changed = update(tables.threads).where(with_id(tables.threads, scope, row.id))
            connection.execute(changed.values(document_ids=bare))


def _erase_in_evaluations(connection: Connection, scope: RoomScope, erasing: Erasing) -> None:
    questions, runs = evaluation_questions.c, evaluation_runs.c
    named = or_(
        *(questions.right_pages.contains(each, autoescape=True) for each in erasing.documents)
    )
    asked = select(questions.id, questions.right_pages).where(
        in_room(evaluation_questions, scope), named
    )
    for row in connection.execute(asked.order_by(questions.id)).all():
        right = bare_right(evaluation_details.read_right(row.right_pages), erasing)
        this = with_id(evaluation_questions, scope, row.id)
        changed = update(evaluation_questions).where(this)
        connection.execute(changed.values(right_pages=evaluation_details.write_right(right)))
    ran = select(runs.id, runs.outcomes).where(in_room(evaluation_runs, scope))
    for row in connection.execute(ran.order_by(runs.id)).all():
        outcomes = evaluation_details.read_outcomes(row.outcomes, row.id)
        bare = [bare_outcome(each, erasing) for each in outcomes]
        if bare != list(outcomes):
            changed = update(evaluation_runs).where(with_id(evaluation_runs, scope, row.id))
            connection.execute(changed.values(outcomes=evaluation_details.write_outcomes(bare)))

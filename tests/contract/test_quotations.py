"""A document is deleted with all that was quoted from it, on either database."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from contract.answer_records import record, searched, share
from contract.recorded import PASSAGE, request, segment
from contract.samples import NOW, SCOPE, TEXTS, answer, publish, thread
from contract.test_evaluations import OUTCOMES, QUESTIONS
from contract.test_evaluations import run as evaluation
from contract.test_research import STEPS
from contract.test_research import run as research
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.evaluation_tables import evaluation_runs
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.sql.traces import look_for
from kesher.domain.answer import ERASED_ID, Answer, Citation
from kesher.domain.log import LogMessage, Speaking, answer_message
from kesher.domain.request import SegmentKind
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError, StoreError
from kesher.ports.memory import MemoryChange
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

STONES = ("[נמחק עם המסמך ב-2026-03-01]", "[erased with its document on 2026-03-01]")
NAME = 'נוהל "חופשות".pdf'
OTHER = Citation(2, 0, "chk_doc_b_0", "doc_b", "Правила.pdf", "Обед в час.", True, ())
TEXT = "שלום. עובד במשרה מלאה זכאי ל-22 ימי חופשה. Обед в час."


def cited(identifier: str = "ans_a") -> Answer:
    """Two sentences of two documents, and a greeting of nobody's."""
    held = answer(identifier)
    mark, other = TEXT.index(" Обед"), len(TEXT)
    first = replace(
        held.citations[0], position=mark, quote="זכאי ל-22 ימי חופשה", section=("נוהל חופשות",)
    )
    return replace(held, text=TEXT, citations=(first, replace(OTHER, position=other)))


def follow_up() -> Answer:
    """An answer that repeats in other languages what it found without citing it."""
    texts = "Да, работнику положено 22 дня отпуска. نعم يحق للموظف 22 يوم إجازة. Ask me more."
    return replace(answer("ans_b"), text=texts, citations=(), hits=(), sent=())


async def written(store: SqlStore) -> None:
    """Store one of all that can be written from a document."""
    await publish(store)
    await publish(store, "doc_b")
    await store.create_thread(SCOPE, replace(thread(), memory="דנה"))
    rewritten = searched()
    asked = replace(rewritten.query, rewritten="האם עובד במשרה מלאה זכאי ל-22 ימי חופשה?")
    given = cited()
    await store.save_answer(SCOPE, given, record("ans_a", replace(rewritten, query=asked)))
    await store.save_answer(SCOPE, follow_up())
    await store.parts.answer_records.add_share(SCOPE, share())
    said = LogMessage(
        answer_message("ans_a"), "thr_a", Speaking.ASSISTANT, NOW, TEXT, speaker="assistant"
    )
    await store.parts.memory.add_message(Scope("דנה"), said, lambda view: (MemoryChange(), None))
    turn = segment('{"content":"' + TEXT + ' [1]"}', SegmentKind.TRAJECTORY, message=2)
    await store.save_request(SCOPE, request("req_a", PASSAGE, turn), room_id=SCOPE.room_id)
    await _researched(store)
    await store.parts.evaluations.save_questions(SCOPE, QUESTIONS, replace=False)
    await store.parts.evaluations.save_run(SCOPE, evaluation(), OUTCOMES)


async def _researched(store: SqlStore) -> None:
    run = research()
    await store.parts.research.create_run(SCOPE, run)
    await store.parts.research.take_lease(SCOPE, run.id, owner="process", seconds=60)
    for step in STEPS:
        await store.parts.research.append_step(SCOPE, run.id, step, owner="process")


async def test_after_an_erasure_nothing_of_the_document_is_left_anywhere(
    store: Store, database_url: str
) -> None:
    assert isinstance(store, SqlStore)
    await written(store)
    named = '"doc_a"'  # as JSON has it: the ids of these chunks have the document's in them
    packed = {f"{each.table}.{each.column}" for each in look_for(database_url, named).rows}
    assert packed >= {
        "answers.details",
        "answer_retrievals.details",
        "research_steps.payload",
        "evaluation_questions.right_pages",
        "evaluation_runs.outcomes",
    }
    assert await store.parts.quotations.delete_with_quotations(SCOPE, "doc_a")
    for wanted in (named, "22 ימי חופשה", "дня отпуска", "يحق للموظف", "נוהל חופשות"):
        left = look_for(database_url, wanted).rows
        of_doc_b = {("chunks", "text"), ("pages", "text")}  # it has the same words
        assert {(each.table, each.column) for each in left} <= of_doc_b, wanted
    assert look_for(database_url, NAME).rows == []


async def test_an_answer_says_what_was_erased_and_when_and_keeps_the_rest(store: Store) -> None:
    assert isinstance(store, SqlStore)
    await written(store)
    await store.parts.quotations.delete_with_quotations(SCOPE, "doc_a")
    first, second = await store.answers(SCOPE, "thr_a")
    assert first.text == f"שלום. {STONES[0]} Обед в час."
    gone, kept = first.citations
    assert (gone.document_id, gone.erased_at, gone.spans, gone.section) == (ERASED_ID, NOW, (), ())
    assert gone.quote == gone.document_name == STONES[0]
    assert first.text[: gone.position] == f"שלום. {STONES[0]}"
    assert kept == replace(OTHER, position=len(first.text))
    assert second.text.endswith("Ask me more.")
    assert first.question == cited().question
    held = await store.parts.answer_records.answer_record(SCOPE, "ans_a")
    assert {hit.document_id for hit in held.retrievals[0].hits} == {ERASED_ID}
    assert held.retrievals[0].query.rewritten == STONES[0]
    assert await store.parts.memory.log(Scope("דנה"), "thr_a") == []


async def test_documents_threads_and_rooms_that_it_does_not_touch_stay_as_they_are(
    store: Store,
) -> None:
    assert isinstance(store, SqlStore)
    await written(store)
    elsewhere = replace(cited("ans_c"), thread_id="thr_c", citations=(), hits=(), text="Нет.")
    await store.create_thread(SCOPE, replace(thread("thr_c"), created_at=NOW + timedelta(hours=1)))
    await store.save_answer(SCOPE, elsewhere)
    before = await store.answers(SCOPE, "thr_c")
    with pytest.raises(NotFoundError):
        await store.parts.quotations.delete_with_quotations(
            RoomScope(SCOPE.tenant_id, "room_other"), "doc_a"
        )
    assert (await store.answers(SCOPE, "thr_a"))[0].text == TEXT
    await store.parts.quotations.delete_with_quotations(SCOPE, "doc_a")
    assert await store.answers(SCOPE, "thr_c") == before
    assert [each.id for each in await store.documents(SCOPE)] == ["doc_b"]
    question = (await store.parts.evaluations.questions(SCOPE))[0]
    assert (question.right[0].document_id, question.right[0].pages) == (ERASED_ID, (2, 5))


async def test_what_was_being_written_meanwhile_is_stored_without_the_document(
    store: Store, database_url: str
) -> None:
    assert isinstance(store, SqlStore)
    await written(store)
    await store.parts.quotations.delete_with_quotations(SCOPE, "doc_a")
    late = replace(cited("ans_late"), text=f"{TEXT} Сверх того, зоопарк.")
    kept = await store.save_answer(SCOPE, late, record("ans_late"))
    assert kept.text == f"שלום. {STONES[0]} Обед в час. Сверх того, зоопарк."
    assert kept.citations[0].erased_at == NOW
    assert [each.text for each in await store.answers(SCOPE, "thr_a")][-1] == kept.text
    for step in STEPS:
        await store.parts.research.append_step(SCOPE, "res_a", step, owner="process")
    await store.parts.evaluations.save_run(SCOPE, evaluation("evl_late"), OUTCOMES)
    for wanted in ('"doc_a"', "ל-22 ימי חופשה"):
        left = {(each.table, each.column) for each in look_for(database_url, wanted).rows}
        assert left <= {("chunks", "text"), ("pages", "text")}, wanted


async def test_an_erasure_that_fails_half_way_has_erased_nothing(
    store: Store, database: Database
) -> None:
    assert isinstance(store, SqlStore)
    await written(store)
    newer = update(evaluation_runs).values(outcomes=b'{"version":99}')
    await database.write_all(lambda connection: connection.execute(newer) and None)
    with pytest.raises(StoreError, match="newer Kesher"):
        await store.parts.quotations.delete_with_quotations(SCOPE, "doc_a")
    assert (await store.document(SCOPE, "doc_a")).chunks == len(TEXTS)
    assert (await store.answers(SCOPE, "thr_a"))[0].text == TEXT
    assert len(await store.parts.memory.log(Scope("דנה"), "thr_a")) == 1

from dataclasses import replace
from datetime import timedelta

import pytest

from contract.samples import EMBEDDER, NOW, SCOPE, add, document, embed, job, page, publish
from kesher.domain.document import DocumentState, PageFailure
from kesher.domain.job import Job, JobState
from kesher.errors import ConflictError
from kesher.ports.stores import StateChange, Store

pytestmark = pytest.mark.anyio

LATER = NOW + timedelta(seconds=61)


async def take(store: Store) -> Job:
    taken = await store.take(now=NOW, lease_seconds=60)
    assert taken is not None
    return taken


async def state_of(store: Store) -> DocumentState:
    return (await store.document(SCOPE, "doc_a")).state


async def test_a_taken_job_is_leased_and_counted(store: Store) -> None:
    await add(store)
    assert await take(store) == replace(
        job(), state=JobState.RUNNING, attempt=1, leased_until=NOW + timedelta(seconds=60)
    )
    assert await store.take(now=NOW, lease_seconds=60) is None


async def test_the_oldest_job_is_taken_first(store: Store) -> None:
    for identifier, minutes in (("doc_a", 5), ("doc_b", 3), ("doc_c", 4)):
        new = document(identifier, content=identifier)
        await store.add_document(SCOPE, new, job(identifier, minutes=minutes))
    taken = [(await take(store)).document_id for _ in range(3)]
    assert taken == ["doc_b", "doc_c", "doc_a"]


async def test_a_job_whose_lease_has_lapsed_is_taken_again(store: Store) -> None:
    await add(store)
    first = await take(store)
    second = await store.take(now=LATER, lease_seconds=60)
    assert second is not None
    assert (second.id, second.attempt) == (first.id, 2)
    assert not await store.renew(first, now=LATER, lease_seconds=60)
    assert await store.renew(second, now=LATER, lease_seconds=60)


async def test_a_renewed_lease_is_not_taken_by_another(store: Store) -> None:
    await add(store)
    assert await store.renew(await take(store), now=LATER, lease_seconds=60)
    assert await store.take(now=LATER, lease_seconds=60) is None


async def test_a_worker_that_lost_its_job_cannot_close_it(store: Store) -> None:
    await add(store)
    lost = await take(store)
    second = await store.take(now=LATER, lease_seconds=60)
    assert second is not None
    await store.finish(lost, error_code="internal", error="too late")
    assert await state_of(store) is DocumentState.QUEUED
    assert await store.renew(second, now=LATER, lease_seconds=60)


async def test_a_finished_job_is_taken_by_nobody(store: Store) -> None:
    await add(store)
    done = await take(store)
    await store.finish(done)
    assert await store.take(now=LATER, lease_seconds=60) is None
    assert not await store.renew(done, now=NOW, lease_seconds=60)


async def test_a_failed_job_fails_its_document_with_the_reason(store: Store) -> None:
    await add(store)
    await store.finish(await take(store), error_code="document.damaged", error="הקובץ קטוע")
    found = await store.document(SCOPE, "doc_a")
    assert (found.state, found.error_code) == (DocumentState.FAILED, "document.damaged")
    assert found.error == "הקובץ קטוע"


async def test_a_published_document_stays_ready_whatever_becomes_of_its_job(store: Store) -> None:
    await publish(store)
    taken = await take(store)
    assert not await store.cancel(SCOPE, "doc_a")
    await store.finish(taken, error_code="internal", error="after the last step")
    assert await state_of(store) is DocumentState.READY


async def test_a_failed_document_that_is_queued_again_keeps_its_pages(store: Store) -> None:
    await add(store)
    await store.save_page(SCOPE, "doc_a", page())
    await store.finish(await take(store), error_code="model.unreachable", error="no connection")
    assert await store.requeue(SCOPE, "doc_a", job(name="job_2"))
    found = await store.document(SCOPE, "doc_a")
    assert (found.state, found.error, found.pages_done) == (DocumentState.QUEUED, None, 1)
    assert await store.page(SCOPE, "doc_a", 1) == page()
    assert (await take(store)).id == "job_2"


async def test_a_document_has_one_open_job(store: Store) -> None:
    await add(store)
    assert not await store.requeue(SCOPE, "doc_a", job(name="job_2"))
    taken = await take(store)
    assert not await store.requeue(SCOPE, "doc_a", job(name="job_2"))
    await store.finish(taken, error_code="internal", error="x")
    assert await store.requeue(SCOPE, "doc_a", job(name="job_2"))


async def test_cancelling_a_queued_job_cancels_its_document_at_once(store: Store) -> None:
    await add(store)
    assert await store.cancel(SCOPE, "doc_a")
    assert await state_of(store) is DocumentState.CANCELLED
    assert await store.take(now=LATER, lease_seconds=60) is None
    assert not await store.cancel(SCOPE, "doc_a")


async def test_a_worker_hears_of_a_cancellation_when_it_renews(store: Store) -> None:
    await add(store)
    taken = await take(store)
    assert await store.cancel(SCOPE, "doc_a")
    assert await state_of(store) is DocumentState.CANCELLED
    assert not await store.requeue(SCOPE, "doc_a", job(name="job_2"))
    assert not await store.renew(taken, now=NOW, lease_seconds=60)
    assert await store.requeue(SCOPE, "doc_a", job(name="job_2"))


async def test_a_worker_that_has_not_heard_cannot_undo_a_cancellation(store: Store) -> None:
    await add(store)
    taken = await take(store)
    await embed(store)
    await store.cancel(SCOPE, "doc_a")
    with pytest.raises(ConflictError, match="cancelled"):
        await store.set_state(SCOPE, "doc_a", StateChange(DocumentState.READING))
    with pytest.raises(ConflictError, match="cancelled"):
        await store.publish(SCOPE, "doc_a", embedder=EMBEDDER)
    await store.finish(taken, error_code="conflict", error="was cancelled")
    found = await store.document(SCOPE, "doc_a")
    assert (found.state, found.error) == (DocumentState.CANCELLED, None)


async def test_a_cancelled_job_whose_worker_died_is_closed_and_not_taken_again(
    store: Store,
) -> None:
    await add(store)
    await take(store)
    await store.cancel(SCOPE, "doc_a")
    assert await store.take(now=LATER, lease_seconds=60) is None
    assert await state_of(store) is DocumentState.CANCELLED
    assert await store.requeue(SCOPE, "doc_a", job(name="job_2"))


async def test_a_new_start_queues_again_what_was_running(store: Store) -> None:
    for identifier in ("doc_a", "doc_b", "doc_c"):
        await add(store, identifier)
        await take(store)
    await store.cancel(SCOPE, "doc_c")
    assert await store.release_all() == 2
    again = [(job.document_id, job.attempt) for job in (await take(store), await take(store))]
    assert sorted(again) == [("doc_a", 2), ("doc_b", 2)]
    assert await store.take(now=NOW, lease_seconds=60) is None
    assert await store.release_all() == 2


async def test_a_job_that_is_given_back_is_free_at_once_and_only_for_its_own_taker(
    store: Store,
) -> None:
    await add(store)
    first = await take(store)
    await store.give_back(first)
    second = await take(store)
    assert (second.id, second.attempt) == (first.id, 2)
    await store.give_back(first)  # it is another's by now
    assert await store.take(now=NOW, lease_seconds=60) is None
    await store.cancel(SCOPE, "doc_a")
    await store.give_back(second)
    assert await store.take(now=LATER, lease_seconds=60) is None
    assert await state_of(store) is DocumentState.CANCELLED


async def test_closing_the_job_of_a_deleted_document_does_nothing(store: Store) -> None:
    await add(store)
    taken = await take(store)
    await store.delete_document(SCOPE, "doc_a")
    assert not await store.renew(taken, now=NOW, lease_seconds=60)
    await store.finish(taken)
    assert await store.documents(SCOPE) == []


async def test_a_new_try_keeps_pages_with_text_and_reads_the_others_again(store: Store) -> None:
    await add(store)
    await store.save_page(SCOPE, "doc_a", page(1))
    await store.save_page(SCOPE, "doc_a", page(2, ""))
    await store.save_page_failure(SCOPE, "doc_a", PageFailure(3, "page", "נפגם"))
    await store.finish(await take(store), error_code="document.empty", error="אין טקסט")
    assert await store.requeue(SCOPE, "doc_a", job(name="job_2"))
    assert await store.page_numbers_done(SCOPE, "doc_a") == {1}
    again = await store.document(SCOPE, "doc_a")
    assert (again.pages_done, again.failures) == (1, ())

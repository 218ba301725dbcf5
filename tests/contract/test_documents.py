from dataclasses import replace

import pytest

from contract.samples import (
    EMBEDDER,
    NOW,
    OTHER_TENANT,
    ROOM,
    SCOPE,
    TEXTS,
    add,
    answer,
    chunks,
    digest,
    document,
    embed,
    job,
    page,
    publish,
    thread,
    vector,
)
from kesher.domain.document import (
    Box,
    Chunk,
    DocumentState,
    Line,
    PageFailure,
    PageSource,
    PageSpan,
    Role,
    Room,
    Table,
    TableCell,
)
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import StateChange, Store

pytestmark = pytest.mark.anyio

ELSEWHERE = RoomScope(OTHER_TENANT.tenant_id, SCOPE.room_id)


async def test_a_document_comes_back_as_it_was_stored(store: Store) -> None:
    assert await store.add_document(SCOPE, document(), job()) == (document(), True)
    assert await store.document(SCOPE, "doc_a") == document()


async def test_documents_are_listed_oldest_first(store: Store) -> None:
    for identifier, minutes in (("doc_a", 2), ("doc_b", 1), ("doc_c", 3)):
        new = document(identifier, content=identifier, minutes=minutes)
        await store.add_document(SCOPE, new, job(identifier))
    found = [one.id for one in await store.documents(SCOPE)]
    assert found == ["doc_b", "doc_a", "doc_c"]


async def test_the_same_bytes_are_in_a_room_once_and_bring_no_second_job(store: Store) -> None:
    await store.add_document(SCOPE, document("doc_a", content="א"), job("doc_a"))
    stored, new = await store.add_document(SCOPE, document("doc_b", content="א"), job("doc_b"))
    assert (stored.id, new) == ("doc_a", False)
    taken = await store.take(now=NOW, lease_seconds=60)
    assert taken is not None
    assert await store.take(now=NOW, lease_seconds=60) is None


async def test_the_same_bytes_may_be_in_two_rooms(store: Store) -> None:
    other = RoomScope("local", "room_2")
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await store.add_document(SCOPE, document("doc_a", content="א"), job("doc_a"))
    stored, new = await store.add_document(other, document("doc_b", content="א"), job("doc_b"))
    assert (stored.id, stored.room_id, new) == ("doc_b", "room_2", True)


async def test_uploading_what_failed_before_gives_the_old_document(store: Store) -> None:
    await add(store)
    failed = StateChange(DocumentState.FAILED, error_code="document.damaged", error="קטוע")
    await store.set_state(SCOPE, "doc_a", failed)
    again = document("doc_b", content="doc_a")
    stored, new = await store.add_document(SCOPE, again, job("doc_b"))
    assert (stored.id, stored.state, stored.error, new) == ("doc_a", "failed", "קטוע", False)


async def test_a_document_of_another_tenant_is_not_found(store: Store) -> None:
    await publish(store)
    await store.create_room(OTHER_TENANT, ROOM)
    for call in (
        store.document(OTHER_TENANT, "doc_a"),
        store.page(OTHER_TENANT, "doc_a", 1),
        store.chunk(OTHER_TENANT, "chk_doc_a_0"),
        store.set_state(ELSEWHERE, "doc_a", StateChange(DocumentState.FAILED)),
        store.save_page(ELSEWHERE, "doc_a", page()),
        store.save_chunks(ELSEWHERE, "doc_a", chunks()),
        store.publish(ELSEWHERE, "doc_a", embedder=EMBEDDER),
        store.cancel(ELSEWHERE, "doc_a"),
        store.requeue(ELSEWHERE, "doc_a", job(name="job_2")),
        store.delete_document(ELSEWHERE, "doc_a"),
        store.add_document(RoomScope("local", "room_2"), document(), job()),
    ):
        with pytest.raises(NotFoundError):
            await call
    assert await store.documents(ELSEWHERE) == []
    assert await store.pages(ELSEWHERE, "doc_a") == []
    assert await store.page_numbers_done(ELSEWHERE, "doc_a") == frozenset()
    assert await store.chunks_without_vector(ELSEWHERE, "doc_a", embedder="new") == []
    assert await store.adjacent(ELSEWHERE, "doc_a", [0]) == []
    assert await store.join(ELSEWHERE, ["chk_doc_a_0"]) == {}


async def test_a_change_of_state_keeps_the_numbers_it_does_not_name(store: Store) -> None:
    await add(store)
    await store.set_state(SCOPE, "doc_a", StateChange(DocumentState.READING, pages_total=7))
    await store.set_state(SCOPE, "doc_a", StateChange(DocumentState.EMBEDDING, chunks_total=40))
    found = await store.document(SCOPE, "doc_a")
    assert (found.state, found.pages_total, found.chunks) == ("embedding", 7, 40)


async def test_an_error_is_gone_once_the_document_moves_on(store: Store) -> None:
    await add(store)
    failed = StateChange(DocumentState.FAILED, error_code="document.damaged", error="קטוע")
    await store.set_state(SCOPE, "doc_a", failed)
    assert (await store.document(SCOPE, "doc_a")).error_code == "document.damaged"
    await store.set_state(SCOPE, "doc_a", StateChange(DocumentState.READING))
    found = await store.document(SCOPE, "doc_a")
    assert (found.error_code, found.error) == (None, None)


@pytest.mark.parametrize("text", [*TEXTS, "", "שָׁלוֹם \u2067abc\u2069 😀\nשורה"])
async def test_a_page_comes_back_with_every_box(store: Store, text: str) -> None:
    await add(store)
    await store.save_page(SCOPE, "doc_a", page(1, text))
    assert await store.page(SCOPE, "doc_a", 1) == page(1, text)


async def test_a_page_comes_back_with_the_roles_of_its_lines_and_its_tables(store: Store) -> None:
    await add(store)
    box = Box(1, 2, 3, 4)
    lines = (Line(0, 3, box, Role.HEADING, 1, 16.0, True), Line(4, 9, None, Role.FOOTER))
    tables = (Table(((TableCell(0, 3, box, 0), TableCell(4, 9, None, 1)),), head_rows=1),)
    read = [
        replace(page(number, "שנה סכום"), lines=lines, tables=tables, label="3")
        for number in (1, 2)
    ]
    await store.save_page(SCOPE, "doc_a", *read)
    assert await store.pages(SCOPE, "doc_a") == read
    assert (await store.document(SCOPE, "doc_a")).pages_done == 2


async def test_a_chunk_comes_back_with_its_section_and_its_table_head(store: Store) -> None:
    await add(store)
    await embed(store)
    told = [replace(c, section=("פרק א", "חופשה"), head="שנה\tסכום") for c in chunks()]
    await store.save_chunks(SCOPE, "doc_a", told)
    assert await store.chunks_without_vector(SCOPE, "doc_a", embedder=EMBEDDER) == told


async def test_a_page_with_nul_keeps_its_offsets(store: Store) -> None:
    await add(store)
    await store.save_page(SCOPE, "doc_a", page(1, "חו\x00פש\udc00ה"))
    stored = await store.page(SCOPE, "doc_a", 1)
    assert stored.text == "חו\ufffdפש\ufffdה"
    assert len(stored.char_boxes) == len(stored.text)


async def test_pages_are_counted_as_they_are_read_failed_or_read_again(store: Store) -> None:
    await add(store)
    await store.save_page(SCOPE, "doc_a", page(2, source=PageSource.TEXT_LAYER))
    await store.save_page(SCOPE, "doc_a", page(1, source=PageSource.OCR))
    await store.save_page_failure(SCOPE, "doc_a", PageFailure(3, "page", "העמוד פגום"))
    found = await store.document(SCOPE, "doc_a")
    assert (found.pages_done, found.pages_ocr) == (3, 1)
    assert found.failures == (PageFailure(3, "page", "העמוד פגום"),)
    await store.save_page(SCOPE, "doc_a", page(3))
    await store.save_page_failure(SCOPE, "doc_a", PageFailure(1, "page", "timeout"))
    found = await store.document(SCOPE, "doc_a")
    assert (found.pages_done, found.pages_ocr) == (3, 1)
    assert found.failures == (PageFailure(1, "page", "timeout"),)
    assert await store.page_numbers_done(SCOPE, "doc_a") == {1, 2, 3}
    assert [one.number for one in await store.pages(SCOPE, "doc_a")] == [2, 3]


@pytest.mark.parametrize("number", [1, 2])
async def test_a_page_that_failed_or_was_never_there_is_not_found(
    store: Store, number: int
) -> None:
    await add(store)
    await store.save_page_failure(SCOPE, "doc_a", PageFailure(1, "page", "פגום"))
    with pytest.raises(NotFoundError, match=str(number)):
        await store.page(SCOPE, "doc_a", number)


async def test_chunks_wait_for_their_vectors_and_resume_where_they_stopped(store: Store) -> None:
    await add(store)
    await store.save_chunks(SCOPE, "doc_a", chunks())
    first = {chunks()[1].id: vector(1)}
    await store.save_vectors(SCOPE, "doc_a", first, embedder=EMBEDDER)
    waiting = await store.chunks_without_vector(SCOPE, "doc_a", embedder=EMBEDDER)
    assert waiting == [chunks()[0], chunks()[2]]
    assert (await store.document(SCOPE, "doc_a")).chunks_done == 1
    await store.save_vectors(SCOPE, "doc_a", first, embedder=EMBEDDER)
    found = await store.document(SCOPE, "doc_a")
    assert (found.chunks, found.chunks_done) == (3, 1)
    assert len(await store.chunks_without_vector(SCOPE, "doc_a", embedder="new model")) == 3


async def test_a_document_without_all_its_vectors_is_not_published(store: Store) -> None:
    await add(store)
    with pytest.raises(ConflictError, match="0 of its 0"):
        await store.publish(SCOPE, "doc_a", embedder=EMBEDDER)
    await store.save_chunks(SCOPE, "doc_a", chunks())
    two = {chunk.id: vector(1) for chunk in chunks()[:2]}
    await store.save_vectors(SCOPE, "doc_a", two, embedder=EMBEDDER)
    with pytest.raises(ConflictError, match="2 of its 3"):
        await store.publish(SCOPE, "doc_a", embedder=EMBEDDER)
    assert (await store.document(SCOPE, "doc_a")).state is DocumentState.QUEUED
    assert await store.room_sequence(SCOPE) == 0


async def test_vectors_of_one_model_do_not_stand_in_for_anothers(store: Store) -> None:
    await add(store)
    await embed(store)
    with pytest.raises(ConflictError, match="new model"):
        await store.publish(SCOPE, "doc_a", embedder="new model")


async def test_chunks_that_are_replaced_lose_their_vectors(store: Store) -> None:
    await add(store)
    await embed(store)
    await store.save_chunks(SCOPE, "doc_a", chunks(texts=("נוסח אחר", "another wording")))
    assert len(await store.chunks_without_vector(SCOPE, "doc_a", embedder=EMBEDDER)) == 2
    found = await store.document(SCOPE, "doc_a")
    assert (found.chunks, found.chunks_done) == (2, 0)


async def test_the_chunks_of_a_ready_document_are_not_replaced_under_search(store: Store) -> None:
    await publish(store)
    with pytest.raises(ConflictError, match="Queue it again"):
        await store.save_chunks(SCOPE, "doc_a", chunks(texts=["אחר"]))
    assert (await store.chunk(SCOPE, "chk_doc_a_0"))[0] == chunks()[0]


async def test_a_vector_of_a_chunk_that_is_not_there_is_refused(store: Store) -> None:
    await add(store)
    await add(store, "doc_b")
    await store.save_chunks(SCOPE, "doc_a", chunks())
    with pytest.raises(NotFoundError, match="chk_doc_a_0"):
        await store.save_vectors(SCOPE, "doc_b", {"chk_doc_a_0": vector(1)}, embedder=EMBEDDER)


async def test_only_chunks_of_ready_documents_of_this_room_are_joined(store: Store) -> None:
    other = RoomScope("local", "room_2")
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await publish(store, "doc_a")
    await publish(store, "doc_b", scope=other)
    await add(store, "doc_c")
    await embed(store, "doc_c")
    asked = ["chk_doc_c_0", "chk_doc_b_0", "chk_doc_a_2", "chk_doc_a_2", "chk_gone"]
    joined = await store.join(SCOPE, asked)
    assert list(joined) == ["chk_doc_a_2"]
    chunk, found = joined["chk_doc_a_2"]
    assert chunk == chunks()[2]
    assert (found.state, found.pages_done, found.chunks) == (DocumentState.READY, 3, 3)
    assert await store.join(SCOPE, []) == {}


async def test_a_chunk_is_found_in_any_room_of_the_tenant(store: Store) -> None:
    await publish(store)
    chunk, found = await store.chunk(SCOPE, "chk_doc_a_1")
    assert (chunk, found.id) == (chunks()[1], "doc_a")


async def test_neighbours_are_those_ordinals_that_exist(store: Store) -> None:
    await publish(store)
    found = await store.adjacent(SCOPE, "doc_a", [3, 2, 1, -1])
    assert [chunk.ordinal for chunk in found] == [1, 2]


async def test_a_chunk_over_two_pages_keeps_both_spans(store: Store) -> None:
    await add(store)
    spans = (PageSpan(1, 900, 1100), PageSpan(2, 0, 99))
    over_two = Chunk("chk_x", "doc_a", 0, "טקסט\nהמשך", spans, 12)
    await store.save_chunks(SCOPE, "doc_a", [over_two])
    assert await store.chunks_without_vector(SCOPE, "doc_a", embedder=EMBEDDER) == [over_two]


async def test_more_chunks_than_one_statement_takes_are_stored_and_joined(store: Store) -> None:
    await add(store)
    many = chunks(texts=[f"פסקה {number}" for number in range(6_000)])
    await store.save_chunks(SCOPE, "doc_a", many)
    vectors = {chunk.id: vector(1, dimensions=2) for chunk in many}
    await store.save_vectors(SCOPE, "doc_a", vectors, embedder=EMBEDDER)
    await store.publish(SCOPE, "doc_a", embedder=EMBEDDER)
    assert len(await store.join(SCOPE, [chunk.id for chunk in many])) == 6_000


async def test_deleting_a_document_takes_everything_of_it(store: Store) -> None:
    await publish(store)
    assert await store.delete_document(SCOPE, "doc_a") == [digest("doc_a")]
    assert await store.documents(SCOPE) == []
    assert await store.pages(SCOPE, "doc_a") == []
    assert await store.join(SCOPE, ["chk_doc_a_0"]) == {}
    assert await store.take(now=NOW, lease_seconds=60) is None
    assert (await store.figures(SCOPE)).chunks == 0
    with pytest.raises(NotFoundError):
        await store.delete_document(SCOPE, "doc_a")


async def test_a_blob_is_left_over_only_when_nobody_anywhere_has_it(store: Store) -> None:
    tenants = (SCOPE, ELSEWHERE, RoomScope("local", "room_2"))
    await store.create_room(OTHER_TENANT, ROOM)
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    for scope, identifier in zip(tenants, ("doc_a", "doc_b", "doc_c"), strict=True):
        await store.add_document(scope, document(identifier, content="אותו"), job(identifier))
    assert await store.delete_document(SCOPE, "doc_a") == []
    assert await store.delete_room(tenants[2]) == []
    assert await store.delete_document(ELSEWHERE, "doc_b") == [digest("אותו")]


async def test_what_a_worker_saves_after_the_deletion_is_refused_and_leaves_nothing(
    store: Store,
) -> None:
    await add(store)
    await store.delete_document(SCOPE, "doc_a")
    for call in (
        store.save_page(SCOPE, "doc_a", page()),
        store.save_page_failure(SCOPE, "doc_a", PageFailure(1, "page", "פגום")),
        store.save_chunks(SCOPE, "doc_a", chunks()),
        store.save_vectors(SCOPE, "doc_a", {"chk_doc_a_0": vector(1)}, embedder=EMBEDDER),
        store.set_state(SCOPE, "doc_a", StateChange(DocumentState.EMBEDDING)),
        store.publish(SCOPE, "doc_a", embedder=EMBEDDER),
    ):
        with pytest.raises(NotFoundError):
            await call
    await add(store)
    assert await store.pages(SCOPE, "doc_a") == []
    assert await store.chunks_without_vector(SCOPE, "doc_a", embedder=EMBEDDER) == []


async def test_an_answer_keeps_its_citations_when_the_document_goes(store: Store) -> None:
    await publish(store)
    await store.create_thread(SCOPE, thread())
    await store.save_answer(SCOPE, answer())
    await store.delete_document(SCOPE, "doc_a")
    kept = (await store.answers(SCOPE, "thr_a"))[0]
    assert kept.citations == answer().citations
    assert [hit.chunk.text for hit in kept.hits] == ["", ""]
    forgotten = [replace(hit, chunk=replace(hit.chunk, text="")) for hit in answer().hits]
    assert list(kept.hits) == forgotten

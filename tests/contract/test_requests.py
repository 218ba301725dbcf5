import asyncio
from dataclasses import replace

import pytest

from contract.recorded import (
    BREAK,
    PASSAGE,
    QUESTION,
    SYSTEM,
    billed,
    grown,
    head,
    request,
    segment,
)
from contract.samples import NOW, OTHER_TENANT, ROOM, SCOPE, chunks, publish, thread
from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import DocumentState, Room
from kesher.domain.request import Purpose, SegmentKind
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import StateChange, Store

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def _a_thread(store: Store) -> None:
    await store.create_thread(SCOPE, thread())


async def test_a_request_comes_back_segment_for_segment(store: Store) -> None:
    await publish(store)
    sent = request(broken=BREAK)
    await store.save_request(SCOPE, sent, room_id=ROOM.id)
    assert await store.request(SCOPE, "req_a") == sent


async def test_the_same_id_again_adds_usage_and_price(store: Store) -> None:
    await store.save_request(SCOPE, request())
    await store.save_request(SCOPE, billed(request()))
    assert await store.request(SCOPE, "req_a") == billed(request())
    assert len(await store.requests(SCOPE, "thr_a")) == 1


async def test_what_was_sent_never_changes(store: Store) -> None:
    await store.save_request(SCOPE, request())
    with pytest.raises(ConflictError, match="req_a"):
        await store.save_request(SCOPE, request("req_a", SYSTEM))
    assert await store.request(SCOPE, "req_a") == request()


async def test_requests_of_an_owner_come_oldest_first_without_their_segments(store: Store) -> None:
    await store.create_thread(SCOPE, thread("thr_b"))
    for name, minutes in (("req_b", 2), ("req_c", 1), ("req_a", 3)):
        await store.save_request(SCOPE, request(name, minutes=minutes))
    await store.save_request(SCOPE, request("req_d", owner="thr_b"))
    found = await store.requests(SCOPE, "thr_a")
    assert [each.id for each in found] == ["req_c", "req_b", "req_a"]
    assert found[0] == replace(request("req_c", minutes=1), segments=())


async def test_a_trajectory_owns_requests_too(store: Store) -> None:
    await grown(store, SCOPE)
    await store.save_request(SCOPE, request(owner="trj_a"))
    assert [each.id for each in await store.requests(SCOPE, "trj_a")] == ["req_a"]


async def test_what_a_request_was_sent_for_comes_back_also_when_its_price_is_known(
    store: Store,
) -> None:
    sent = replace(request(), purpose=Purpose.SUMMARY)
    await store.save_request(SCOPE, sent)
    await store.save_request(SCOPE, billed(sent))
    assert await store.request(SCOPE, sent.id) == billed(sent)
    (listed,) = await store.requests(SCOPE, "thr_a")
    assert listed.purpose is Purpose.SUMMARY


async def test_a_request_without_an_owner_is_refused(store: Store) -> None:
    with pytest.raises(NotFoundError, match="thr_gone"):
        await store.save_request(SCOPE, request(owner="thr_gone"))
    with pytest.raises(NotFoundError, match="room_gone"):
        await store.save_request(SCOPE, request(), room_id="room_gone")


async def test_a_request_of_another_tenant_is_not_found(store: Store) -> None:
    await store.save_request(SCOPE, request())
    with pytest.raises(NotFoundError, match="req_a"):
        await store.request(OTHER_TENANT, "req_a")
    with pytest.raises(NotFoundError, match="thr_a"):
        await store.save_request(OTHER_TENANT, request())
    assert await store.requests(OTHER_TENANT, "thr_a") == []


async def test_a_segment_in_two_places_of_one_request_stands_in_both(store: Store) -> None:
    twice = request("req_a", SYSTEM, QUESTION, replace(QUESTION, message=2))
    await store.save_request(SCOPE, twice)
    assert await store.request(SCOPE, "req_a") == twice


async def test_a_deleted_thread_leaves_the_segments_that_another_needs(store: Store) -> None:
    await store.create_thread(SCOPE, thread("thr_b"))
    await store.save_request(SCOPE, request("req_a", SYSTEM, QUESTION))
    await store.save_request(SCOPE, request("req_b", SYSTEM, PASSAGE, owner="thr_b"))
    await store.delete_thread(SCOPE, "thr_a")
    with pytest.raises(NotFoundError):
        await store.request(SCOPE, "req_a")
    assert (await store.request(SCOPE, "req_b")).segments == (SYSTEM, PASSAGE)


async def test_a_deleted_document_takes_the_words_of_its_passages_and_leaves_their_hashes(
    store: Store,
) -> None:
    await publish(store)
    await publish(store, "doc_b")
    other = segment("קטע אחר", refs=("chk_doc_b_1",))
    mixed = segment("סיכום של שניהם", refs=("chk_doc_b_1", "chk_doc_a_2"))
    sent = request("req_a", SYSTEM, PASSAGE, other, mixed, QUESTION)
    await store.save_request(SCOPE, sent, room_id=ROOM.id)
    await store.delete_document(SCOPE, "doc_a")
    found = (await store.request(SCOPE, "req_a")).segments
    assert [each.text for each in found] == [SYSTEM.text, "", other.text, "", QUESTION.text]
    assert [each.hash for each in found] == [each.hash for each in sent.segments]
    assert found[1] == replace(PASSAGE, text="")


async def test_words_go_also_where_the_document_was_cut_anew_since(store: Store) -> None:
    await publish(store)
    await store.save_request(SCOPE, request(), room_id=ROOM.id)
    await store.set_state(SCOPE, "doc_a", StateChange(DocumentState.EMBEDDING))
    anew = [replace(each, id=f"new_{each.ordinal}") for each in chunks()]
    await store.save_chunks(SCOPE, "doc_a", anew)
    await store.delete_document(SCOPE, "doc_a")
    assert (await store.request(SCOPE, "req_a")).segments[1].text == ""


async def test_a_passage_whose_document_was_deleted_before_the_sending_keeps_no_words(
    store: Store,
) -> None:
    await publish(store)
    await store.delete_document(SCOPE, "doc_a")
    await store.save_request(SCOPE, request(), room_id=ROOM.id)
    texts = [each.text for each in (await store.request(SCOPE, "req_a")).segments]
    assert texts == [SYSTEM.text, "", QUESTION.text]


async def test_usage_that_comes_after_an_erasure_brings_no_words_back(store: Store) -> None:
    await publish(store)
    await store.save_request(SCOPE, request(), room_id=ROOM.id)
    await store.delete_document(SCOPE, "doc_a")
    await store.save_request(SCOPE, billed(request()), room_id=ROOM.id)
    found = await store.request(SCOPE, "req_a")
    assert found.segments[1].text == ""
    assert found.usage == billed(request()).usage


async def test_the_words_around_a_cache_break_go_with_the_document(store: Store) -> None:
    await publish(store)
    await store.save_request(SCOPE, request(), room_id=ROOM.id)
    await store.save_request(SCOPE, request("req_b", SYSTEM, minutes=1, broken=BREAK))
    await store.delete_document(SCOPE, "doc_a")
    audit = (await store.request(SCOPE, "req_b")).audit
    assert audit is not None
    assert audit.broken == replace(BREAK, before="", after="")


async def test_another_tenants_same_segments_stay_when_a_document_is_deleted(store: Store) -> None:
    await store.create_room(OTHER_TENANT, Room(SCOPE.room_id, "שלהם", NOW))
    await store.create_trajectory(OTHER_TENANT, head())
    theirs = request(owner="trj_a")
    await store.save_request(OTHER_TENANT, theirs)
    await publish(store)
    await store.save_request(SCOPE, request(), room_id=ROOM.id)
    await store.delete_document(SCOPE, "doc_a")
    assert await store.request(OTHER_TENANT, "req_a") == theirs
    await store.delete_room(SCOPE)
    assert await store.request(OTHER_TENANT, "req_a") == theirs


async def test_a_deleted_room_takes_its_threads_requests_and_its_words_from_trajectories(
    store: Store,
) -> None:
    await publish(store)
    await grown(store, SCOPE)
    await store.save_request(SCOPE, request(), room_id=ROOM.id)
    result = segment('{"content":"22 ימים"}', SegmentKind.TRAJECTORY, refs=("chk_doc_a_1",))
    kept = request("req_b", SYSTEM, result, owner="trj_a")
    await store.save_request(SCOPE, kept, room_id=ROOM.id)
    await store.delete_room(SCOPE)
    with pytest.raises(NotFoundError):
        await store.request(SCOPE, "req_a")
    found = await store.request(SCOPE, "req_b")
    assert [each.text for each in found.segments] == [SYSTEM.text, ""]


async def test_what_is_sent_again_after_its_last_request_went_is_whole(store: Store) -> None:
    await store.save_request(SCOPE, request())
    await store.delete_thread(SCOPE, "thr_a")
    await store.create_thread(SCOPE, thread())
    await store.save_request(SCOPE, request("req_b"))
    assert await store.request(SCOPE, "req_b") == request("req_b")


async def test_a_segment_that_one_program_sends_while_another_drops_it_is_kept(
    store: Store, database_url: str
) -> None:
    other = SqlStore.open(database_url, busy_seconds=10)
    for turn in range(8):
        old, new = f"thr_{turn}", f"thr_{turn + 1}"
        if turn == 0:
            await store.create_thread(SCOPE, thread(old))
            await store.save_request(SCOPE, request(f"req_{turn}", SYSTEM, QUESTION, owner=old))
        await store.create_thread(SCOPE, thread(new))
        sent = request(f"req_{turn + 1}", SYSTEM, QUESTION, owner=new)
        await asyncio.gather(store.delete_thread(SCOPE, old), other.save_request(SCOPE, sent))
        assert await store.request(SCOPE, sent.id) == sent
    await other.close()

from dataclasses import replace

import pytest

from contract.samples import NOW, OTHER_TENANT, SCOPE, answer, publish, thread
from kesher.domain.answer import AnswerKind, StopReason
from kesher.domain.document import Room
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio


async def test_an_answer_comes_back_whole(store: Store) -> None:
    await publish(store)
    await store.create_thread(SCOPE, thread())
    await store.save_answer(SCOPE, answer())
    assert await store.answers(SCOPE, "thr_a") == [answer()]


async def test_a_thread_comes_back_with_whose_memory_it_has(store: Store) -> None:
    plain = thread()
    kept = replace(thread("thr_b", minutes=1), memory="דנה كהן", memory_facts=("fct_2", "fct_1"))
    for one in (plain, kept):
        await store.create_thread(SCOPE, one)
        assert await store.thread(SCOPE, one.id) == one
    assert await store.threads(SCOPE) == [kept, plain]


async def test_an_answer_without_a_model_comes_back_whole(store: Store) -> None:
    await store.create_thread(SCOPE, thread())
    bare = replace(
        answer(),
        kind=AnswerKind.NOT_FOUND,
        stop_reason=StopReason.COMPLETE,
        citations=(),
        hits=(),
        sent=(),
        model=None,
        error_code=None,
        error=None,
        seconds={},
    )
    await store.save_answer(SCOPE, bare)
    assert await store.answers(SCOPE, "thr_a") == [bare]


async def test_answers_keep_the_order_in_which_they_were_given(store: Store) -> None:
    await store.create_thread(SCOPE, thread())
    for identifier in ("ans_c", "ans_a", "ans_b"):
        await store.save_answer(SCOPE, answer(identifier))
    found = [one.id for one in await store.answers(SCOPE, "thr_a")]
    assert found == ["ans_c", "ans_a", "ans_b"]


async def test_an_answer_is_stored_once(store: Store) -> None:
    await store.create_thread(SCOPE, thread())
    await store.save_answer(SCOPE, answer())
    with pytest.raises(ConflictError):
        await store.save_answer(SCOPE, answer())
    assert len(await store.answers(SCOPE, "thr_a")) == 1


async def test_nul_in_a_quotation_is_replaced_one_for_one(store: Store) -> None:
    await store.create_thread(SCOPE, thread())
    citation = replace(answer().citations[0], quote="ימי\x00 חופ\ud800שה \\u0000")
    await store.save_answer(SCOPE, replace(answer(), citations=(citation,)))
    kept = (await store.answers(SCOPE, "thr_a"))[0].citations[0]
    assert kept.quote == "ימי\ufffd חופ\ufffdשה \\u0000"


async def test_threads_are_listed_newest_first_and_apart_by_room(store: Store) -> None:
    other = RoomScope("local", "room_2")
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    for identifier, minutes in (("thr_a", 1), ("thr_b", 3), ("thr_c", 2)):
        await store.create_thread(SCOPE, thread(identifier, minutes=minutes))
    await store.create_thread(other, thread("thr_d"))
    assert [one.id for one in await store.threads(SCOPE)] == ["thr_b", "thr_c", "thr_a"]
    assert await store.thread(SCOPE, "thr_d") == replace(thread("thr_d"), room_id="room_2")


async def test_a_thread_of_another_tenant_is_not_found(store: Store) -> None:
    await store.create_thread(SCOPE, thread())
    elsewhere = RoomScope(OTHER_TENANT.tenant_id, SCOPE.room_id)
    for call in (
        store.thread(OTHER_TENANT, "thr_a"),
        store.answers(OTHER_TENANT, "thr_a"),
        store.delete_thread(OTHER_TENANT, "thr_a"),
        store.save_answer(elsewhere, answer()),
        store.create_thread(elsewhere, thread("thr_b")),
    ):
        with pytest.raises(NotFoundError):
            await call


async def test_an_answer_does_not_cross_into_a_thread_of_another_room(store: Store) -> None:
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await store.create_thread(SCOPE, thread())
    with pytest.raises(NotFoundError, match="thr_a"):
        await store.save_answer(RoomScope("local", "room_2"), answer())


async def test_a_deleted_thread_takes_its_answers_along(store: Store) -> None:
    await store.create_thread(SCOPE, thread())
    await store.save_answer(SCOPE, answer())
    await store.delete_thread(SCOPE, "thr_a")
    with pytest.raises(NotFoundError, match="thr_a"):
        await store.answers(SCOPE, "thr_a")
    await store.create_thread(SCOPE, thread())
    assert await store.answers(SCOPE, "thr_a") == []

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from contract.answer_records import QUESTIONS, record, recorded, searched, share
from contract.samples import NOW, OTHER_TENANT, ROOM, SCOPE, answer, publish, thread
from kesher.adapters.sql.answer_record_tables import (
    answer_records,
    answer_retrievals,
    answer_shares,
)
from kesher.adapters.sql.answer_records import SqlAnswerRecords
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.store import SqlStore
from kesher.domain.answer_record import KEPT_RANKS
from kesher.domain.document import Room
from kesher.domain.retrieval import Ranked
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

OTHER_ROOM = RoomScope(SCOPE.tenant_id, "room_2")


@pytest.fixture
def records(store: Store) -> SqlAnswerRecords:
    assert isinstance(store, SqlStore)
    return store.parts.answer_records


async def test_a_record_comes_back_whole_with_every_search_in_order(
    store: Store, records: SqlAnswerRecords
) -> None:
    await store.create_thread(SCOPE, thread())
    several = [searched(f"aspect {n}", question=text) for n, text in enumerate(QUESTIONS)]
    unseen = replace(searched("by words alone"), query_vector=None, rankings={}, hits=())
    kept = record("ans_a", *several, unseen)
    await store.save_answer(SCOPE, answer(), kept)
    assert await records.answer_record(SCOPE, "ans_a") == kept


async def test_of_each_ranking_only_the_best_are_kept(
    store: Store, records: SqlAnswerRecords
) -> None:
    await store.create_thread(SCOPE, thread())
    long = tuple(Ranked(f"chk_{place}", 1 / (60 + place)) for place in range(KEPT_RANKS + 50))
    kept = record("ans_a", replace(searched(), rankings={"fused": long, "dense": long[:3]}))
    await store.save_answer(SCOPE, answer(), kept)
    (found,) = (await records.answer_record(SCOPE, "ans_a")).retrievals
    assert found.rankings == {"fused": long[:KEPT_RANKS], "dense": long[:3]}


async def test_an_answer_and_its_record_are_stored_together_or_not_at_all(
    store: Store, records: SqlAnswerRecords
) -> None:
    await store.create_thread(SCOPE, thread())
    await store.save_answer(SCOPE, answer("ans_b"))
    with pytest.raises(NotFoundError, match="ans_b"):
        await records.answer_record(SCOPE, "ans_b")
    with pytest.raises(ConflictError):
        await store.save_answer(SCOPE, answer("ans_b"), record("ans_b"))
    with pytest.raises(NotFoundError, match="ans_b"):
        await records.answer_record(SCOPE, "ans_b")


async def test_a_record_of_another_tenant_or_of_no_answer_is_not_found(
    store: Store, records: SqlAnswerRecords
) -> None:
    await recorded(store)
    await records.add_share(SCOPE, share())
    elsewhere = RoomScope(OTHER_TENANT.tenant_id, SCOPE.room_id)
    for call in (
        records.answer_record(OTHER_TENANT, "ans_a"),
        records.answer_record(SCOPE, "ans_gone"),
        records.add_share(OTHER_TENANT, share("shr_b")),
        records.add_share(SCOPE, share("shr_b", answer_id="ans_gone")),
        records.share(elsewhere, "shr_a"),
        records.revoke_share(elsewhere, "shr_a", at=NOW),
    ):
        with pytest.raises(NotFoundError):
            await call
    assert await records.shares(OTHER_TENANT, "ans_a") == []


async def test_a_link_opens_in_its_room_only(store: Store, records: SqlAnswerRecords) -> None:
    await store.create_room(SCOPE, Room("room_2", "כספים", NOW))
    await recorded(store)
    await records.add_share(SCOPE, share())
    assert await records.share(SCOPE, "shr_a") == share()
    with pytest.raises(NotFoundError, match="shr_a"):
        await records.share(OTHER_ROOM, "shr_a")
    with pytest.raises(NotFoundError, match="shr_a"):
        await records.revoke_share(OTHER_ROOM, "shr_a", at=NOW)
    with pytest.raises(NotFoundError, match="ans_a"):
        await records.add_share(SCOPE, replace(share("shr_b"), room_id="room_2"))
    assert (await records.share(SCOPE, "shr_a")).is_open(NOW)


async def test_links_are_listed_oldest_first_and_a_revoked_one_keeps_its_instant(
    store: Store, records: SqlAnswerRecords
) -> None:
    await recorded(store)
    later = NOW + timedelta(minutes=5)
    ends = replace(share("shr_b"), created_at=later, expires_at=later + timedelta(days=7))
    for one in (ends, share()):
        await records.add_share(SCOPE, one)
    await records.revoke_share(SCOPE, "shr_a", at=later)
    await records.revoke_share(SCOPE, "shr_a", at=later + timedelta(days=1))
    assert await records.shares(SCOPE, "ans_a") == [replace(share(), revoked_at=later), ends]


@pytest.mark.parametrize("gone", ["thread", "room"])
async def test_nothing_is_left_of_a_record_whose_thread_or_room_was_deleted(
    store: Store, records: SqlAnswerRecords, database: Database, gone: str
) -> None:
    await publish(store)
    await recorded(store)
    await records.add_share(SCOPE, share())
    if gone == "thread":
        await store.delete_thread(SCOPE, "thr_ans_a")
    else:
        await store.delete_room(SCOPE)
    with database.reading(EVERYTHING) as connection:
        for table in (answer_records, answer_retrievals, answer_shares):
            assert connection.execute(table.select()).all() == []


async def test_deleting_a_document_leaves_the_record_which_holds_none_of_its_words(
    store: Store, records: SqlAnswerRecords
) -> None:
    await publish(store)
    await recorded(store)
    await store.delete_document(SCOPE, "doc_a")
    kept = await records.answer_record(SCOPE, "ans_a")
    assert [hit.chunk_id for hit in kept.retrievals[0].hits] == ["chk_doc_a_0", "chk_doc_a_1"]
    assert "זכאי" not in repr(kept)


async def test_a_link_made_while_its_thread_is_deleted_is_not_left_over(
    store: Store, records: SqlAnswerRecords
) -> None:
    await recorded(store)
    made, _ = await asyncio.gather(
        records.add_share(SCOPE, share()),
        store.delete_thread(SCOPE, "thr_ans_a"),
        return_exceptions=True,
    )
    assert made is None or isinstance(made, NotFoundError)
    assert await records.shares(SCOPE, "ans_a") == []
    assert (await store.room(SCOPE)).id == ROOM.id

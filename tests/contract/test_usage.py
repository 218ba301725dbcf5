"""What models took, counted as it is stored, on both databases."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta

import pytest

from contract.recorded import grown, request
from contract.samples import NOW, OTHER_TENANT, ROOM, SCOPE, answer, publish, thread
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.sql.usage import SqlUsage
from kesher.domain.access import User
from kesher.domain.request import SentRequest, Usage
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import EMBEDDING, Sums, UsageBy, UsageFilter, UsageKey, UsageRow
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

ALL = Scope()
TODAY = NOW.date()
DANA = User("usr_dana", "dana@example.org", "דנה לוי (Dana)", NOW, administrator=True)
HERS = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id=DANA.id)
EVERYTHING = UsageFilter()


@pytest.fixture
async def usage(store: Store) -> SqlUsage:
    assert isinstance(store, SqlStore)
    await store.parts.accounts.create_account(ALL, DANA, "hash")
    await store.create_thread(HERS, thread())
    return store.parts.usage


def _billed(sent: SentRequest, *counts: int, price: float) -> SentRequest:
    return replace(sent, usage=Usage(*counts), price_usd=price)


async def test_a_request_counts_before_it_is_billed_and_by_its_bill_afterwards(
    store: Store, usage: SqlUsage
) -> None:
    sent = request()
    await store.save_request(HERS, sent, room_id=ROOM.id)
    (row,) = await usage.usage(ALL, EVERYTHING, UsageBy.USER)
    assert row == UsageRow(DANA.id, DANA.name, Sums(requests=1, input_tokens=sent.tokens))
    await store.save_request(HERS, _billed(sent, 700, 50, 600, 0, 20, price=0.25), room_id=ROOM.id)
    (row,) = await usage.usage(ALL, EVERYTHING, UsageBy.ROOM)
    assert (row.key, row.name) == (ROOM.id, ROOM.name)
    assert row.sums == Sums(1, 0, 700, 600, 50, 20, 0.25)


async def test_a_bill_that_comes_again_and_again_counts_once(store: Store, usage: SqlUsage) -> None:
    sent = request()
    await store.save_request(HERS, sent, room_id=ROOM.id)
    bill = _billed(sent, 700, 50, 600, 0, 20, price=0.25)
    again = [store.save_request(HERS, bill, room_id=ROOM.id) for _ in range(4)]
    await asyncio.gather(*again)
    (row,) = await usage.usage(ALL, EVERYTHING, UsageBy.ROOM)
    assert row.sums == Sums(1, 0, 700, 600, 50, 20, 0.25)


async def test_an_answer_counts_with_its_time(store: Store, usage: SqlUsage) -> None:
    await publish(store)
    await store.save_answer(HERS, replace(answer(), seconds={"total": 1.5}))
    await store.save_answer(HERS, replace(answer("ans_b"), model=None, seconds={"total": 0.5}))
    rows = await usage.usage(ALL, EVERYTHING, UsageBy.MODEL)
    assert {row.key: (row.sums.answers, row.sums.seconds) for row in rows} == {
        "gemini-2.5-flash": (1, 1.5),
        "": (1, 0.5),
    }


async def test_sums_outlive_the_thread_and_the_room(store: Store, usage: SqlUsage) -> None:
    await store.save_request(HERS, request(), room_id=ROOM.id)
    before = await usage.usage(ALL, EVERYTHING, UsageBy.DAY)
    await store.delete_thread(HERS, "thr_a")
    await store.delete_room(SCOPE)
    assert await usage.usage(ALL, EVERYTHING, UsageBy.DAY) == before
    (row,) = await usage.usage(ALL, EVERYTHING, UsageBy.ROOM)
    assert (row.key, row.name) == (ROOM.id, "")


async def test_usage_is_told_by_day_and_only_of_what_is_asked_for(
    store: Store, usage: SqlUsage
) -> None:
    await grown(store, Scope(user_id=DANA.id))
    await store.save_request(ALL, request("req_t", owner="trj_a"))
    await store.save_request(HERS, request(), room_id=ROOM.id)
    key = UsageKey(TODAY + timedelta(days=1), "", "", "text-embedding", EMBEDDING)
    await usage.count(ALL, key, Sums(requests=1, input_tokens=9))
    days = await usage.usage(ALL, EVERYTHING, UsageBy.DAY)
    assert [(row.key, row.sums.requests) for row in days] == [("2026-03-01", 2), ("2026-03-02", 1)]

    async def requests(wanted: UsageFilter) -> int:
        return sum(row.sums.requests for row in await usage.usage(ALL, wanted, UsageBy.DAY))

    assert await requests(UsageFilter(room_id=ROOM.id)) == 1
    assert await requests(UsageFilter(user_id=DANA.id)) == 2
    assert await requests(UsageFilter(first=TODAY, last=TODAY)) == 2
    assert await requests(UsageFilter(last=date(2026, 2, 28))) == 0
    assert await usage.usage(OTHER_TENANT, EVERYTHING, UsageBy.DAY) == []


async def test_nothing_is_lost_or_doubled_where_many_are_counted_at_once(
    store: Store, usage: SqlUsage
) -> None:
    sent = [request(f"req_{n}") for n in range(8)]
    await asyncio.gather(*(store.save_request(HERS, each, room_id=ROOM.id) for each in sent))
    billed = [_billed(each, 100, 10, price=0.5) for each in sent]
    await asyncio.gather(*(store.save_request(HERS, each, room_id=ROOM.id) for each in billed))
    (row,) = await usage.usage(ALL, EVERYTHING, UsageBy.USER)
    assert (row.sums.requests, row.sums.input_tokens, row.sums.output_tokens) == (8, 800, 80)
    assert row.sums.price_usd == pytest.approx(4.0)

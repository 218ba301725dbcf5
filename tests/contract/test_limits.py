"""How much rooms and people may take, on both databases."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from contract.samples import NOW, ROOM, SCOPE, document, job
from kesher.adapters.sql.limits import SqlLimits
from kesher.adapters.sql.store import SqlStore
from kesher.domain.access import User
from kesher.domain.limits import Holder, Limit, Reached, SetLimits
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import Sums, UsageKey
from kesher.errors import NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

ALL = Scope()
DANA = User("usr_dana", "dana@example.org", "דנה לוי (Dana)", NOW, administrator=True)
HERS = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id=DANA.id)
NONE: dict[Holder, dict[Limit, float]] = {Holder.ROOM: {}, Holder.PERSON: {}}
FRESH = "0" * 64
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.fixture
async def limits(store: Store) -> SqlLimits:
    assert isinstance(store, SqlStore)
    await store.parts.accounts.create_account(ALL, DANA, "hash")
    return store.parts.limits


async def _spend(store: Store, tokens: int, usd: float, *, days_ago: int = 0) -> None:
    assert isinstance(store, SqlStore)
    day = (NOW - timedelta(days=days_ago)).date()
    key = UsageKey(day, DANA.id, ROOM.id, "gpt", "turn")
    await store.parts.usage.count(ALL, key, Sums(requests=1, input_tokens=tokens, price_usd=usd))


async def test_what_an_owner_sets_counts_only_below_the_administrators(limits: SqlLimits) -> None:
    for by_administrator, amount in ((True, 100.0), (False, 60.0)):
        await limits.put_limits(
            ALL,
            Holder.ROOM,
            ROOM.id,
            {"tokens_day": amount},
            by_administrator=by_administrator,
        )
    held = await limits.limits(ALL, Holder.ROOM, ROOM.id)
    assert held == SetLimits({Limit.TOKENS_DAY: 100}, {Limit.TOKENS_DAY: 60})
    assert held.in_force({Limit.TOKENS_DAY: 5}) == {Limit.TOKENS_DAY: 60}
    await limits.put_limits(ALL, Holder.ROOM, ROOM.id, {"tokens_day": None}, by_administrator=False)
    assert (await limits.limits(ALL, Holder.ROOM, ROOM.id)).by_owner == {}
    with pytest.raises(NotFoundError, match="usr_nobody"):
        await limits.limits(ALL, Holder.PERSON, "usr_nobody")


async def test_a_day_of_tokens_and_a_month_of_dollars_run_out_and_come_back(
    store: Store, limits: SqlLimits
) -> None:
    defaults = {Holder.ROOM: {Limit.TOKENS_DAY: 100.0}, Holder.PERSON: {Limit.USD_MONTH: 2.0}}
    await _spend(store, 99, 1.5)
    await _spend(store, 900, 0.4, days_ago=1)  # in February
    assert await limits.reached(HERS, defaults, now=NOW) is None
    await _spend(store, 1, 0.0)
    full = await limits.reached(HERS, defaults, now=NOW)
    assert full == Reached(Limit.TOKENS_DAY, Holder.ROOM, 100, 100, MIDNIGHT)
    tomorrow = NOW + timedelta(days=1)
    assert await limits.reached(HERS, defaults, now=tomorrow) is None
    await _spend(store, 0, 0.5)
    dear = await limits.reached(HERS, defaults, now=tomorrow)
    end = datetime(2026, 4, 1, tzinfo=UTC)
    assert dear == Reached(Limit.USD_MONTH, Holder.PERSON, 2.0, 2.0, end)
    assert await limits.reached(SCOPE, defaults, now=tomorrow) is None
    assert await limits.reached_by_person(HERS, {Limit.USD_MONTH: 9.0}, now=NOW) is None


async def test_what_is_used_is_told_where_nothing_is_limited_too(
    store: Store, limits: SqlLimits
) -> None:
    await _spend(store, 70, 1.25)
    await _spend(store, 900, 0.5, days_ago=1)  # in February
    await store.add_document(SCOPE, document("doc_used"), job("doc_used"))
    minute = {Holder.ROOM: {Limit.QUESTIONS_MINUTE: 5.0}, Holder.PERSON: {}}
    await limits.take_question(HERS, minute, now=NOW)
    of_room = await limits.used(ALL, Holder.ROOM, ROOM.id, now=NOW)
    assert of_room == {
        Limit.TOKENS_DAY: 70,
        Limit.USD_MONTH: 1.25,
        Limit.QUESTIONS_MINUTE: 1,
        Limit.QUESTIONS_DAY: 0,
        Limit.DOCUMENTS: 1,
        Limit.BYTES: document("doc_used").size_bytes,
    }
    later = await limits.used(ALL, Holder.ROOM, ROOM.id, now=NOW + timedelta(minutes=1))
    assert later[Limit.QUESTIONS_MINUTE] == 0
    of_dana = await limits.used(ALL, Holder.PERSON, DANA.id, now=NOW)
    assert (of_dana[Limit.TOKENS_DAY], Limit.BYTES in of_dana) == (70, False)


async def test_of_many_questions_at_once_no_more_pass_than_are_allowed(limits: SqlLimits) -> None:
    await limits.put_limits(
        ALL, Holder.PERSON, DANA.id, {"questions_minute": 3}, by_administrator=True
    )
    told = await asyncio.gather(*(limits.take_question(HERS, NONE, now=NOW) for _ in range(8)))
    assert told.count(None) == 3
    (full,) = {each for each in told if each}
    minute = NOW + timedelta(minutes=1)
    assert full == Reached(Limit.QUESTIONS_MINUTE, Holder.PERSON, 3, 3, minute)
    assert await limits.take_question(HERS, NONE, now=minute) is None


async def test_a_question_that_is_refused_is_not_counted(limits: SqlLimits) -> None:
    defaults = {
        Holder.ROOM: {Limit.QUESTIONS_DAY: 5.0},
        Holder.PERSON: {Limit.QUESTIONS_MINUTE: 1.0},
    }
    assert await limits.take_question(HERS, defaults, now=NOW) is None
    for _ in range(9):
        assert await limits.take_question(HERS, defaults, now=NOW)
    for minutes in range(1, 5):
        at = NOW + timedelta(minutes=minutes)
        assert await limits.take_question(HERS, defaults, now=at) is None
    full = await limits.take_question(HERS, defaults, now=NOW + timedelta(minutes=6))
    assert full == Reached(Limit.QUESTIONS_DAY, Holder.ROOM, 5, 5, MIDNIGHT)


async def test_a_room_is_full_of_documents_or_of_bytes(store: Store, limits: SqlLimits) -> None:
    await store.add_document(SCOPE, document(), job())
    one = {Limit.DOCUMENTS: 1.0}
    full = await limits.room_is_full(SCOPE, one, sha256=FRESH, size_bytes=1)
    assert full == Reached(Limit.DOCUMENTS, Holder.ROOM, 1, 1, None)
    many = {Limit.BYTES: 4096.0}
    assert await limits.room_is_full(SCOPE, many, sha256=FRESH, size_bytes=2048) is None
    same = document().sha256
    assert await limits.room_is_full(SCOPE, one, sha256=same, size_bytes=2048) is None
    heavy = await limits.room_is_full(SCOPE, many, sha256=FRESH, size_bytes=2049)
    assert heavy == Reached(Limit.BYTES, Holder.ROOM, 2048, 4096, None)


async def test_limits_go_with_their_room(store: Store, limits: SqlLimits) -> None:
    await limits.put_limits(ALL, Holder.ROOM, ROOM.id, {"documents": 1}, by_administrator=True)
    once = {Holder.ROOM: {Limit.QUESTIONS_DAY: 1.0}, Holder.PERSON: {}}
    assert await limits.take_question(SCOPE, once, now=NOW) is None
    await store.delete_room(SCOPE)
    await store.create_room(SCOPE, ROOM)
    assert await limits.limits(ALL, Holder.ROOM, ROOM.id) == SetLimits()
    assert await limits.take_question(SCOPE, once, now=NOW) is None

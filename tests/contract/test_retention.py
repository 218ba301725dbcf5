import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from contract.recorded import SYSTEM, request, segment
from contract.samples import (
    EMBEDDER,
    NOW,
    SCOPE,
    answer,
    document,
    embed,
    job,
    publish,
    thread,
)
from kesher.adapters.sql.store import SqlStore
from kesher.domain.retention import Kept, Retention
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.retention import RetentionStore
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

LATER = NOW + timedelta(days=31)
NOBODY = Retention()


@pytest.fixture
def retention(store: Store) -> RetentionStore:
    assert isinstance(store, SqlStore)
    return store.parts.retention


async def due(retention: RetentionStore, kind: Kept, before: datetime) -> list[str]:
    return list(await retention.due(SCOPE, kind, before=before, limit=10))


async def test_without_rules_nothing_is_over_and_a_room_may_have_its_own(
    retention: RetentionStore,
) -> None:
    assert await retention.rules(NOBODY) == []
    await retention.set_room_days(SCOPE, {Kept.VERSIONS: 7, Kept.THREADS: 0})
    settings = Retention({Kept.THREADS: 30, Kept.JOBS: 90})
    ((scope, rule),) = await retention.rules(settings)
    assert scope == SCOPE
    assert rule.days == {Kept.THREADS: 0, Kept.JOBS: 90, Kept.VERSIONS: 7}
    assert rule.before(Kept.THREADS, NOW) is None
    assert rule.before(Kept.VERSIONS, NOW) == NOW - timedelta(days=7)
    await retention.set_room_days(SCOPE, {})
    assert await retention.room_days(SCOPE) == {}
    with pytest.raises(NotFoundError):
        await retention.set_room_days(RoomScope("local", "room_2"), {Kept.JOBS: 1})


async def test_a_thread_is_over_when_nothing_was_asked_in_it_for_so_long(
    store: Store, retention: RetentionStore
) -> None:
    await publish(store)
    await store.create_thread(SCOPE, thread("thr_a"))
    await store.create_thread(SCOPE, thread("thr_b"))
    await store.save_answer(SCOPE, replace(answer("ans_b", thread_id="thr_b"), created_at=LATER))
    assert await due(retention, Kept.THREADS, NOW) == []
    before = NOW + timedelta(days=1)
    assert await due(retention, Kept.THREADS, before) == ["thr_a"]
    both = ["thr_a", "thr_b"]
    assert await retention.remove(SCOPE, Kept.THREADS, both, before=before) == (1, ())
    assert [each.id for each in await store.threads(SCOPE)] == ["thr_b"]


async def test_a_superseded_version_goes_and_the_current_one_never_does(
    store: Store, retention: RetentionStore
) -> None:
    assert isinstance(store, SqlStore)
    await publish(store, "doc_a")
    new = document("doc_b", content="doc_b")
    await store.parts.versions.add_version(SCOPE, "doc_a", new, job("doc_b"), series_id="ser")
    assert await due(retention, Kept.VERSIONS, LATER) == []
    await embed(store, "doc_b")
    await store.publish(SCOPE, "doc_b", embedder=EMBEDDER)
    assert await due(retention, Kept.VERSIONS, NOW) == []
    assert await due(retention, Kept.VERSIONS, LATER) == ["doc_a"]
    named = ["doc_a", "doc_b"]
    removed, left_over = await retention.remove(SCOPE, Kept.VERSIONS, named, before=LATER)
    assert (removed, list(left_over)) == (1, [document("doc_a", content="doc_a").sha256])
    assert [each.id for each in await store.documents(SCOPE, superseded=True)] == ["doc_b"]


async def test_only_work_that_has_ended_is_forgotten(
    store: Store, retention: RetentionStore
) -> None:
    await publish(store, "doc_a")
    assert await due(retention, Kept.JOBS, LATER) == []
    taken = await store.take(now=NOW, lease_seconds=60)
    assert taken is not None
    await store.finish(taken)
    assert await due(retention, Kept.JOBS, LATER) == ["job_of_doc_a"]
    assert (await retention.remove(SCOPE, Kept.JOBS, ["job_of_doc_a"], before=LATER))[0] == 1
    assert await due(retention, Kept.JOBS, LATER) == []


async def test_of_an_old_request_the_texts_go_that_no_later_one_has(
    store: Store, retention: RetentionStore
) -> None:
    await store.create_thread(SCOPE, thread())
    await store.save_request(SCOPE, request(), room_id=SCOPE.room_id)
    later = request("req_b", SYSTEM, minutes=60)
    await store.save_request(SCOPE, later, room_id=SCOPE.room_id)
    before = NOW + timedelta(minutes=30)
    assert await due(retention, Kept.REQUESTS, NOW) == []
    assert await due(retention, Kept.REQUESTS, before) == ["req_a"]
    assert (await retention.remove(SCOPE, Kept.REQUESTS, ["req_a"], before=before))[0] == 1
    texts = {each.text for each in (await store.request(SCOPE, "req_a")).segments}
    assert texts == {"", SYSTEM.text}
    assert await store.request(SCOPE, "req_b") == later
    assert await due(retention, Kept.REQUESTS, before) == []


@pytest.mark.parametrize("kind", [Kept.THREADS, Kept.REQUESTS])
async def test_of_servers_that_sweep_at_once_each_thing_is_removed_and_told_once(
    store: Store, retention: RetentionStore, database_url: str, kind: Kept
) -> None:
    for number in range(24):
        await store.create_thread(SCOPE, thread(f"thr_{number}"))
        said = segment(f"שיחה {number}")
        sent = request(f"req_{number}", said, owner=f"thr_{number}")
        await store.save_request(SCOPE, sent, room_id=SCOPE.room_id)
    others = [SqlStore.open(database_url, busy_seconds=10) for _ in range(3)]
    servers = [retention, *(each.parts.retention for each in others)]
    try:
        for server in servers:  # all are connected before the first begins
            over = await server.due(SCOPE, kind, before=LATER, limit=100)
        swept = [server.remove(SCOPE, kind, over, before=LATER) for server in servers]
        removed = await asyncio.gather(*swept)
    finally:
        for each in others:
            await each.close()
    assert sorted(count for count, _ in removed) == [0, 0, 0, 24]

import asyncio
from dataclasses import replace

import pytest

from contract.recorded import CALL, PREFIX, events, grown, head, request
from contract.samples import NOW, OTHER_TENANT, SCOPE
from kesher.adapters.sql.store import SqlStore
from kesher.context.trajectory import Trajectory
from kesher.domain.trajectory import CallStarted, Event, Noted
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio


async def test_a_trajectory_comes_back_event_for_event_and_its_chain_holds(store: Store) -> None:
    await grown(store, SCOPE)
    assert await store.trajectory_head(SCOPE, "trj_a") == head()
    found = tuple(await store.trajectory_events(SCOPE, "trj_a"))
    assert found == events()
    again = Trajectory((await store.trajectory_head(SCOPE, "trj_a")).prefix, found)
    assert again.to_jsonl() == Trajectory(PREFIX, events()).to_jsonl()


async def test_events_are_read_from_where_a_reader_stands(store: Store) -> None:
    await grown(store, SCOPE)
    assert [e.sequence for e in await store.trajectory_events(SCOPE, "trj_a", after=2)] == [3, 4]
    assert await store.trajectory_events(SCOPE, "trj_a", after=4) == []


async def test_an_event_out_of_its_place_is_refused_and_nothing_changes(store: Store) -> None:
    await store.create_trajectory(SCOPE, head())
    first, second, third, *_ = events()
    await store.append_event(SCOPE, "trj_a", first)
    for wrong in (first, third, replace(second, previous="0" * 64)):
        with pytest.raises(ConflictError, match="1 events"):
            await store.append_event(SCOPE, "trj_a", wrong)
    await store.append_event(SCOPE, "trj_a", second)
    assert list(await store.trajectory_events(SCOPE, "trj_a")) == [first, second]


async def test_the_first_event_must_follow_the_prefix(store: Store) -> None:
    await store.create_trajectory(SCOPE, head())
    with pytest.raises(ConflictError):
        await store.append_event(SCOPE, "trj_a", replace(events()[0], previous="f" * 64))
    assert await store.trajectory_events(SCOPE, "trj_a") == []


async def test_of_two_programs_that_append_at_once_exactly_one_wins(
    store: Store, database_url: str
) -> None:
    await store.create_trajectory(SCOPE, head())
    other = SqlStore.open(database_url, busy_seconds=10)
    trajectory = Trajectory(PREFIX)
    for turn in range(8):
        mine, theirs = _rivals(trajectory, turn)
        came = await asyncio.gather(
            store.append_event(SCOPE, "trj_a", mine),
            other.append_event(SCOPE, "trj_a", theirs),
            return_exceptions=True,
        )
        assert sorted(str(type(each).__name__) for each in came) == ["ConflictError", "NoneType"]
        trajectory = Trajectory(PREFIX, await store.trajectory_events(SCOPE, "trj_a"))
        assert trajectory.events[-1] in (mine, theirs)
    await other.close()


def _rivals(trajectory: Trajectory, turn: int) -> tuple[Event, Event]:
    """Two events that both follow what is there."""
    ends = [Trajectory(PREFIX, trajectory.events) for _ in range(2)]
    return (
        ends[0].append(CallStarted(CALL), at=NOW),
        ends[1].append(Noted("todo", str(turn)), at=NOW),
    )


async def test_an_id_is_taken_once_a_tenant(store: Store) -> None:
    await store.create_trajectory(SCOPE, head())
    with pytest.raises(ConflictError, match="trj_a"):
        await store.create_trajectory(SCOPE, head())
    await store.create_trajectory(OTHER_TENANT, head())


async def test_trajectories_are_listed_newest_first(store: Store) -> None:
    for name, minutes in (("trj_b", 1), ("trj_a", 3), ("trj_c", 2)):
        await store.create_trajectory(SCOPE, head(name, minutes=minutes))
    assert [each.id for each in await store.trajectories(SCOPE)] == ["trj_a", "trj_c", "trj_b"]
    assert await store.trajectories(OTHER_TENANT) == []


async def test_the_last_event_of_each_is_read_at_once(store: Store) -> None:
    await grown(store, SCOPE)
    await grown(store, OTHER_TENANT, "trj_theirs")
    await store.create_trajectory(SCOPE, head("trj_new", minutes=9))
    await store.append_event(SCOPE, "trj_new", events()[0])
    await store.create_trajectory(SCOPE, head("trj_empty", minutes=3))
    assert [(each.id, last) for each, last in await store.last_events(SCOPE)] == [
        ("trj_new", events()[0]),
        ("trj_a", events()[-1]),
    ]


async def test_a_trajectory_of_another_tenant_is_not_found(store: Store) -> None:
    await grown(store, SCOPE)
    for call in (
        store.trajectory_head(OTHER_TENANT, "trj_a"),
        store.trajectory_events(OTHER_TENANT, "trj_a"),
        store.append_event(OTHER_TENANT, "trj_a", events()[0]),
        store.delete_trajectory(OTHER_TENANT, "trj_a"),
        store.create_trajectory(OTHER_TENANT, head("trj_b", parent="trj_a")),
    ):
        with pytest.raises(NotFoundError, match="trj_a"):
            await call
    assert len(await store.trajectory_events(SCOPE, "trj_a")) == len(events())


async def test_a_deleted_trajectory_takes_those_it_delegated_to_along(store: Store) -> None:
    await grown(store, SCOPE)
    await grown(store, SCOPE, "trj_child", parent="trj_a")
    await grown(store, SCOPE, "trj_grandchild", parent="trj_child")
    await grown(store, SCOPE, "trj_other")
    await store.save_request(SCOPE, request(owner="trj_grandchild"))
    await store.delete_trajectory(SCOPE, "trj_a")
    assert [each.id for each in await store.trajectories(SCOPE)] == ["trj_other"]
    with pytest.raises(NotFoundError):
        await store.trajectory_events(SCOPE, "trj_grandchild")
    with pytest.raises(NotFoundError):
        await store.request(SCOPE, "req_a")

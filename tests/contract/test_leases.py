import asyncio
from datetime import datetime, timedelta

import pytest

from contract.recorded import events, head
from contract.samples import NOW, OTHER_TENANT, SCOPE
from kesher.adapters.sql.store import SqlStore
from kesher.errors import NotFoundError, TrajectoryInUseError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

DANA = "process 7 on דנה-laptop (run_a)"
IVAN = "process 8 on сервер (run_b)"


class Hands:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
async def held(store: Store) -> Store:
    await store.create_trajectory(SCOPE, head())
    await store.take_lease(SCOPE, "trj_a", owner=DANA, seconds=30)
    return store


async def test_whoever_comes_second_is_told_who_holds_it_and_until_when(held: Store) -> None:
    with pytest.raises(TrajectoryInUseError) as refused:
        await held.take_lease(SCOPE, "trj_a", owner=IVAN, seconds=30)
    assert refused.value.owner == DANA
    assert refused.value.until == NOW + timedelta(seconds=30)
    assert DANA in str(refused.value)
    assert f"{refused.value.until:%H:%M:%S}" in str(refused.value)


async def test_the_same_owner_cannot_take_it_twice_either(held: Store) -> None:
    with pytest.raises(TrajectoryInUseError):
        await held.take_lease(SCOPE, "trj_a", owner=DANA, seconds=30)


async def test_of_two_programs_that_take_it_at_once_exactly_one_gets_it(
    store: Store, database_url: str
) -> None:
    other = SqlStore.open(database_url, busy_seconds=10, clock=lambda: NOW)
    for turn in range(8):
        name = f"trj_{turn}"
        await store.create_trajectory(SCOPE, head(name))
        came = await asyncio.gather(
            store.take_lease(SCOPE, name, owner=DANA, seconds=30),
            other.take_lease(SCOPE, name, owner=IVAN, seconds=30),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in came) == ["NoneType", "TrajectoryInUseError"]
    await other.close()


async def test_nobody_else_writes_while_it_is_held(held: Store) -> None:
    first, second, *_ = events()
    for stranger in (None, IVAN):
        with pytest.raises(TrajectoryInUseError, match="run_a"):
            await held.append_event(SCOPE, "trj_a", first, owner=stranger)
    assert await held.trajectory_events(SCOPE, "trj_a") == []
    await held.append_event(SCOPE, "trj_a", first, owner=DANA)
    await held.end_lease(SCOPE, "trj_a", owner=DANA)
    await held.append_event(SCOPE, "trj_a", second)
    assert len(await held.trajectory_events(SCOPE, "trj_a")) == 2


async def test_only_its_owner_prolongs_it_or_lets_it_go(held: Store) -> None:
    assert not await held.renew_lease(SCOPE, "trj_a", owner=IVAN, seconds=60)
    await held.end_lease(SCOPE, "trj_a", owner=IVAN)
    assert await held.renew_lease(SCOPE, "trj_a", owner=DANA, seconds=60)
    await held.end_lease(SCOPE, "trj_a", owner=DANA)
    assert not await held.renew_lease(SCOPE, "trj_a", owner=DANA, seconds=60)
    await held.take_lease(SCOPE, "trj_a", owner=IVAN, seconds=30)


async def test_a_lease_that_lapsed_is_taken_and_its_old_owner_writes_no_more(
    store: Store, database_url: str
) -> None:
    clock = Hands()
    timed = SqlStore.open(database_url, busy_seconds=10, clock=clock)
    await timed.create_trajectory(SCOPE, head())
    await timed.take_lease(SCOPE, "trj_a", owner=DANA, seconds=30)
    clock.move(20)
    assert await timed.renew_lease(SCOPE, "trj_a", owner=DANA, seconds=30)
    clock.move(29)
    with pytest.raises(TrajectoryInUseError):
        await timed.take_lease(SCOPE, "trj_a", owner=IVAN, seconds=30)
    clock.move(1)
    first, second, *_ = events()
    await timed.append_event(SCOPE, "trj_a", first, owner=DANA)  # late, but nobody came
    await timed.take_lease(SCOPE, "trj_a", owner=IVAN, seconds=30)
    with pytest.raises(TrajectoryInUseError, match="run_b"):
        await timed.append_event(SCOPE, "trj_a", second, owner=DANA)
    assert not await timed.renew_lease(SCOPE, "trj_a", owner=DANA, seconds=30)
    await timed.append_event(SCOPE, "trj_a", second, owner=IVAN)
    await timed.close()


async def test_a_sub_agent_s_trajectory_is_taken_from_anybody(held: Store) -> None:
    await held.take_lease(SCOPE, "trj_a", owner=IVAN, seconds=30, from_anybody=True)
    with pytest.raises(TrajectoryInUseError, match="run_b"):
        await held.append_event(SCOPE, "trj_a", events()[0], owner=DANA)


async def test_leases_are_each_tenant_s_own(held: Store) -> None:
    with pytest.raises(NotFoundError, match="trj_a"):
        await held.take_lease(OTHER_TENANT, "trj_a", owner=IVAN, seconds=30)
    await held.create_trajectory(OTHER_TENANT, head())
    await held.take_lease(OTHER_TENANT, "trj_a", owner=IVAN, seconds=30)


async def test_the_only_process_begins_with_none_held(held: Store) -> None:
    await held.create_trajectory(SCOPE, head("trj_b"))
    assert await held.end_all_leases() == 1
    assert await held.end_all_leases() == 0
    await held.take_lease(SCOPE, "trj_a", owner=IVAN, seconds=30)


async def test_whether_it_is_held_can_be_asked(held: Store) -> None:
    with pytest.raises(TrajectoryInUseError, match="run_a"):
        await held.check_not_leased(SCOPE, "trj_a")
    with pytest.raises(NotFoundError):
        await held.check_not_leased(OTHER_TENANT, "trj_a")
    await held.end_lease(SCOPE, "trj_a", owner=DANA)
    await held.check_not_leased(SCOPE, "trj_a")

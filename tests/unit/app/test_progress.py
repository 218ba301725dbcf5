import anyio
import pytest

from kesher.app.progress import RoomChanges
from kesher.domain.scope import RoomScope

pytestmark = pytest.mark.anyio

ROOM = RoomScope("local", "room_hr")
SELDOM = 60.0


async def test_a_watcher_is_told_at_once_and_at_each_change() -> None:
    changes = RoomChanges()
    watching = changes.watch(ROOM, at_least_every_seconds=SELDOM)
    with anyio.fail_after(5):
        assert await anext(watching) is True
        changes.announce(ROOM)
        assert await anext(watching) is True


async def test_a_burst_of_changes_wakes_a_watcher_once() -> None:
    changes = RoomChanges()
    watching = changes.watch(ROOM, at_least_every_seconds=0.02)
    with anyio.fail_after(5):
        await anext(watching)
        for _ in range(10):
            changes.announce(ROOM)
        assert [await anext(watching) for _ in range(2)] == [True, False]


async def test_a_watcher_is_told_that_nothing_came_for_so_long() -> None:
    watching = RoomChanges().watch(ROOM, at_least_every_seconds=0.01)
    with anyio.fail_after(5):
        assert [await anext(watching) for _ in range(3)] == [True, False, False]


async def test_every_watcher_of_a_room_is_told_and_none_of_another() -> None:
    changes = RoomChanges()
    first, second = (changes.watch(ROOM, at_least_every_seconds=SELDOM) for _ in range(2))
    other = changes.watch(RoomScope("local", "room_it"), at_least_every_seconds=0.05)
    with anyio.fail_after(5):
        for watching in (first, second, other):
            await anext(watching)
        changes.announce(ROOM)
        assert [await anext(first), await anext(second), await anext(other)] == [True, True, False]


async def test_a_change_that_nobody_watches_is_no_error() -> None:
    changes = RoomChanges()
    changes.announce(ROOM)
    watching = changes.watch(ROOM, at_least_every_seconds=0.01)
    with anyio.fail_after(5):
        assert [await anext(watching) for _ in range(2)] == [True, False]


async def test_a_watcher_that_left_is_forgotten_and_the_others_are_still_told() -> None:
    changes = RoomChanges()
    gone, stays = (changes.watch(ROOM, at_least_every_seconds=SELDOM) for _ in range(2))
    with anyio.fail_after(5):
        await anext(gone)
        await anext(stays)
        await gone.aclose()  # type: ignore[attr-defined]  # an async generator
        changes.announce(ROOM)
        assert await anext(stays) is True

"""The dense index over a room's changes: exact, idempotent, bounded, safe for many callers."""

import numpy as np
import pytest
from anyio import create_task_group
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kesher.adapters.indexes.matrix import MatrixIndex
from kesher.adapters.indexes.room_matrix import CODES_FROM_NUMBERS, RoomMatrix
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.indexes import IndexedChunk, RoomChange
from kesher.ranking.vectors import unit_rows
from kesher.testing.change_feed import MemoryFeed

ROOM = RoomScope("דייר", "חדר")
DIMENSIONS = 8


def vectors(rows: int, *, seed: int, dimensions: int = DIMENSIONS) -> NDArray[np.float32]:
    return unit_rows(np.random.default_rng(seed).standard_normal((rows, dimensions)))


def chunks(document_id: str, rows: NDArray[np.float32]) -> list[IndexedChunk]:
    return [
        IndexedChunk(f"{document_id}-{at}", document_id, "טקסט", row) for at, row in enumerate(rows)
    ]


@pytest.fixture
def feed() -> MemoryFeed:
    return MemoryFeed()


async def found(index: MatrixIndex, vector: NDArray[np.float32], *, top: int = 100) -> list[str]:
    return [each.chunk_id for each in await index.search(ROOM, vector, top=top)]


@pytest.mark.anyio
async def test_a_search_sees_every_change_that_came_before_it(feed: MemoryFeed) -> None:
    rows = vectors(6, seed=1)
    index = MatrixIndex(feed, "model")
    feed.put(ROOM, "a", chunks("a", rows[:3]))
    assert sorted(await found(index, rows[0])) == ["a-0", "a-1", "a-2"]
    feed.put(ROOM, "b", chunks("b", rows[3:]))
    assert (await found(index, rows[4]))[0] == "b-1"
    feed.put(ROOM, "a", chunks("a", rows[2:3]))
    feed.remove(ROOM, "b")
    assert await found(index, rows[0]) == ["a-0"]


@pytest.mark.anyio
async def test_scores_are_cosines_best_first(feed: MemoryFeed) -> None:
    rows = vectors(50, seed=2)
    feed.put(ROOM, "a", chunks("a", rows))
    ranked = await MatrixIndex(feed, "model").search(ROOM, rows[7], top=5)
    expected = np.sort(rows @ rows[7])[::-1][:5]
    assert [each.score for each in ranked] == pytest.approx(expected.tolist(), abs=1e-6)
    assert ranked[0].chunk_id == "a-7"


@pytest.mark.anyio
async def test_a_large_room_is_searched_by_codes_and_as_exactly(feed: MemoryFeed) -> None:
    rows = vectors(CODES_FROM_NUMBERS // 64 + 1, seed=3, dimensions=64)
    feed.put(ROOM, "a", chunks("a", rows))
    query = vectors(1, seed=4, dimensions=64)[0]
    expected = np.argsort(-(rows.astype(np.float64) @ query), kind="stable")[:20]
    assert await found(MatrixIndex(feed, "model"), query, top=20) == [f"a-{at}" for at in expected]


@pytest.mark.anyio
async def test_an_empty_room_brings_nothing_and_a_missing_one_is_said(feed: MemoryFeed) -> None:
    index = MatrixIndex(feed, "model")
    feed.put(ROOM, "a", ())
    assert await found(index, vectors(1, seed=5)[0]) == []
    with pytest.raises(NotFoundError):
        await index.search(RoomScope("דייר אחר", "חדר"), vectors(1, seed=5)[0], top=3)


@pytest.mark.anyio
async def test_nothing_is_read_again_while_nothing_changes(feed: MemoryFeed) -> None:
    rows = vectors(2, seed=6)
    feed.put(ROOM, "a", chunks("a", rows))
    index = MatrixIndex(feed, "model")
    for _ in range(3):
        await found(index, rows[0])
    assert feed.reads == 1


@pytest.mark.anyio
async def test_more_changes_than_one_reading_brings_are_all_applied(feed: MemoryFeed) -> None:
    rows = vectors(200, seed=7)
    for at, row in enumerate(rows):
        feed.put(ROOM, f"doc{at}", chunks(f"doc{at}", row[np.newaxis]))
    assert len(await found(MatrixIndex(feed, "model"), rows[0], top=500)) == 200


@pytest.mark.anyio
async def test_many_callers_at_once_share_one_catching_up(feed: MemoryFeed) -> None:
    rows = vectors(30, seed=8)
    feed.put(ROOM, "a", chunks("a", rows))
    index, answers = MatrixIndex(feed, "model"), []

    async def ask(at: int) -> None:
        answers.append((await found(index, rows[at]))[0] == f"a-{at}")

    async with create_task_group() as group:
        for at in range(30):
            group.start_soon(ask, at)
    assert answers == [True] * 30
    assert feed.reads == 1


@pytest.mark.anyio
async def test_rooms_searched_longest_ago_are_dropped_past_the_memory_allowed(
    feed: MemoryFeed,
) -> None:
    rooms = [RoomScope("דייר", f"חדר {at}") for at in range(3)]
    rows = vectors(100, seed=9)
    for room in rooms:
        feed.put(room, "a", chunks("a", rows))
    one_room_bytes = RoomMatrix().after([RoomChange(1, "a", tuple(chunks("a", rows)))]).size_bytes
    index = MatrixIndex(feed, "model", memory_bytes=2 * one_room_bytes)
    for room in rooms:
        await index.search(room, rows[0], top=1)
    assert index.held_bytes() == 2 * one_room_bytes
    ranked = await index.search(rooms[0], rows[5], top=1)
    assert ranked[0].chunk_id == "a-5"


@pytest.mark.anyio
async def test_a_history_that_began_anew_is_read_from_its_beginning(feed: MemoryFeed) -> None:
    rows = vectors(3, seed=10)
    for at in range(3):
        feed.put(ROOM, f"doc{at}", chunks(f"doc{at}", rows[at : at + 1]))
    index = MatrixIndex(feed, "model")
    await found(index, rows[0])
    feed.remove_room(ROOM)
    feed.put(ROOM, "new", chunks("new", rows[:1]))
    assert await found(index, rows[0]) == ["new-0"]


def test_a_document_more_costs_its_own_rows_and_leaves_the_matrix_before_it_as_it_was() -> None:
    rows = vectors(CODES_FROM_NUMBERS // 64 + 60, seed=13, dimensions=64)
    first = RoomMatrix().after([RoomChange(1, "א", tuple(chunks("א", rows[:-60])))]).with_codes()
    room = first.after([RoomChange(2, "ב", tuple(chunks("ב", rows[-60:-30])))]).with_codes()
    more = room.after([RoomChange(3, "ג", tuple(chunks("ג", rows[-30:])))]).with_codes()
    assert np.shares_memory(more.vectors, room.vectors)  # no copy of what was there
    assert more.search(rows[-1], top=1)[0].chunk_id == "ג-29"
    assert room.search(rows[-31], top=1)[0].chunk_id == "ב-29"
    assert all(found.chunk_id.startswith("א") for found in first.search(rows[-1], top=50))


def test_what_was_replaced_or_taken_away_is_passed_over_until_all_is_copied() -> None:
    rows = vectors(40, seed=14)
    room = RoomMatrix()
    for at in range(40):
        room = room.after(
            [RoomChange(at + 1, f"d{at}", tuple(chunks(f"d{at}", rows[at : at + 1])))]
        )
    fewer = room.after([RoomChange(41, "d7", ())])
    assert fewer.size == 40
    assert [found.chunk_id for found in fewer.search(rows[7], top=40)] == [
        found.chunk_id for found in room.search(rows[7], top=40) if found.chunk_id != "d7-0"
    ]
    few = fewer.after([RoomChange(42 + at, f"d{at}", ()) for at in range(30)])
    assert few.size == 10
    assert few.chunk_ids == [f"d{at}-0" for at in range(30, 40)]
    replaced = few.after([RoomChange(99, "d35", tuple(chunks("d35", rows[:1])))])
    assert replaced.search(rows[0], top=1)[0].score == pytest.approx(1.0)
    assert len(replaced.search(rows[35], top=40)) == 10


@pytest.mark.anyio
async def test_a_forgotten_room_holds_no_memory(feed: MemoryFeed) -> None:
    feed.put(ROOM, "a", chunks("a", vectors(3, seed=11)))
    index = MatrixIndex(feed, "model")
    await found(index, vectors(1, seed=12)[0])
    await index.forget(ROOM)
    assert index.held_bytes() == 0


DOCUMENTS = st.sampled_from(["a", "b", "ג", "د"])
CHANGES = st.lists(st.tuples(DOCUMENTS, st.integers(0, 4)), min_size=1, max_size=12)


@settings(deadline=None)
@given(CHANGES, st.integers(1, 12))
def test_changes_give_the_same_rows_at_once_one_by_one_and_twice(
    steps: list[tuple[str, int]], cut: int
) -> None:
    standing = dict(steps)
    changes = [
        RoomChange(at, document, tuple(chunks(document, vectors(standing[document], seed=at))))
        for at, (document, _) in enumerate(steps, start=1)
    ]
    at_once = RoomMatrix().after(changes)
    in_two = RoomMatrix()
    for part in (changes[:cut], changes[cut:], changes):
        in_two = in_two.after(part) if part else in_two
    assert sorted(at_once.chunk_ids) == sorted(in_two.chunk_ids)
    assert len(at_once.chunk_ids) == sum(standing.values())
    assert at_once.size - len(at_once.dead) == len(at_once.chunk_ids)
    assert in_two.sequence == len(steps)

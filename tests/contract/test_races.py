"""Several programs on one database at the same instant, each in a process of its own."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from typing import TypeVar

import pytest

from contract.samples import EMBEDDER, NOW, ROOM, SCOPE, add, document, embed, job, publish
from kesher.adapters.sql.store import SqlStore
from kesher.domain.document import DocumentState, Room
from kesher.domain.scope import RoomScope
from kesher.errors import ConflictError, NotFoundError
from kesher.ports.stores import Store

PROCESSES = 3
JOBS = 30
WAIT_SECONDS = 60

T = TypeVar("T")

_start: Barrier


def _hold_until_all_are_there(barrier: Barrier) -> None:
    global _start  # noqa: PLW0603 - the way a pool hands a barrier to its processes
    _start = barrier


class Programs:
    """Processes that are started once and begin each piece of work together."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def at_once(self, work: Callable[[str, int], T], database_url: str) -> list[T]:
        """Run `work(url, number)` in every process; return what they returned, by number."""
        running = [self._pool.submit(work, database_url, number) for number in range(PROCESSES)]
        return [one.result(timeout=WAIT_SECONDS) for one in running]


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    spawn = get_context("spawn")
    barrier = spawn.Barrier(PROCESSES)
    with ProcessPoolExecutor(
        PROCESSES, spawn, initializer=_hold_until_all_are_there, initargs=(barrier,)
    ) as pool:
        yield Programs(pool)


def _open(database_url: str) -> SqlStore:
    return SqlStore.open(database_url, busy_seconds=WAIT_SECONDS)


def _open_new(database_url: str, number: int) -> str:
    _start.wait(WAIT_SECONDS)
    store = _open(database_url)

    async def use() -> str:
        await store.create_room(SCOPE, Room(f"room_{number}", f"חדר {number}", NOW))
        rooms = await store.rooms(SCOPE)
        await store.close()
        return next(room.name for room in rooms if room.id == f"room_{number}")

    return asyncio.run(use())


def _upload(database_url: str, number: int) -> tuple[str, bool]:
    store = _open(database_url)
    _start.wait(WAIT_SECONDS)

    async def use() -> tuple[str, bool]:
        new = document(f"doc_{number}", content="אותו קובץ")
        stored, added = await store.add_document(SCOPE, new, job(new.id))
        await store.close()
        return stored.id, added

    return asyncio.run(use())


def _take_all(database_url: str, number: int) -> list[str]:
    store = _open(database_url)
    _start.wait(WAIT_SECONDS)

    async def use() -> list[str]:
        taken = []
        while one := await store.take(now=NOW, lease_seconds=600):
            taken.append(one.id)
            await store.finish(one)
        await store.close()
        return taken

    return asyncio.run(use())


def _publish_one(database_url: str, number: int) -> None:
    store = _open(database_url)
    _start.wait(WAIT_SECONDS)

    async def use() -> None:
        await store.publish(SCOPE, f"doc_{number}", embedder=EMBEDDER)
        await store.close()

    asyncio.run(use())


def _delete_shared(database_url: str, number: int) -> list[str]:
    store = _open(database_url)
    _start.wait(WAIT_SECONDS)

    async def use() -> list[str]:
        left_over = await store.delete_document(
            RoomScope("local", f"room_{number}"), f"doc_{number}"
        )
        await store.close()
        return list(left_over)

    return asyncio.run(use())


def _save_while_deleted(database_url: str, number: int) -> str:
    store = _open(database_url)
    _start.wait(WAIT_SECONDS)

    async def use() -> str:
        try:
            if number == 0:
                await store.delete_room(SCOPE)
            else:
                await embed(store)
                await store.publish(SCOPE, "doc_a", embedder=EMBEDDER)
        except (NotFoundError, ConflictError) as error:
            return error.code
        finally:
            await store.close()
        return "done"

    return asyncio.run(use())


async def _prepared(database_url: str) -> SqlStore:
    store = _open(database_url)
    await store.create_room(SCOPE, ROOM)
    return store


def test_programs_that_open_a_new_database_together_all_find_its_tables(
    programs: Programs, database_url: str
) -> None:
    assert programs.at_once(_open_new, database_url) == [f"חדר {n}" for n in range(PROCESSES)]


def test_racing_uploads_of_one_file_make_one_document_and_one_is_told_so(
    programs: Programs, database_url: str
) -> None:
    store = asyncio.run(_prepared(database_url))
    results = programs.at_once(_upload, database_url)
    assert len({identifier for identifier, _ in results}) == 1
    assert [added for _, added in results].count(True) == 1
    assert len(asyncio.run(store.documents(SCOPE))) == 1
    asyncio.run(store.close())


def test_no_two_programs_take_the_same_job(programs: Programs, database_url: str) -> None:
    async def prepare() -> None:
        store = await _prepared(database_url)
        for number in range(JOBS):
            await add(store, f"doc_{number}")
        await store.close()

    asyncio.run(prepare())
    taken = programs.at_once(_take_all, database_url)
    everything = [identifier for share in taken for identifier in share]
    assert sorted(everything) == sorted(f"job_of_doc_{number}" for number in range(JOBS))


def test_documents_published_together_get_numbers_of_their_own(
    programs: Programs, database_url: str
) -> None:
    async def prepare() -> SqlStore:
        store = await _prepared(database_url)
        for number in range(PROCESSES):
            await add(store, f"doc_{number}")
            await embed(store, f"doc_{number}")
        return store

    store = asyncio.run(prepare())
    programs.at_once(_publish_one, database_url)
    changes = asyncio.run(store.changes_after(SCOPE, 0, embedder=EMBEDDER))
    assert [change.sequence for change in changes] == list(range(1, PROCESSES + 1))
    assert len({change.document_id for change in changes}) == PROCESSES
    asyncio.run(store.close())


def test_of_racing_deletions_exactly_the_last_finds_the_blob_left_over(
    programs: Programs, database_url: str
) -> None:
    async def prepare() -> None:
        store = await _prepared(database_url)
        for number in range(PROCESSES):
            scope = RoomScope("local", f"room_{number}")
            await store.create_room(SCOPE, Room(scope.room_id, f"חדר {number}", NOW))
            shared = document(f"doc_{number}", content="אותו קובץ")
            await store.add_document(scope, shared, job(shared.id))
        await store.close()

    asyncio.run(prepare())
    left_over = programs.at_once(_delete_shared, database_url)
    assert sorted(map(len, left_over)) == [0] * (PROCESSES - 1) + [1]


def test_a_room_deleted_while_it_is_filled_leaves_nothing_behind(
    programs: Programs, database_url: str
) -> None:
    async def prepare() -> SqlStore:
        store = await _prepared(database_url)
        await add(store)
        return store

    store = asyncio.run(prepare())
    outcomes = programs.at_once(_save_while_deleted, database_url)
    assert outcomes[0] == "done"
    assert set(outcomes[1:]) <= {"done", "not_found", "conflict"}

    async def look() -> None:
        await store.create_room(SCOPE, ROOM)
        assert await store.documents(SCOPE) == []
        assert await store.pages(SCOPE, "doc_a") == []
        assert list(await store.changes_after(SCOPE, 0, embedder=EMBEDDER)) == []
        assert await store.take(now=NOW + timedelta(days=1), lease_seconds=1) is None
        await publish(store)
        assert (await store.document(SCOPE, "doc_a")).state is DocumentState.READY
        await store.close()

    asyncio.run(look())


@pytest.mark.anyio
async def test_many_calls_of_one_program_at_once_all_succeed(store: Store) -> None:
    await add(store)
    await asyncio.gather(
        *(embed(store) for _ in range(4)),
        *(add(store, f"doc_{number}") for number in range(10)),
        *(store.figures(SCOPE) for _ in range(20)),
    )
    assert len(await store.documents(SCOPE)) == 11


@pytest.mark.anyio
async def test_a_caller_that_is_cancelled_leaves_the_store_in_order(store: Store) -> None:
    tasks = [asyncio.ensure_future(add(store, f"doc_{number}")) for number in range(12)]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    stored = {one.id for one in await store.documents(SCOPE)}
    queued = set()
    while taken := await store.take(now=NOW, lease_seconds=60):
        queued.add(taken.document_id)
    assert stored == queued
    assert {f"doc_{n}" for n, task in enumerate(tasks) if not task.cancelled()} <= stored
